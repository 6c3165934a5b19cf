"""CHECK001, CHECK002: a game judges a code that it cannot judge, or that does not come up.

What: ``checks`` in ``game.yaml`` says how severely problems of a code are judged in this game. CHECK001: a code is
none, or stands for what no game can be built with (unreadable files, wrong values, names that stand for nothing).
CHECK002, a warning: there is no problem of this code to be turned off. A code that is made a warning, which is still
told, or an error may wait for its first.

Why: a misspelt code turns nothing off, and a reason that has outlived its problem would hide the next one.

Bad::

    checks:
      TURN03: {off: "The document gives the last seat one turn less."}

Good::

    checks:
      TURN003: {off: "The document gives the last seat one turn less."}
"""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from punchboard.manual import family, pages
from punchboard.model.game.game import Game
from punchboard.model.values import did_you_mean
from punchboard.problem import Problem, Severity, SuppressedProblem

UNKNOWN: Final = "CHECK001"
STALE: Final = "CHECK002"

ALWAYS_ERRORS: Final = frozenset({"PICT001"})
"""Codes that are always errors, beside those of the families."""

ALWAYS_ERROR_FAMILIES: Final = frozenset(
    {"FILE", "YAML", "KEY", "VALUE", "TABLE", "ID", "FONT", "REF", "EXPR", "SHEET", "BOOK", "BUILD", "LIMIT", "CHECK"}
)
"""What no game can be read, composed or played with."""


ON_REQUEST_FAMILIES: Final = frozenset({"DECK"})
"""Families of codes that only come up when a command asks for them."""


class ReportedProblems(NamedTuple):
    """The problems of a game as severe as it judges them, and those that it sets aside."""

    problems: tuple[Problem, ...] = ()
    suppressed: tuple[SuppressedProblem, ...] = ()


def apply_overrides(game: Game, problems: Iterable[Problem], *, is_complete: bool = True) -> ReportedProblems:
    """Return problems as the ``checks`` of a game judge them.

    Args:
        game: the game.
        problems: all that the checks found.
        is_complete: whether all checks were made; without some products, or while there are errors, for which others are not
            made, a code that does not come up may still be needed.
    """
    kept, aside = [], []
    found = tuple(problems)
    for problem in found:
        judgement = None if is_always_error(problem.rule) else game.file.checks.get(problem.rule)
        verdict, reason = judgement.severity_and_reason if judgement else (problem.severity.value, "")
        if verdict == "off":
            aside.append(SuppressedProblem(problem, reason))
        else:
            kept.append(problem._replace(severity=Severity(verdict)))
    kept += _invalid_overrides(game)
    if is_complete and not any(problem.severity is Severity.ERROR for problem in kept):
        kept += _unused_overrides(game, {problem.rule for problem in found})
    return ReportedProblems(tuple(kept), tuple(aside))


def is_always_error(code: str) -> bool:
    """Tell whether problems of a code are always errors."""
    return code in ALWAYS_ERRORS or family(code) in ALWAYS_ERROR_FAMILIES


def _invalid_overrides(game: Game) -> Iterator[Problem]:
    """Yield a problem for each code that is none, or that is always an error."""
    for code in game.file.checks:
        place = game.place_of("checks", code)
        if code not in pages():
            known = [known for known in pages() if not is_always_error(known)]
            yield Problem(UNKNOWN, place, f"no check has the code {code!r}", did_you_mean(code, known))
        elif is_always_error(code):
            yield Problem(UNKNOWN, place, f"{code} cannot be judged otherwise", "mend what it tells of")


def _unused_overrides(game: Game, found: set[str]) -> Iterator[Problem]:
    """Yield a warning for each code that is turned off, and of which there is no problem."""
    for code, judgement in game.file.checks.items():
        verdict, _reason = judgement.severity_and_reason
        settable = code in pages() and not is_always_error(code) and family(code) not in ON_REQUEST_FAMILIES
        if settable and code not in found and verdict == "off":
            message = f"{code} is turned off, and nothing tells of it"
            yield Problem(STALE, game.place_of("checks", code), message, "delete the line", Severity.WARNING)
