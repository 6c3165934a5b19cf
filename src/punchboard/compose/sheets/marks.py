"""The marks on a sheet besides its components: crop marks, cut lines, and free strips for a label and rulers."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, reduce
from itertools import product
from typing import Final, NamedTuple

from punchboard.compose.sheets.crop_marks import BlockCuts, MarkLines, Segment, slot_edges
from punchboard.compose.sheets.imposition import Plan, Slot, slot_frame
from punchboard.compose.text.inline import Typesetter
from punchboard.compose.text.lines import OneLine, one_line
from punchboard.compose.text.style import TextStyle
from punchboard.geometry import Affine, Outline, Point, Rect, Size, join_outlines, polyline
from punchboard.geometry.shapes import rectangle
from punchboard.model.printing.sheet import SheetFile
from punchboard.scene import Group, Item, Shape, Stroke

_CLEARANCE: Final = 0.4
"""Mm between a strip and anything beside it."""


class Spot(NamedTuple):
    """A free strip of the sheet; its text runs from left to right or, if turned, upwards."""

    area: Rect
    turned: bool

    @property
    def length(self) -> float:
        """The length of the strip along its text, in mm."""
        return self.area.height if self.turned else self.area.width

    @property
    def transform(self) -> Affine:
        """The transform onto the sheet from the strip's own coordinates: x along its text, y across it."""
        if self.turned:
            return Affine.move(self.area.x, self.area.bottom) @ Affine.turn(-90)
        return Affine.move(self.area.x, self.area.y)


def free_spot(
    size: Size, area: Rect, obstacles: Iterable[Rect], *, turned: bool = False, last: bool = False
) -> Spot | None:
    """Return a strip of a size (length, depth) in an area, clear of obstacles; None if there is no space.

    Horizontal strips are tried along the lower edge of the area, then the upper, then just below each obstacle; turned
    strips along the left edge, then the right, then just right of each obstacle. Of several gaps along a line, the
    first is used, or the last one if ``last``.
    """
    if turned:
        strip = _horizontal_strip(
            size, _transposed(area), [_transposed(rect) for rect in obstacles], first_edge=False, last=last
        )
        return None if strip is None else Spot(_transposed(strip), turned=True)
    strip = _horizontal_strip(size, area, list(obstacles), first_edge=True, last=last)
    return None if strip is None else Spot(strip, turned=False)


def _transposed(rect: Rect) -> Rect:
    return Rect(rect.y, rect.x, rect.height, rect.width)


def _horizontal_strip(
    size: Size, area: Rect, obstacles: Sequence[Rect], *, first_edge: bool, last: bool
) -> Rect | None:
    depth = size.height
    if depth > area.height or size.width > area.width:
        return None
    edges = (area.bottom - depth, area.y) if first_edge else (area.y, area.bottom - depth)
    below = sorted(y for rect in obstacles if area.y <= (y := rect.bottom + _CLEARANCE) <= area.bottom - depth)
    for y in (*edges, *below):
        beside = [rect for rect in obstacles if rect.y < y + depth and rect.bottom > y]
        gaps = [gap for gap in _gaps(beside, area) if gap[1] - gap[0] >= size.width]
        if gaps:
            start, end = gaps[-1] if last else gaps[0]
            return Rect(end - size.width if last else start, y, size.width, depth)
    return None


def _gaps(obstacles: Sequence[Rect], area: Rect) -> Iterator[tuple[float, float]]:
    """Yield start and end of the free stretches between obstacles along a strip."""
    start = area.x
    for rect in sorted(obstacles):
        if rect.x - _CLEARANCE > start:
            yield start, min(rect.x - _CLEARANCE, area.right)
        start = max(start, rect.right + _CLEARANCE)
    yield start, area.right


class SheetSpace(NamedTuple):
    """The printable area of a sheet, and what label and rulers must not cover.

    ``trims`` and ``bleeds`` are those of blocks. ``marks`` are the preferred places of crop marks, which can give way.
    ``reserved`` is never covered.
    """

    printable: Rect
    trims: tuple[Rect, ...]
    bleeds: tuple[Rect, ...]
    marks: tuple[Rect, ...] = ()
    reserved: tuple[Rect, ...] = ()

    def find_spot(self, sizes: Sequence[Size], *, turned: bool = False, last: bool = False) -> tuple[Spot, int] | None:
        """Return a free strip with the first of these sizes that fits, and the index of that size; None if none fits.

        All sizes but the last are tried clear of bleeds and marks, then clear of bleeds. The last one may lie on bleed,
        not on trims.
        """
        outside = (*self.bleeds, *self.reserved)
        for obstacles, indices in (
            ((*outside, *self.marks), range(len(sizes) - 1)),
            (outside, range(len(sizes) - 1)),
            ((*self.trims, *self.reserved), range(len(sizes) - 1, len(sizes))),
        ):
            for index in indices:
                spot = free_spot(sizes[index], self.printable, obstacles, turned=turned, last=last)
                if spot is not None:
                    return spot, index
        return None

    def without(self, *areas: Rect) -> "SheetSpace":
        """Return this space with more areas reserved."""
        return self._replace(reserved=(*self.reserved, *areas))


