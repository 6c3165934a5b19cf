"""EXPR001: an expression cannot be evaluated.

What: an expression in a group, a deck, an expectation, a step of a script or an end of the game is not valid, or uses a
name that some component does not have. This also applies to the ``id`` of a kind, to boxes of a layout and to templates
in texts. If no card can make it work (an unknown name, an unclosed template), it is reported once, at its key in the
layout file, with the number of cards affected. If it fails for the values of some cards, it is reported at the cells of
the first three of them.

Why: an expression is evaluated for every component. If only one kind has a field, the expression must check the kind
first.

Bad::

    groups:
      Harbingers: "symbol == 'crown'"

Good::

    groups:
      Harbingers: "kind == 'character' and symbol == 'crown'"
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from punchboard.checks.counts.expectations import expression_names, field_names, rows_of, seat_counts
from punchboard.checks.counts.totals import value_function
from punchboard.checks.setup.conditions import (
    Wanted,
    bare_values,
    comparison_slip,
    condition_error,
    unknown_in_condition,
)
from punchboard.checks.traversal import amounts, conditions, expectations, is_unknown_name, selections, setup_steps
from punchboard.expression import ExpressionError, UnknownNameError, expression, template
from punchboard.model.game.amounts import PLAYERS, formula_names, is_formula
from punchboard.model.game.expectations import Expectation, Expected, amount_for, depends_on_players, limits
from punchboard.model.game.game import Component, Game
from punchboard.model.game.selection import expand_selection, is_named_selection, parse_selection
from punchboard.model.game.setup import NOTE_NAMES
from punchboard.model.values import counted, did_you_mean
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


ID: Final = "EXPR001"


def check(game: Game) -> Iterator[Problem]:
    """Yield a problem for each expression that fails."""
    for text, path in selections(game):
        names = {} if path[0] not in {"expect", "own decks"} else _extra_names(game, text)
        problem = None if is_unknown_name(game, text) else _selection_problem(game, text, names)
        if problem is None and not is_named_selection(game, text):
            problem = next((Problem(ID, game.place, *bare) for bare in bare_values(text)), None)
        if problem is not None:
            yield problem._replace(place=game.place_of(*path))
    yield from expression_problems(game, ID)
    yield from _formula_problems(game, ID)
    yield from _note_problems(game)
    for condition, path in conditions(game):
        wanted: Wanted = "number" if path[0] == "aim" else "condition" if path[-1] in {"when", "needs"} else "amount"
        error = condition_error(game, condition, wanted)
        if error is not None and not any(unknown_in_condition(game, condition)):  # which REF001 reports
            yield Problem(ID, game.place_of(*path), str(error), error.hint)


def _note_problems(game: Game) -> Iterator[Problem]:
    """Yield a problem for each note of the set-up that cannot be read, or names what is not there."""
    known = {**dict.fromkeys(NOTE_NAMES, ""), "numbers": game.numbers_in("")}
    for step, path in setup_steps(game):
        try:
            template(step.note or "")(known)
        except UnknownNameError as error:
            hint = did_you_mean(error.name, error.known)
            yield Problem(ID, game.place_of(*path, "note"), str(error), hint)
        except ExpressionError:
            continue  # its words have other values in each step


def _extra_names(game: Game, text: str) -> dict[str, Any]:
    """Return what the selection of an expectation can use in addition to a component's values."""
    least = game.file.players.bounds[0]
    return expression_names(game, least) if depends_on_players(expand_selection(game, text)) else {}


def _selection_problem(game: Game, text: str, names: Mapping[str, Any]) -> Problem | None:
    """Return the problem of a selection, with a hint that names the first component that it fails for."""
    current: Component | None = None
    try:
        test = parse_selection(game, text, names)
        for current in game.components:
            test(current)
    except ExpressionError as error:
        slip = comparison_slip(text)
        if slip is not None:
            return Problem(ID, game.place, str(slip), slip.hint)
        if isinstance(error, UnknownNameError) and error.name not in field_names(game):
            hint = did_you_mean(error.name, {*field_names(game), "players"})
            return Problem(ID, game.place, str(error), hint)
        if current is None:
            return Problem(ID, game.place, str(error))
        hint = f"it fails for {current.id!r}: start with \"kind == '...' and\" if only some kinds have the field"
        return Problem(ID, game.place, str(error), hint)
    return None


def _formula_problems(game: Game, rule: str) -> Iterator[Problem]:
    """Yield a problem with the code ``rule`` for each formula that gives no number; REF001 reports unknown names."""
    for amount, path in amounts(game):
        error = _formula_error(game, amount)
        if error is not None and not isinstance(error, UnknownNameError):
            yield Problem(rule, game.place_of(*path), str(error), error.hint)


def _formula_error(game: Game, amount: object) -> ExpressionError | None:
    """Return why a formula gives no whole number for some number of players and variant, or None if it does."""
    if not is_formula(amount) or not formula_names(str(amount)) <= {PLAYERS, "numbers", *game.file.numbers}:
        return None  # it is calculated during play, or REF001 reports its names
    for variant in ("", *(variant.key for variant in game.file.variants)):
        try:
            known = game.amounts_by_players(amount, variant)
        except ExpressionError as error:
            return error
        for players in game.file.players.seat_counts:
            if players not in known:
                message = f"{amount!r} is no whole number with {counted(players, 'player')}"
                return ExpressionError(message, "write '//' to divide and round down, or 'half' for half of the pile")
    return None
