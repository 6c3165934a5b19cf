"""Imposition: which component lies where on a sheet, front and back. Pure geometry in mm."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache, reduce
from typing import Final, NamedTuple

from punchboard.geometry import Affine, Point, Rect, Size
from punchboard.model.layout.trim import Trim

_TOLERANCE = 0.01
"""Lengths in mm closer than this are equal: far below what a cutter sees, far above rounding."""


CIRCLE_GAP: Final = 3.0
"""Mm between circles at least: a round cut cannot be shared, and each circle wants bleed all round."""


class Slot(NamedTuple):
    """A place for one component: the middle of its trim, and how far it is turned clockwise."""

    middle: Point
    turn: int = 0

    def transform(self, trim: Trim) -> Affine:
        """Return the map from a face, whose origin is its trim's top left corner, onto the sheet."""
        centre = trim.frame().centre
        return Affine.move(self.middle.x - centre.x, self.middle.y - centre.y) @ Affine.turn(self.turn, centre)


class Plan(NamedTuple):
    """A sheet's places in reading order, for one trim and gap."""

    paper: Size
    trim: Trim
    gap: float
    slots: tuple[Slot, ...]

    @property
    def block(self) -> Rect:
        """The rectangle round the trims of all slots."""
        return _block(self.slots, self.trim)

    @property
    def columns_and_rows(self) -> tuple[int, int]:
        """How many stand side by side and one above another, at most."""
        turned = self.trim.form == "hex" and self.slots[0].turn  # every other column is half a step lower
        lines = Counter(round(slot.middle.x if turned else slot.middle.y, 2) for slot in self.slots)
        most, count = max(lines.values()), len(lines)
        return (count, most) if turned else (most, count)

    def back_plan(self, flip: str = "long edge") -> "Plan":
        """Return the places of the backs: slot k lies behind front k once the sheet is flipped."""
        width, height = self.paper
        if flip == "long edge":
            slots = [Slot(Point(width - x, y), -turn % 360) for (x, y), turn in self.slots]
        else:
            slots = [Slot(Point(x, height - y), (180 - turn) % 360) for (x, y), turn in self.slots]
        return self._replace(slots=tuple(slots))


@lru_cache(maxsize=64)
def _block(slots: tuple[Slot, ...], trim: Trim) -> Rect:
    """Return the rectangle round the trims of slots; every page of a pattern asks for it."""
    return reduce(Rect.union, [slot_frame(slot, trim) for slot in slots])


def slot_frame(slot: Slot, trim: Trim) -> Rect:
    """Return the upright frame of the trim as it lies in a slot."""
    return slot.transform(trim).bounds(trim.frame())


class GridRequest(NamedTuple):
    """How many columns and rows a designer asks for; as many as fit where nothing is asked."""

    columns: int | None = None
    rows: int | None = None


ANY_GRID: Final = GridRequest()


def plan(
    paper: Size,
    trim: Trim,
    *,
    gap: float,
    margin: float = 0.0,
    room: Rect | None = None,
    requested: GridRequest = ANY_GRID,
    keep_out: Sequence[Rect] = (),
    turns: Sequence[int] = (0, 90),
) -> Plan | None:
    """Return the fullest plan for a paper, or None when not even one component fits, or not as many as are wished.

    Rectangles and circles stand in a grid, upright or turned; hexagons interlock in rows, points or flats up. Circles
    are cut out one by one: they never touch.

    Args:
        paper: the whole sheet.
        trim: what is cut out.
        gap: mm between neighbours.
        margin: mm at all four edges of the paper that no trim comes into.
        room: the part of the paper for trims, where margins differ; the places stand in its middle.
        requested: columns and rows as they are seen on the sheet.
        keep_out: rectangles of the paper that no trim may touch, such as registration marks; bleed is not looked at,
            so a caller that wants it out grows them.
        turns: how components may be turned, in degrees; of two that hold as many the first is taken.
    """
    gap = min_gap(trim, gap)
    whole = room or Rect(0, 0, *paper).shrink(margin)
    found = (
        _unobstructed(grid_slots(trim, gap, area, turn, requested), trim, keep_out)
        for area in _candidate_areas(whole, keep_out)
        for turn in turns
    )
    fullest = max(found, key=len)
    return Plan(paper, trim, gap, fullest) if fullest else None


def min_gap(trim: Trim, gap: float) -> float:
    """Return the mm between neighbours of a trim in a layout that wants a gap."""
    return max(gap, CIRCLE_GAP) if trim.form == "circle" else gap


