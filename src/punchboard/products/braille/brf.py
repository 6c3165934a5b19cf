"""BRF: paragraphs as pages of Braille in ASCII, for embossers and Braille displays."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from punchboard.load.liblouis import BLANK
from punchboard.products.braille.cells import brf_text, wrapped

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
