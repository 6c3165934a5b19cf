"""Expected amounts: a number, a range, an expression with players and numbers, or a table by number of players."""

import re
from collections.abc import Mapping
from typing import Annotated, Any, Final

from pydantic import AfterValidator, BeforeValidator

from punchboard.expression import ExpressionError, expression
from punchboard.model.ranges import NumberRange, range_bounds
from punchboard.model.values import WHOLE_NUMBER, admits

_RANGE: Final = re.compile(r"\d{1,9}(?:-\d{1,9}|\+)?")
_NAMES: Final = re.compile(r"\b(?:players|numbers|count)\b")
_PLAYERS: Final = re.compile(r"\bplayers\b")

Limits = tuple[float, float | None]
"""The minimum and the maximum; the maximum is None when there is no limit."""


def _limit_texts(text: str) -> tuple[str | None, str | None]:
    """Return the texts of the minimum and of the maximum; None for a side without a limit."""
    if text.startswith("at least "):
        return text.removeprefix("at least "), None
    if text.startswith("at most "):
        return None, text.removeprefix("at most ")
    if text.endswith("+"):
        return text[:-1].rstrip(), None
    low, to, high = text.partition(" to ")
    return low, high if to else low


@admits(WHOLE_NUMBER)
def _valid_amount(value: object) -> object:
    """Return the text of an amount.

    Raises:
        ValueError: when the text is neither a range nor an expression.
    """
    if isinstance(value, bool) or not isinstance(value, int | str):
        return value
    text = str(value).strip()
    sides = [side for side in _limit_texts(text) if side is not None]
    if _RANGE.fullmatch(text):
        low, high = range_bounds(text)
        if high is None or low <= high:
            return text
    elif all(side.isdecimal() or _NAMES.search(side) for side in sides):
        return text
    raise ValueError(
        f"{text!r} is not an amount; write '4', '2-4', '2+', 'at most 4', '2 * players' or a table by players"
    )


def _valid_length(text: str) -> str:
    if len(text) > 500:
        raise ValueError(f"the amount has {len(text)} characters; at most 500 are allowed")
    return text


Amount = Annotated[str, BeforeValidator(_valid_amount), AfterValidator(_valid_length)]
"""``4``, ``2-4``, ``2+``, ``at least 7 * players``, ``at most numbers.hand``, ``players to 2 * players``."""

Expected = Amount | dict[NumberRange, Amount]
"""An amount, or a table with one for each number of players: ``{2: 9, 3-4: 12}``."""


def depends_on_players(expected: Expected | str | None) -> bool:
    """Return whether an amount, or an expression, depends on the number of players."""
    return isinstance(expected, dict) or (expected is not None and _PLAYERS.search(expected) is not None)


def amount_for(expected: Expected, players: int | None) -> str | None:
    """Return the amount for a number of players; None when the table has no entry for it."""
    if isinstance(expected, str):
        return expected
    for seats, amount in expected.items():
        low, high = range_bounds(seats)
        if players is not None and low <= players and (high is None or players <= high):
            return amount
    return None


def limits(amount: str, values: Mapping[str, Any]) -> Limits:
    """Return the minimum and the maximum that an amount allows.

    Args:
        amount: the text of the amount.
        values: the values of the names in it: ``players``, ``numbers`` and ``count``.

    Raises:
        ExpressionError: when an expression cannot be parsed or evaluated.
    """
    if _RANGE.fullmatch(amount):
        return range_bounds(amount)
    low, high = (None if side is None else _evaluate(side, values) for side in _limit_texts(amount))
    return low or 0, high


def _evaluate(text: str, values: Mapping[str, Any]) -> float:
    result = int(text) if text.isdecimal() else expression(text)(values)
    if isinstance(result, bool) or not isinstance(result, int | float):
        raise ExpressionError(f"{text!r} evaluates to {str(result)!r}, which is not a number")
    return result


def amount_text(amount: str, found: Limits) -> str:
    """Return an amount for messages, limits first: ``28+ (7 * players+)``."""
    if _RANGE.fullmatch(amount):
        return amount
    low, high = found
    number = f"{low:g}+" if high is None else f"{low:g}" if low == high else f"{low:g}-{high:g}"
    return f"{number} ({amount})"
