"""The five games with faults of print: each is found at its place, and nothing else is.

One copy of each game has four: a colour that a deuteranope takes for another of its list, and, on one face, a text of
five points, white words on a pale plate, and a picture with few pixels.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import pytest
from PIL import Image

from punchboard.checks.composed import backs, colours
from punchboard.checks.faces import check_faces
from punchboard.load import load
from punchboard.model.layout.face import fault_problems
from punchboard.problem import Problem
from punchboard.products import ComposedGame

ROOT = Path(__file__).resolve().parents[2]


class Spoilt(NamedTuple):
    """What is done to a game: a colour's old and new value, and the face and card with the other faults, at x and y."""

    colour: str
    like: str
    face: str
    card: str
    x: float
    y: float
    named: str


GAMES: Mapping[str, Spoilt] = {
    "alpha-and-omega": Spoilt("#bf3a22", "#a66787", "switch", "switch-1", 20, 27, "'fire' (#a66787) looks like 'air'"),
    "alpha-omega": Spoilt("#802262", "#852c86", "lured", "lured", 5, 8, "'anchor' (#852c86) looks like 'dove'"),
    "alter-ego": Spoilt("#3a7258", "#396b56", "teamwork", "teamwork", 4, 6, "'mafia' (#396b56) looks like 'sadists'"),
    "atmosfear": Spoilt("#eb9531", "#a68553", "gatekeeper", "gatekeeper", 20, 30, "'dust' (#a68553) looks like"),
    "vortex": Spoilt("#bf2f2a", "#b0602a", "vortex", "plain-01", 20, 40, "'red' (#b0602a) looks like 'green'"),
}

FAULTS = """\
  five-points: {{when: "id == '{card}'", at: [{x}, {y}], size: [14, 3], fill: "#ffffff", text: Five points,
    style: five-points, colour: "#000000", overlaps: true}}
  white-words: {{when: "id == '{card}'", at: [{x}, {y1}], size: [14, 4], fill: "#e9dfc8", text: White,
    style: body, colour: "#ffffff", overlaps: true}}
  few-pixels: {{when: "id == '{card}'", at: [{x}, {y2}], size: [10, 4], picture: few.png}}
"""


@pytest.fixture
def printed(tmp_path) -> Callable[[str, Spoilt], list[Problem]]:
    """Return a function from a game and what is done to it to what the rules on print find in it."""

    def printed(name: str, spoilt: Spoilt) -> list[Problem]:
        game = tmp_path / "catalog" / name
        shutil.copytree(ROOT / "catalog" / name, game)
        shutil.copytree(ROOT / "layouts", tmp_path / "layouts")
        spoil(tmp_path, name, spoilt)
        composed = ComposedGame(load(name, tmp_path), ("a4",), ("sheets",))
        faults = (fault for face in composed.all_faces for fault in face.faults)
        told = backs.check(composed.game, {component.id: back for component, _, back in composed.drawn_cards})
        alike = colours.check(
            composed.game, composed.loaded.layouts.theme.colours, composed.drawn_cards, composed.drawn_dice
        )
        return [*fault_problems(faults), *check_faces(composed.all_faces), *told, *alike]

    return printed


def spoil(workspace: Path, name: str, spoilt: Spoilt) -> None:
    """Write the faults into a copy of a game and of its layouts."""
    own = workspace / "layouts" / name
    change(workspace / "catalog" / name / "game.yaml", f'colour: "{spoilt.colour}"', f'colour: "{spoilt.like}"')
    change(own / "theme.yaml", "\nstyles:\n", "\nstyles:\n  five-points: {font: body, size: 5}\n")
    face = own / "faces" / f"{spoilt.face}.yaml"
    faults = FAULTS.format(card=spoilt.card, x=spoilt.x, y=spoilt.y, y1=spoilt.y + 3.5, y2=spoilt.y + 8)
    face.write_text(face.read_text(encoding="utf-8").rstrip() + "\n" + faults, encoding="utf-8")
    data = BytesIO()
    Image.new("RGB", (16, 8), "#806040").save(data, "PNG")
    (workspace / "catalog" / name / "few.png").write_bytes(data.getvalue())


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{path.name} has {old!r} {text.count(old)} times"
    path.write_text(text.replace(old, new), encoding="utf-8")


def line_of(path: Path, part: str) -> int:
    """Return the only line of a file that has a part."""
    (line,) = [number for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1) if part in line]
    return line


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_faults_of_print_are_found_at_their_places_and_nothing_else(printed, tmp_path, name):
    """Each with the words that tell what it is."""
    spoilt = GAMES[name]
    problems = [one for one in printed(name, spoilt) if one.rule != "BOX005"]  # they lie over the card's own texts
    where = f"of face '{spoilt.face}'"
    assert sorted(problem.rule for problem in problems) == ["COLOUR001", "CONTRAST001", "PICT002", "TYPE001"]
    found = {problem.rule: problem for problem in problems}
    assert spoilt.named in found["COLOUR001"].message
    assert "with deuteranopia" in found["COLOUR001"].message
    place = found.pop("COLOUR001").place
    assert (place.file, place.line) == (
        f"catalog/{name}/game.yaml",
        line_of(tmp_path / "catalog" / name / "game.yaml", f'colour: "{spoilt.like}"'),
    )
    assert (
        found["TYPE001"].message
        == f"text 'Five points' of box 'five-points' {where} is set in 5 pt; the minimum is 7 pt"
    )
    assert found["CONTRAST001"].message.startswith(f"text 'White' of box 'white-words' {where} has a contrast of 1.3")
    assert found["PICT002"].message.startswith(f"the picture of box 'few-pixels' {where} is printed at 40 dpi")
    assert len({problem.place for problem in found.values()}) == 1
