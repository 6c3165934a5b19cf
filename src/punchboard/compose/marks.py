"""What a sheet carries besides its components: crop marks, cut lines, a label and a ruler."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, Protocol

from punchboard.compose.imposition import Plan, Slot, edges, slot_frame
from punchboard.compose.inline import Setter
from punchboard.compose.lines import broken, set_row
from punchboard.compose.style import TextStyle
from punchboard.geometry import Affine, Point, Rect, Size, joined, polyline
from punchboard.model.layout import SheetFile
from punchboard.scene import Group, Item, Shape, Stroke

MARK: Final = Stroke("#000000", 0.1)
CUT_LINE: Final = Stroke("#8a8a8a", 0.1)

_STAND_OFF: Final = 0.4
"""Mm between the bleed and a crop mark."""

_MARK_LENGTH: Final = 3.0

_LABEL_START: Final = 8.0
_LEGEND_ROOM: Final = 6.0
"""Mm between paper's edge and bleed that label and ruler need."""

_EDGE: Final = 3.6
"""Mm at the paper's edge that few printers reach, kept free of label and ruler."""


_ROUND: Final = frozenset({"hex", "circle"})
"""Forms that no straight cut across the sheet parts."""


class Spread(Protocol):
    """What label and ruler need to know of a sheet."""

    @property
    def paper(self) -> Size:
        """The sheet's width and height in mm."""

    @property
    def block(self) -> Rect:
        """The rectangle round all that lies on the sheet."""


class Marker(NamedTuple):
    """Draws the marks of a sheet layout."""

    file: SheetFile
    style: TextStyle
    setter: Setter

    def marks(self, plan: Plan, taken: Sequence[Slot]) -> Iterator[Item]:
        """Yield crop marks at the ends of every straight cut, outside trim and bleed."""
        frames = [slot_frame(slot, plan.trim) for slot in taken]
        if not self.file.marks or plan.trim.form in _ROUND or not frames:
            return
        block = frames[0]
        for frame in frames[1:]:
            block = block.union(frame)
        reach = self.file.bleed + _STAND_OFF
        segments = [*_across(frames, block, reach), *_down(frames, block, reach)]
        yield Shape(joined(map(polyline, segments)), stroke=MARK)

    def cut_lines(self, plan: Plan, taken: Sequence[Slot]) -> Iterator[Item]:
        """Yield each cut between and round tiles and tokens once, as hairlines."""
        if not self.file.cut_lines or plan.trim.form not in {*_ROUND, "square"}:
            return
        if plan.trim.form == "circle":
            outline = plan.trim.outline(plan.trim.frame())
            yield Shape(joined(outline.placed(slot.transform(plan.trim)) for slot in taken), stroke=CUT_LINE)
            return
        lines: list[tuple[Point, Point]] = []
        known: set[tuple[int, int, int]] = set()
        for slot in taken:
            for edge in edges(slot, plan, taken):
                cells = _cells(edge.start, edge.end)
                if known.isdisjoint(cells):
                    lines.append((edge.start, edge.end))
                known |= cells
        yield Shape(joined(map(polyline, lines)), stroke=CUT_LINE)

    def label(self, spread: Spread, text: str) -> Iterator[Item]:
        """Yield the line that names the sheet."""
        items: list[Item] = []
        lines = broken(self.setter.plain(text, self.style), 10_000)
        for row in lines.rows:
            items += set_row(row, self.style, _LABEL_START, self.style.rise)
        yield Group(tuple(items), self._line(spread).place)

    def ruler(self, spread: Spread) -> Iterator[Item]:
        """Yield a ruler that tells whether the sheet was printed in true size."""
        length = self.file.ruler
        if not length:
            return
        line = self._line(spread)
        x, y = line.length - length - 22.0, self.style.rise
        ticks = [((x, y), (x + length, y))]
        for step in range(int(length) + 1):
            height = 1.9 if step % 10 == 0 else 1.3 if step % 5 == 0 else 0.7
            ticks.append(((x + step, y), (x + step, y - height)))
        items: list[Item] = [Shape(joined(map(polyline, ticks)), stroke=MARK)]
        text = broken(self.setter.plain(f"{length:g} mm", self.style), 10_000)
        for row in text.rows:
            items += set_row(row, self.style, x + length + 1.2, y)
        yield Group(tuple(items), line.place)

    def _line(self, spread: Spread) -> _LegendLine:
        """Return where label and ruler stand: along the long side where it has the room, else below."""
        block, height = spread.block, spread.paper.height
        side, below = block.x - self.file.bleed, height - block.bottom - self.file.bleed
        if side >= _LEGEND_ROOM or side >= below:
            return _LegendLine(Affine.move(_EDGE, block.bottom) @ Affine.turn(-90), block.height)
        return _LegendLine(Affine.move(block.x, height - _EDGE - 2.4), block.width)


def _cells(start: Point, end: Point) -> frozenset[tuple[int, int, int]]:
    """Return where an edge's middle lies on four grids of 0.2 mm, half a cell aside: equal edges share one at least."""
    x, y = (start.x + end.x) * 2.5, (start.y + end.y) * 2.5
    return frozenset((grid, round(x + grid % 2 / 2), round(y + grid // 2 / 2)) for grid in range(4))


class _LegendLine(NamedTuple):
    place: Affine
    length: float


def _across(frames: Sequence[Rect], block: Rect, reach: float) -> Iterator[tuple[Point, Point]]:
    """Marks left and right of the block at every horizontal cut."""
    for y in sorted({round(value, 3) for frame in frames for value in (frame.y, frame.bottom)}):
        yield Point(block.x - reach - _MARK_LENGTH, y), Point(block.x - reach, y)
        yield Point(block.right + reach, y), Point(block.right + reach + _MARK_LENGTH, y)


def _down(frames: Sequence[Rect], block: Rect, reach: float) -> Iterator[tuple[Point, Point]]:
    """Marks above and below the block at every vertical cut."""
    for x in sorted({round(value, 3) for frame in frames for value in (frame.x, frame.right)}):
        yield Point(x, block.y - reach - _MARK_LENGTH), Point(x, block.y - reach)
        yield Point(x, block.bottom + reach), Point(x, block.bottom + reach + _MARK_LENGTH)
