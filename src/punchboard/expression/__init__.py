"""The one expression language: Jinja2 in a sandbox, compiled once, over plain values.

Texts that only look up fields (``{{ name }}``, ``{{ realm.colour }}``) are worked out here, and conditions on fields in
`conditions`: they are most of a layout, and a deck that has no others is built without importing Jinja2.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final

from punchboard.expression.conditions import compile_condition
from punchboard.expression.errors import Evaluate, ExpressionError, UnknownNameError, Values, missing_property_reason
from punchboard.expression.filters import as_written, in_words, shade, slug, tint

__all__ = [
    "Evaluate",
    "ExpressionError",
    "UnknownNameError",
    "Values",
    "as_written",
    "expression",
    "in_words",
    "is_fixed",
    "shade",
    "slug",
    "template",
    "tint",
]

_FIELD: Final = r"\{\{\s*([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)?(?:\s*\|\s*(?:slug|as_written))?)\s*\}\}"
_LOOK_UPS: Final = re.compile(rf"(?:[^{{]|{_FIELD})*")
_SPLIT: Final = re.compile(_FIELD)
_RESERVED: Final = frozenset({"true", "false", "none", "True", "False", "None", "loop", "self"})


@lru_cache(maxsize=4096)
def expression(source: str) -> Evaluate:
    """Return a function from values to the expression's value.

    Raises:
        ExpressionError: now, when the text is no expression; when called, for unknown names and failed sums.
    """
    plain = compile_condition(source)
    if plain is not None:
        return plain
    from punchboard.expression.sandbox import compiled_expression

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
        if not any(part.partition("|")[0].strip() in _RESERVED for part in parts[1::2]):
            return _looked_up(parts, source)
    from punchboard.expression.sandbox import compiled_template

    return compiled_template(source)


def _looked_up(parts: list[str], source: str) -> Evaluate:
    """Return the function for literal text (even places) with fields between (odd places)."""
    filters = tuple(_FILTERS[name.partition("|")[2].strip()] for name in parts[1::2])
    fields = tuple(tuple(name.partition("|")[0].strip().split(".")) for name in parts[1::2])
    if len(fields) == 1 and len(fields[0]) == 1 and parts == ["", fields[0][0], ""]:
        return _single(fields[0][0], source)
    literals = parts[0::2]

    def work(values: Values) -> str:
        texts = [literals[0]]
        for field, said, literal in zip(fields, filters, literals[1:], strict=True):
            value = _value(field, values, source)
            texts += (said(value) if said else "" if value is None else str(value), literal)
        return "".join(texts)

    return work


_FILTERS: Final[Mapping[str, Callable[[object], str] | None]] = {"": None, "slug": slug, "as_written": as_written}
"""What a field's value is made of before it is put in; these ask nothing of Jinja2."""


def _single(name: str, source: str) -> Evaluate:
    def work(values: Values) -> str:
        try:
            value = values[name]
        except KeyError as error:
            raise UnknownNameError(f"{name!r} is undefined in {source!r}", name, values.keys(), source) from error
        return "" if value is None else str(value)  # one that is not given prints nothing

    return work


def _value(field: tuple[str, ...], values: Values, source: str) -> Any:
    """Return a name's value, or that value's property; mappings and list entries have properties, nothing else has."""
    name, *properties = field
    if name not in values:
        raise UnknownNameError(f"{name!r} is undefined in {source!r}", name, values.keys(), source)
    value = values[name]
    for key in properties:
        owner: Any = getattr(value, "properties", value)
        try:
            value = owner[key]
        except (TypeError, LookupError) as error:
            raise _lacking(name, key, value, source) from error
    return value


def _lacking(name: str, key: str, value: Any, source: str) -> ExpressionError:
    """Return the error of a property that is not there; a value that is not given has none of any name."""
    why = missing_property_reason(value, key) if isinstance(value, Mapping) else f"{name!r} has no {key!r}"
    known = getattr(value, "properties", value)
    if value is not None:
        names = known.keys() if isinstance(known, Mapping) else ()
        return UnknownNameError(f"{why} in {source!r}", key, names, source)
    error = ExpressionError(f"{why} in {source!r}")
    error.source = source
    return error


def is_fixed(source: str) -> bool:
    """Tell whether a template gives the same text for every component."""
    return "{{" not in source and "{%" not in source
