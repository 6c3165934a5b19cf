"""Whether conditions and formulas can be evaluated, and give a truth value or a number, in all ways to play."""

from collections.abc import Iterator
from typing import Any, Final, Literal

from punchboard.checks.setup.condition_names import comparison_slip, unsupported_in_condition
from punchboard.checks.traversal import steps
from punchboard.engine.moves.conditions import COUNTS
from punchboard.expression import ExpressionError, expression
from punchboard.model.game.game import Game

MAX_SEATS: Final = 8
"""At most this many numbers of players are tried if the game sets no limit."""


Wanted = Literal["condition", "number", "amount"]
"""What an expression must give: a truth value, a number, or a whole number of components."""


def condition_error(game: Game, text: str, wanted: Wanted = "condition") -> ExpressionError | None:
    """Return why a condition or formula fails for some number of players and variant, or None if it does not.

    A division by what a pile holds fails only if it always does: it is not known here what is never empty.
    """
    by_zero: list[ExpressionError] = []
    is_known = False
    try:
        evaluate = expression(text)
        if unsupported := unsupported_in_condition(text, "a condition" if wanted == "condition" else "a formula"):
            return unsupported
        for values in _situations(game):
            try:
                found = evaluate(values)
            except ExpressionError as error:
                if not isinstance(error.__cause__, ZeroDivisionError):
                    raise
                by_zero.append(error)
                continue
            if unwanted := _unwanted(text, found, wanted):
                return unwanted
            is_known = True
    except ExpressionError as error:
        return comparison_slip(text) or error
    return by_zero[0] if by_zero and not is_known else None


def _unwanted(text: str, found: object, wanted: Wanted) -> ExpressionError | None:
    """Return why a value is not what an expression must give, or None if it is."""
    if wanted == "condition" and not isinstance(found, bool):
        return ExpressionError(f"{text!r} is no condition", "compare it, as in count('deck') == 0")
    if wanted != "condition" and isinstance(found, bool | str):
        return ExpressionError(f"{text!r} is no number", "count or calculate, as in count('hand') // 2")
    if wanted == "amount" and not isinstance(found, int):
        return ExpressionError(f"{text!r} is no whole number", "write '//' to divide and round down")
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
