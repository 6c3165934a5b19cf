"""Sheets shared by components of several sizes: one block for each size, packed in rows ("shelves"). Lengths in mm.

Straight cuts separate the shelves and the blocks on them.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Final, NamedTuple

from punchboard.compose.sheets.imposition import GridRequest, Plan, Slot, grid_slots, min_gap
from punchboard.geometry import Point, Rect, Size
from punchboard.model.layout.trim import Trim

_TOLERANCE = 0.001

_SHARE_OF_STEP: Final[Mapping[str, float]] = MappingProxyType({"hex": 0.75, "triangle": 0.5})
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


def _at_origin(found: Plan) -> CompactBlock:
    x, y, width, height = found.block
    slots = tuple(Slot(Point(slot.middle.x - x, slot.middle.y - y), slot.turn) for slot in found.slots)
    return CompactBlock(found.trim, found.gap, Size(width, height), slots)


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
        return size.height <= self.height + _TOLERANCE and self.width + spacing + size.width <= room.width + _TOLERANCE

    def add(self, block: int, width: float, spacing: float) -> None:
        self.width += width + (spacing if self.blocks else 0.0)
        self.blocks.append(block)


def _add_block(block: int, size: Size, sheets: list[list[_Shelf]], room: Rect, spacing: float) -> None:
    """Add a block to the first shelf with space, else to a new shelf on the first sheet that is high enough."""
    for shelves in sheets:
        shelf = next((shelf for shelf in shelves if shelf.has_room_for(size, room, spacing)), None)
        if shelf is None and sum(other.height + spacing for other in shelves) + size.height <= room.height + _TOLERANCE:
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
    y = room.centre.y - (sum(shelf.height for shelf in shelves) + (len(shelves) - 1) * spacing) / 2
    for shelf in shelves:
        x = room.centre.x - shelf.width / 2
        for block in shelf.blocks:
            yield PlacedBlock(block, Point(x, y))
            x += sizes[block].width + spacing
        y += shelf.height + spacing
