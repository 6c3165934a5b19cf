"""Filled-in templates of a game's own texts, with the file line of each line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from punchboard.checks.prose.english.text import WHOLE_LINE
from punchboard.checks.prose.reading.front_matter import Line
from punchboard.expression import ExpressionError, template
from punchboard.expression.line_numbers import lines_with_numbers, number_lines, split_front_matter

UNKNOWN: Final = "…"
"""Replaces a template that cannot be evaluated."""

_VALUE: Final = re.compile(r"\{\{.*?\}\}", re.DOTALL)
_TAG: Final = re.compile(r"\{%.*?%\}", re.DOTALL)


def fill_template_lines(source: str, values: Mapping[str, Any]) -> Iterator[Line]:
    """Yield the lines of a text with its templates filled in. A line in a loop is repeated for each pass.

    Args:
        source: the text as written.
        values: the names that its templates use.
    """
    written = source.split("\n")
    front, body = split_front_matter(source)
    yield from (Line(number, line) for number, line in enumerate(written[:front], 1))
    # an included text is read from its own file
    lines = lines_with_numbers(fill_templates(number_lines(body), {**values, "text": lambda _name: ""}))
    for at, (number, line) in enumerate(lines):
        if at >= front:
            as_written = written[number - 1].find("{")
            yield Line(number, line, as_written if as_written >= 0 else WHOLE_LINE)


def fill_templates(text: str, values: Mapping[str, Any]) -> str:
    """Return a text with its templates filled in. If one fails, all of them are replaced by `UNKNOWN`."""
    if "{" not in text:
        return text
    try:
        return str(template(text)(values))
    except ExpressionError:
        return _TAG.sub("", _VALUE.sub(UNKNOWN, text))  # EXPR001 reports it when the text is composed
