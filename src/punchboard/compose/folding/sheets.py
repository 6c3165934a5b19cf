"""Sheets of nets and stickers: blocks in rows, on as many pages as they take, and a legend of the lines."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from punchboard.compose.folding.blocks import CUT, FOLD, GLUE, Block
from punchboard.compose.sheets.marks import Marker
from punchboard.compose.text.lines import break_lines, line_items
from punchboard.compose.text.style import TextStyle
from punchboard.expression import template
from punchboard.geometry import Affine, Point, Rect, Size, polyline, rectangle
from punchboard.model.printing.printer import PrinterFile
from punchboard.model.printing.sheet import Margins, PaperFile
from punchboard.problem import Problem, ProblemsFound
from punchboard.scene import Item, Page, Shape, Symbol, Use

GAP: Final = 8.0
"""Mm between blocks: room for two bleeds and a pair of scissors."""

MARGIN: Final = 8.0
FOOT: Final = 20.0
"""Mm at the lower edge of the paper for the legend, the label and the ruler."""

_SAMPLE: Final = 9.0
"""Mm of a line in the legend."""

_ENTRY_GAP: Final = 7.0
"""Mm between two entries of the legend."""


class FoldSheet(NamedTuple):
    """A paper, and the part of it that blocks may take."""

    paper: Size
    block: Rect


class BlockPosition(NamedTuple):
    """Which thing lies there, and its top left corner."""

    block: int
    at: Point


def fold_sheet(paper: PaperFile, printer: PrinterFile | None = None) -> FoldSheet:
    """Return a paper with the room that it has for blocks, within what a printer can reach."""
    size, margins = Size(paper.width, paper.height), Margins(MARGIN, MARGIN, FOOT, MARGIN)
    if printer is not None:
        top, right, bottom, left = printer.blank_margins(size)
        margins = margins.larger((top, right, bottom + FOOT - MARGIN, left))
    return FoldSheet(size, margins.printable_area(size))


def arrange_in_rows(sizes: Sequence[Size], room: Rect, gap: float = GAP) -> tuple[tuple[BlockPosition, ...], ...]:
    """Return where things lie, page by page: in rows, in their order, each row as high as its highest.

    What is larger than the room lies in a row, and on a page, of its own.
    """
    pages: list[list[BlockPosition]] = []
    x = y = height = 0.0
    for index, size in enumerate(sizes):
        if x and x + size.width > room.width + 1e-6:
            x, y, height = 0.0, y + height + gap, 0.0
        if not pages or (y and y + size.height > room.height + 1e-6):
            pages.append([])
            x = y = height = 0.0
        pages[-1].append(BlockPosition(index, Point(room.x + x, room.y + y)))
        x, height = x + size.width + gap, max(height, size.height)
    return tuple(map(tuple, pages))


class FoldSheetComposer(NamedTuple):
    """Makes pages of blocks; ``words`` are the phrases of the game's language."""

    marker: Marker
    style: TextStyle
    words: Mapping[str, str]
    label: str
    phrase: str = "nets page"
    """The phrase that names a page."""
    printer: PrinterFile | None = None
    """Within whose reach blocks lie."""

    def pages(
        self, blocks: Sequence[Block], paper: PaperFile, first: int = 1, of: int | None = None
    ) -> tuple[Page, ...]:
        """Return the pages that hold all blocks, numbered from ``first``; ``of`` is how many the file has in all.

        Raises:
            ProblemsFound: SHEET001 when one is larger than the paper's room.
        """
        sheet = fold_sheet(paper, self.printer)
        wrong = tuple(_too_large(block, paper) for block in dict.fromkeys(blocks) if not _fits(block, sheet))
        if wrong:
            raise ProblemsFound(wrong)
        places = arrange_in_rows([block.size for block in blocks], sheet.block)
        whole = Rect(0, 0, *sheet.paper)
        shared = Use(Symbol("legend", whole, (*self._legend(sheet), *self.marker.ruler(sheet))))
        return tuple(
            Page(
                sheet.paper,
                (
                    shared,
                    *(Use(blocks[thing].symbol, Affine.move(*at)) for thing, at in laid),
                    *self.marker.label(sheet, self._page_label(number, of or len(places))),
                ),
                label=str(number),
            )
            for number, laid in enumerate(places, first)
        )

    def _page_label(self, number: int, pages: int) -> str:
        said = template(self.words.get(self.phrase, "{{ page }} / {{ pages }}"))({"page": number, "pages": pages})
        return f"{self.label} · {said}"

    def _legend(self, sheet: FoldSheet) -> Iterator[Item]:
        """Yield what each line means, side by side: a solid one, a dashed one, a grey ground."""
        x, middle = sheet.block.x, sheet.block.bottom + 5.0
        for name in ("cut", "fold", "glue"):
            yield _sample(name, x, middle)
            x += _SAMPLE + 1.5
            line = break_lines(self.marker.setter.plain_atoms(self.words.get(name, name), self.style), 10_000)
            for row in line.rows:
                yield from line_items(row, self.style, x, middle + self.style.cap_height / 2)
            x += line.widest * self.style.size + _ENTRY_GAP


def _sample(name: str, x: float, y: float) -> Shape:
    if name == "glue":
        return Shape(rectangle(Rect(x, y - 1.6, _SAMPLE, 3.2)), fill=GLUE)
    return Shape(polyline([(x, y), (x + _SAMPLE, y)]), stroke={"cut": CUT, "fold": FOLD}[name])


def _fits(block: Block, sheet: FoldSheet) -> bool:
    return block.size.width <= sheet.block.width and block.size.height <= sheet.block.height


def _too_large(block: Block, paper: PaperFile) -> Problem:
    width, height = block.size
    message = f"{block.symbol.name!r} takes {width:.0f} x {height:.0f} mm and does not fit on {paper.name}"
    return Problem("SHEET001", block.place, message, "make it smaller, or choose a larger paper")
