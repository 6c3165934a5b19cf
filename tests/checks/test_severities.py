"""Severity overrides: off, a warning or an error, each with a reason."""

from types import MappingProxyType

import pytest

from punchboard.checks.severities import apply_family_overrides, apply_overrides, is_always_error, tolerable_codes
from punchboard.manual import pages
from punchboard.model.game.game import Game
from punchboard.model.game.game_file import GameFile
from punchboard.problem import Place, Problem, Severity, SuppressedProblem

HOME = "catalog/grove/game.yaml"
COUNT = Problem("COUNT001", Place(HOME, 5), "expected 3, found 2")
TURNS = Problem("TURN003", Place(HOME, 9), "unequal", severity=Severity.WARNING)
KIND = {"name": "Card", "shape": "poker", "face": "card", "id": "{{ nr }}", "rows": ()}


def game(**checks):
    """Return a game with these overrides, each on its own line from line 20 on."""
    file = GameFile.model_validate(
        {"title": "Grove", "version": "1", "players": "2-4", "kinds": {"card": KIND}, "checks": checks}
    )
    places = {("checks", code): Place(HOME, 20 + line) for line, code in enumerate(checks)}
    nothing = MappingProxyType({})
    return Game("grove", file, Place(HOME, 1), nothing, nothing, (), nothing, places)


def test_without_checks_everything_stays_as_it_is():
    """Problems and their order do not change."""
    assert apply_overrides(game(), [TURNS, COUNT]) == ((TURNS, COUNT), ())


@pytest.mark.parametrize(("code", "tolerable"), [("FIT001", ("FIT001",)), ("PROFILE001", ()), ("YAML001", ())])
def test_what_leaves_nothing_to_print_is_not_offered_as_a_warning(code, tolerable):
    """Without the library that converts colours there is no file, whatever the game says."""
    assert tolerable_codes([COUNT._replace(rule=code)]) == tolerable


def test_a_code_that_is_off_is_suppressed_with_its_reason():
    """The problem keeps its severity, but does not count."""
    found = apply_overrides(game(COUNT001={"off": "One is lost."}), [TURNS, COUNT])
    assert found == ((TURNS,), (SuppressedProblem(COUNT, "One is lost."),))


def test_errors_can_become_warnings_and_warnings_errors():
    """Problems of other codes do not change."""
    wanted = game(COUNT001={"warning": "We are at it."}, TURN003={"error": "It shall be fair."})
    assert apply_overrides(wanted, [COUNT, TURNS]).problems == (
        COUNT._replace(severity=Severity.WARNING),
        TURNS._replace(severity=Severity.ERROR),
    )


def test_an_unknown_code_is_an_error_at_its_place():
    """The message names the code, the hint the nearest known one."""
    (problem,) = apply_overrides(game(TURN03={"off": "No."}), []).problems
    assert problem == Problem("CHECK001", Place(HOME, 20), "no check has the code 'TURN03'", "did you mean 'TURN003'?")


@pytest.mark.parametrize(
    "code", ["FILE001", "YAML002", "KEY001", "VALUE001", "REF001", "EXPR001", "PICT001", "CHECK002"]
)
def test_codes_that_prevent_a_build_cannot_be_turned_off(code):
    """The override is an error, and the problem stays one."""
    wrong = Problem(code, Place(HOME, 3), "wrong")
    found = apply_overrides(game(**{code: {"off": "Hush."}}), [wrong])
    assert found.suppressed == ()
    assert [(problem.rule, problem.place.line) for problem in found.problems] == [(code, 3), ("CHECK001", 20)]


def test_an_override_that_suppresses_nothing_is_reported():
    """It is a warning at its place, if all checks ran."""
    wanted = game(TURN003={"off": "It was unfair once."})
    (problem,) = apply_overrides(wanted, []).problems
    assert (problem.rule, problem.place.line, problem.severity) == ("CHECK002", 20, Severity.WARNING)
    assert apply_overrides(wanted, [], is_complete=False).problems == ()


def test_unused_overrides_are_not_reported_while_there_are_errors():
    """A game with errors in its data is not played, so problems of its turns cannot come up."""
    assert apply_overrides(game(TURN003={"off": "Unfair."}), [COUNT]).problems == (COUNT,)


def test_an_override_to_a_warning_is_never_unused():
    """It hides nothing: a game may announce that its rulebook is unfinished."""
    assert apply_overrides(game(PROSE005={"warning": "The rulebook is being written."}), []).problems == ()


def test_overrides_to_an_error_and_of_other_commands_are_never_unused():
    """An override to an error waits for its first problem; deck problems come up only when a deck is checked."""
    assert apply_overrides(game(TURN003={"error": "Never again."}, DECK004={"off": "Small decks."}), []).problems == ()


def test_every_code_can_be_overridden_or_is_always_an_error():
    """Problems of data, faces, plays and prose can be overridden, those of loading and composing cannot."""
    fixed = {code for code in pages() if is_always_error(code)}
    assert {"FILE001", "SHEET001", "BOOK001", "CHECK001", "PICT001"} <= fixed
    assert fixed.isdisjoint({"COUNT001", "TURN003", "PROSE001", "FIT001", "PICT002", "BACK001", "SETUP002", "STAND001"})


def test_a_family_on_request_is_judged_alone():
    """Overrides of its codes apply, and only those are reported as unused."""
    wanted = game(ACCESS001={"off": "It is held."}, ACCESS003={"off": "It is tiny."}, TURN003={"off": "It is so."})
    small = Problem("ACCESS001", Place(HOME, 3), "too small", severity=Severity.WARNING)
    assert {problem.message.partition(" ")[0] for problem in apply_overrides(wanted, []).problems} == {"TURN003"}
    found = apply_family_overrides(wanted, [small], "ACCESS")
    assert found.suppressed == (SuppressedProblem(small, "It is held."),)
    assert [(problem.rule, problem.place.line) for problem in found.problems] == [("CHECK002", 21)]
