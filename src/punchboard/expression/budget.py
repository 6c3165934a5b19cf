"""How much one expression or template may work: its loops, its texts and its lists spend from one budget.

A budget is that of the outermost template; what it calls (another text, a count of components) spends from the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from threading import local
from typing import Any, Final

from punchboard.expression.errors import ExpressionError

MAX_WORK: Final = 10_000_000
"""Most units that one template may spend: a unit is a character, `STEP` are a turn of a loop. About half a second."""

STEP: Final = 20
"""Units of a turn of a loop, of a value that is printed, of a filter: about a microsecond."""

MAX_VALUE: Final = 400_000
"""Most characters of a text, or entries of lists in lists with their characters, that an expression may make."""


CONTAINERS: Final = (list, tuple, Mapping)


class Budget(local):
    """What a thread has left to spend, and 1 when a template of its own is at work; a list is quick to change."""

    def __init__(self) -> None:
        self.cell = [0, 0]


BUDGET: Final = Budget()


def begin_budget() -> bool:
    """Give a template its budget, and tell whether it has one of its own, which whoever asked is to `end`."""
    cell = BUDGET.cell
    if cell[1]:
        return False
    cell[:] = MAX_WORK, 1
    return True


def end_budget() -> None:
    """Take the budget away."""
    BUDGET.cell[1] = 0


def spend(units: int) -> None:
    """Take units from the budget; without one nothing is counted.

    Raises:
        ExpressionError: when it is spent.
    """
    cell = BUDGET.cell
    cell[0] -= units
    if cell[0] < 0 and cell[1]:
        raise ExpressionError("there is too much to work out: its loops go on too long, or its texts grow too large")


def check_size(size: int) -> None:
    """Refuse a value before it is made.

    Raises:
        ExpressionError: when it would have more than `MAX_VALUE` characters or entries.
    """
    if size > MAX_VALUE:
        raise ExpressionError(f"a value of more than {MAX_VALUE} characters or entries would be made")


def charge_value(value: Any) -> Any:
    """Return a value that an expression has made, paid for.

    Raises:
        ExpressionError: when it is too large, or the budget is spent.
    """
    if isinstance(value, str):
        size = len(value)
        if size > MAX_VALUE:
            check_size(size)
        spend(STEP + size)
    elif isinstance(value, CONTAINERS):
        spend(STEP + 2 * _weight(value))
    return value


def _weight(value: Any) -> int:
    """Return how many entries and characters a value has, counted as often as they would be printed."""
    total, rest = 0, [value]
    while rest:
        one = rest.pop()
        total += len(one) if isinstance(one, str) else 1
        if isinstance(one, list | tuple):
            check_size(total + len(one))
            rest += one
        elif isinstance(one, Mapping):
            check_size(total + 2 * len(one))
            rest += (*one, *one.values())
        check_size(total)
    return total
