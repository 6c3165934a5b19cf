"""Braille cells: their dots, their characters in BRF, and lines of them. A cell is a character U+2800 to U+283F."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from punchboard.geometry import Point
from punchboard.load.liblouis import BLANK

_ASCII: Final = " A1B'K2L@CIF/MSP\"E3H9O6R^DJG>NTQ,*5<-U8V.%[$+X!&;:4\\0Z7(_?W]#Y)="
"""North American Braille ASCII: the character of each cell, from U+2800."""

_TO_ASCII: Final = {ord(BLANK) + number: sign for number, sign in enumerate(_ASCII)}

HYPHEN: Final = "\u2824"
"""Dots 3 and 6."""


class Measures(NamedTuple):
    """The measures of Braille in mm, from the centre of a dot to that of another.

    Those of Marburg Medium, by blista and ISO 17351 (medicine packages): dots 2.5, cells 6.0 and lines 10.0 mm apart,
    1.3 to 1.6 mm wide at their base. The height is that of paper Braille in Specification 800 of the United States'
    National Library Service, 0.48 mm, rounded to layers of 3D printers.
    """

    dot: float = 2.5
    cell: float = 6.0
    line: float = 10.0
    base: float = 1.6
    height: float = 0.5


MARBURG: Final = Measures()


def brf_text(cells: str) -> str:
    """Return cells as characters of a BRF file."""
    return cells.translate(_TO_ASCII).rstrip()


def dots(lines: Sequence[str], at: Point, measures: Measures = MARBURG) -> Iterator[Point]:
    """Yield the centre of each dot of lines of cells, in mm; ``at`` is that of the first line's first dot."""
    for row, line in enumerate(lines):
        for column, cell in enumerate(line):
            for dot in range(6):  # dots 1 to 3 are the left column, from the top
                if ord(cell) >> dot & 1:
                    x, y = at.x + column * measures.cell, at.y + row * measures.line
                    yield Point(x + dot // 3 * measures.dot, y + dot % 3 * measures.dot)


def wrapped(cells: str, width: int, first: int = 0, rest: int = 0) -> tuple[str, ...]:
    """Return cells as lines of at most ``width``; a word that is wider is cut.

    Args:
        cells: the words, with blanks between them.
        width: the cells of a line.
        first: the blank cells before the first line.
        rest: the blank cells before each other line.
    """
    lines, line = list[str](), ""
    indent = first
    for word in cells.split(BLANK):
        left = word
        while left:
            start = BLANK * indent if not line else line + BLANK
            room = width - len(start)
            if line and len(left) > room:
                lines.append(line)
                line, indent = "", rest
            else:
                line, left = start + left[:room], left[room:]
    return (*lines, line) if line else tuple(lines)
