"""Games that are nearly wrong but right: each folder of ``games/good`` is the counterpart of one of ``games/bad``."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from punchboard.checks import RULES, decks
from punchboard.checks.accessible import TEXT_RULES, face_pictures, hyphenation
from punchboard.checks.composed import backs, colours, icon_credits, rule_coverage
from punchboard.checks.decks import check_deck
from punchboard.checks.played import RULES as ON_PLAYS
from punchboard.checks.prose import RULES as ON_PROSE
from punchboard.load.own_deck import read_deck
from punchboard.pipeline import BuildOptions
from punchboard.pipeline.build import check

GAMES = Path(__file__).parents[1] / "games"
GOOD = GAMES / "good"
CODES = sorted(
    {
        *(rule.ID for rule in (*RULES, *ON_PLAYS, *ON_PROSE, *decks.RULES, rule_coverage, colours, icon_credits)),
        *(backs.DIFFERENT, backs.ALIKE),
        *(rule.ID for rule in (face_pictures, hyphenation, *TEXT_RULES)),
    }
)
"""The codes of the rules that look at a whole game, or at a player's deck."""


@pytest.mark.parametrize("game", sorted(path.name for path in GOOD.iterdir()))
def test_good_game(game, tmp_path, stock, monkeypatch):
    """The game can be loaded and composed, and no problem with the code in its name is found."""
    monkeypatch.setattr("punchboard.load.builtin_folder", lambda: stock)
    folder = tmp_path / "catalog" / game
    shutil.copytree(GOOD / game, folder)
    found = check(game, BuildOptions(tmp_path, tmp_path / "output", papers=("a4",)))
    problems = found.findings.problems
    for path in folder.glob("my-deck.*"):
        problems += tuple(check_deck(found.composed.game, read_deck(path, path.name)))

    code = game.partition("-")[0]
    assert [str(problem) for problem in problems if problem.rule == code] == []


@pytest.mark.parametrize("code", CODES)
def test_every_rule_has_a_bad_game_and_a_good_one(code):
    """One that breaks the rule, and one that is close to it and right."""
    assert list((GAMES / "bad").glob(f"{code}-*"))
    assert list(GOOD.glob(f"{code}-*"))


def test_every_good_game_has_a_bad_counterpart():
    """A good game shows the limits of the code that the bad one breaks."""
    bad = {path.name.partition("-")[0] for path in (GAMES / "bad").iterdir()}
    assert {path.name.partition("-")[0] for path in GOOD.iterdir()} <= bad
