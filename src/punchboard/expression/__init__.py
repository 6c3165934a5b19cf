"""The expression language of games and layouts: Jinja2 in a sandbox, compiled once, with plain values.

Texts that only look up fields (``{{ name }}``, ``{{ realm.colour }}``) and conditions on fields (``not recto``, or
``colour == 'blue' and number == 3``) are evaluated here. Most expressions of a layout are of these kinds, Jinja2 takes
half a millisecond to compile one, and a deck with no others is built without Jinja2.
"""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from operator import eq, ne
from typing import Any, Final, NamedTuple

from punchboard.expression.errors import Evaluate, ExpressionError, UnknownNameError, Values, missing_property_reason
from punchboard.expression.filters import as_written, escape_markdown, in_words, shade, slug, tint

_TERM: Final = re.compile(
    r"(?P<negated>not\s+)?(?P<name>[A-Za-z_][A-Za-z0-9_]*)"
    r"(?:\s*(?P<operator>==|!=)\s*(?:'(?P<single>[^'\\\r\n]*)'|\"(?P<double>[^\"\\\r\n]*)\"|(?P<number>0|[1-9][0-9]{0,17})))?"
)
_AND: Final = re.compile(r"\s+and\s+")
_OPERATORS: Final = {"==": eq, "!=": ne}
_NO_FIELDS: Final = frozenset(
    {
        *("and", "or", "not", "in", "is", "if", "else", "true", "false", "none", "True", "False", "None"),
        *("loop", "self", "range", "result"),
    }
)
"""Words of the language, names that Jinja2 defines, and names that exist beside the values."""


class _Term(NamedTuple):
    name: str
    evaluate: Callable[[Any], Any]
    """Returns the value of the term for the value of the name."""


def compile_condition(source: str) -> Evaluate | None:
    """Return the function for a condition, from values to its result; None for any other expression.

    The result is that of Jinja2: the first of the joined terms that is false, or else the last term.
    """
    terms = _terms(source.strip())
    if not terms:
        return None

    def evaluate(values: Values) -> Any:
        value: Any = None
        for name, term_value in terms:
            if name not in values:
                raise UnknownNameError(f"there is nothing called {name!r} in {source!r}", name, values.keys(), source)
            value = term_value(values[name])
            if not value:
                break
        return value

    return evaluate


def _terms(text: str) -> tuple[_Term, ...]:
    """Return the terms of a condition; empty for any other text."""
    terms: list[_Term] = []
    at = 0
    while (match := _TERM.match(text, at)) is not None and match["name"] not in _NO_FIELDS:
        terms.append(_Term(match["name"], _term_function(match)))
        if match.end() == len(text):
            return tuple(terms)
        joint = _AND.match(text, match.end())
        if joint is None:
            break
        at = joint.end()
    return ()


def _term_function(term: re.Match[str]) -> Callable[[Any], Any]:
    operator, negated = _OPERATORS.get(term["operator"]), term["negated"] is not None
    if operator is None:
        return (lambda value: not value) if negated else (lambda value: value)
    text = term["single"] if term["single"] is not None else term["double"]
    other = text if text is not None else int(term["number"])
    return (lambda value: not operator(value, other)) if negated else (lambda value: operator(value, other))


__all__ = [
    "Evaluate",
    "ExpressionError",
    "UnknownNameError",
    "Values",
    "as_written",
    "escape_markdown",
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
        ExpressionError: at once, for a text that is not an expression; when called, if it cannot be evaluated.
    """
    plain = compile_condition(source)
    if plain is not None:
        return plain
    from punchboard.expression.sandbox import compiled_expression  # noqa: PLC0415 - Jinja2 costs 50 ms

    return compiled_expression(source)


@lru_cache(maxsize=4096)
def template(source: str) -> Evaluate:
    """Return a function from values to text; a text without ``{`` stays as it is.

    Raises:
        ExpressionError: at once, for a text that is not a template; when called, if it cannot be evaluated.
    """
    if "{" not in source:
        return lambda _values: source
    if _LOOK_UPS.fullmatch(source):
        parts = _SPLIT.split(source)
        if not any(part.partition("|")[0].strip() in _RESERVED for part in parts[1::2]):
            return _field_template(parts, source)
    from punchboard.expression.sandbox import compiled_template  # noqa: PLC0415 - Jinja2 costs 50 ms

    return compiled_template(source)


def _field_template(parts: list[str], source: str) -> Evaluate:
    """Return the function for literal text (even places) with fields between (odd places)."""
    filters = tuple(_FILTERS[name.partition("|")[2].strip()] for name in parts[1::2])
    fields = tuple(tuple(name.partition("|")[0].strip().split(".")) for name in parts[1::2])
    if len(fields) == 1 and len(fields[0]) == 1 and parts == ["", fields[0][0], ""]:
        return _single_field(fields[0][0], source)
    literals = parts[0::2]

    def evaluate(values: Values) -> str:
        texts = [literals[0]]
        for field, filter_, literal in zip(fields, filters, literals[1:], strict=True):
            value = _value(field, values, source)
            texts += (filter_(value) if filter_ else "" if value is None else str(value), literal)
        return "".join(texts)

    return evaluate


_FILTERS: Final[Mapping[str, Callable[[object], str] | None]] = {"": None, "slug": slug, "as_written": as_written}
"""Filters that work without Jinja2."""


def _single_field(name: str, source: str) -> Evaluate:
    def evaluate(values: Values) -> str:
        try:
            value = values[name]
        except KeyError as error:
            raise UnknownNameError(
                f"there is nothing called {name!r} in {source!r}", name, values.keys(), source
            ) from error
        return "" if value is None else str(value)  # an empty value prints nothing

    return evaluate


def _value(field: tuple[str, ...], values: Values, source: str) -> Any:
    """Return a name's value, or a property of it; only mappings and list entries have properties."""
    name, *properties = field
    if name not in values:
        raise UnknownNameError(f"there is nothing called {name!r} in {source!r}", name, values.keys(), source)
    value = values[name]
    for key in properties:
        owner: Any = getattr(value, "properties", value)
        try:
            value = owner[key]
        except (TypeError, LookupError) as error:
            raise _missing_property_error(name, key, value, source) from error
    return value


def _missing_property_error(name: str, key: str, value: Any, source: str) -> ExpressionError:
    """Return the error for a property that does not exist; an empty value has none."""
    reason = missing_property_reason(value, key) if isinstance(value, Mapping) else f"{name!r} has no {key!r}"
    properties = getattr(value, "properties", value)
    if value is not None:
        names = properties.keys() if isinstance(properties, Mapping) else ()
        return UnknownNameError(f"{reason} in {source!r}", key, names, source)
    error = ExpressionError(f"{reason} in {source!r}")
    error.source = source
    return error


def is_fixed(source: str) -> bool:
    """Tell whether a template gives the same text for every component."""
    return "{{" not in source and "{%" not in source
