"""The value of a term on a table."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, Protocol

from punchboard.engine.program.parts import Term

_TWO: Final[Mapping[str, Callable[[Any, Any], Any]]] = MappingProxyType(
    {
        "+": operator.add,
        "-": operator.sub,
        "*": operator.mul,
        "//": operator.floordiv,
        "%": operator.mod,
        "==": operator.eq,
        "!=": operator.ne,
        "<": operator.lt,
        "<=": operator.le,
        ">": operator.gt,
        ">=": operator.ge,
        "in": lambda one, other: one in other,
        "not in": lambda one, other: one not in other,
    }
)


_MANY: Final[Mapping[str, Callable[[Iterable[Any]], Any]]] = MappingProxyType(
    {"and": all, "or": any, "most": max, "least": min}
)


class Counted(Protocol):
    """What the value of a term depends on."""

    def value(self, name: str) -> int | str:
        """Return a value that a step has set; 0 if none has."""
        ...

    def count(self, places: Sequence[int], members: int | None) -> int:
        """Return how many components of some piles belong to a set; None is everything."""
        ...

    def judge(self, text: str, why: str) -> bool:
        """Return whether a condition holds that only the players can judge, and why they must."""
        ...


def value_of(term: Term, table: Counted) -> Any:
    """Return the value of a term."""
    if not isinstance(term, tuple):
        return term
    name = term[0]
    if name == "count":
        return table.count(term[1], term[2])
    if name in _TWO:
        one, other = value_of(term[1], table), value_of(term[2], table)
        try:
            return _TWO[name](one, other)
        except (ArithmeticError, TypeError) as error:
            return table.judge(f"{one} {name} {other}", f"cannot evaluate '{one} {name} {other}': {error}")
    return table.value(term[1]) if name == "value" else _choice_of(term, table)


def _choice_of(term: tuple[Any, ...], table: Counted) -> Any:
    """Return the value of a term that may need only some of its operands."""
    match term[0]:
        case "and" | "or" | "most" | "least":
            return _MANY[term[0]](value_of(one, table) for one in term[1:])
        case "not":
            return not value_of(term[1], table)
        case "if":
            return value_of(term[2] if value_of(term[1], table) else term[3], table)
        case "list":
            return term[1:]
        case _:  # unknown
            return table.judge(term[1], term[2])
