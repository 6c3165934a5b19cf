"""Marks on the sheets of a booklet: where to fold, trim and staple. Outlines in mm."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from punchboard.geometry import Outline, Point, Rect, polyline

_LENGTH: Final = 4.0
"""Mm that a mark is long."""

_MIN_LENGTH: Final = 1.0
"""Mm that a mark is long at least: where there is less room there is none."""

_STAND_OFF: Final = 0.4
"""Mm between a mark and what is printed, or at least the trim, beside it."""

_STAPLE: Final = 12.0
"""Mm of a staple along the fold."""

_PointAt = Callable[[float], Point]


def fold_marks(spread: Rect, room: Rect, bleed: float) -> Iterator[Outline]:
    """Yield marks of the fold at the head and the foot of a spread, outside its trim, where there is room.

    Args:
        spread: the trim of two pages, left and right of the fold in the room's middle.
        room: the part of the paper that the spread has for itself.
        bleed: how far pages are printed beyond their trim; marks stand beyond that, where the room goes so far.
    """
    at = partial(_on_vertical, room.centre.x)
    yield from _mark_outside(spread.y, room.y, -1, bleed, at)
    yield from _mark_outside(spread.bottom, room.bottom, 1, bleed, at)


def trim_marks(spread: Rect, room: Rect, bleed: float) -> Iterator[Outline]:
    """Yield marks of each cut that makes a spread smaller than its room, at both ends of the cut.

    They stand outside the trim; where that is the paper's edge, they lie on the cut itself.
    """
    for y, edge in ((spread.y, room.y), (spread.bottom, room.bottom)):
        if abs(y - edge) >= _MIN_LENGTH:
            yield _cut_end_mark(spread.x, room.x, -1, bleed, partial(_on_horizontal, y))
            yield _cut_end_mark(spread.right, room.right, 1, bleed, partial(_on_horizontal, y))
    for x, edge in ((spread.x, room.x), (spread.right, room.right)):
        if abs(x - edge) >= _MIN_LENGTH:
            yield _cut_end_mark(spread.y, room.y, -1, bleed, partial(_on_vertical, x))
            yield _cut_end_mark(spread.bottom, room.bottom, 1, bleed, partial(_on_vertical, x))


def staple_marks(spread: Rect, fold: float) -> Iterator[Outline]:
    """Yield where two staples lie along a fold: a quarter of its height from head and foot."""
    for y in (spread.y + spread.height / 4, spread.bottom - spread.height / 4):
        yield polyline([(fold, y - _STAPLE / 2), (fold, y + _STAPLE / 2)])


def _on_horizontal(y: float, along: float) -> Point:
    return Point(along, y)


def _on_vertical(x: float, along: float) -> Point:
    return Point(x, along)


def _mark_outside(inner: float, outer: float, away: int, bleed: float, at: _PointAt) -> Iterator[Outline]:
    """Yield a mark from beside the bleed, or at least the trim, away to the edge of the room."""
    free = (outer - inner) * away
    start = max(_STAND_OFF, min(bleed + _STAND_OFF, free - _MIN_LENGTH))
    length = min(_LENGTH, free - start)
    if length >= _MIN_LENGTH - 1e-6:
        yield polyline([at(inner + away * start), at(inner + away * (start + length))])


def _cut_end_mark(inner: float, outer: float, away: int, bleed: float, at: _PointAt) -> Outline:
    """Return the mark at one end of a cut: outside, or, where there is no room, on the end of the cut itself."""
    return next(_mark_outside(inner, outer, away, bleed, at), None) or polyline([at(outer), at(outer - away * _LENGTH)])
