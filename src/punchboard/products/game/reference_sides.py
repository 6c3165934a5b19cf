"""Texts of which each ``# Title`` is a side of a card; what stands before the first is a side without a title."""

from __future__ import annotations

import re
from typing import Final

_TITLE: Final = re.compile(r"^# +(.+)$", re.MULTILINE)


def card_sides(text: str) -> list[tuple[int, int, str, str, int]]:
    """Return (number, count, title, Markdown, line) for each ``# Title`` of a text; none of one that is empty."""
    heads = [(match.start(), match.end(), match[1].strip()) for match in _TITLE.finditer(text)]
    first = len(text) - len(text.lstrip())
    if text.strip() and (not heads or heads[0][0] > first):
        heads.insert(0, (first, first, ""))
    ends = [start for start, _, _ in heads[1:]] + [len(text)]
    return [
        (number, len(heads), title, text[begin:end].strip(), text.count("\n", 0, start) + 1)
        for number, ((start, begin, title), end) in enumerate(zip(heads, ends, strict=False), 1)
    ]
