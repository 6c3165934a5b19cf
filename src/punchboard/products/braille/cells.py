"""Braille cells and lines of them, and BRF: paragraphs as pages of Braille in ASCII, for embossers and displays."""

from collections.abc import Callable, Iterable, Iterator, Sequence
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


CELLS: Final = 40
LINES: Final = 25
"""The cells of a line and the lines of a page; the last line has the page's number."""

Translate = Callable[[Sequence[str]], Sequence[str]]
"""Returns the cells of texts."""


class Paragraph(NamedTuple):
    """A text, the blank cells before its first line and before the others; a heading is centred after a blank line."""

    text: str
    first: int = 0
    rest: int = 0
    is_heading: bool = False


Block = tuple[Paragraph, ...]
"""Paragraphs that are on one page, if they fit on one."""


def brf(blocks: Sequence[Block], translate: Translate) -> bytes:
    """Return blocks as a BRF file: 40 cells a line, 25 lines a page, each page with its number."""
    cells = iter(translate([paragraph.text for block in blocks for paragraph in block]))
    pages = tuple(_pages([tuple(_lines(block, cells)) for block in blocks]))
    numbers = translate([str(number) for number in range(1, len(pages) + 1)])
    return "".join(map(_page_text, pages, numbers)).encode("ascii")


def _lines(block: Block, cells: Iterable[str]) -> Iterator[str]:
    """Yield the lines of a block, its paragraphs being the next of ``cells``."""
    for paragraph, text in zip(block, cells, strict=False):
        if paragraph.is_heading:
            yield ""
            yield from (BLANK * ((CELLS - len(line)) // 2) + line for line in wrapped(text, CELLS - 6))
        else:
            yield from wrapped(text, CELLS, paragraph.first, paragraph.rest)


def _pages(blocks: Sequence[tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
    """Yield the lines of each page; no page begins with a blank line."""
    page: tuple[str, ...] = ()
    for block in blocks:
        if page and len(page) + len(block) > LINES - 1:
            yield page
            page = ()
        page += block if page or block[0] else block[1:]
        while len(page) > LINES - 1:
            yield page[: LINES - 1]
            page = page[LINES - 1 :]
    if page:
        yield page


def _page_text(lines: Sequence[str], number: str) -> str:
    filled = (*lines, *[""] * (LINES - 1 - len(lines)), BLANK * (CELLS - len(number)) + number)
    return "".join(f"{brf_text(line)}\r\n" for line in filled) + "\f"
