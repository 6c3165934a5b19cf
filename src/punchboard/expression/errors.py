"""What an expression is as a function, and how it fails."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

Values = Mapping[str, Any]
Evaluate = Callable[[Values], Any]


class ExpressionError(ValueError):
    """An expression that cannot be read or worked out; the message says why."""

    source: str = ""
    """The expression, where it is known."""


class UnknownNameError(ExpressionError):
    """A name, or a property of a value, that is not there, whatever the values are.

    Args:
        message: what is wrong.
        name: the name.
        known: the names that are there.
        source: the expression.
    """

    def __init__(self, message: str, name: str, known: Collection[str], source: str) -> None:
        super().__init__(message)
        self.name, self.known, self.source = name, known, source


def missing_property_reason(obj: Any, name: Any) -> str:
    """Return why a value does not have a property, without words of Python."""
    if isinstance(obj, Mapping):
        there = ", ".join(map(str, list(obj)[:12]))
        return f"there is no {name!r} among {there}" if there else f"there is no {name!r}, and nothing else of its sort"
    return f"{'nothing' if obj is None else repr(str(obj))} has no {name!r}"
