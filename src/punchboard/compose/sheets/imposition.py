"""Imposition: which component lies where on a sheet, front and back; one or several sizes. Pure geometry in mm.

Straight cuts separate the shelves and the blocks on them.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, reduce
from math import fsum
from typing import Final, NamedTuple

from punchboard.geometry import Affine, Point, Rect, Size
from punchboard.model.layout.trim import Trim

_TOLERANCE = 0.01
"""Lengths in mm that differ by less count as equal: far below what is visible, far above rounding errors."""

CIRCLE_GAP: Final = 3.0
"""The least gap in mm between circles: a round cut cannot be shared, and each circle needs bleed all round."""

_SLANT: Final = 2 / 3**0.5
"""The distance in a row across a gap between slanted sides of triangles, relative to the gap."""


class Slot(NamedTuple):
    """A place for one component on a sheet: the centre of its trim, and its rotation in degrees clockwise."""

    middle: Point
    turn: int = 0

    def transform(self, trim: Trim) -> Affine:
        """Return the transform onto the sheet of a face whose origin is its trim's top left corner."""
        centre = trim.frame().centre
        return Affine.move(self.middle.x - centre.x, self.middle.y - centre.y) @ Affine.turn(self.turn, centre)


class Plan(NamedTuple):
    """The slots of a sheet in reading order, for components of one trim."""

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
        """The number of columns and of rows; with interlocking hexagons, of the longest ones."""
        turned = self.trim.form == "hex" and self.slots[0].turn  # every other column is half a step lower
        lines = Counter(round(slot.middle.x if turned else slot.middle.y, 2) for slot in self.slots)
        most, count = max(lines.values()), len(lines)
        return (count, most) if turned else (most, count)

    @lru_cache(maxsize=64)  # noqa: B019 - a plan is a small value; the sheets of a deck share a few of them
    def back_plan(self, flip: str = "long edge") -> "Plan":
        """Return the plan of the backs: back k lies behind front k once the sheet is flipped on this edge."""
        width, height = self.paper
        if flip == "long edge":
            slots = [Slot(Point(width - x, y), -turn % 360) for (x, y), turn in self.slots]
        else:
            slots = [Slot(Point(x, height - y), (180 - turn) % 360) for (x, y), turn in self.slots]
        return self._replace(slots=tuple(slots))


@lru_cache(maxsize=64)
def _block(slots: tuple[Slot, ...], trim: Trim) -> Rect:
    """Return the rectangle round the trims of slots; cached, as every page of a pattern needs it."""
    return reduce(Rect.union, [slot_frame(slot, trim) for slot in slots])


def slot_frame(slot: Slot, trim: Trim) -> Rect:
    """Return the upright rectangle round the trim as it lies in a slot."""
    return slot.transform(trim).bounds(trim.frame())


class GridRequest(NamedTuple):
    """The columns and rows that a sheet layout requests; None for as many as fit."""

    columns: int | None = None
    rows: int | None = None


ANY_GRID: Final = GridRequest()


