"""What a sheet carries besides its components: crop marks, cut lines, a label and rulers both ways."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Final, NamedTuple, Protocol

from punchboard.compose.sheets.crop_marks import BlockCuts, MarkLines, Segment
from punchboard.compose.sheets.imposition import Plan, Slot, slot_frame
from punchboard.compose.sheets.legend import SheetSpace, Spot
from punchboard.compose.sheets.shared_edges import slot_edges
from punchboard.compose.text.inline import Typesetter
from punchboard.compose.text.one_line import OneLine, one_line
from punchboard.compose.text.style import TextStyle
from punchboard.geometry import Outline, Point, Rect, Size, join_outlines, polyline
from punchboard.model.printing.sheet import SheetFile
from punchboard.scene import Group, Item, Shape, Stroke

MARK: Final = Stroke("#000000", 0.1)
CUT_LINE: Final = Stroke("#8a8a8a", 0.1)
_HALO: Final = Stroke("#ffffff", 0.6)
"""What sets a mark off from the bleed that it stands on."""

_UNPRINTABLE_EDGE: Final = 3.6
"""Mm at the paper's edge that few printers reach, for sheets that know no margins."""

_WITHOUT_STRAIGHT_CUTS: Final = frozenset({"hex", "circle"})
"""Forms that no straight cut across the sheet parts."""

_TICK_HEIGHTS: Final[Mapping[int, float]] = MappingProxyType({0: 1.6, 5: 1.1})
_SHORT_TICK: Final = 0.6
"""Heights in mm of a ruler's ticks: at tens, at fives, at the others."""

_COARSE_DEPTH: Final = 1.0
"""Depth in mm of a ruler that stands on bleed: a tick for each 10 mm, no words."""

_TEXT_GAP: Final = 1.2
"""Mm between a ruler and its length in words."""


class SheetArea(Protocol):
    """What label and ruler need to know of a sheet."""

    @property
    def paper(self) -> Size:
        """The sheet's width and height in mm."""

    @property
    def block(self) -> Rect:
        """The rectangle round all that lies on the sheet."""


class Legend(NamedTuple):
    """Where label and rulers stand, and what they take; a label that found no room has no spot."""

    items: tuple[Item, ...]
    label: Spot | None
    areas: tuple[Rect, ...]


