"""One line of plain words, as marks and captions need it: no breaking, no markup."""

from typing import NamedTuple

from punchboard.compose.text.inline import Setter
from punchboard.compose.text.lines import broken, set_row
from punchboard.compose.text.style import TextStyle
from punchboard.scene import Item

_ENDLESS = 10_000
"""More em than any line has."""


class OneLine(NamedTuple):
    """Words set with the left end of their baseline at the origin they were given, and how far they reach in mm."""

    items: tuple[Item, ...]
    width: float


def one_line(text: str, style: TextStyle, setter: Setter, x: float = 0.0, y: float = 0.0) -> OneLine:
    """Return a text as one line whose baseline begins at (x, y) in mm."""
    line = broken(setter.plain(text, style), _ENDLESS)
    items = tuple(item for row in line.rows for item in set_row(row, style, x, y))
    return OneLine(items, line.widest * style.size)
