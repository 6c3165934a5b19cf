"""The types of expressions as functions, and the errors that they raise."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

Values = Mapping[str, Any]
Evaluate = Callable[[Values], Any]


class ExpressionError(ValueError):
    """An expression that cannot be read or evaluated; the message says why.

    Args:
        message: what is wrong.
        hint: what to write instead, if known.
    """

    source: str = ""
    """The expression, where it is known."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class UnknownNameError(ExpressionError):
    """A name, or a property of a value, that does not exist.

    Args:
        message: what is wrong.
        name: the name.
        known: the names that exist.
        source: the expression.
    """

    def __init__(self, message: str, name: str, known: Collection[str], source: str) -> None:
        super().__init__(message)
        self.name, self.known, self.source = name, known, source


def missing_property_reason(obj: Any, name: Any) -> str:
    """Return why a value does not have a property, without Python's terms."""
    if isinstance(obj, Mapping):
        names = ", ".join(map(str, list(obj)[:12]))
        return f"there is no {name!r} among {names}" if names else f"there is no {name!r}, and no other entry"
    return f"{'an empty value' if obj is None else repr(str(obj))} has no {name!r}"
