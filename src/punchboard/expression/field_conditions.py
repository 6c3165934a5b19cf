"""Conditions on fields (``special``, ``not recto``, ``colour == 'blue' and number == 3``), evaluated without Jinja2.

Most expressions of a layout are of this kind, and Jinja2 takes half a millisecond to compile one.
"""

import re
from collections.abc import Callable
from operator import eq, ne
from typing import Any, Final, NamedTuple

from punchboard.expression.errors import Evaluate, UnknownNameError, Values

_TERM: Final = re.compile(
    r"(?P<negated>not\s+)?(?P<name>[A-Za-z_][A-Za-z0-9_]*)"
    r"(?:\s*(?P<operator>==|!=)\s*(?:'(?P<single>[^'\\\r\n]*)'|\"(?P<double>[^\"\\\r\n]*)\"|(?P<number>0|[1-9][0-9]{0,17})))?"
)
_AND: Final = re.compile(r"\s+and\s+")
_OPERATORS: Final = {"==": eq, "!=": ne}
_RESERVED: Final = frozenset(
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
    while (match := _TERM.match(text, at)) is not None and match["name"] not in _RESERVED:
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
