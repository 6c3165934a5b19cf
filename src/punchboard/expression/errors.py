"""The types of expressions as functions, and the errors that they raise."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from functools import cache
from typing import Any, Final

from punchboard.system.yaml_parser import own_data

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


# Error messages of expressions, in the words of people who write layouts rather than those of Jinja2.

MAX_SHOWN: Final = 200
"""Characters that are shown of a source that is too long or too deeply nested."""


def source_excerpt(source: str) -> str:
    """Return the start of a source, as far as it is shown."""
    return source if len(source) <= MAX_SHOWN else f"{source[:MAX_SHOWN]}..."


_UNDEFINED: Final = re.compile(
    r"'(?P<name>[^']+)' is undefined"  # Jinja2's own words
    r"|there is no '(?P<key>[^']+)'(?: among (?P<known>.+)|, and no other entry)"
)
"""The messages of Jinja2 and `missing_property_reason` about an unknown name."""


def unknown_name_error(message: str, values: Values, source: str) -> ExpressionError:
    """Return the error for an unknown name or property."""
    match = _UNDEFINED.fullmatch(message)
    if match is None:
        return evaluation_error(message, source)
    known = values.keys() if match["name"] else (match["known"] or "").split(", ")
    reason = f"there is nothing called {match['name']!r}" if match["name"] else message
    return UnknownNameError(f"{reason} in {source!r}", match["name"] or match["key"], known, source)


@cache
def _plain_words() -> tuple[tuple[tuple[re.Pattern[str], str], ...], Mapping[str, str]]:
    """Return the messages of Jinja2 and Python with what is said instead, and words for what they name in them."""
    words = own_data("expression/errors.yaml")
    return tuple((re.compile(pattern), plain) for pattern, plain in words["messages"]), words["kinds"]


_MISSING: Final = re.compile(
    r"(?:[\w.<>]+\.)?(?P<name>\w+)\(\) missing \d+ required positional arguments?: (?P<what>.+)"
)
"""What Python says of a function that is called with too little."""


def _plain_reason(reason: str) -> str:
    """Return a reason in plain words, or as it is where it needs none."""
    if (match := _MISSING.fullmatch(reason)) is not None:
        name, what = match["name"].removeprefix("do_"), match["what"].replace("'", "")
        return f"{name}() needs {what} in its parentheses"
    messages, kinds = _plain_words()
    for pattern, plain in messages:
        if (match := pattern.fullmatch(reason)) is not None:
            return plain.format(**{name: kinds.get(text, text) for name, text in match.groupdict().items()})
    return reason


def evaluation_error(reason: object, source: str) -> ExpressionError:
    """Return the error for an expression that cannot be read or evaluated."""
    error = ExpressionError(f"{_plain_reason(str(reason))} in {source!r}")
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
