"""States of a game in the preview: after files were loaded, could not be loaded, and were checked."""

from __future__ import annotations

import pytest

from punchboard.problem import Place, Problem, Severity
from punchboard.server.game_snapshot import read_snapshot
from punchboard.server.state import (
    STAGES,
    PreviewDocument,
    State,
    after_check,
    after_listing,
    after_load,
    after_load_failure,
)

FAULT = Problem("YAML001", Place("catalog/grove/game.yaml", 3), "not YAML")
TIGHT = Problem("FIT001", Place("catalog/grove/cards.csv", 2), "a line is lost")
SHORT = Problem("SETUP001", Place("catalog/grove/game.yaml", 9), "there are too few cards")


@pytest.fixture
def snapshot(workspace):
    """A snapshot of the game grove."""
    return read_snapshot("grove", workspace.path, "")


def test_a_failed_load_keeps_the_last_valid_snapshot(snapshot):
    """Its pictures stay, and the reason why the files cannot be loaded comes first."""
    state = after_load_failure(after_check(after_load(State(), snapshot), "faces", (TIGHT,)), (FAULT,))
    assert state.snapshot is snapshot
    assert state.problems == (FAULT, TIGHT)


def test_a_fixed_file_removes_its_problem(snapshot):
    """The earlier problems of the checks stand until the checks report again."""
    broken = after_load_failure(after_check(after_load(State(), snapshot), "faces", (TIGHT,)), (FAULT,))
    fixed = after_load(broken, snapshot)
    assert fixed.problems == (TIGHT,)
    assert after_check(fixed, "faces", ()).problems == ()


def test_a_game_that_was_never_valid_has_only_problems():
    """There is nothing to show."""
    assert after_load_failure(State(), (FAULT,)).problems == (FAULT,)


def test_the_revision_increases_only_with_changes(snapshot):
    """A check with the same problems as before makes no new revision."""
    state = after_load(State(), snapshot)
    checked = after_check(state, "faces", (TIGHT,))
    assert (state.revision, checked.revision) == (1, 2)
    assert after_check(checked, "books", ()).revision == 2
    assert after_listing(checked, (PreviewDocument("a4-fronts", 1, "Fronts", "A4"),), has_html=False).revision == 3


def test_a_problem_found_by_two_stages_appears_once(snapshot):
    """Faces are checked alone first, then with everything that is composed."""
    state = after_check(after_check(after_load(State(), snapshot), "faces", (TIGHT,)), "books", (TIGHT,))
    assert state.problems == (TIGHT,)


def test_severity_overrides_of_the_game_apply(workspace):
    """A code that game.yaml lowers is a warning here too; an unused override is reported at the end."""
    workspace.edit(
        "catalog/grove/game.yaml",
        "decks:",
        "checks: {SETUP001: {warning: for a test}, SETUP002: {off: for a test}}\ndecks:",
    )
    state = after_load(State(), read_snapshot("grove", workspace.path, ""))
    assert [one.severity for one in after_check(state, "played", (SHORT,)).problems] == [Severity.WARNING]
    for stage in STAGES[:-1]:
        state = after_check(state, stage, ())
        assert state.problems == ()
    assert [one.rule for one in after_check(state, "played", ()).problems] == ["CHECK002"]
