"""CHECK001, CHECK002: a severity override is invalid or not needed.

What: ``checks`` in ``game.yaml`` changes the severity of a code for this game. CHECK001: the code does not exist, or
its problems are always errors because no game can be built with them (unreadable files, wrong values, unknown names).
CHECK002, a warning: a code is turned off, but the game has no problem with this code. An override to ``warning`` or
``error`` is never reported as unused, because it hides nothing.

Why: a misspelt code turns nothing off. An override that outlives its problem would hide the next one.

Bad::

    checks:
      TURN03: {off: "The document gives the last seat one turn less."}

Good::

    checks:
      TURN003: {off: "The document gives the last seat one turn less."}
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

from punchboard.manual import family, pages
from punchboard.model.game.game import Game
from punchboard.model.values import did_you_mean
from punchboard.problem import Problem, Severity, SuppressedProblem, has_errors

UNKNOWN: Final = "CHECK001"
STALE: Final = "CHECK002"

ALWAYS_ERRORS: Final = frozenset({"PICT001"})
"""Codes that are always errors, in addition to those of `ALWAYS_ERROR_FAMILIES`."""

ALWAYS_ERROR_FAMILIES: Final = frozenset(
    {"FILE", "YAML", "KEY", "VALUE", "TABLE", "ID", "FONT", "REF", "EXPR", "SHEET", "BOOK", "BUILD", "LIMIT", "CHECK"}
)
"""Families of codes that are always errors: no game can be loaded, composed or played with them."""

NOTHING_MADE: Final = frozenset({"PROFILE001", "PRINTER001", "ALPHA001", "BRAILLE001"})
"""Codes of what keeps a file from being made, such as a missing library: as a warning, nothing more is printed."""

ON_REQUEST_FAMILIES: Final = frozenset({"DECK", "ACCESS"})
"""Families of codes that only some commands check."""


def tolerable_codes(problems: Iterable[Problem]) -> tuple[str, ...]:
    """Return the codes of all errors if ``checks`` in ``game.yaml`` may downgrade every one of them; else none."""
    codes = sorted({problem.rule for problem in problems if problem.severity is Severity.ERROR})
    return () if any(code in NOTHING_MADE or is_always_error(code) for code in codes) else tuple(codes)


class ReportedProblems(NamedTuple):
    """The problems of a game with its severity overrides applied, and those that it suppresses."""

    problems: tuple[Problem, ...] = ()
    suppressed: tuple[SuppressedProblem, ...] = ()


def apply_overrides(game: Game, problems: Iterable[Problem], *, is_complete: bool = True) -> ReportedProblems:
    """Return problems with the severity overrides in the game's ``checks`` applied, and problems with the overrides.

    Args:
        game: the game.
        problems: everything that the checks found.
        is_complete: whether every check ran; if not, an override without a problem may still be needed and is not
            reported.
    """
    all_problems = tuple(problems)
    kept, suppressed = _overridden(game, all_problems)
    kept += _invalid_overrides(game)
    if is_complete and not has_errors(kept):
        kept += _unused_overrides(
            game, {problem.rule for problem in all_problems}, lambda code: family(code) not in ON_REQUEST_FAMILIES
        )
    return ReportedProblems(tuple(kept), tuple(suppressed))


def apply_family_overrides(game: Game, problems: Iterable[Problem], letters: str) -> ReportedProblems:
    """Return the problems of a family that is checked on request, with the overrides of its codes applied.

    Args:
        game: the game.
        problems: everything that the rules of the family found.
        letters: the family, such as ``ACCESS``.
    """
    all_problems = tuple(problems)
    kept, suppressed = _overridden(game, all_problems)
    kept += _unused_overrides(game, {problem.rule for problem in all_problems}, lambda code: family(code) == letters)
    return ReportedProblems(tuple(kept), tuple(suppressed))


def _overridden(game: Game, problems: Iterable[Problem]) -> tuple[list[Problem], list[SuppressedProblem]]:
    """Return the problems with their severity in this game, and those that it suppresses."""
    kept, suppressed = list[Problem](), list[SuppressedProblem]()
    for problem in problems:
        override = None if is_always_error(problem.rule) else game.file.checks.get(problem.rule)
        severity, reason = override.severity_and_reason if override else (problem.severity.value, "")
        if severity == "off":
            suppressed.append(SuppressedProblem(problem, reason))
        else:
            kept.append(problem._replace(severity=Severity(severity)))
    return kept, suppressed


def is_always_error(code: str) -> bool:
    """Return whether problems with this code are always errors."""
    return code in ALWAYS_ERRORS or family(code) in ALWAYS_ERROR_FAMILIES


def _invalid_overrides(game: Game) -> Iterator[Problem]:
    """Yield a problem for each unknown code, and for each code that is always an error."""
    for code in game.file.checks:
        place = game.place_of("checks", code)
        if code not in pages():
            known = [known for known in pages() if not is_always_error(known)]
            yield Problem(UNKNOWN, place, f"no check has the code {code!r}", did_you_mean(code, known))
        elif is_always_error(code):
            yield Problem(UNKNOWN, place, f"{code} is always an error", "fix the problem, and delete this line")


def _unused_overrides(game: Game, codes: set[str], is_checked: Callable[[str], bool]) -> Iterator[Problem]:
    """Yield a warning for each code that is turned off without having a problem, of those that were checked."""
    for code, override in game.file.checks.items():
        severity, _reason = override.severity_and_reason
        settable = code in pages() and not is_always_error(code) and is_checked(code)
        if settable and code not in codes and severity == "off":
            message = f"{code} is turned off, but no problem has this code"
            yield Problem(STALE, game.place_of("checks", code), message, "delete the line", Severity.WARNING)
