"""Each game, broken on purpose: a card lost, a copy too many, a number changed. Each is found, and nothing else is."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from punchboard.checks import check_game
from punchboard.load import load_game
from punchboard.problem import Problem, ProblemsFound

ROOT = Path(__file__).resolve().parents[2]

Change = tuple[str, str, str]
"""A file of the game, what stands in it once, and what is to stand there instead; an empty text deletes the line."""

ORDERS = "'vortex' of special false: expected exactly one of each first, second, third, fourth"

LOST: tuple[tuple[str, Change, tuple[str, ...]], ...] = (
    (
        "atmosfear",
        ("characters.csv", "ember,beast,10,", ""),
        (
            "COUNT001 'character' of realm 'ember': expected 6, found 5",
            "COUNT002 'character' of realm 'ember': expected exactly one of each rank, found none of 10",
            "COUNT002 'character' of realm 'ember': expected exactly one of each symbol, found none of 'beast'",
            "COUNT003 'cards of the Realms' of realm 'ember': expected rank from 1 to 12 without gaps, found none of",
        ),
    ),
    (
        "alpha-and-omega",
        ("game.yaml", "    rows: [{number: 1}, {number: 2}]\n\n  switch:", "    rows: [{number: 1}]\n\n  switch:"),
        ("COUNT001 'minus-two': expected 2, found 1",),
    ),
    (
        "alter-ego",
        ("villains.csv", "sadists,The Ringmaster,", ""),
        ("COUNT001 'villain' of gang 'sadists': expected 4, found 3",),
    ),
    (
        "alpha-omega",
        ("good-places.csv", "Mount Sinai,", ""),
        ("COUNT001 'Good cards': expected 72, found 71",),
    ),
    (
        "vortex",
        ("vortex.csv", "3,no,blue,red,green,yellow,", ""),
        (
            "COUNT001 'plain Vortex cards': expected 24, found 23",
            f"COUNT002 {ORDERS}, found none of blue/red/green/yellow",
        ),
    ),
)
"""A card is lost: the smallest sum that it is part of says so, and what should be there once each."""

TOO_MANY: tuple[tuple[str, Change, tuple[str, ...]], ...] = (
    (
        "atmosfear",
        ("game.yaml", "      - name: The Gatekeeper\n", "      - copies: 2\n        name: The Gatekeeper\n"),
        ("COUNT001 'gatekeeper': expected 1, found 2 (2 gatekeeper at game.yaml:",),
    ),
    (
        "alpha-and-omega",
        ("game.yaml", "    rows: [{copies: 2}]", "    rows: [{copies: 3}]"),
        (
            "COUNT001 'pawn': expected 8, found 12",
            *(
                f"COUNT001 'pawn' of seat '{seat}': expected 2, found 3 (3 pawn-{seat} at game.yaml:"
                for seat in ("jet", "plum", "teal", "bone")
            ),
        ),
    ),
    (
        "alter-ego",
        ("equipment.csv", "gadget,Smoke Capsules,2,", "gadget,Smoke Capsules,3,"),
        (
            "COUNT001 'equipment' of gear 'gadget': expected 6, found 7 (2 grappling-gun at equipment.csv:2,",
            "COUNT007 every 'equipment' should have 'copies == 2'; these do not: 3 smoke-capsules at equipment.csv:3",
        ),
    ),
    (
        "alpha-omega",
        ("good-events.csv", "Holy Trinity,1,", "Holy Trinity,2,"),
        ("COUNT001 \"kind == 'good-event' and name == 'Holy Trinity'\": expected 1, found 2 (2 holy-trinity",),
    ),
    (
        "vortex",
        ("rogations.csv", 'and about time!",3,', 'and about time!",4,'),
        ("COUNT001 \"kind == 'rogation' and name == 'Rally'\": expected 3, found 4 (4 rally at rogations.csv:2)",),
    ),
)

CHANGED: tuple[tuple[str, Change, tuple[str, ...]], ...] = (
    (
        "atmosfear",
        ("characters.csv", "ember,blade,11,", "ember,crown,11,"),
        (
            "COUNT001 'Harbingers' of realm 'ember': expected 1, found 2",
            "COUNT002 'character' of realm 'ember': expected exactly one of each symbol, found none of 'blade', 2",
            (
                "COUNT007 every 'Harbingers' should have 'name == realm.harbinger'; these do not: "
                "ember-11 at characters.csv:3"
            ),
            "COUNT007 every 'character' should have 'rank == symbol.rank'; these do not: ember-11 at characters.csv:3",
        ),
    ),
    (
        "atmosfear",
        ("characters.csv", "ember,beast,10,", "ember,beast,11,"),
        ("ID001 duplicate id 'ember-11', first used at catalog/atmosfear/characters.csv:3",),
    ),
    (
        "alpha-and-omega",
        ("game.yaml", "{number: 14}, {number: 15}]", "{number: 14}, {number: 14}]"),
        tuple(f"ID001 duplicate id '{element}-14'" for element in ("air", "earth", "fire", "water")),
    ),
    (
        "alter-ego",
        ("villains.csv", "sadists,Doctor Lullaby,", "mafia,Doctor Lullaby,"),
        (
            "COUNT001 'villain' of gang 'sadists': expected 4, found 3",
            "COUNT001 'villain' of gang 'mafia': expected 4, found 5",
        ),
    ),
    (
        "alpha-omega",
        ("good-persons.csv", "Azrael,angel,7,", "Azrael,angel,6,"),
        ("COUNT001 \"kind == 'good-person' and id == 'azrael' and strength == 7\": expected 1, found 0",),
    ),
    (
        "vortex",
        ("vortex.csv", "1,no,blue,green,red,yellow,", "1,no,blue,green,yellow,red,"),
        (f"COUNT002 {ORDERS}, found none of blue/green/red/yellow, 2 of blue/green/yellow/red (",),
    ),
)


@pytest.mark.parametrize(("game", "change", "expected"), [*LOST, *TOO_MANY, *CHANGED])
def test_what_is_broken_is_found_and_nothing_else(
    game: str, change: Change, expected: tuple[str, ...], tmp_path: Path
) -> None:
    """Every problem is one that the change makes, and each of them is told."""
    whole = {one.message for one in problems(ROOT / "catalog" / game, ROOT)}
    told = problems(broken(game, change, tmp_path), tmp_path)
    found = [f"{one.rule} {one.message}" for one in told if one.message not in whole]
    assert [message for message in expected if not any(one.startswith(message) for one in found)] == []
    assert [message for message in found if not message.startswith(expected)] == []


@pytest.mark.parametrize(
    ("game", "change", "rule", "line"),
    [
        ("atmosfear", CHANGED[0][1], "COUNT007", "characters.csv:3"),
        ("atmosfear", CHANGED[0][1], "COUNT002", "characters.csv:3"),
        ("alter-ego", TOO_MANY[2][1], "COUNT007", "equipment.csv:3"),
        ("vortex", CHANGED[5][1], "COUNT002", "vortex.csv:3"),
    ],
)
def test_what_one_row_does_stands_at_that_row(game: str, change: Change, rule: str, line: str, tmp_path: Path) -> None:
    """A row that is not as it should be is the place of its problem; of two that are alike it is the later one."""
    places = [str(one.place) for one in problems(broken(game, change, tmp_path), tmp_path) if one.rule == rule]
    assert [place for place in places if re.search(rf"/{line}(:\d+)?$", place)] == places


def broken(game: str, change: Change, workspace: Path) -> Path:
    """Copy a game and change one of its files."""
    name, old, new = change
    folder = workspace / "catalog" / game
    shutil.copytree(ROOT / "catalog" / game, folder)
    path = folder / name
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new) if new else "".join(_without(text, old)), encoding="utf-8")
    return folder


def _without(text: str, beginning: str) -> Iterator[str]:
    yield from (line for line in text.splitlines(keepends=True) if not line.startswith(beginning))


def problems(folder: Path, workspace: Path) -> tuple[Problem, ...]:
    """Return what loading or checking finds."""
    try:
        return check_game(load_game(folder, workspace))
    except ProblemsFound as found:
        return found.problems