def plan_slots(
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
    """Return the plan with the most slots; None when no component fits, or fewer than requested.

    Rectangles and circles form a grid, upright or rotated; hexagons interlock in rows, points or flat sides up;
    triangles stand upright and upside down by turns. Circles never touch, as they are cut out one by one.

    Args:
        paper: the whole sheet.
        trim: the trim of the components.
        gap: mm between neighbours.
        margin: mm at all four edges of the paper that trims stay out of.
        room: the part of the paper for trims, in place of a margin; the slots are centred in it.
        requested: columns and rows, as seen on the sheet.
        keep_out: rectangles that no trim may touch, such as registration marks; to keep bleed out of them, grow them.
        turns: the allowed rotations in degrees; of rotations with equally many slots, the first is used.
    """
    gap = min_gap(trim, gap)
    whole = room or Rect(0, 0, *paper).shrink(margin)
    candidates = (
        _unobstructed(grid_slots(trim, gap, area, turn, requested), trim, keep_out)
        for area in _candidate_areas(whole, keep_out)
        for turn in turns
    )
    fullest = max(candidates, key=len)
    return Plan(paper, trim, gap, fullest) if fullest else None


def min_gap(trim: Trim, gap: float) -> float:
    """Return the gap in mm between neighbours of a trim: the layout's, or a larger one that circles need."""
    return max(gap, CIRCLE_GAP) if trim.form == "circle" else gap


def grid_slots(trim: Trim, gap: float, room: Rect, turn: int, requested: GridRequest = ANY_GRID) -> tuple[Slot, ...]:
    """Return slots for a trim, all with one rotation, centred in a room; empty when the request does not fit."""
    interlocked = {"hex": _hexagons, "triangle": _triangles}.get(trim.form)
    if interlocked is None:
        slots = _grid(room.size, trim, gap, turn, requested)
    elif turn:  # laid out upright in the turned room, then turned back
        upright = interlocked(room.size.turned(), trim, gap, GridRequest(requested.rows, requested.columns))
        slots = tuple(Slot(Point(room.width - y, x), turned + 90) for (x, y), turned in upright)
    else:
        slots = interlocked(room.size, trim, gap, requested)
    return tuple(Slot(Point(x + room.x, y + room.y), turned) for (x, y), turned in slots)


def clear_area(room: Rect, keep_out: Sequence[Rect], *, across: bool) -> Rect:
    """Return a room without its keep-out rectangles, narrowed from the sides (``across``) or from top and bottom."""
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
    """Yield the areas that may hold the most slots: the whole room, and its parts between keep-out rectangles."""
    yield room
    if keep_out:
        yield clear_area(room, keep_out, across=False)
        yield clear_area(room, keep_out, across=True)


def _unobstructed(slots: tuple[Slot, ...], trim: Trim, keep_out: Sequence[Rect]) -> tuple[Slot, ...]:
    if not keep_out:
        return slots
    return tuple(slot for slot in slots if not any(map(slot_frame(slot, trim).shrink(_TOLERANCE).overlap, keep_out)))


def _count(room: float, size: float, step: float, requested: int | None) -> int:
    """Return how many components to place in a line: the requested number, else all that fit; 0 if it does not fit."""
    fits = int((room - size + _TOLERANCE) / step) + 1 if room + _TOLERANCE >= size else 0
    return fits if requested is None else requested if requested <= fits else 0


def _grid(room: Size, trim: Trim, gap: float, turn: int, requested: GridRequest) -> tuple[Slot, ...]:
    width, height = trim.size.turned() if turn else trim.size
    columns = _count(room.width, width, width + gap, requested.columns)
    rows = _count(room.height, height, height + gap, requested.rows)
    left = (room.width - columns * width - (columns - 1) * gap) / 2
    top = (room.height - rows * height - (rows - 1) * gap) / 2
    return tuple(
        Slot(Point(left + width / 2 + column * (width + gap), top + height / 2 + row * (height + gap)), turn)
        for row in range(rows)
        for column in range(columns)
    )


def _hexagons(room: Size, trim: Trim, gap: float, requested: GridRequest) -> tuple[Slot, ...]:
    """Return slots in interlocking rows: every other row is shifted by half a step, and one shorter if needed."""
    flats, points = trim.size
    step = flats + gap
    columns = _count(room.width, flats, step, requested.columns)
    shifted = columns if room.width + _TOLERANCE >= columns * step - gap + step / 2 else columns - 1
    drop = points * 0.75 + gap * 0.866 if shifted else points + gap  # single columns do not interlock
    rows = _count(room.height, points, drop, requested.rows) if columns else 0
    block = columns * step - gap + (step / 2 if shifted == columns and rows > 1 else 0)
    left = (room.width - block) / 2 + flats / 2
    top = (room.height - points - (rows - 1) * drop) / 2 + points / 2
    return tuple(
        Slot(Point(left + (step / 2 if row % 2 and shifted else 0) + column * step, top + row * drop))
        for row in range(rows)
        for column in range(shifted if row % 2 and shifted else columns)
    )


def _triangles(room: Size, trim: Trim, gap: float, requested: GridRequest) -> tuple[Slot, ...]:
    """Return slots in rows in which triangles stand upright and upside down by turns, bases against bases."""
    side, height = trim.size
    step, drop = side / 2 + gap * _SLANT, height + gap
    columns = _count(room.width, side, step, requested.columns)
    rows = _count(room.height, height, drop, requested.rows)
    left = (room.width - (columns - 1) * step) / 2
    top = (room.height - (rows - 1) * drop) / 2
    return tuple(
        Slot(Point(left + column * step, top + row * drop), 180 * ((row + column) % 2))
        for row in range(rows)
        for column in range(columns)
    )


_SLACK = 0.001

_SHARE_OF_STEP: Final[Mapping[str, float]] = {"hex": 0.75, "triangle": 0.5}
"""The least distance between columns of interlocking shapes, as a share of their width."""


class CompactBlock(NamedTuple):
    """Slots for components of one trim, in the lowest block that holds them; the origin is its top left corner."""

    trim: Trim
    gap: float
    size: Size
    slots: tuple[Slot, ...]

    def plan_at(self, paper: Size, at: Point) -> Plan:
        """Return the block's slots on a paper, with its top left corner at a point."""
        slots = tuple(Slot(Point(x + at.x, y + at.y), turn) for (x, y), turn in self.slots)
        return Plan(paper, self.trim, self.gap, slots)


class PlacedBlock(NamedTuple):
    """The index of a block, and its top left corner on the sheet."""

    block: int
    at: Point


@lru_cache(maxsize=256)
def compact_block(
    trim: Trim, count: int, gap: float, room: Size, turns: tuple[int, ...] = (0, 90)
) -> CompactBlock | None:
    """Return the lowest block of ``count`` slots, the narrowest of equally low ones; None if none fits the room."""
    gap = min_gap(trim, gap)
    blocks = [block for turn in turns for block in _blocks(trim, count, gap, room, turn)]
    return min(blocks, key=lambda block: (round(block.size.height, 2), round(block.size.width, 2)), default=None)


def _blocks(trim: Trim, count: int, gap: float, room: Size, turn: int) -> Iterator[CompactBlock]:
    """Yield a block for each number of columns that fits, as low as possible."""
    step = (trim.size.turned() if turn else trim.size).width * _SHARE_OF_STEP.get(trim.form, 1)
    area = Rect(0, 0, *room)
    for columns in range(1, min(count, int(room.width / step) + 1) + 1):
        rows = -(-count // columns)
        for more in (0, 1, 2):  # every other row of hexagons may be one shorter
            slots = grid_slots(trim, gap, area, turn, GridRequest(columns, rows + more))
            if len(slots) >= count:
                break
        if len(slots) >= count:
            yield _at_origin(Plan(room, trim, gap, slots[:count]))


def _at_origin(plan: Plan) -> CompactBlock:
    x, y, width, height = plan.block
    slots = tuple(Slot(Point(slot.middle.x - x, slot.middle.y - y), slot.turn) for slot in plan.slots)
    return CompactBlock(plan.trim, plan.gap, Size(width, height), slots)


def pack_on_shelves(sizes: Sequence[Size], room: Rect, spacing: float) -> tuple[tuple[PlacedBlock, ...], ...]:
    """Return the positions of blocks, sheet by sheet: the highest block first, each on the first shelf with space.

    Shelves lie one below another, and the blocks of a shelf side by side, all ``spacing`` apart and centred in the
    room. Each block must fit in the room by itself.
    """
    sheets: list[list[_Shelf]] = []
    for block in sorted(range(len(sizes)), key=lambda index: -sizes[index].height):
        _add_block(block, sizes[block], sheets, room, spacing)
    return tuple(tuple(_placed_blocks(shelves, sizes, room, spacing)) for shelves in sheets)


class _Shelf:
    """A row of blocks, as high as its first block."""

    def __init__(self, height: float) -> None:
        self.height, self.width = height, 0.0
        self.blocks: list[int] = []

    def has_room_for(self, size: Size, room: Rect, spacing: float) -> bool:
        return size.height <= self.height + _SLACK and self.width + spacing + size.width <= room.width + _SLACK

    def add(self, block: int, width: float, spacing: float) -> None:
        self.width += width + (spacing if self.blocks else 0.0)
        self.blocks.append(block)


def _add_block(block: int, size: Size, sheets: list[list[_Shelf]], room: Rect, spacing: float) -> None:
    """Add a block to the first shelf with space, else to a new shelf on the first sheet that is high enough."""
    for shelves in sheets:
        shelf = next((shelf for shelf in shelves if shelf.has_room_for(size, room, spacing)), None)
        if shelf is None and fsum(other.height + spacing for other in shelves) + size.height <= room.height + _SLACK:
            shelf = _Shelf(size.height)
            shelves.append(shelf)
        if shelf is not None:
            shelf.add(block, size.width, spacing)
            return
    sheets.append([_Shelf(size.height)])
    sheets[-1][0].add(block, size.width, spacing)


def _placed_blocks(
    shelves: Sequence[_Shelf], sizes: Sequence[Size], room: Rect, spacing: float
) -> Iterator[PlacedBlock]:
    y = room.centre.y - (fsum(shelf.height for shelf in shelves) + (len(shelves) - 1) * spacing) / 2
    for shelf in shelves:
        x = room.centre.x - shelf.width / 2
        for block in shelf.blocks:
            yield PlacedBlock(block, Point(x, y))
            x += sizes[block].width + spacing
        y += shelf.height + spacing
