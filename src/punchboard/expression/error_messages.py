"""What is said of an expression that fails: in the words of those who write layouts, not of Jinja2."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Final

from punchboard.expression.errors import ExpressionError, UnknownNameError, Values

SHOWN: Final = 200
"""Letters of a source that is too long or too deep to be shown in whole."""


def source_excerpt(source: str) -> str:
    """Return as much of a source as is shown."""
    return source if len(source) <= SHOWN else f"{source[:SHOWN]}..."


_UNDEFINED: Final = re.compile(
    r"'(?P<name>[^']+)' is undefined"
    r"|there is no '(?P<key>[^']+)'(?: among (?P<known>.+)|, and nothing else of its sort)"
)
"""What Jinja and `lack` say of a name that nothing has."""


def unknown_name_error(message: str, values: Values, source: str) -> ExpressionError:
    """Return the error of a name or property that is not there."""
    match = _UNDEFINED.fullmatch(message)
    if match is None:
        return evaluation_error(message, source)
    known = values.keys() if match["name"] else (match["known"] or "").split(", ")
    return UnknownNameError(f"{message} in {source!r}", match["name"] or match["key"], known, source)


def evaluation_error(why: object, source: str) -> ExpressionError:
    """Return the error of what could not be read or worked out."""
    error = ExpressionError(f"{why} in {source!r}")
    error.source = source
    return error


_NO_FILTER: Final = re.compile(r"No (filter|test) named '([^']+)'\.")
_OPEN: Final = re.compile(r"Unexpected end of template\..*is '(\w+)'\.", re.DOTALL)


def syntax_error(why: object, source: str, known: Mapping[str, Collection[str]]) -> ExpressionError:
    """Return the error of a text that is no expression or template, without words of Jinja's own.

    ``known`` are the names that there are of filters and of tests.
    """
    lost, left = _NO_FILTER.fullmatch(str(why)), _OPEN.fullmatch(str(why))
    if lost is not None:
        return UnknownNameError(f"there is no {lost[1]} {lost[2]!r} in {source!r}", lost[2], known[lost[1]], source)
    if left is not None:
        return evaluation_error(f"'{{% {left[1]} %}}' is never closed", source)
    said = str(why).rstrip(".")
    return evaluation_error(said[:1].lower() + said[1:], source)