MARK: Final = Stroke("#000000", 0.1)
CUT_LINE: Final = Stroke("#8a8a8a", 0.1)
FOLD_LINE: Final = Stroke("#8a8a8a", 0.15, (1.4, 0.9))
_HALO: Final = Stroke("#ffffff", 0.6)
"""A white line beneath a mark on bleed, so that the mark stands out."""

_GROUND: Final = 0.4
"""Mm of white round a label on bleed."""

_UNPRINTABLE_EDGE: Final = 3.6
"""Mm at the paper's edges that few printers print on, for sheets without margins."""

_TICK_HEIGHTS: Final[Mapping[int, float]] = {0: 1.6, 5: 1.1}
_SHORT_TICK: Final = 0.6
"""Heights in mm of a ruler's ticks: at tens and at fives; `_SHORT_TICK` at all others."""

_COARSE_DEPTH: Final = 1.0
"""Depth in mm of a ruler on bleed: a tick every 10 mm, no text."""

_TEXT_GAP: Final = 1.2
"""Mm between a ruler and the text with its length."""


class SheetArea(NamedTuple):
    """A sheet as label and ruler need it: its size, and the rectangle round everything on it."""

    paper: Size
    block: Rect


class Legend(NamedTuple):
    """The rulers as items, the spot for the label (None if it does not fit), and the areas that they cover."""

    items: tuple[Item, ...]
    label: Spot | None
    areas: tuple[Rect, ...]


