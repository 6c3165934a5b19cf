"""Tables in columns beside one another, each column as wide as it needs, all as level as they can be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from typing import Final

from punchboard.compose.text.blocks import Table
from punchboard.compose.text.layout.blocks import block_slabs
from punchboard.compose.text.layout.column import Figure, Look, Slab, stacked_height, stacked_items
from punchboard.compose.text.layout.tables import natural_width
from punchboard.scene import Item

GUTTER: Final = 6.0
"""Mm between two columns."""

_PARTS: Final = 20
_LEAST: Final = 4
"""Where not all columns can be as wide as they want, each has at least so many of so many parts of the room."""


def column_slabs(tables: Sequence[Table], columns: int, width: float, look: Look) -> Iterator[Slab]:
    """Yield few tables in columns, as one slab that floats as a figure does; in one column as ever.

    The first table stands at the top of the first column, and each column keeps the order of its tables.
    """
    count = min(columns, len(tables))
    if count < 2:
        yield from block_slabs(tables, width, look)
        return
    needs = [natural_width(table, look) for table in tables]
    room = width - (count - 1) * GUTTER
    laid = cache(lambda index, column: tuple(block_slabs((tables[index],), column, look)))
    found: list[_Columns] = []
    for dealt in _deals(len(tables), count):
        wanted = [max(needs[index] for index in column) for column in dealt]
        for widths in _shares(wanted, room):
            stacks = [
                [slab for index in column for slab in laid(index, w)] for column, w in zip(dealt, widths, strict=True)
            ]
            found.append(_Columns(stacks, widths))
    yield min(found, key=lambda one: one.cost).slab()


def stacked_figure(laid: Sequence[Slab], width: float) -> Figure:
    """Return slabs one under another as a figure, which can have a caption."""
    return Figure(width, stacked_height(laid), lambda x, y: stacked_items(laid, x, y))


def _deals(tables: int, columns: int) -> Iterator[list[list[int]]]:
    """Yield each way to deal tables to columns of which none is empty, and each begins later than the one before."""
    for rest in product(range(columns), repeat=tables - 1):
        choice = (0, *rest)
        dealt = [[index for index, place in enumerate(choice) if place == column] for column in range(columns)]
        if all(dealt) and dealt == sorted(dealt):
            yield dealt


def _shares(wanted: Sequence[float], room: float) -> Iterator[tuple[float, ...]]:
    """Yield widths of columns: what each wants where there is room for all, else several ways to give less."""
    spare = room - sum(wanted)
    if spare >= 0:
        yield tuple(want + spare / len(wanted) for want in wanted)
        return
    for parts in product(range(_LEAST, _PARTS), repeat=len(wanted)):
        if sum(parts) == _PARTS:
            yield tuple(room * part / _PARTS for part in parts)
    for whole in product((True, False), repeat=len(wanted)):
        rest = room - sum(want for want, kept in zip(wanted, whole, strict=True) if kept)
        if not all(whole) and rest > 0:
            yield tuple(want if kept else rest / whole.count(False) for want, kept in zip(wanted, whole, strict=True))


_FILLED: Final = 0.25
"""What a mm of a column counts beside a mm of the whole: a wider column with fewer lines is worth a little height."""


class _Columns:
    """Stacks of slabs that stand beside one another, and their widths."""

    def __init__(self, stacks: Sequence[Sequence[Slab]], widths: Sequence[float]) -> None:
        self._stacks, self._widths = stacks, widths
        self._height = max(map(stacked_height, stacks))

    @property
    def cost(self) -> tuple[float, float]:
        """How bad it is: text that runs out of its column; then height, and a little how much of it is filled."""
        return round(self._wide, 3), self._height + sum(map(stacked_height, self._stacks)) * _FILLED

    @property
    def _wide(self) -> float:
        return max(slab.overflow_width for stack in self._stacks for slab in stack)

    def slab(self) -> Slab:
        """Return all columns as one slab."""
        return Slab(
            self._height,
            self._draw,
            space_before=max(stack[0].space_before for stack in self._stacks),
            space_after=max(stack[-1].space_after for stack in self._stacks),
            can_float=True,
            overflow_width=self._wide,
        )

    def _draw(self, x: float, y: float) -> Iterator[Item]:
        for stack, width in zip(self._stacks, self._widths, strict=True):
            yield from stacked_items(stack, x, y)
            x += width + GUTTER
