"""Problems and expectations on the page."""

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
    """A problem, what its code stands for, and why it is set aside, if it is."""

    code: str
    title: str
    severity: str
    place: str
    message: str
    hint: str
    reason: str = ""


class ExpectationRow(NamedTuple):
    """A saying of ``expect``: what must hold, what was found, and which rule asks for it."""

    about: Markup
    wanted: str
    found: str
    rules: tuple[Markup, ...]
    standing: str
    met: bool


def problem_rows(judged: ReportedProblems) -> tuple[ProblemRow, ...]:
    """Return the problems that are left, by place."""
    return tuple(_told(problem) for problem in sorted(set(judged.problems), key=lambda one: (one.place, one.rule)))


def suppressed_rows(judged: ReportedProblems) -> tuple[ProblemRow, ...]:
    """Return the problems that the game sets aside, with its reasons."""
    return tuple(_told(one.problem)._replace(reason=one.reason) for one in sorted(set(judged.suppressed)))


def _told(problem: Problem) -> ProblemRow:
    page = page_of(problem.rule)
    title = page.title if page else ""
    return ProblemRow(problem.rule, title, problem.severity.value, str(problem.place), problem.message, problem.hint)


def expectation_rows(game: Game, judged: ReportedProblems) -> Iterator[ExpectationRow]:
    """Yield what must hold, and whether it does: nothing tells of its line."""
    told = {one.place for one in (*judged.problems, *(aside.problem for aside in judged.suppressed))}
    for number, one in enumerate(game.file.expect):
        rules = tuple(inline_html(game.rules[rule].file.rule) for rule in one.rule if rule in game.rules)
        standing = f"{one.standing[0]}: {one.standing[1]}" if one.standing else ""
        met = game.place_of("expect", number) not in told
        yield ExpectationRow(inline_html(one.about), wanted(one), found(game, one), rules, standing, met)


def wanted(one: Expectation) -> str:
    """Return what a line says, nearly as it was written: ``count: Heroes, each: realm, is: 6``."""
    said = one.model_dump(
        by_alias=True, exclude_unset=True, exclude={"about", "rule", "stated", "derived", "prototype"}
    )
    return ", ".join(f"{key}: {_value(value)}" for key, value in said.items())


def _value(value: object) -> str:
    if isinstance(value, dict):
        return "; ".join(f"{amount} with {seats} players" for seats, amount in value.items())
    return join_words([str(one) for one in value]) if isinstance(value, tuple | list) else str(value)


def found(game: Game, one: Expectation) -> str:
    """Return how many components, of how many rows, a line speaks of; nothing when that cannot be told."""
    if one.selection.startswith("entries of "):
        return f"{len(game.lists.get(one.selection.removeprefix('entries of '), ()))} entries"
    try:
        counts = {_counted(rows_of(game, one, players)) for players in seat_counts(game, one)}
    except ExpressionError:
        return ""
    return " or ".join(sorted(counts))


def _counted(rows: Iterable[object]) -> str:
    known = tuple(rows)
    total = total_copies(known)  # type: ignore[arg-type]
    different = f", {len(known)} different" if total != len(known) else ""
    return f"{total:g}{different}"