class Marker(NamedTuple):
    """Draws the marks of a sheet layout."""

    file: SheetFile
    style: TextStyle
    setter: Typesetter

    def has_marks(self, side: str) -> bool:
        """Tell whether components on this side, ``front`` or ``back``, have marks."""
        return self.file.marks_on in {"both", f"{side}s"}

    def block_cuts(self, plan: Plan, occupied: Sequence[Slot], bleed: float) -> BlockCuts | None:
        """Return the straight cuts round the occupied slots; None if they need no marks or have no straight cuts."""
        if not occupied or not plan.trim.is_rectangular or self.file.marks == "none":
            return None
        frames = tuple(slot_frame(slot, plan.trim) for slot in occupied)
        return BlockCuts(frames, reduce(Rect.union, frames), bleed)

    def marks(self, cuts: BlockCuts, gap: float, area: Rect, obstacles: Sequence[Rect]) -> Iterator[Item]:
        """Yield the marks of a block, within an area and clear of obstacles."""
        match self.file.marks:
            case "crop":
                lines = cuts.crop_marks(area, obstacles)
            case "ticks":
                lines = cuts.corner_ticks(area, obstacles, gap)
            case "lines":
                lines = cuts.cut_lines(area, obstacles)
            case _:
                lines = MarkLines()
        for segments, stroke in (
            (lines.on_cuts, CUT_LINE),
            (lines.on_bleed, _HALO),
            (lines.beyond + lines.on_bleed, MARK),
        ):
            if segments:
                yield Shape(join_outlines(map(polyline, segments)), stroke=stroke)

    def cut_lines(self, plan: Plan, occupied: Sequence[Slot]) -> Iterator[Item]:
        """Yield hairlines on the cuts round tiles and tokens, each cut once."""
        if not occupied or not self.file.cut_lines or (plan.trim.is_rectangular and plan.trim.form != "square"):
            return
        if plan.trim.form == "circle":
            outline = plan.trim.outline(plan.trim.frame())
            yield Shape(join_outlines(outline.placed(slot.transform(plan.trim)) for slot in occupied), stroke=CUT_LINE)
            return
        lines: list[Segment] = []
        drawn: set[tuple[int, int, int]] = set()
        for slot in occupied:
            for edge in slot_edges(slot, plan, occupied):
                cells = _grid_cells(edge.start, edge.end)
                if drawn.isdisjoint(cells):
                    lines.append((edge.start, edge.end))
                drawn |= cells
        yield Shape(join_outlines(map(polyline, lines)), stroke=CUT_LINE)

    def legend(self, space: SheetSpace, widest: str) -> Legend:
        """Return rulers in both directions and the spot for a label, wide enough for the text ``widest``.

        A ruler lies on bleed only if no other one is on free paper, and a label on bleed has a white ground.
        """
        items: list[Item] = []
        for on_bleed, turned in product((False, True), repeat=2):
            spot = None if on_bleed and items else self._ruler_spot(space, turned=turned, on_bleed=on_bleed)
            if spot is not None:
                items.append(Group(tuple(self._ruler(spot)), spot.transform))
                space = space.without(spot.area)
        size = Size(self.label_text(widest).width * 1.03 + 0.5, self.label_depth)
        fitting = space.find_spot((size, size)) or space.find_spot((size, size), turned=True)
        if fitting and fitting[1] and widest:
            items.append(Shape(rectangle(fitting[0].area.grow(_GROUND)), fill=_HALO.colour))
        areas = (*space.reserved, *([fitting[0].area] if fitting else ()))
        return Legend(tuple(items), fitting[0] if fitting else None, areas)

    def label_text(self, text: str) -> OneLine:
        """Return a line of text in the label's style, set from the top left corner of a strip."""
        return one_line(text, self.style, self.setter, 0.0, self.style.cap_height)

    def label(self, sheet: SheetArea, text: str) -> Iterator[Item]:
        """Yield the label of a sheet with one block; nothing if there is no space for it."""
        spot = self.legend(_sheet_space(sheet), text).label
        if spot is not None:
            yield Group(self.label_text(text).items, spot.transform)

    def ruler(self, sheet: SheetArea) -> Iterator[Item]:
        """Yield rulers in both directions for a sheet with one block."""
        yield from self.legend(_sheet_space(sheet), "").items

    @property
    def label_depth(self) -> float:
        """The depth in mm of a strip for text in the label's style."""
        return self.style.cap_height + 0.25 * self.style.size

    def _ruler_spot(self, space: SheetSpace, *, turned: bool, on_bleed: bool) -> Spot | None:
        length = self.file.ruler
        if not length:
            return None
        fine = Size(
            length + _TEXT_GAP + self.label_text(f"{length:g} mm").width, max(_TICK_HEIGHTS[0], self.style.cap_height)
        )
        sizes = (fine, Size(length, _TICK_HEIGHTS[0]), Size(length, _COARSE_DEPTH))
        fitting = space.find_spot(sizes, turned=turned, last=not turned)
        return fitting[0] if fitting and (fitting[1] == len(sizes) - 1) is on_bleed else None

    def _ruler(self, spot: Spot) -> Iterator[Item]:
        """Yield a ruler along the lower edge of a strip, with its length as text if the strip is long enough.

        Measuring it shows whether the sheet was printed at actual size.
        """
        length, depth = self.file.ruler, min(spot.area.size)
        coarse = depth < _TICK_HEIGHTS[0]
        outline = _ruler_outline(length, depth, coarse=coarse)
        if coarse:
            yield Shape(outline, stroke=_HALO)
        yield Shape(outline, stroke=MARK)
        if spot.length > length + _TEXT_GAP:
            yield from one_line(f"{length:g} mm", self.style, self.setter, length + _TEXT_GAP, depth).items


@lru_cache(maxsize=32)
def _ruler_outline(length: float, depth: float, *, coarse: bool) -> Outline:
    """Return the lines of a ruler; cached, as every page has them."""
    lines = [(Point(0, depth), Point(length, depth))]
    for step in range(0, int(length) + 1, 10 if coarse else 1):
        high = _COARSE_DEPTH if coarse else _TICK_HEIGHTS.get(step % 10, _SHORT_TICK)
        lines.append((Point(step, depth), Point(step, depth - high)))
    return join_outlines(map(polyline, lines))


def _sheet_space(sheet: SheetArea) -> SheetSpace:
    return SheetSpace(Rect(0, 0, *sheet.paper).shrink(_UNPRINTABLE_EDGE), (sheet.block,), (sheet.block.grow(1.0),))


def _grid_cells(start: Point, end: Point) -> frozenset[tuple[int, int, int]]:
    """Return the cell of an edge's middle on each of four grids of 0.4 mm, shifted by half a cell.

    Edges in the same place share at least one cell, whatever the rounding.
    """
    x, y = (start.x + end.x) * 2.5, (start.y + end.y) * 2.5
    return frozenset((grid, round(x + grid % 2 / 2), round(y + grid // 2 / 2)) for grid in range(4))
