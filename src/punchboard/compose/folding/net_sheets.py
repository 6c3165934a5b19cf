"""Sheets of nets and stickers: blocks in rows on as many pages as needed, and a legend that explains the lines."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from punchboard.compose.boxes.tools import Tools
from punchboard.compose.folding.net_blocks import CUT, GLUE, Block, BlockComposer
from punchboard.compose.sheets.marks import FOLD_LINE, Marker
from punchboard.compose.text.lines import break_lines, line_items
from punchboard.compose.text.phrases import Words, phrase
from punchboard.compose.text.style import TextStyle
from punchboard.geometry import Affine, Point, Rect, Size, polyline, rectangle
from punchboard.model.printing.printer import PrinterFile
from punchboard.model.printing.sheet import Margins, PaperFile, SheetFile
from punchboard.problem import Problem, ProblemsFound
from punchboard.scene import Item, Page, Shape, Symbol, Use

GAP: Final = 8.0
"""Mm between blocks: enough for the bleed of both, and to cut between them with scissors."""

MARGIN: Final = 8.0
FOOT: Final = 20.0
"""Mm at the lower edge of the paper for the legend, the label and the ruler."""

_SAMPLE: Final = 9.0
"""Length in mm of a sample line in the legend."""

_ENTRY_GAP: Final = 7.0
"""Mm between two entries of the legend."""


class FoldSheet(NamedTuple):
    """A paper, and the area on it for blocks."""

    paper: Size
    block: Rect


class BlockPosition(NamedTuple):
    """The index of a block, and its top left corner in mm."""

    block: int
    at: Point


def fold_sheet(paper: PaperFile, printer: PrinterFile | None = None) -> FoldSheet:
    """Return a paper with its area for blocks, within the printable area of the printer if one is given."""
    size, margins = Size(paper.width, paper.height), Margins(MARGIN, MARGIN, FOOT, MARGIN)
    if printer is not None:
        top, right, bottom, left = printer.blank_margins(size)
        margins = margins.larger((top, right, bottom + FOOT - MARGIN, left))
    return FoldSheet(size, margins.printable_area(size))


def arrange_in_rows(
    sizes: Sequence[Size], area: Rect, gap: float = GAP, sets: Sequence[str] = ()
) -> tuple[tuple[BlockPosition, ...], ...]:
    """Return the positions of blocks, page by page: in rows, in their order, each row as high as its highest block.

    A block larger than the area gets a row and a page of its own. ``sets`` names the set of each block; blocks of one
    set, one after another, share a row if they fit in it.
    """
    pages: list[list[BlockPosition]] = []
    x = y = height = 0.0
    for index, size in enumerate(sizes):
        starts = bool(sets) and sets[index] and (not index or sets[index] != sets[index - 1])
        of_set = [own for own, name in zip(sizes, sets, strict=False) if name == sets[index]] if starts else [size]
        width = sum(own.width for own in of_set) + gap * (len(of_set) - 1)
        needed = width if width <= area.width else size.width
        if x and x + needed > area.width + 1e-6:
            x, y, height = 0.0, y + height + gap, 0.0
        if not pages or (y and y + size.height > area.height + 1e-6):
            pages.append([])
            x = y = height = 0.0
        pages[-1].append(BlockPosition(index, Point(area.x + x, area.y + y)))
        x, height = x + size.width + gap, max(height, size.height)
    return tuple(map(tuple, pages))


class FoldSheetComposer(NamedTuple):
    """Makes the pages of sheets of blocks; ``words`` are those of the game's language."""

    marker: Marker
    style: TextStyle
    words: Words
    label: str
    page_phrase: str = "nets page"
    """The name of the phrase that numbers a page."""
    printer: PrinterFile | None = None
    """The printer whose printable area limits the blocks; None for the default margins."""

    def pages(
        self, blocks: Sequence[Block], paper: PaperFile, first: int = 1, total: int | None = None
    ) -> tuple[Page, ...]:
        """Return the pages that hold all blocks, numbered from ``first`` of ``total`` pages in the file.

        Raises:
            ProblemsFound: SHEET001 for each block larger than the paper's area for blocks.
        """
        sheet = fold_sheet(paper, self.printer)
        wrong = tuple(_too_large(block, paper) for block in dict.fromkeys(blocks) if not _fits(block, sheet))
        if wrong:
            raise ProblemsFound(wrong)
        places = arrange_in_rows(
            [block.size for block in blocks], sheet.block, sets=[block.set_name for block in blocks]
        )
        whole = Rect(0, 0, *sheet.paper)
        shared = Use(Symbol("legend", whole, (*self._legend(sheet), *self.marker.ruler(sheet))))
        return tuple(
            Page(
                sheet.paper,
                (
                    shared,
                    *(Use(blocks[thing].symbol, Affine.move(*at)) for thing, at in laid),
                    *self.marker.label(sheet, self._page_label(number, total or len(places))),
                ),
                label=str(number),
            )
            for number, laid in enumerate(places, first)
        )

    def _page_label(self, number: int, pages: int) -> str:
        return f"{self.label} · {phrase(self.words, self.page_phrase, page=number, pages=pages)}"

    def _legend(self, sheet: FoldSheet) -> Iterator[Item]:
        """Yield a sample and the name of each kind of line, side by side: cut, fold and glue."""
        x, middle = sheet.block.x, sheet.block.bottom + 5.0
        for name in ("cut", "fold", "glue"):
            yield _sample(name, x, middle)
            x += _SAMPLE + 1.5
            line = break_lines(self.marker.setter.plain_atoms(phrase(self.words, name), self.style), 10_000)
            for row in line.rows:
                yield from line_items(row, self.style, x, middle + self.style.cap_height / 2)
            x += line.widest * self.style.size + _ENTRY_GAP


def fold_composers(
    tools: Tools, words: Words, label: str, page_phrase: str, printer: PrinterFile | None
) -> tuple[BlockComposer, FoldSheetComposer]:
    """Return the composers of blocks and of their sheets, in the styles of a game; see `FoldSheetComposer`."""
    style = tools.styles.get("label")
    caption = tools.styles.get("figure-label" if tools.styles.has("figure-label") else "body")
    marker = Marker(SheetFile(), style, tools.setter)
    return (
        BlockComposer(caption, style, tools.setter, phrase(words, "glue")),
        FoldSheetComposer(marker, caption, words, label, page_phrase, printer),
    )


def _sample(name: str, x: float, y: float) -> Shape:
    if name == "glue":
        return Shape(rectangle(Rect(x, y - 1.6, _SAMPLE, 3.2)), fill=GLUE)
    return Shape(polyline([(x, y), (x + _SAMPLE, y)]), stroke={"cut": CUT, "fold": FOLD_LINE}[name])


def _fits(block: Block, sheet: FoldSheet) -> bool:
    return block.size.width <= sheet.block.width and block.size.height <= sheet.block.height


def _too_large(block: Block, paper: PaperFile) -> Problem:
    width, height = block.size
    message = f"{block.symbol.name!r} needs {width:.0f} x {height:.0f} mm and does not fit on {paper.name}"
    return Problem("SHEET001", block.place, message, "make it smaller, or choose a larger paper")
