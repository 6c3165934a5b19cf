"""Pages of print-and-play sheets: faces in slots with marks, rulers and label; and contact sheets of labelled faces."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache, reduce
from types import MappingProxyType
from typing import Final, NamedTuple

from punchboard.compose.boxes.resources import Resources
from punchboard.compose.boxes.text import text_in_box
from punchboard.compose.faces.face_spec import FaceSpec
from punchboard.compose.sheets.crop_marks import BlockCuts, clip_outline
from punchboard.compose.sheets.imposition import Plan, Slot, slot_frame
from punchboard.compose.sheets.marks import FOLD_LINE, Marker, SheetSpace, Spot, free_spot
from punchboard.compose.sheets.sheet_plan import BLOCK_SPACING, Sheet, SheetBlock
from punchboard.compose.text.phrases import Words, phrase
from punchboard.geometry import Affine, Outline, Rect, Size, polyline
from punchboard.model.layout.face import Face
from punchboard.model.layout.layout import Box
from punchboard.scene import ComponentMark, Document, Group, Item, LazyPages, Page, Shape, Symbol, Use

MAX_CACHED_PAGES: Final = 64
"""Pages of documents with at most this many pages are cached; larger documents would take too much memory."""

_PHRASES: Final[Mapping[str, str]] = {
    "": "sheet",
    "front": "sheet front",
    "back": "sheet back",
    "fold": "sheet to fold",
}
"""The name of the label's phrase for each side of a page."""

_FOLD_TEXT_GAP: Final = 0.8
"""Mm between a fold line and its text."""

_GUTTER: Final = 4.0
"""Mm on both sides of a fold line that rulers and label stay out of."""

_CORNER_BLEED: Final[Mapping[str, float]] = {"hex": 1.16, "triangle": 2.0}
"""How far the bleed of shapes with gaps at a block's border reaches at their corners, relative to their sides."""


class _BlockShape(NamedTuple):
    """A block without its faces: all that its marks and clips depend on."""

    plan: Plan
    occupied: tuple[Slot, ...]
    side: str
    bleed: float

    @property
    def trim(self) -> Rect:
        """The rectangle round the trims."""
        return self.plan._replace(slots=self.occupied).block

    @property
    def trims(self) -> tuple[Rect, ...]:
        """The areas that no ruler may cover; the notches between hexagons at the border are free."""
        return self._frames if self._notched else (self.trim,)

    @property
    def bleeds(self) -> tuple[Rect, ...]:
        """The areas that rulers and label should not cover; the notches between hexagons at the border are free."""
        return tuple(frame.grow(self._beyond) for frame in self._frames) if self._notched else (self.printed_area,)

    @property
    def printed_area(self) -> Rect:
        """The rectangle round trims and bleeds."""
        return self.trim.grow(self._beyond)

    @property
    def _frames(self) -> tuple[Rect, ...]:
        return tuple(slot_frame(slot, self.plan.trim) for slot in self.occupied)

    @property
    def _notched(self) -> bool:
        return self.plan.trim.form in _CORNER_BLEED

    @property
    def _beyond(self) -> float:
        return self.bleed * _CORNER_BLEED.get(self.plan.trim.form, 1)


class _Pattern(NamedTuple):
    """What all pages with the same blocks share: marks, rulers, the label's spot, transforms and clips of faces."""

    overlay: tuple[Use, ...]
    label: Spot | None
    transforms: tuple[Affine, ...]
    clips: tuple[Outline, ...]


