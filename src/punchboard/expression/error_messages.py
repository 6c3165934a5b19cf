"""Error messages of expressions, in the words of people who write layouts rather than those of Jinja2."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Final

from punchboard.expression.errors import ExpressionError, UnknownNameError, Values

MAX_SHOWN: Final = 200
"""Characters that are shown of a source that is too long or too deeply nested."""


def source_excerpt(source: str) -> str:
    """Return the start of a source, as far as it is shown."""
    return source if len(source) <= MAX_SHOWN else f"{source[:MAX_SHOWN]}..."


_UNDEFINED: Final = re.compile(
    r"'(?P<name>[^']+)' is undefined"
    r"|there is no '(?P<key>[^']+)'(?: among (?P<known>.+)|, and no other entry)"
)
"""The messages of Jinja2 and `missing_property_reason` about an unknown name."""


def unknown_name_error(message: str, values: Values, source: str) -> ExpressionError:
    """Return the error for an unknown name or property."""
    match = _UNDEFINED.fullmatch(message)
    if match is None:
        return evaluation_error(message, source)
    known = values.keys() if match["name"] else (match["known"] or "").split(", ")
    return UnknownNameError(f"{message} in {source!r}", match["name"] or match["key"], known, source)


_KINDS: Final = {"int": "a number", "float": "a number", "str": "a text", "list": "a list", "NoneType": "nothing"}
_PLAIN: Final[tuple[tuple[re.Pattern[str], str], ...]] = (
    (re.compile(r"chunk after expression"), "something is left over at the end"),
    (re.compile(r"unexpected 'end of template'"), "there is an unexpected end"),
    (re.compile(r"(?:integer |float )?(?:division|modulo|division or modulo) by zero"), "division by zero"),
    (
        re.compile(r"unsupported operand type\(s\) for (?P<sign>\S+): '(?P<left>\w+)' and '(?P<right>\w+)'"),
        "'{sign}' cannot join {left} and {right}",
    ),
    (re.compile(r"expected token '.+', got '.+'"), "a word or a sign is missing or out of place"),
    (re.compile(r"argument of type '\w+' is not (?:iterable|a container.*)"), "'in' needs a list, such as [3, 4],"),
    (
        re.compile(r"'(?P<sign>.+)' not supported between instances of '(?P<left>\w+)' and '(?P<right>\w+)'"),
        "'{sign}' cannot compare {left} with {right}",
    ),
)
"""Messages of Jinja2 and Python, and what is said instead."""

_MISSING: Final = re.compile(
    r"(?:[\w.<>]+\.)?(?P<name>\w+)\(\) missing \d+ required positional arguments?: (?P<what>.+)"
)
"""What Python says of a function that is called with too little."""


def plain_reason(reason: str) -> str:
    """Return a reason in plain words, or as it is where it needs none."""
    if (match := _MISSING.fullmatch(reason)) is not None:
        return f"{match['name']}() needs a {match['what']} in its parentheses".replace("'", "")
    for pattern, plain in _PLAIN:
        if (match := pattern.fullmatch(reason)) is not None:
            return plain.format(**{name: _KINDS.get(text, text) for name, text in match.groupdict().items()})
    return reason


def evaluation_error(reason: object, source: str) -> ExpressionError:
    """Return the error for an expression that cannot be read or evaluated."""
    error = ExpressionError(f"{plain_reason(str(reason))} in {source!r}")
    error.source = source
    return error


_NO_FILTER: Final = re.compile(r"No (filter|test) named '([^']+)'\.")
_UNCLOSED: Final = re.compile(r"Unexpected end of template\..*is '(\w+)'\.", re.DOTALL)


def syntax_error(reason: object, source: str, known: Mapping[str, Collection[str]]) -> ExpressionError:
    """Return the error for a text that is not an expression or template, without Jinja2's own terms.

    ``known`` are the names of all filters and tests.
    """
    no_filter, unclosed = _NO_FILTER.fullmatch(str(reason)), _UNCLOSED.fullmatch(str(reason))
    if no_filter is not None:
        return UnknownNameError(
            f"there is no {no_filter[1]} {no_filter[2]!r} in {source!r}", no_filter[2], known[no_filter[1]], source
        )
    if unclosed is not None:
        return evaluation_error(f"'{{% {unclosed[1]} %}}' is never closed", source)
    message = str(reason).rstrip(".")
    return evaluation_error(message[:1].lower() + message[1:], source)
