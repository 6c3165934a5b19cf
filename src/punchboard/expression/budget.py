"""The work budget of an expression or template, spent by its loops, texts and lists.

The budget belongs to the outermost template; what that calls (another text, a count of components) spends from it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from threading import local
from typing import Any, Final

from punchboard.expression.errors import ExpressionError

MAX_WORK: Final = 10_000_000
"""The most units that one template may spend, about half a second; a character is one unit, a turn of a loop `STEP`."""

STEP: Final = 20
"""Units for a turn of a loop, a printed value or a filter: about a microsecond."""

MAX_VALUE: Final = 400_000
"""The most characters of a text, or entries of nested lists with their characters, that an expression may create."""


CONTAINERS: Final = (list, tuple, Mapping)


class Budget(local):
    """The units left to a thread, and 1 while a template has a budget; in a list, because it is fast to change."""

    def __init__(self) -> None:
        self.cell = [0, 0]


BUDGET: Final = Budget()


def begin_budget() -> bool:
    """Start a budget and return True; inside another template, return False.

    The caller ends the budget that it has started.
    """
    cell = BUDGET.cell
    if cell[1]:
        return False
    cell[:] = MAX_WORK, 1
    return True


def end_budget() -> None:
    """End the budget."""
    BUDGET.cell[1] = 0


@contextmanager
def no_budget() -> Iterator[None]:
    """Let what a template calls work without its budget; for work that has a limit of its own."""
    cell = BUDGET.cell
    before, cell[1] = cell[1], 0
    try:
        yield
    finally:
        cell[1] = before


def spend(units: int) -> None:
    """Take units from the budget; without a budget nothing is counted.

    Raises:
        ExpressionError: when the budget is spent.
    """
    cell = BUDGET.cell
    cell[0] -= units
    if cell[0] < 0 and cell[1]:
        raise ExpressionError("this takes too much work: its loops run too long, or its texts grow too large")


def check_size(size: int) -> None:
    """Refuse a value before it is created.

    Raises:
        ExpressionError: when it would have more than `MAX_VALUE` characters or entries.
    """
    if size > MAX_VALUE:
        raise ExpressionError(f"a value would have more than {MAX_VALUE} characters or entries")


def charge_value(value: Any) -> Any:
    """Return a value that an expression has created, charged to the budget.

    Raises:
        ExpressionError: when the value is too large, or the budget is spent.
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