class SheetComposer:
    """Makes the pages of sheets; what pages with the same blocks share is computed once and drawn as a symbol.

    Args:
        draw: returns the face of a spec.
        marker: draws crop marks, rulers and labels.
        label: the start of every label.
        words: those of the game's language.
        keep_out: rectangles of fronts, such as registration marks, that labels, rulers and crop marks stay out of.
        names: the printed name of each component, by id.
    """

    def __init__(
        self,
        draw: Callable[[FaceSpec], Face],
        marker: Marker,
        label: str,
        words: Words,
        keep_out: Sequence[Rect] = (),
        *,
        names: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self._draw = draw
        self._marker, self._label, self._words, self._keep_out = marker, label, words, tuple(keep_out)
        self._names = names
        self._patterns: dict[tuple[object, ...], _Pattern] = {}

    def pages(self, sheets: Sequence[Sheet]) -> LazyPages:
        """Return the pages of all sides, each made on request; those of small documents are cached."""
        count = len(sheets)

        def page(number: int) -> Page:
            return self.page(sheets[number], number + 1, count)

        cached_page = lru_cache(MAX_CACHED_PAGES)(page) if count <= MAX_CACHED_PAGES else page
        return LazyPages(range(count), cached_page, lambda number: self._symbols(sheets[number], count))

    def _symbols(self, sheet: Sheet, pages: int) -> Iterator[Symbol]:
        """Yield the symbols that one side uses, as often as it uses them."""
        yield from (self._draw(spec).symbol for block in sheet.blocks for _, spec, _ in block.faces)
        yield from (use.symbol for use in self._pattern(sheet, pages).overlay)

    def page(self, sheet: Sheet, number: int, pages: int) -> Page:
        """Return the page of one side; its label has the number of the sheet and of the page."""
        pattern = self._pattern(sheet, pages)
        items: list[Item] = []
        faces = ((block.side, *face) for block in sheet.blocks for face in block.faces)
        for (side, _, spec, id_), transform, clip in zip(faces, pattern.transforms, pattern.clips, strict=True):
            name = "" if side == "back" else self._names.get(id_, "")
            mark = ComponentMark(id_, side, spec.trim.size, name)
            items.append(Group((Use(self._draw(spec).symbol),), transform, clip, mark))
        items += pattern.overlay
        if pattern.label is not None:
            text = self._label_text(sheet, sheet.number, number, pages)
            items.append(Group(self._marker.label_text(text).items, pattern.label.transform))
        return Page(sheet.paper, tuple(items), label=f"{sheet.number} {sheet.side}".rstrip(), side=sheet.side)

    def _pattern(self, sheet: Sheet, pages: int) -> _Pattern:
        """Return the pattern of a side."""
        blocks = tuple([self._block(block) for block in sheet.blocks if block.faces])
        key = (blocks, sheet.side, sheet.fold)
        pattern = self._patterns.get(key)
        if pattern is None:
            pattern = self._patterns[key] = self._new_pattern(sheet, blocks, pages)
        return pattern

    def _block(self, block: SheetBlock) -> _BlockShape:
        bleed = min([self._marker.file.bleed, *(face.bleed for _, face, _ in block.faces)])
        return _BlockShape(block.plan, block.occupied, block.side, bleed)

    def _label_text(self, sheet: Sheet, number: int, page: int, pages: int) -> str:
        name = _PHRASES["fold" if sheet.fold else sheet.side]
        return f"{self._label} · {phrase(self._words, name, number=number, page=page, pages=pages)}"

    def _new_pattern(self, sheet: Sheet, blocks: Sequence[_BlockShape], pages: int) -> _Pattern:
        marker = self._marker
        cuts = [
            marker.block_cuts(*block[:2], block.bleed) if marker.has_marks(block.side) else None for block in blocks
        ]
        space, fold = self._fold(sheet, self._sheet_space(sheet, blocks, cuts))
        widest = int("8" * len(str(pages)))
        legend = marker.legend(space, self._label_text(sheet, widest, widest, widest))
        drawn = [*fold, *legend.items]
        for block, cut in zip(blocks, cuts, strict=True):
            if cut is not None:
                beside = (
                    other.printed_area.grow(BLOCK_SPACING / 2)
                    for other in blocks
                    if other != block and other.side == block.side
                )
                drawn += marker.marks(cut, block.plan.gap, sheet.printable, (*legend.areas, *beside))
            if marker.has_marks(block.side):
                drawn += marker.cut_lines(block.plan, block.occupied)
        return _Pattern(
            (Use(Symbol("marks", Rect(0, 0, *sheet.paper), tuple(drawn))),) if drawn else (),
            legend.label,
            tuple(slot.transform(block.plan.trim) for block in blocks for slot in block.occupied),
            tuple(
                clip_outline(slot, block.plan, block.occupied, block.bleed)
                for block in blocks
                for slot in block.occupied
            ),
        )

    def _sheet_space(self, sheet: Sheet, blocks: Sequence[_BlockShape], cuts: Sequence[BlockCuts | None]) -> SheetSpace:
        """Return the space for label and rulers: nothing of them lies between the blocks of a side."""
        lines = self._marker.file.marks == "lines"
        sides = [[block for block in blocks if block.side == side] for side in ("front", "back")]
        several = [side for side in sides if len(side) > 1]
        return SheetSpace(
            sheet.printable,
            (
                *(trim for block in blocks for trim in block.trims),
                *(reduce(Rect.union, [block.trim for block in side]) for side in several),
            ),
            (
                *(bleed for block in blocks for bleed in block.bleeds),
                *(reduce(Rect.union, [block.printed_area for block in side]) for side in several),
            ),
            tuple(zone for cut in cuts if cut is not None for zone in cut.mark_zones(sheet.printable, lines=lines)),
            () if sheet.side == "back" else self._keep_out,
        )

    def _fold(self, sheet: Sheet, space: SheetSpace) -> tuple[SheetSpace, tuple[Item, ...]]:
        """Return the space with the fold reserved, and the fold line, with its text beside it if that fits."""
        if sheet.fold is None:
            return space, ()
        (x1, y1), (x2, y2) = sheet.fold
        line = Rect(x1, y1, x2 - x1, y2 - y1)
        obstacles = (*space.bleeds, *space.marks, *space.reserved)
        space = space.without(line.grow(0.2))._replace(bleeds=(*space.bleeds, line.grow(_GUTTER)))
        items: list[Item] = [Shape(polyline(sheet.fold), stroke=FOLD_LINE)]
        for name in ("fold, glue, cut", "fold"):
            text = self._marker.label_text(phrase(self._words, name))
            depth = self._marker.label_depth
            turned = y2 - y1 > x2 - x1
            beside = Rect(x1 - depth, y1, depth, y2 - y1) if turned else Rect(x1, y1 - depth, x2 - x1, depth)
            area = beside.moved(-_FOLD_TEXT_GAP, 0) if turned else beside.moved(0, -_FOLD_TEXT_GAP)
            spot = free_spot(Size(text.width, depth), area, obstacles, turned=turned)
            if spot is not None:
                return space.without(spot.area), (*items, Group(text.items, spot.transform))
        return space, tuple(items)


PAGE: Final = Size(210.0, 297.0)
MARGIN: Final = 10.0
GAP: Final = 4.0
LABEL: Final = 6.0
"""Height in mm of the label below a face."""

COLUMNS: Final = 6


class ContactCard(NamedTuple):
    """A face, the label below it, and the tools that set the label."""

    label: str
    face: Face
    tools: Resources


def contact_sheet(title: str, cards: Sequence[ContactCard]) -> Document:
    """Return the pages of a contact sheet, all faces scaled to the width of a column."""
    width = (PAGE.width - 2 * MARGIN - (COLUMNS - 1) * GAP) / COLUMNS
    scales = [width / card.face.trim.size.width for card in cards]
    step = max((scale * card.face.trim.size.height for scale, card in zip(scales, cards, strict=True)), default=1.0)
    rows = max(1, int((PAGE.height - 2 * MARGIN + GAP) / (step + LABEL + GAP)))
    pages: list[Page] = []
    for first in range(0, len(cards), rows * COLUMNS):
        items: list[Item] = []
        for place, card in enumerate(cards[first : first + rows * COLUMNS]):
            row, column = divmod(place, COLUMNS)
            x, y = MARGIN + column * (width + GAP), MARGIN + row * (step + LABEL + GAP)
            items += _placed(card, Rect(x, y, width, step))
        pages.append(Page(PAGE, tuple(items), label=str(len(pages) + 1)))
    return Document(title, tuple(pages))


def _placed(card: ContactCard, area: Rect) -> list[Item]:
    trim = card.face.trim
    scale = Affine.move(area.x, area.y) @ Affine.scale(area.width / trim.size.width)
    clipped = Group((Use(card.face.symbol),), clip=trim.outline(trim.frame()))
    box = Box.model_construct(size=(area.width, LABEL), fit=5.0, one_line=True, text="", align="centre")
    style = card.tools.styles.get("label", "#000000", "centre")
    below = Rect(area.x, area.bottom + 1.0, area.width, LABEL - 1.0)
    label = text_in_box("label", box, below, card.label, style, card.tools.setter)
    return [Group((clipped,), scale), *label.items]
