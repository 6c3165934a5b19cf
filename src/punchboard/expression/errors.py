"""What an expression is as a function, and how it fails."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Values = Mapping[str, Any]
Evaluate = Callable[[Values], Any]


class ExpressionError(ValueError):
    """An expression that cannot be read or worked out; the message says why."""
