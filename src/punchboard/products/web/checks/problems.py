"""The rows of problems and of expectations on the page of checks."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from markupsafe import Markup

from punchboard.checks.counts.expectations import rows_of, seat_counts, total_copies
from punchboard.checks.severities import ReportedProblems
from punchboard.expression import ExpressionError
from punchboard.manual import page_of
from punchboard.model.game.expectations import Expectation
from punchboard.model.game.game import Game
from punchboard.problem import Problem
from punchboard.products.web.checks.formatting import inline_html, join_words


class ProblemRow(NamedTuple):
    """A problem with the title of its code, and the reason if it is suppressed."""

    code: str
    title: str
    severity: str
    place: str
    message: str
    hint: str
    reason: str = ""


class ExpectationRow(NamedTuple):
    """An entry of ``expect``: what must hold, what was found, and which rules demand it."""

    about: Markup
    requirement: str
    found: str
    rules: tuple[Markup, ...]
    standing: str
    met: bool


def problem_rows(reported: ReportedProblems) -> tuple[ProblemRow, ...]:
    """Return the problems that are not suppressed, by place."""
    return tuple(
        _problem_row(problem) for problem in sorted(set(reported.problems), key=lambda one: (one.place, one.rule))
    )


def suppressed_rows(reported: ReportedProblems) -> tuple[ProblemRow, ...]:
    """Return the problems that the game suppresses, with its reasons."""
    return tuple(_problem_row(one.problem)._replace(reason=one.reason) for one in sorted(set(reported.suppressed)))


def _problem_row(problem: Problem) -> ProblemRow:
    page = page_of(problem.rule)
    title = page.title if page else ""
    return ProblemRow(problem.rule, title, problem.severity.value, str(problem.place), problem.message, problem.hint)


def expectation_rows(game: Game, found: ReportedProblems) -> Iterator[ExpectationRow]:
    """Yield the expectations. One is met if no problem has its place."""
    places = {problem.place for problem in (*found.problems, *(entry.problem for entry in found.suppressed))}
    for number, expectation in enumerate(game.file.expect):
        rules = tuple(inline_html(game.rules[rule].file.rule) for rule in expectation.rule if rule in game.rules)
        standing = f"{expectation.standing[0]}: {expectation.standing[1]}" if expectation.standing else ""
        met = game.place_of("expect", number) not in places
        yield ExpectationRow(
            inline_html(expectation.about),
            expectation_text(expectation),
            count_text(game, expectation),
            rules,
            standing,
            met,
        )


def expectation_text(expectation: Expectation) -> str:
    """Return an expectation nearly as written in ``game.yaml``: ``count: Heroes, each: realm, is: 6``."""
    values = expectation.model_dump(
        by_alias=True, exclude_unset=True, exclude={"about", "rule", "stated", "derived", "prototype"}
    )
    return ", ".join(f"{key}: {_value(value)}" for key, value in values.items())


def _value(value: object) -> str:
    if isinstance(value, dict):
        return "; ".join(f"{amount} with {seats} players" for seats, amount in value.items())
    return join_words([str(one) for one in value]) if isinstance(value, tuple | list) else str(value)


def count_text(game: Game, expectation: Expectation) -> str:
    """Return how many components, and how many different ones, an expectation counts; empty when it is invalid."""
    if expectation.selection.startswith("entries of "):
        return f"{len(game.lists.get(expectation.selection.removeprefix('entries of '), ()))} entries"
    try:
        counts = {_rows_text(rows_of(game, expectation, players)) for players in seat_counts(game, expectation)}
    except ExpressionError:
        return ""
    return " or ".join(sorted(counts))


def _rows_text(rows: Iterable[object]) -> str:
    known = tuple(rows)
    total = total_copies(known)  # type: ignore[arg-type]
    different = f", {len(known)} different" if total != len(known) else ""
    return f"{total:g}{different}"
