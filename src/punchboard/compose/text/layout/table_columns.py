"""Tables side by side in columns, with widths that make the columns about equally high."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from typing import Final

from punchboard.compose.text.blocks import Table
from punchboard.compose.text.layout.block_layout import block_slabs
from punchboard.compose.text.layout.column import Figure, Look, Slab, stacked_height, stacked_items
from punchboard.compose.text.layout.document_parts import in_part
from punchboard.compose.text.layout.table_layout import natural_width
from punchboard.scene import Element, Item

GUTTER: Final = 6.0
"""Space in mm between two columns."""

_PARTS: Final = 20
_MIN_PARTS: Final = 4
"""Where columns do not all get their natural width, each gets at least ``_MIN_PARTS`` of ``_PARTS`` of the width."""


def column_slabs(tables: Sequence[Table], columns: int, width: float, look: Look) -> Iterator[Slab]:
    """Yield the tables in columns, as one floating slab; for fewer than two columns, as ordinary slabs.

    The first table is at the top of the first column, and each column keeps the order of its tables. All
    distributions are tried, so there should be few tables.
    """
    count = min(columns, len(tables))
    if count < 2:
        yield from block_slabs(tables, width, look)
        return
    needs = [natural_width(table, look) for table in tables]
    room = width - (count - 1) * GUTTER
    table_slabs = cache(
        lambda index, column: tuple(in_part(block_slabs((tables[index],), column, look), Element("Div", index)))
    )
    candidates: list[_Columns] = []
    for distribution in _distributions(len(tables), count):
        natural = [max(needs[index] for index in column) for column in distribution]
        for widths in _column_widths(natural, room):
            stacks = [
                [slab for index in column for slab in table_slabs(index, w)]
                for column, w in zip(distribution, widths, strict=True)
            ]
            candidates.append(_Columns(stacks, widths))
    yield min(candidates, key=lambda layout: layout.cost).slab()


def stacked_figure(slabs: Sequence[Slab], width: float) -> Figure:
    """Return stacked slabs as a figure, which can have a caption."""
    return Figure(width, stacked_height(slabs), lambda x, y: stacked_items(slabs, x, y))


def _distributions(tables: int, columns: int) -> Iterator[list[list[int]]]:
    """Yield each distribution of tables over columns in which no column is empty and first tables are in order."""
    for rest in product(range(columns), repeat=tables - 1):
        choice = (0, *rest)
        distribution = [[index for index, place in enumerate(choice) if place == column] for column in range(columns)]
        if all(distribution) and distribution == sorted(distribution):
            yield distribution


def _column_widths(natural: Sequence[float], room: float) -> Iterator[tuple[float, ...]]:
    """Yield possible column widths: the natural ones where they all fit, otherwise several ways to share ``room``."""
    spare = room - sum(natural)
    if spare >= 0:
        yield tuple(wanted + spare / len(natural) for wanted in natural)
        return
    for parts in product(range(_MIN_PARTS, _PARTS), repeat=len(natural)):
        if sum(parts) == _PARTS:
            yield tuple(room * part / _PARTS for part in parts)
    for whole in product((True, False), repeat=len(natural)):
        rest = room - sum(wanted for wanted, is_whole in zip(natural, whole, strict=True) if is_whole)
        if not all(whole) and rest > 0:
            yield tuple(
                wanted if is_whole else rest / whole.count(False)
                for wanted, is_whole in zip(natural, whole, strict=True)
            )


_FILL_WEIGHT: Final = 0.25
"""Weight of the columns' own heights against the height of the whole: prefers columns with fewer lines."""


class _Columns:
    """Stacks of slabs side by side, and their widths."""

    def __init__(self, stacks: Sequence[Sequence[Slab]], widths: Sequence[float]) -> None:
        self._stacks, self._widths = stacks, widths
        self._height = max(map(stacked_height, stacks))

    @property
    def cost(self) -> tuple[float, float]:
        """What to minimise: text wider than its column first, then height and, with less weight, the filled height."""
        return round(self._wide, 3), self._height + sum(map(stacked_height, self._stacks)) * _FILL_WEIGHT

    @property
    def _wide(self) -> float:
        return max(slab.overflow_width for stack in self._stacks for slab in stack)

    def slab(self) -> Slab:
        """Return all columns as one floating slab."""
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
