"""Evaluates the expressions of expectations (amounts, totals, ``has``) to report those that fail."""

from collections.abc import Iterator
from typing import NamedTuple

from punchboard.checks.counts.expectations import expression_names, rows_of, seat_counts
from punchboard.checks.counts.totals import value_function
from punchboard.checks.traversal import expectations
from punchboard.expression import ExpressionError, expression
from punchboard.model.game.expectations import Expectation, Expected, amount_for, limits
from punchboard.model.game.game import Component, Game
from punchboard.problem import Problem


class Evaluation(NamedTuple):
    """The key of an expression that is being evaluated, and the component that it is evaluated for."""

    key: str
    row: Component | None = None


def expression_problems(game: Game, rule: str) -> Iterator[Problem]:
    """Yield a problem with the code ``rule`` for each expression in an expectation that fails."""
    for expectation, path in expectations(game):
        evaluations = [Evaluation("is")]
        try:
            evaluations.extend(_evaluations(game, expectation))
        except ExpressionError as error:
            key, row = evaluations[-1]
            hint = f"it fails for {row.id!r}" if row is not None else ""
            yield Problem(rule, game.place_of(*path, key), str(error), hint)
    for name, deck in game.file.own_decks.items():
        try:
            _evaluate_amount(game, None if deck.size is None else deck.size.is_, None)
        except ExpressionError as error:
            yield Problem(rule, game.place_of("own decks", name, "size"), str(error))


def _evaluations(game: Game, expectation: Expectation) -> Iterator[Evaluation]:
    """Evaluate each expression of an expectation. The last item yielded before an error is the one that failed.

    Raises:
        ExpressionError: if an expression fails.
    """
    for players in seat_counts(game, expectation):
        yield Evaluation("is")
        _evaluate_amount(game, expectation.is_, players)
        try:
            rows = rows_of(game, expectation, players)
        except ExpressionError:
            return  # the check on selections reports it
        if expectation.total is not None:
            yield Evaluation("total")
            value = value_function(game, expectation.total)
            for row in rows:
                yield Evaluation("total", row)
                value(row)
        if expectation.every is not None:
            yield Evaluation("has")
            holds = expression(expectation.has)
            for row in rows:
                yield Evaluation("has", row)
                holds({**expression_names(game, players), **row.values})


def _evaluate_amount(game: Game, expected: Expected | None, players: int | None) -> None:
    amount = None if expected is None else amount_for(expected, players)
    if amount is not None:
        limits(amount, expression_names(game, players))
