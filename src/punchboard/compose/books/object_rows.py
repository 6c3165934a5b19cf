"""Spreading things out over a table, so that nothing lies on anything else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from punchboard.geometry import Point, Size

GAP: Final = 0.6
"""Between things, in the table's units."""


def row_centres(footprints: Sequence[Size], width: float) -> tuple[Point, ...]:
    """Return the middles of things laid in rows from the left, rows one below another; y points down.

    Args:
        footprints: the room that each takes.
        width: rows end here; a thing wider than that has a row of its own.
    """
    middles: list[Point] = []
    x = y = deep = 0.0
    for size in footprints:
        if x and x + size.width > width:
            x, y, deep = 0.0, y + deep + GAP, 0.0
        middles.append(Point(x + size.width / 2, y + size.height / 2))
        x, deep = x + size.width + GAP, max(deep, size.height)
    return tuple(middles)
