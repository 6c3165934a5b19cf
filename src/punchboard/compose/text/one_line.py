"""One line of plain words, as marks and captions need it: no breaking, no markup."""

from typing import NamedTuple

from punchboard.compose.text.inline import Typesetter
from punchboard.compose.text.lines import break_lines, line_items
from punchboard.compose.text.style import TextStyle
from punchboard.scene import Item

_ENDLESS = 10_000
"""More em than any line has."""


class OneLine(NamedTuple):
    """Words set with the left end of their baseline at the origin they were given, and how far they reach in mm."""

    items: tuple[Item, ...]
    width: float


def one_line(text: str, style: TextStyle, setter: Typesetter, x: float = 0.0, y: float = 0.0) -> OneLine:
    """Return a text as one line whose baseline begins at (x, y) in mm."""
    line = break_lines(setter.plain_atoms(text, style), _ENDLESS)
    items = tuple(item for row in line.rows for item in line_items(row, style, x, y))
    return OneLine(items, line.widest * style.size)
