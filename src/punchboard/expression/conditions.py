"""Conditions on fields alone (``special``, ``not recto``, ``colour == 'blue' and number == 3``), without Jinja2.

They are most of the expressions of a layout, and Jinja2 takes half a millisecond to compile one of them.
"""

import re
from collections.abc import Callable
from operator import eq, ne
from typing import Any, Final, NamedTuple

from punchboard.expression.errors import Evaluate, UnknownNameError, Values

_TERM: Final = re.compile(
    r"(?P<denied>not\s+)?(?P<name>[A-Za-z_][A-Za-z0-9_]*)"
    r"(?:\s*(?P<how>==|!=)\s*(?:'(?P<single>[^'\\\r\n]*)'|\"(?P<double>[^\"\\\r\n]*)\"|(?P<number>0|[1-9][0-9]{0,17})))?"
)
_AND: Final = re.compile(r"\s+and\s+")
_HOW: Final = {"==": eq, "!=": ne}
_RESERVED: Final = frozenset(
    {
        *("and", "or", "not", "in", "is", "if", "else", "true", "false", "none", "True", "False", "None"),
        *("loop", "self", "range", "result"),
    }
)
"""Words of the language, names that Jinja2 gives a meaning itself, and what is there beside the values."""


class _Term(NamedTuple):
    name: str
    told: Callable[[Any], Any]
    """Returns what the term is, given the value of the name."""


def compile_condition(source: str) -> Evaluate | None:
    """Return the function from values to what a condition gives; None for a text that is another expression.

    It gives what Jinja2 would: of terms that all must hold, the first that does not, else the last.
    """
    terms = _terms(source.strip())
    if not terms:
        return None

    def work(values: Values) -> Any:
        found: Any = None
        for name, told in terms:
            if name not in values:
                raise UnknownNameError(f"{name!r} is undefined in {source!r}", name, values.keys(), source)
            found = told(values[name])
            if not found:
                break
        return found

    return work


def _terms(text: str) -> tuple[_Term, ...]:
    """Return the terms of a condition; none where the text is none."""
    terms: list[_Term] = []
    at = 0
    while (match := _TERM.match(text, at)) is not None and match["name"] not in _RESERVED:
        terms.append(_Term(match["name"], _told(match)))
        if match.end() == len(text):
            return tuple(terms)
        joint = _AND.match(text, match.end())
        if joint is None:
            break
        at = joint.end()
    return ()


def _told(term: re.Match[str]) -> Callable[[Any], Any]:
    how, denied = _HOW.get(term["how"]), term["denied"] is not None
    if how is None:
        return (lambda value: not value) if denied else (lambda value: value)
    text = term["single"] if term["single"] is not None else term["double"]
    other = text if text is not None else int(term["number"])
    return (lambda value: not how(value, other)) if denied else (lambda value: how(value, other))
