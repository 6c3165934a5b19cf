"""Single lines of plain text for marks and captions, without line breaks or markup."""

from typing import NamedTuple

from punchboard.compose.text.inline import Typesetter
from punchboard.compose.text.lines import break_lines, line_items
from punchboard.compose.text.style import TextStyle
from punchboard.scene import Item

_MAX_WIDTH = 10_000
"""A width in em that no line reaches."""


class OneLine(NamedTuple):
    """The items of a line, and its width in mm."""

    items: tuple[Item, ...]
    width: float


def one_line(text: str, style: TextStyle, setter: Typesetter, x: float = 0.0, y: float = 0.0) -> OneLine:
    """Return a text as one line whose baseline starts at (x, y) in mm."""
    line = break_lines(setter.plain_atoms(text, style), _MAX_WIDTH)
    items = tuple(item for row in line.rows for item in line_items(row, style, x, y))
    return OneLine(items, line.widest * style.size)
