"""Sheets of nets and stickers: blocks in rows on as many pages as needed, and a legend that explains the lines."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from math import atan2, degrees, fsum
from typing import Final, NamedTuple

from punchboard.compose.boxes.resources import Resources
from punchboard.compose.nets import Net
from punchboard.compose.sheets.imposition import PlacedBlock
from punchboard.compose.sheets.marks import FOLD_LINE, Marker, SheetArea
from punchboard.compose.text.inline import Typesetter
from punchboard.compose.text.lines import break_lines, line_items, one_line
from punchboard.compose.text.phrases import Words, phrase
from punchboard.compose.text.style import TextStyle
from punchboard.geometry import Affine, Outline, Point, Rect, Size, join_outlines, polyline, rectangle
from punchboard.model.layout.face import Face
from punchboard.model.printing.printer import PrinterFile
from punchboard.model.printing.sheet import Margins, PaperFile, SheetFile
from punchboard.problem import Place, Problem, ProblemsFound
from punchboard.scene import ComponentMark, Group, Item, Page, Shape, Stroke, Symbol, Use

CUT: Final = Stroke("#8a8a8a", 0.15)
GLUE: Final = "#e2e2e2"

BLEED: Final = 1.0
"""Mm by which a face extends over cuts and folds, so that an inaccurate fold shows no white."""

STICKER_MARGIN: Final = 1.0
"""Mm by which a sticker is smaller than the side of its die, all round."""

STICKER_GAP: Final = 2 * BLEED
CAPTION_GAP: Final = 2.4

_TAB_PADDING: Final = 0.4
"""Mm kept free round the word on a tab."""


class Block(NamedTuple):
    """A drawing with its caption, its size in mm without bleed, and the place of its definition for problems.

    Blocks with one ``set_name`` share a row.
    """

    symbol: Symbol
    size: Size
    place: Place
    set_name: str = ""


class BlockComposer(NamedTuple):
    """Draws blocks; ``caption`` is the style of captions, ``label`` that of the word ``glue`` on tabs."""

    caption: TextStyle
    label: TextStyle
    setter: Typesetter
    glue: str

    def net_block(
        self, net: Net, faces: Sequence[Face], caption: str, place: Place, marks: Sequence[tuple[str, str]] = ()
    ) -> Block:
        """Return a net with its faces; ``marks`` name the component and side that each panel shows.

        The bleed of every face lies beneath the trims of all faces, so that no face covers its neighbour.
        """
        items: list[Item] = [Shape(outline, fill=GLUE) for outline in (*net.blank_parts, *net.tabs)]
        items += [_clipped_face(faces[panel.face], panel.transform, BLEED) for panel in net.panels]
        for panel, mark in zip_longest(net.panels, marks[: len(net.panels)]):
            face = faces[panel.face]
            items.append(
                _clipped_face(
                    face, panel.transform, 0.0, ComponentMark(mark[0], mark[1], face.trim.size) if mark else None
                )
            )
        items.append(Shape(join_outlines(map(polyline, net.folds)), stroke=FOLD_LINE))
        items.append(Shape(net.cut, stroke=CUT))
        items += [item for tab in net.tabs for item in self._tab_label(tab)]
        return self._with_caption(items, net.size, caption, place)

    def sticker_block(self, faces: Sequence[Face], caption: str, width: float, place: Place) -> Block:
        """Return faces as stickers, a little smaller than the faces, in rows that are at most ``width`` mm wide."""
        edge = faces[0].trim.size.width
        side = edge - 2 * STICKER_MARGIN
        step = side + STICKER_GAP
        columns = min(len(faces), max(1, int((width + STICKER_GAP) / step)))
        rows = -(-len(faces) // columns)
        scale = Affine.scale(side / edge)
        items: list[Item] = []
        cuts: list[Outline] = []
        for index, face in enumerate(faces):
            row, column = divmod(index, columns)
            items.append(_clipped_face(face, Affine.move(column * step, row * step) @ scale, BLEED * edge / side))
            cuts.append(rectangle(Rect(column * step, row * step, side, side)))
        items.append(Shape(join_outlines(cuts), stroke=CUT))
        size = Size(columns * step - STICKER_GAP, rows * step - STICKER_GAP)
        return self._with_caption(items, size, caption, place)

    def _tab_label(self, tab: Outline) -> Iterator[Item]:
        """Yield the word for glue along a tab, clear of the neighbouring face's bleed, if it fits there."""
        start, inner, _, end = (Point(*numbers) for _, numbers in tab.segments if numbers)
        angle = round(degrees(atan2(end.y - start.y, end.x - start.x)))
        level = Affine.turn(-angle, start)
        length, depth = level.apply(end).x - start.x, start.y - level.apply(inner).y
        rise = self.label.cap_height
        width = one_line(self.glue, self.label, self.setter).width
        if width + 2 * _TAB_PADDING > length - depth - BLEED - rise or rise + 2 * _TAB_PADDING > depth - BLEED:
            return
        middle = Affine.turn(angle, start).apply(Point(start.x + length / 2, start.y - (depth + BLEED) / 2))
        turned = Affine.move(*middle) @ Affine.turn((angle + 90) % 180 - 90)  # never upside down
        yield Group(one_line(self.glue, self.label, self.setter, -width / 2, rise / 2).items, turned)

    def _with_caption(self, items: Iterable[Item], size: Size, caption: str, place: Place) -> Block:
        style = self.caption
        lines = break_lines(self.setter.plain_atoms(caption, style), size.width / style.size, balance=True)
        first = size.height + CAPTION_GAP + style.cap_height
        texts = [
            item
            for number, (row, em) in enumerate(zip(lines.rows, lines.widths, strict=True))
            for item in line_items(row, style, (size.width - em * style.size) / 2, first + number * style.leading)
        ]
        whole = Size(size.width, size.height + CAPTION_GAP + style.height(len(lines.rows)))
        return Block(Symbol(caption, Rect(0, 0, *whole).grow(BLEED), (*items, *texts)), whole, place)


