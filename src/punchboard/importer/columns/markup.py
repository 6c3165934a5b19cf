"""Recognition of HTML in columns, whose roles are then guessed from its plain text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from html.entities import html5
from typing import Final

from punchboard.importer.columns.profile import ColumnProfile
from punchboard.load.markup.html import TAGS
from punchboard.load.markup.writing import text_from_html

_NAMES: Final = "|".join(sorted(TAGS, key=len, reverse=True))
_HTML: Final = re.compile(
    rf"</?(?:{_NAMES})(?:\s+[\w:-]+\s*=[^<>]*|\s*/?)>|&(?:#\d{{1,6}}|#x[0-9a-f]{{1,5}}|[a-z]{{2,8}}\d{{0,2}});",
    re.IGNORECASE,
)


def html_sample(values: Iterable[str]) -> str:
    """Return the first HTML tag or entity in some values; empty when there is none."""
    for value in values:
        for match in _HTML.finditer(value) if "<" in value or "&" in value else ():
            if match[0][0] == "<" or match[0][1] == "#" or match[0][1:] in html5:
                return match[0]
    return ""


def as_plain_text(column: ColumnProfile) -> ColumnProfile:
    """Return a column of HTML with its plain text as values; any other column as it is."""
    sample = html_sample(column.values)
    if not sample:
        return column
    return replace(column, values=tuple(map(text_from_html, column.values)), html=sample, raw=column.values)
