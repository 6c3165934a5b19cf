"""The sides of quick-reference cards: each ``# Title`` of a text begins a side; text before the first has no title."""

from __future__ import annotations

import re
from typing import Final

_TITLE: Final = re.compile(r"^# +(.+)$", re.MULTILINE)


def card_sides(text: str) -> list[tuple[int, int, str, str, int]]:
    """Return (number, count, title, Markdown, line) for each side of a text; an empty text has none."""
    headings = [(match.start(), match.end(), match[1].strip()) for match in _TITLE.finditer(text)]
    first = len(text) - len(text.lstrip())
    if text.strip() and (not headings or headings[0][0] > first):
        headings.insert(0, (first, first, ""))
    ends = [start for start, _, _ in headings[1:]] + [len(text)]
    return [
        (number, len(headings), title, text[begin:end].strip(), text.count("\n", 0, start) + 1)
        for number, ((start, begin, title), end) in enumerate(zip(headings, ends, strict=False), 1)
    ]