def _clipped_face(face: Face, transform: Affine, bleed: float, mark: ComponentMark | None = None) -> Group:
    """Return a face clipped to its trim, or to ``bleed`` mm outside it as far as the face has that much bleed."""
    clip = rectangle(face.trim.frame(min(bleed, face.bleed)))
    if mark is None:
        return Group((Use(face.symbol, transform),), clip=clip.placed(transform))
    return Group((Use(face.symbol),), transform, clip.placed(transform), mark)


GAP: Final = 8.0
"""Mm between blocks: enough for the bleed of both, and to cut between them with scissors."""

MARGIN: Final = 8.0
FOOT: Final = 20.0
"""Mm at the lower edge of the paper for the legend, the label and the ruler."""

_SAMPLE: Final = 9.0
"""Length in mm of a sample line in the legend."""

_ENTRY_GAP: Final = 7.0
"""Mm between two entries of the legend."""


def fold_sheet(paper: PaperFile, printer: PrinterFile | None = None) -> SheetArea:
    """Return a paper with its area for blocks, within the printable area of the printer if one is given."""
    size, margins = Size(paper.width, paper.height), Margins(MARGIN, MARGIN, FOOT, MARGIN)
    if printer is not None:
        top, right, bottom, left = printer.blank_margins(size)
        margins = margins.larger((top, right, bottom + FOOT - MARGIN, left))
    return SheetArea(size, margins.printable_area(size))


def arrange_in_rows(
    sizes: Sequence[Size], area: Rect, gap: float = GAP, sets: Sequence[str] = ()
) -> tuple[tuple[PlacedBlock, ...], ...]:
    """Return the positions of blocks, page by page: in rows, in their order, each row as high as its highest block.

    A block larger than the area gets a row and a page of its own. ``sets`` names the set of each block; blocks of one
    set, one after another, share a row if they fit in it.
    """
    pages: list[list[PlacedBlock]] = []
    x = y = height = 0.0
    for index, size in enumerate(sizes):
        starts = bool(sets) and sets[index] and (not index or sets[index] != sets[index - 1])
        of_set = [own for own, name in zip(sizes, sets, strict=False) if name == sets[index]] if starts else [size]
        width = fsum(own.width for own in of_set) + gap * (len(of_set) - 1)
        needed = width if width <= area.width else size.width
        if x and x + needed > area.width + 1e-6:
            x, y, height = 0.0, y + height + gap, 0.0
        if not pages or (y and y + size.height > area.height + 1e-6):
            pages.append([])
            x = y = height = 0.0
        pages[-1].append(PlacedBlock(index, Point(area.x + x, area.y + y)))
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

    def _legend(self, sheet: SheetArea) -> Iterator[Item]:
        """Yield a sample and the name of each kind of line, side by side: cut, fold and glue."""
        x, middle = sheet.block.x, sheet.block.bottom + 5.0
        for name in ("cut", "fold", "glue"):
            yield _sample(name, x, middle)
            x += _SAMPLE + 1.5
            text = phrase(self.words, name)
            word = one_line(text, self.style, self.marker.setter, x, middle + self.style.cap_height / 2)
            yield from word.items
            x += word.width + _ENTRY_GAP


def fold_composers(
    resources: Resources, words: Words, label: str, page_phrase: str, printer: PrinterFile | None
) -> tuple[BlockComposer, FoldSheetComposer]:
    """Return the composers of blocks and of their sheets, in the styles of a game; see `FoldSheetComposer`."""
    style = resources.styles.get("label")
    caption = resources.styles.get("figure-label" if resources.styles.has("figure-label") else "body")
    marker = Marker(SheetFile(), style, resources.setter)
    return (
        BlockComposer(caption, style, resources.setter, phrase(words, "glue")),
        FoldSheetComposer(marker, caption, words, label, page_phrase, printer),
    )


def _sample(name: str, x: float, y: float) -> Shape:
    if name == "glue":
        return Shape(rectangle(Rect(x, y - 1.6, _SAMPLE, 3.2)), fill=GLUE)
    return Shape(polyline([(x, y), (x + _SAMPLE, y)]), stroke={"cut": CUT, "fold": FOLD_LINE}[name])


def _fits(block: Block, sheet: SheetArea) -> bool:
    return block.size.width <= sheet.block.width and block.size.height <= sheet.block.height


def _too_large(block: Block, paper: PaperFile) -> Problem:
    width, height = block.size
    message = f"{block.symbol.name!r} needs {width:.0f} x {height:.0f} mm and does not fit on {paper.name}"
    return Problem("SHEET001", block.place, message, "make it smaller, or choose a larger paper")
