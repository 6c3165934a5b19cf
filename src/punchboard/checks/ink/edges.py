"""The edges of a drawn area, grouped into bands of height so that a small part of it can be checked quickly.

Drawings have thousands of curves, and a line of text lies over only a few of them. A curve is split into straight
pieces when its band is first needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Final

from punchboard.checks.ink.outline_parts import Edge, Part, parts_of, straight_edges
from punchboard.geometry import Affine, Outline, Rect

Band = tuple[float, float, list[Edge]]
"""A range of y, and the edges that reach into it."""

CornerCut = tuple[float, float, float, float]
"""Bounds on the corners of an area: the least and greatest x + y, and the least and greatest x - y."""

_MAX_UNBANDED: Final = 16
"""Outlines with at most this many parts have no bands."""

_BAND: Final = 2.0
"""The height of a band in mm."""

_TALL_PART: Final = 0.5
"""A range of y taller than this part of the whole height is checked without bands."""


class Edges:
    """The edges of an outline. A point that they wind around is inside (an odd number of times, with ``even_odd``)."""

    def __init__(self, parts: Sequence[Part], *, even_odd: bool = False) -> None:
        self.even_odd = even_odd
        self._parts = parts
        self._all: list[Edge] | None = None
        self._tall = -1.0 if len(parts) <= _MAX_UNBANDED else _TALL_PART * _height(parts)
        self._top = 0.0
        self._parts_of_bands: list[Sequence[Part]] = []
        self._bands: list[list[Edge] | None] = []

    @cached_property
    def corner_cut(self) -> CornerCut:
        """How far the corners of the rectangle around the edges can be cut off."""
        edges = self._all_edges()
        sums = [x0 + y0 for x0, y0, _, _, _ in edges] + [x1 + y1 for _, _, x1, y1, _ in edges]
        gaps = [x0 - y0 for x0, y0, _, _, _ in edges] + [x1 - y1 for _, _, x1, y1, _ in edges]
        return min(sums), max(sums), min(gaps), max(gaps)

    def bands(self, top: float, bottom: float) -> Iterator[Band]:
        """Yield the bands that reach into a range of y, each with the part of the range that it covers."""
        if self._is_unbanded(top, bottom):
            yield top, bottom, self._all_edges()
            return
        for band in self._band_numbers(top, bottom):
            start, end = self._top + band * _BAND, self._top + (band + 1) * _BAND
            yield max(top, start), min(bottom, end), self._band(band)

    def _is_unbanded(self, top: float, bottom: float) -> bool:
        """Return whether a range of y is checked without bands."""
        return bottom - top > self._tall

    def _all_edges(self) -> list[Edge]:
        if self._all is None:
            self._all = straight_edges(self._parts)
        return self._all

    def _band_numbers(self, top: float, bottom: float) -> range:
        """Return the numbers of the bands that reach into a range of y."""
        if not self._bands:
            self._top, self._parts_of_bands = _in_bands(self._parts)
            self._bands = [None] * len(self._parts_of_bands)
        last = int((bottom - self._top) // _BAND) + 1
        return range(max(0, int((top - self._top) // _BAND)), min(len(self._bands), last))

    def _band(self, number: int) -> list[Edge]:
        found = self._bands[number]
        if found is None:
            found = self._bands[number] = straight_edges(self._parts_of_bands[number])
        return found

    def _edges_near(self, top: float, bottom: float) -> Iterable[list[Edge]]:
        if self._is_unbanded(top, bottom):
            return (self._all_edges(),)
        return map(self._band, self._band_numbers(top, bottom))

    def may_cross(self, area: Rect, cut: CornerCut | None = None) -> bool:
        """Return whether an edge may run through an area, minus its cut corners."""
        left, top, width, height = area
        right, bottom = left + width, top + height
        for edges in (self._all_edges(),) if height > self._tall else self._edges_near(top, bottom):
            for x0, y0, x1, y1, _ in edges:
                if (
                    y0 < bottom
                    and y1 > top
                    and (x0 < right or x1 < right)
                    and (x0 > left or x1 > left)
                    and (cut is None or _passes_corners(cut, x0, y0, x1, y1))
                ):
                    return True
        return False

    def contains_centre(self, area: Rect) -> bool:
        """Return whether the centre of an area is inside."""
        x, y = area.x + area.width / 2, area.y + area.height / 2
        winding = 0
        for edges in self._edges_near(y, y):
            for x0, y0, x1, y1, sign in edges:
                if sign and y0 <= y < y1 and x0 + (y - y0) * (x1 - x0) / (y1 - y0) < x:
                    winding += sign
        return bool(winding & 1 if self.even_odd else winding)


def _passes_corners(cut: CornerCut, x0: float, y0: float, x1: float, y1: float) -> bool:
    least, most, low, high = cut
    return not (
        (x0 + y0 <= least and x1 + y1 <= least)
        or (x0 + y0 >= most and x1 + y1 >= most)
        or (x0 - y0 <= low and x1 - y1 <= low)
        or (x0 - y0 >= high and x1 - y1 >= high)
    )


def _height(parts: Sequence[Part]) -> float:
    ends = [part[1] for part in parts]
    return max(ends) - min(ends)


def _in_bands(parts: Sequence[Part]) -> tuple[float, list[Sequence[Part]]]:
    """Return the top of all parts, and the parts that reach into each band from there."""
    reaches = [(part, min(part[1::2]), max(part[1::2])) for part in parts]
    first = min([top for _, top, _ in reaches])
    height = max([bottom for _, _, bottom in reaches]) - first
    bands: list[list[Part]] = [[] for _ in range(int(height / _BAND) + 1)]
    for part, top, bottom in reaches:
        for band in range(int((top - first) / _BAND), int((bottom - first) / _BAND) + 1):
            bands[band].append(part)
    return first, list(bands)


@lru_cache(maxsize=1024)
def edges_of(outline: Outline) -> Edges:
    """Return the edges of an outline. They are cached, because many faces share outlines."""
    return Edges(parts_of(outline))


@lru_cache(maxsize=4096)
def placed_edges(outline: Outline, at: Affine, *, even_odd: bool = False, close: bool = True) -> Edges:
    """Return the edges of an outline under a transform. They are cached for faces that clip them differently."""
    return Edges(parts_of(outline, at, close=close), even_odd=even_odd)
