"""Remainders share a sheet: a block of places for each, blocks on shelves that straight cuts part. Lengths in mm."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from punchboard.compose.sheets.imposition import GridRequest, Plan, Slot, grid_slots, min_gap
from punchboard.geometry import Point, Rect, Size
from punchboard.model.layout.trim import Trim

_TOLERANCE = 0.001


class CompactBlock(NamedTuple):
    """Places for some components of one trim, as low as they can lie; the origin is their top left corner."""

    trim: Trim
    gap: float
    size: Size
    slots: tuple[Slot, ...]

    def plan_at(self, paper: Size, at: Point) -> Plan:
        """Return the places on a paper, with the block's top left corner there."""
        slots = tuple(Slot(Point(x + at.x, y + at.y), turn) for (x, y), turn in self.slots)
        return Plan(paper, self.trim, self.gap, slots)


class PlacedBlock(NamedTuple):
    """Which block lies there, and its top left corner."""

    block: int
    at: Point


@lru_cache(maxsize=256)
def compact_block(
    trim: Trim, count: int, gap: float, room: Size, turns: tuple[int, ...] = (0, 90)
) -> CompactBlock | None:
    """Return the lowest block of so many places, the narrowest of those; None when they need more than the room."""
    gap = min_gap(trim, gap)
    blocks = [block for turn in turns for block in _blocks(trim, count, gap, room, turn)]
    return min(blocks, key=lambda block: (round(block.size.height, 2), round(block.size.width, 2)), default=None)


def _blocks(trim: Trim, count: int, gap: float, room: Size, turn: int) -> Iterator[CompactBlock]:
    """Yield a block for each number of columns that has the room, as high as it must be."""
    step = (trim.size.turned() if turn else trim.size).width * (0.75 if trim.form == "hex" else 1)
    area = Rect(0, 0, *room)
    for columns in range(1, min(count, int(room.width / step) + 1) + 1):
        rows = -(-count // columns)
        for more in (0, 1, 2):  # every other row of hexagons has one less
            slots = grid_slots(trim, gap, area, turn, GridRequest(columns, rows + more))
            if len(slots) >= count:
                break
        if len(slots) >= count:
            yield _at_origin(Plan(room, trim, gap, slots[:count]))


def _at_origin(found: Plan) -> CompactBlock:
    x, y, width, height = found.block
    slots = tuple(Slot(Point(slot.middle.x - x, slot.middle.y - y), slot.turn) for slot in found.slots)
    return CompactBlock(found.trim, found.gap, Size(width, height), slots)


def pack_on_shelves(sizes: Sequence[Size], room: Rect, air: float) -> tuple[tuple[PlacedBlock, ...], ...]:
    """Return where blocks lie, sheet by sheet: the highest first, each on the first shelf that has the room.

    Blocks stand ``air`` apart. Shelves lie one below another in the middle of the room, and the blocks of a shelf side
    by side in the middle of it. Each block alone must fit in the room.
    """
    sheets: list[list[_Shelf]] = []
    for block in sorted(range(len(sizes)), key=lambda index: -sizes[index].height):
        _add_block(block, sizes[block], sheets, room, air)
    return tuple(tuple(_placed_blocks(shelves, sizes, room, air)) for shelves in sheets)


class _Shelf:
    """A row of blocks; its height is that of the first."""

    def __init__(self, height: float) -> None:
        self.height, self.width = height, 0.0
        self.blocks: list[int] = []

    def has_room_for(self, size: Size, room: Rect, air: float) -> bool:
        return size.height <= self.height + _TOLERANCE and self.width + air + size.width <= room.width + _TOLERANCE

    def add(self, block: int, width: float, air: float) -> None:
        self.width += width + (air if self.blocks else 0.0)
        self.blocks.append(block)


def _add_block(block: int, size: Size, sheets: list[list[_Shelf]], room: Rect, air: float) -> None:
    """Add a block to the first shelf that takes it, or on a new shelf of the first sheet that has the height."""
    for shelves in sheets:
        shelf = next((shelf for shelf in shelves if shelf.has_room_for(size, room, air)), None)
        if shelf is None and sum(other.height + air for other in shelves) + size.height <= room.height + _TOLERANCE:
            shelf = _Shelf(size.height)
            shelves.append(shelf)
        if shelf is not None:
            shelf.add(block, size.width, air)
            return
    sheets.append([_Shelf(size.height)])
    sheets[-1][0].add(block, size.width, air)


def _placed_blocks(shelves: Sequence[_Shelf], sizes: Sequence[Size], room: Rect, air: float) -> Iterator[PlacedBlock]:
    y = room.centre.y - (sum(shelf.height for shelf in shelves) + (len(shelves) - 1) * air) / 2
    for shelf in shelves:
        x = room.centre.x - shelf.width / 2
        for block in shelf.blocks:
            yield PlacedBlock(block, Point(x, y))
            x += sizes[block].width + air
        y += shelf.height + air
