"""The five games with one seat more than they are for: the step that fails is found, at its line, and nothing else."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from punchboard.checks import check_game
from punchboard.checks.played import check_plays
from punchboard.engine.proof import proof_of
from punchboard.load import load_game
from punchboard.problem import Severity

CATALOG = Path(__file__).parents[2] / "catalog"

FAILS = {
    "alpha-and-omega": (5, {("SETUP002", "each player places: 2 pawn")}),
    "alpha-omega": (5, {("SETUP002", "each player takes: all owner")}),
    "alter-ego": (5, {("SETUP004", "place: {2: 7, 3: 12, 4: 15}"), ("SETUP004", "place: {2: 2, 3: 3, 4: 4}")}),
    "atmosfear": (7, {("SETUP002", "chosen one draws: as many")}),
    "vortex": (5, {("SETUP002", "each player takes: all devotee")}),
}
"""The number of seats that is one too many; the codes of what is found, and how the line begins that it stands at."""


@pytest.mark.slow
@pytest.mark.every_case
@pytest.mark.parametrize("name", FAILS)
def test_one_seat_too_many_is_found_at_the_step_that_fails(name, tmp_path):
    """Pawns, owner markers, a table by seats, the pack and the colours run out: each game has its own reason."""
    seats, expected = FAILS[name]
    folder = tmp_path / "catalog" / name
    shutil.copytree(CATALOG / name, folder)
    file = folder / "game.yaml"
    text, changed = re.subn(r"(\brange: \d)-\d", rf"\1-{seats}", file.read_text(encoding="utf-8"), count=1)
    assert changed == 1
    file.write_text(text, encoding="utf-8")
    game = load_game(folder, tmp_path)
    problems = check_game(game)
    if not any(problem.severity is Severity.ERROR for problem in problems):
        problems = (*problems, *check_plays(proof_of(game)))
    problems = [problem for problem in problems if problem.rule not in game.file.checks]
    lines = text.splitlines()
    found = {(one.rule, lines[one.place.line - 1].strip().removeprefix("- ").lstrip("{")) for one in problems}
    assert {code for code, _ in found} == {code for code, _ in expected}
    assert all(any(line.startswith(start) for _, line in found) for _, start in expected)
    assert all(f"{seats} players" in problem.message for problem in problems)
    assert len(problems) == len(expected)