class Marker(NamedTuple):
    """Draws the marks of a sheet layout."""

    file: SheetFile
    style: TextStyle
    setter: Typesetter

    def has_marks(self, side: str) -> bool:
        """Tell whether components that show their fronts, or backs, have marks."""
        return self.file.marks_on in {"both", f"{side}s"}

    def block_cuts(self, plan: Plan, taken: Sequence[Slot], bleed: float) -> BlockCuts | None:
        """Return the cuts that have marks of their own; None for forms that no straight cut parts."""
        if not taken or plan.trim.form in _WITHOUT_STRAIGHT_CUTS or self.file.marks == "none":
            return None
        frames = tuple(slot_frame(slot, plan.trim) for slot in taken)
        block = frames[0]
        for frame in frames[1:]:
            block = block.union(frame)
        return BlockCuts(frames, block, bleed)

    def marks(self, cuts: BlockCuts, gap: float, room: Rect, taken: Sequence[Rect]) -> Iterator[Item]:
        """Yield the marks of a block within a room, none of them on what is taken."""
        match self.file.marks:
            case "crop":
                drawn = cuts.crop_marks(room, taken)
            case "ticks":
                drawn = cuts.corner_ticks(room, taken, gap)
            case "lines":
                drawn = cuts.cut_lines(room, taken)
            case _:
                drawn = MarkLines()
        for segments, stroke in (
            (drawn.on_cuts, CUT_LINE),
            (drawn.on_bleed, _HALO),
            (drawn.beyond + drawn.on_bleed, MARK),
        ):
            if segments:
                yield Shape(join_outlines(map(polyline, segments)), stroke=stroke)

    def cut_lines(self, plan: Plan, taken: Sequence[Slot]) -> Iterator[Item]:
        """Yield each cut between and round tiles and tokens once, as hairlines."""
        if not taken or not self.file.cut_lines or plan.trim.form not in {*_WITHOUT_STRAIGHT_CUTS, "square"}:
            return
        if plan.trim.form == "circle":
            outline = plan.trim.outline(plan.trim.frame())
            yield Shape(join_outlines(outline.placed(slot.transform(plan.trim)) for slot in taken), stroke=CUT_LINE)
            return
        lines: list[Segment] = []
        known: set[tuple[int, int, int]] = set()
        for slot in taken:
            for edge in slot_edges(slot, plan, taken):
                cells = _grid_cells(edge.start, edge.end)
                if known.isdisjoint(cells):
                    lines.append((edge.start, edge.end))
                known |= cells
        yield Shape(join_outlines(map(polyline, lines)), stroke=CUT_LINE)

    def legend(self, ground: SheetSpace, widest: str) -> Legend:
        """Return rulers both ways and the place of a label, for the widest text that it may have."""
        items: list[Item] = []
        for turned in (False, True):
            spot = self._ruler_spot(ground, turned=turned)
            if spot is not None:
                items.append(Group(tuple(self._ruler(spot)), spot.transform))
                ground = ground.without(spot.area)
        size = Size(self.label_text(widest).width * 1.03 + 0.5, self.label_depth)
        found = ground.spot((size, size)) or ground.spot((size, size), turned=True)
        areas = (*ground.reserved, *([found[0].area] if found else ()))
        return Legend(tuple(items), found[0] if found else None, areas)

    def label_text(self, text: str) -> OneLine:
        """Return words of the label's style, set from the top left corner of a strip."""
        return one_line(text, self.style, self.setter, 0.0, self.style.cap_height)

    def label(self, spread: SheetArea, text: str) -> Iterator[Item]:
        """Yield the line that names a sheet of which nothing but its block is known."""
        spot = self.legend(_sheet_space(spread), text).label
        if spot is not None:
            yield Group(self.label_text(text).items, spot.transform)

    def ruler(self, spread: SheetArea) -> Iterator[Item]:
        """Yield rulers both ways for a sheet of which nothing but its block is known."""
        yield from self.legend(_sheet_space(spread), "").items

    @property
    def label_depth(self) -> float:
        """The depth in mm of a strip for words of the label's style."""
        return self.style.cap_height + 0.25 * self.style.size

    def _ruler_spot(self, ground: SheetSpace, *, turned: bool) -> Spot | None:
        length = self.file.ruler
        if not length:
            return None
        fine = Size(
            length + _TEXT_GAP + self.label_text(f"{length:g} mm").width, max(_TICK_HEIGHTS[0], self.style.cap_height)
        )
        level = ground.spot(
            (fine, Size(length, _TICK_HEIGHTS[0]), Size(length, _COARSE_DEPTH)), turned=turned, last=not turned
        )
        return level[0] if level else None

    def _ruler(self, spot: Spot) -> Iterator[Item]:
        """Yield a ruler along the lower edge of a strip of its own: fine, with its length in words where it has room.

        It tells whether the sheet was printed in true size.
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
    """Return the lines of a ruler, which every page has."""
    lines = [(Point(0, depth), Point(length, depth))]
    for step in range(0, int(length) + 1, 10 if coarse else 1):
        high = _COARSE_DEPTH if coarse else _TICK_HEIGHTS.get(step % 10, _SHORT_TICK)
        lines.append((Point(step, depth), Point(step, depth - high)))
    return join_outlines(map(polyline, lines))


def _sheet_space(spread: SheetArea) -> SheetSpace:
    return SheetSpace(Rect(0, 0, *spread.paper).shrink(_UNPRINTABLE_EDGE), (spread.block,), (spread.block.grow(1.0),))


def _grid_cells(start: Point, end: Point) -> frozenset[tuple[int, int, int]]:
    """Return where an edge's middle lies on four grids of 0.2 mm, half a cell aside: equal edges share one at least."""
    x, y = (start.x + end.x) * 2.5, (start.y + end.y) * 2.5
    return frozenset((grid, round(x + grid % 2 / 2), round(y + grid // 2 / 2)) for grid in range(4))
