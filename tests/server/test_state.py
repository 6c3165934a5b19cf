"""States of a game: what is seen and told after files were read, could not be read, and were checked."""

from __future__ import annotations

import pytest

from punchboard.problem import Place, Problem, Severity
from punchboard.server.snapshot import read_snapshot
from punchboard.server.state import STAGES, PreviewDocument, State, after_check, after_listing, after_load_failure
from punchboard.server.state import after_load as taken

FAULT = Problem("YAML001", Place("catalog/grove/game.yaml", 3), "not YAML")
TIGHT = Problem("FIT001", Place("catalog/grove/cards.csv", 2), "a line is lost")
SHORT = Problem("SETUP001", Place("catalog/grove/game.yaml", 9), "there are too few cards")


@pytest.fixture
def good(workspace):
    """A reading of the game grove."""
    return read_snapshot("grove", workspace.path, "")


def test_a_failed_reading_keeps_the_last_good_one(good):
    """Its pictures stay, and why the files cannot be read is told first."""
    state = after_load_failure(after_check(taken(State(), good), "faces", (TIGHT,)), (FAULT,))
    assert state.snapshot is good
    assert state.problems == (FAULT, TIGHT)


def test_a_mended_file_takes_its_problem_away(good):
    """What the checks said before stands until they tell again."""
    broken = after_load_failure(after_check(taken(State(), good), "faces", (TIGHT,)), (FAULT,))
    mended = taken(broken, good)
    assert mended.problems == (TIGHT,)
    assert after_check(mended, "faces", ()).problems == ()


def test_a_game_that_was_never_good_has_problems_alone():
    """There is nothing to show."""
    assert after_load_failure(State(), (FAULT,)).problems == (FAULT,)


def test_numbers_rise_with_what_is_new(good):
    """A check that says the same as before makes no new revision."""
    state = taken(State(), good)
    told = after_check(state, "faces", (TIGHT,))
    assert (state.revision, told.revision) == (1, 2)
    assert after_check(told, "books", ()).revision == 2
    assert after_listing(told, (PreviewDocument("a4-fronts", 1, "Fronts", "A4"),), html=False).revision == 3


def test_a_problem_that_two_stages_find_is_told_once(good):
    """Faces are looked at alone first, then with all that is composed."""
    state = after_check(after_check(taken(State(), good), "faces", (TIGHT,)), "books", (TIGHT,))
    assert state.problems == (TIGHT,)


def test_checks_are_judged_as_the_game_judges_them(workspace):
    """What game.yaml turns down is a warning here too; that what is turned off does not come up is told at the end."""
    workspace.edit(
        "catalog/grove/game.yaml",
        "decks:",
        "checks: {SETUP001: {warning: for a test}, SETUP002: {off: for a test}}\ndecks:",
    )
    state = taken(State(), read_snapshot("grove", workspace.path, ""))
    assert [one.severity for one in after_check(state, "played", (SHORT,)).problems] == [Severity.WARNING]
    for stage in STAGES[:-1]:
        state = after_check(state, stage, ())
        assert state.problems == ()
    assert [one.rule for one in after_check(state, "played", ()).problems] == ["CHECK002"]
