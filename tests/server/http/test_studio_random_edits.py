"""Random edits in the studio: the files load whatever a person does, and undo to the start gives the first bytes."""

from __future__ import annotations

from random import Random

import pytest
from patience import eventually
from tests.server.http.conftest import OURS, game_view

pytestmark = pytest.mark.slow

SIDES = [("card-1", 0), ("card-1", 1), ("card-2", 0)]
WORDS = [
    "",
    "a",
    "{{ title }}",
    "{{ nothing",
    "title",
    "ink",
    "ink 40%",
    "#2f4b7c",
    "star",
    "shrink to 7pt",
    "#",
    "a: b",
]
NUMBERS = [0, 0.5, 3, -2, 1e9, "5mm", "10%", "fit"]


class Person:
    """Somebody who does anything that the page can."""

    def __init__(self, studio, seed):
        self.studio, self.random = studio, Random(seed)
        self.fields = studio.get("/fields.json").json()

    def post(self, name, body):
        """Return the status of a request that writes."""
        return self.studio.post(f"/g/grove/{name}", json=body, headers=OURS).status_code

    def edit(self):
        """Do one thing; return the status."""
        component, side = self.random.choice(SIDES)
        boxes = self.studio.get(f"/g/grove/boxes/{component}/{side}.json").json()["boxes"]
        if not boxes or self.random.random() < 0.15:
            return self.post(self.random.choice(["undo", "redo"]), {})
        box = self.random.choice(boxes)
        of = {"component": component, "side": side, "box": box["name"]}
        return self.post("edit", {"label": "Edit", "edits": [of | self.change(box)]})

    def change(self, box):
        """Return a random change of a box."""
        kind = self.random.choice(["move", "move", "set", "set", "set", "reset", "copy", "hide", "delete"])
        path = self.random.choice(self.fields)["path"]
        if kind in {"move", "copy"} and box["area"]:
            to = [max(0.5, one + self.random.uniform(-9, 9)) for one in box["area"]]
            return {"do": "move", "was": box["area"], "to": to} if kind == "move" else {"do": "copy", "to": to}
        if kind == "set":
            return {"do": "set", "path": path, "value": self.value(path)}
        return {"do": "reset", "path": path[:1]} if kind == "reset" else {"do": "hide"}

    def value(self, path):
        """Return a value that the key may or may not have."""
        field = next(one for one in self.fields if one["path"] == path)
        names = [[], ["title"], ["nowhere"], ["top left"]]
        pool = [None, True, False, *field.get("choices", []), *WORDS, *NUMBERS, *names]
        return self.random.choice(pool)


@pytest.mark.parametrize(
    ("seed", "edits"), [(0, 200), *(pytest.param(seed, 1000, marks=pytest.mark.long) for seed in range(10))]
)
def test_the_files_always_load_and_undo_gives_the_original_bytes(open_studio, workspace, seed, edits):
    """Also when most values are wrong, and undo and redo come in between; 10,000 edits before a release."""
    before, studio = workspace.tree(), open_studio()
    person = Person(studio, seed)
    statuses = []
    for _ in range(edits // 100):
        seen = game_view(studio)["revision"]
        statuses += [person.edit() for _ in range(100)]
        eventually(
            lambda seen=seen: (view := game_view(studio))["revision"] > seen and not view["stale"], "the edited game"
        )
    assert set(statuses) <= {200, 422}
    assert statuses.count(200) > edits / 4
    assert game_view(open_studio())["components"]
    while studio.post("/g/grove/undo", json={}, headers=OURS).json()["undo"]:
        pass
    assert workspace.tree() == before
