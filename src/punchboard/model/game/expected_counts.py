"""How many a rule asks for: a number, a range, a sum of players and numbers, or a table by numbers of players."""

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
"""The least and the most; None when there is no most."""


def _limit_texts(text: str) -> tuple[str | None, str | None]:
    """Return the texts of the least and of the most; None for a side that is open."""
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
        ValueError: when it is neither a range nor a sum.
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
    raise ValueError(f"{text!r} is no amount; write '4', '2-4', '2+', 'at most 4', '2 * players' or a table by players")


def _valid_length(text: str) -> str:
    if len(text) > 500:
        raise ValueError("the sum is longer than 500 characters")
    return text


Amount = Annotated[str, BeforeValidator(_valid_amount), AfterValidator(_valid_length)]
"""``4``, ``2-4``, ``2+``, ``at least 7 * players``, ``at most numbers.hand``, ``players to 2 * players``."""

Expected = Amount | dict[NumberRange, Amount]
"""An amount, or one for each number of players: ``{2: 9, 3-4: 12}``."""


def depends_on_players(expected: Expected | str | None) -> bool:
    """Tell whether an amount, or an expression, is not the same for every number of players."""
    return isinstance(expected, dict) or (expected is not None and _PLAYERS.search(expected) is not None)


def amount_for(expected: Expected, players: int | None) -> str | None:
    """Return the amount for a number of players; None when a table does not have it."""
    if isinstance(expected, str):
        return expected
    for seats, amount in expected.items():
        low, high = range_bounds(seats)
        if players is not None and low <= players and (high is None or players <= high):
            return amount
    return None


def limits(amount: str, values: Mapping[str, Any]) -> Limits:
    """Return the least and the most that an amount allows.

    Args:
        amount: the text of the amount.
        values: what its names stand for: ``players``, ``numbers`` and ``count``.

    Raises:
        ExpressionError: when a sum cannot be read or worked out.
    """
    if _RANGE.fullmatch(amount):
        return range_bounds(amount)
    low, high = (None if side is None else _worked_out(side, values) for side in _limit_texts(amount))
    return low or 0, high


def _worked_out(text: str, values: Mapping[str, Any]) -> float:
    found = int(text) if text.isdecimal() else expression(text)(values)
    if isinstance(found, bool) or not isinstance(found, int | float):
        raise ExpressionError(f"{text!r} comes to {str(found)!r}, which is no number")
    return found


def amount_text(amount: str, found: Limits) -> str:
    """Return an amount as a message says it: ``28+ (7 * players+)``."""
    if _RANGE.fullmatch(amount):
        return amount
    low, high = found
    number = f"{low:g}+" if high is None else f"{low:g}" if low == high else f"{low:g}-{high:g}"
    return f"{number} ({amount})"
