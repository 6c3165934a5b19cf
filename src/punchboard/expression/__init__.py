"""The one expression language: Jinja2 in a sandbox, compiled once, over plain values.

Texts that only look up fields (``{{ name }}``, ``{{ realm.colour }}``) are worked out here: they are most of a layout,
and a deck that has no others is built without importing Jinja2.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, Final

from punchboard.expression.errors import Evaluate, ExpressionError, Values
from punchboard.expression.filters import in_words, shade, tint

__all__ = ["Evaluate", "ExpressionError", "Values", "expression", "in_words", "is_fixed", "shade", "template", "tint"]

_FIELD: Final = r"\{\{\s*([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)?)\s*\}\}"
_LOOK_UPS: Final = re.compile(rf"(?:[^{{]|{_FIELD})*")
_SPLIT: Final = re.compile(_FIELD)
_RESERVED: Final = frozenset({"true", "false", "none", "True", "False", "None", "loop", "self"})


@lru_cache(maxsize=4096)
def expression(source: str) -> Evaluate:
    """Return a function from values to the expression's value.

    Raises:
        ExpressionError: now, when the text is no expression; when called, for unknown names and failed sums.
    """
    from punchboard.expression.sandbox import compiled_expression  # noqa: PLC0415 - Jinja2 costs 50 ms

    return compiled_expression(source)


@lru_cache(maxsize=4096)
def template(source: str) -> Evaluate:
    """Return a function from values to text; text without ``{`` is itself.

    Raises:
        ExpressionError: now, when the text is no template; when called, for unknown names and texts too long.
    """
    if "{" not in source:
        return lambda _values: source
    if _LOOK_UPS.fullmatch(source):
        parts = _SPLIT.split(source)
        if not _RESERVED.intersection(parts[1::2]):
            return _looked_up(parts, source)
    from punchboard.expression.sandbox import compiled_template  # noqa: PLC0415 - Jinja2 costs 50 ms

    return compiled_template(source)


def _looked_up(parts: list[str], source: str) -> Evaluate:
    """Return the function for literal text (even places) with fields between (odd places)."""
    fields = tuple(tuple(name.split(".")) for name in parts[1::2])
    if len(fields) == 1 and len(fields[0]) == 1 and parts == ["", fields[0][0], ""]:
        return _single(fields[0][0], source)
    literals = parts[0::2]

    def work(values: Values) -> str:
        texts = [literals[0]]
        for field, literal in zip(fields, literals[1:], strict=True):
            texts += (str(_value(field, values, source)), literal)
        return "".join(texts)

    return work


def _single(name: str, source: str) -> Evaluate:
    def work(values: Values) -> str:
        try:
            return str(values[name])
        except KeyError as error:
            raise ExpressionError(f"{name!r} is undefined in {source!r}") from error

    return work


def _value(field: tuple[str, ...], values: Values, source: str) -> Any:
    """Return a name's value, or that value's property; mappings and list entries have properties, nothing else has."""
    name, *properties = field
    if name not in values:
        raise ExpressionError(f"{name!r} is undefined in {source!r}")
    value = values[name]
    for key in properties:
        owner: Any = getattr(value, "properties", value)
        try:
            value = owner[key]
        except (TypeError, LookupError) as error:
            raise ExpressionError(f"{name!r} has no {key!r} in {source!r}") from error
    return value


def is_fixed(source: str) -> bool:
    """Tell whether a template gives the same text for every component."""
    return "{{" not in source and "{%" not in source
