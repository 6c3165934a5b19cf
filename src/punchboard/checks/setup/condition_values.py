"""Whether conditions and formulas can be evaluated, and give a truth value or a number, in all ways to play."""

from collections.abc import Iterator
from typing import Any, Final

from punchboard.checks.setup.condition_names import comparison_slip, unsupported_in_condition
from punchboard.checks.traversal import steps
from punchboard.engine.moves.conditions import COUNTS
from punchboard.expression import ExpressionError, expression
from punchboard.model.game.game import Game

MAX_SEATS: Final = 8
"""At most this many numbers of players are tried if the game sets no limit."""


def condition_error(game: Game, text: str, *, is_number: bool = False) -> ExpressionError | None:
    """Return why a condition fails for some number of players and variant, or None if it does not."""
    try:
        evaluate = expression(text)
        if unsupported := unsupported_in_condition(text, "a formula" if is_number else "a condition"):
            return unsupported
        for values in _situations(game):
            is_condition = isinstance(evaluate(values), bool)
            if is_condition and is_number:
                return ExpressionError(f"{text!r} is no number", "count or calculate, as in count('hand') // 2")
            if not is_condition and not is_number:
                return ExpressionError(f"{text!r} is no condition", "compare it, as in count('deck') == 0")
    except ExpressionError as error:
        return comparison_slip(text) or error
    return None


def _situations(game: Game) -> Iterator[dict[str, Any]]:
    low, high = game.file.players.bounds
    results = {
        step.called or step.operand: 1 for step, _path in steps(game) if step.called or step.traits.operand == "die"
    }
    numbers = {name: number.value for name, number in game.file.numbers.items()}
    for variant in ("", *(variant.key for variant in game.file.variants)):
        for seats in range(low, min(high or MAX_SEATS, low + MAX_SEATS) + 1):
            for found in (0, 1):
                yield {
                    **numbers,
                    **results,
                    "numbers": numbers,
                    "variant": variant,
                    "players": seats,
                    **dict.fromkeys(COUNTS, lambda *_piles, found=found, **_fields: found),
                }
