"""The studio over HTTP: a client that acts as the page which the command opened."""

from __future__ import annotations

from contextlib import ExitStack

import pytest
from starlette.testclient import TestClient

from punchboard.server.http.app import preview_app
from punchboard.server.preview_games import PreviewGames

PORT = 8713
HERE = f"http://127.0.0.1:{PORT}"
FACE = "catalog/grove/layouts/faces/card.yaml"
OURS = {"X-Punchboard-Token": "secret", "Origin": HERE}
"""The headers that the page sends with a request that writes."""


def shown_row(row):
    """Return a row of the page's table as a request names it."""
    return {key: row[key] for key in ("row", "mark", "id")}


PLACE = [["at"], ["from"], ["size"], ["sides"], ["area"]]
REPLACED = {"move": PLACE, "hide": [[]], "delete": [[]], "copy": [[]]}
"""The paths that each edit of a box replaces; the others have a path of their own."""


def at(values, path):
    """Return the value that keys and numbers lead to; None where there is none."""
    for key in path:
        values = values.get(key) if isinstance(values, dict) else None
    return values


def seen_in_box(boxes, edit):
    """Return what the page shows of the values that an edit replaces, from the boxes of the side."""
    values = next((one["values"] for one in boxes["boxes"] if one["name"] == edit.get("box")), None)
    paths = [[]] if values is None else REPLACED.get(edit["do"]) or [edit.get("path", [])]
    return [[path, at(values, path)] for path in paths]


def seen_in_theme(theme, edit):
    """Return what the page shows of the value of the theme that an edit replaces."""
    path = edit.get("path", ["theme"])
    section, *rest = [*path] or [""]
    if section == "theme":
        return [[path, theme["theme"]]]
    listed = {"colours": "written", "styles": "values"}
    one = next((one for one in theme.get(section, theme["forms"]) if one["name"] == (rest or [section])[0]), {})
    return [[path, at(one.get(listed.get(section, "value")), rest[1:])]]


def game_view(studio):
    """Return the view of the game."""
    return studio.get("/view.json?game=grove").json()


async def nothing(stop):
    """Watch no file."""
    await stop.wait()
    return
    yield


@pytest.fixture
def open_studio(workspace):
    """Return a function that opens the studio on the workspace as it is now."""
    with ExitStack() as stack:

        def open_studio():
            app = preview_app(PreviewGames(workspace.path, salt="salt"), PORT, nothing, token="secret")
            return stack.enter_context(TestClient(app, base_url=HERE))

        yield open_studio


@pytest.fixture
def studio(open_studio):
    """The studio of the game grove."""
    return open_studio()