def grid_slots(trim: Trim, gap: float, room: Rect, turn: int, wish: GridRequest = ANY_GRID) -> tuple[Slot, ...]:
    """Return the places of a trim, all turned alike, in the middle of a room; none when the wish does not fit."""
    make = _hexagons if trim.form == "hex" else _grid
    return tuple(
        Slot(Point(x + room.x, y + room.y), turned) for (x, y), turned in make(room.size, trim, gap, turn, wish)
    )


def clear_area(room: Rect, keep_out: Sequence[Rect], *, across: bool) -> Rect:
    """Return the part of a room between the rectangles that are kept free at its sides, or at its top and bottom."""
    middle = room.centre
    left, top, right, bottom = room.x, room.y, room.right, room.bottom
    for rect in filter(room.overlap, keep_out):
        if across:
            left = max(left, rect.right) if rect.centre.x < middle.x else left
            right = min(right, rect.x) if rect.centre.x >= middle.x else right
        else:
            top = max(top, rect.bottom) if rect.centre.y < middle.y else top
            bottom = min(bottom, rect.y) if rect.centre.y >= middle.y else bottom
    return Rect(left, top, right - left, bottom - top)


def _candidate_areas(room: Rect, keep_out: Sequence[Rect]) -> Iterator[Rect]:
    """Yield the areas that may hold most: all of the room, and what lies between that which is kept free."""
    yield room
    if keep_out:
        yield clear_area(room, keep_out, across=False)
        yield clear_area(room, keep_out, across=True)


def _unobstructed(slots: tuple[Slot, ...], trim: Trim, keep_out: Sequence[Rect]) -> tuple[Slot, ...]:
    if not keep_out:
        return slots
    return tuple(slot for slot in slots if not any(map(slot_frame(slot, trim).shrink(_TOLERANCE).overlap, keep_out)))


def _fit_count(room: float, size: float, step: float) -> int:
    return int((room - size + _TOLERANCE) / step) + 1 if room + _TOLERANCE >= size else 0


def _requested_count(fits: int, wished: int | None) -> int:
    """Return how many stand side by side: as many as fit, or as are wished; none when those do not fit."""
    return fits if wished is None else wished if wished <= fits else 0


def _grid(room: Size, trim: Trim, gap: float, turn: int, wish: GridRequest) -> tuple[Slot, ...]:
    width, height = trim.size.turned() if turn else trim.size
    columns = _requested_count(_fit_count(room.width, width, width + gap), wish.columns)
    rows = _requested_count(_fit_count(room.height, height, height + gap), wish.rows)
    left = (room.width - columns * width - (columns - 1) * gap) / 2
    top = (room.height - rows * height - (rows - 1) * gap) / 2
    return tuple(
        Slot(Point(left + width / 2 + column * (width + gap), top + height / 2 + row * (height + gap)), turn)
        for row in range(rows)
        for column in range(columns)
    )


def _hexagons(room: Size, trim: Trim, gap: float, turn: int, wish: GridRequest) -> tuple[Slot, ...]:
    """Interlock rows: every other one half a step aside, with one less where the room ends."""
    flats, points = trim.size
    if turn:  # lay out upright in the turned room, then turn the places back
        upright = _hexagons(room.turned(), trim, gap, 0, GridRequest(wish.rows, wish.columns))
        return tuple(Slot(Point(room.width - y, x), 90) for (x, y), _ in upright)
    step = flats + gap
    columns = _requested_count(_fit_count(room.width, flats, step), wish.columns)
    shifted = columns if room.width + _TOLERANCE >= columns * step - gap + step / 2 else columns - 1
    drop = points * 0.75 + gap * 0.866 if shifted else points + gap  # one alone in every row has nothing to lock into
    rows = _requested_count(_fit_count(room.height, points, drop), wish.rows) if columns else 0
    block = columns * step - gap + (step / 2 if shifted == columns and rows > 1 else 0)
    left = (room.width - block) / 2 + flats / 2
    top = (room.height - points - (rows - 1) * drop) / 2 + points / 2
    return tuple(
        Slot(Point(left + (step / 2 if row % 2 and shifted else 0) + column * step, top + row * drop))
        for row in range(rows)
        for column in range(shifted if row % 2 and shifted else columns)
    )


def saddle_stitch_pages(pages: int) -> tuple[tuple[tuple[int, int], tuple[int, int]], ...]:
    """Return the sheets of a saddle-stitched booklet, outermost first: ((left, right) front, (left, right) back).

    Pages are counted from 1 and must be a multiple of four; on every side they add up to ``pages + 1``.
    """
    if pages % 4:
        raise ValueError(f"{pages} pages cannot be stitched; fill them up to a multiple of four")
    return tuple(
        ((pages - 2 * sheet, 1 + 2 * sheet), (2 + 2 * sheet, pages - 1 - 2 * sheet)) for sheet in range(pages // 4)
    )
