"""Arrangement of objects in rows on a virtual table, without overlaps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from punchboard.geometry import Point, Size

GAP: Final = 0.6
"""Space between objects, in the table's units."""


def row_centres(footprints: Sequence[Size], width: float) -> tuple[Point, ...]:
    """Return the centres of objects in rows, filled from the left and from top to bottom; y points down.

    Args:
        footprints: the area that each object takes.
        width: the width of a row; a wider object gets its own row.
    """
    centres: list[Point] = []
    x = y = row_height = 0.0
    for size in footprints:
        if x and x + size.width > width:
            x, y, row_height = 0.0, y + row_height + GAP, 0.0
        centres.append(Point(x + size.width / 2, y + size.height / 2))
        x, row_height = x + size.width + GAP, max(row_height, size.height)
    return tuple(centres)
