"""Evaluates amounts that are formulas, such as ``players + 2``, to report those that fail or are no whole number."""

from collections.abc import Iterator

from punchboard.checks.traversal import amounts
from punchboard.expression import ExpressionError, UnknownNameError
from punchboard.model.game.amounts import PLAYERS, formula_names, is_formula
from punchboard.model.game.game import Game
from punchboard.problem import Problem


def formula_problems(game: Game, rule: str) -> Iterator[Problem]:
    """Yield a problem with the code ``rule`` for each formula that gives no number; REF001 reports unknown names."""
    for amount, path in amounts(game):
        error = _formula_error(game, amount)
        if error is not None and not isinstance(error, UnknownNameError):
            yield Problem(rule, game.place_of(*path), str(error), error.hint)


def _formula_error(game: Game, amount: object) -> ExpressionError | None:
    """Return why a formula gives no whole number for some number of players and variant, or None if it does."""
    if not is_formula(amount) or not formula_names(str(amount)) <= {PLAYERS, "numbers", *game.file.numbers}:
        return None  # it is calculated during play, or REF001 reports its names
    for variant in ("", *(one.key for one in game.file.variants)):
        try:
            known = game.amounts_by_players(amount, variant)
        except ExpressionError as error:
            return error
        for players in game.file.players.seat_counts:
            if players not in known:
                message = f"{amount!r} is no whole number with {players} players"
                return ExpressionError(message, "write '//' to divide and round down, or 'half' for half of the pile")
    return None
