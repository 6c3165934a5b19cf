"""Fold, trim and staple marks on the sheets of a booklet. Outlines in mm."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from punchboard.geometry import Outline, Point, Rect, polyline

_LENGTH: Final = 4.0
"""Length in mm of a mark where there is space."""

_MIN_LENGTH: Final = 1.0
"""Length in mm of the shortest mark; where there is less space, no mark is drawn."""

_STAND_OFF: Final = 0.4
"""Mm between a mark and the bleed, or the trim where the space beyond the bleed is too short."""

_STAPLE: Final = 12.0
"""Length in mm of a staple, along the fold."""

_PointAt = Callable[[float], Point]


def fold_marks(spread: Rect, area: Rect, bleed: float) -> Iterator[Outline]:
    """Yield fold marks above and below a spread, outside its trim, where there is space.

    Args:
        spread: the trim of two pages, left and right of the fold in the middle of the area.
        area: the part of the paper for this spread.
        bleed: how far pages are printed beyond their trim; marks stand beyond the bleed where the area is large enough.
    """
    at = partial(_on_vertical, area.centre.x)
    yield from _mark_outside(spread.y, area.y, -1, bleed, at)
    yield from _mark_outside(spread.bottom, area.bottom, 1, bleed, at)


def trim_marks(spread: Rect, area: Rect, bleed: float) -> Iterator[Outline]:
    """Yield marks at both ends of each cut that trims the area down to the spread.

    Marks stand outside the trim. Where the trim reaches the paper's edge, they lie on the cut itself.
    """
    for y, edge in ((spread.y, area.y), (spread.bottom, area.bottom)):
        if abs(y - edge) >= _MIN_LENGTH:
            yield _cut_end_mark(spread.x, area.x, -1, bleed, partial(_on_horizontal, y))
            yield _cut_end_mark(spread.right, area.right, 1, bleed, partial(_on_horizontal, y))
    for x, edge in ((spread.x, area.x), (spread.right, area.right)):
        if abs(x - edge) >= _MIN_LENGTH:
            yield _cut_end_mark(spread.y, area.y, -1, bleed, partial(_on_vertical, x))
            yield _cut_end_mark(spread.bottom, area.bottom, 1, bleed, partial(_on_vertical, x))


def staple_marks(spread: Rect, fold: float) -> Iterator[Outline]:
    """Yield two staples on the fold at x = ``fold``, each a quarter of the spread's height from its head or foot."""
    for y in (spread.y + spread.height / 4, spread.bottom - spread.height / 4):
        yield polyline([(fold, y - _STAPLE / 2), (fold, y + _STAPLE / 2)])


def _on_horizontal(y: float, along: float) -> Point:
    return Point(along, y)


def _on_vertical(x: float, along: float) -> Point:
    return Point(x, along)


def _mark_outside(inner: float, outer: float, direction: int, bleed: float, at: _PointAt) -> Iterator[Outline]:
    """Yield a mark between the trim (``inner``) and the edge of the area (``outer``), beyond the bleed if it fits."""
    free = (outer - inner) * direction
    start = max(_STAND_OFF, min(bleed + _STAND_OFF, free - _MIN_LENGTH))
    length = min(_LENGTH, free - start)
    if length >= _MIN_LENGTH - 1e-6:
        yield polyline([at(inner + direction * start), at(inner + direction * (start + length))])


def _cut_end_mark(inner: float, outer: float, direction: int, bleed: float, at: _PointAt) -> Outline:
    """Return the mark at one end of a cut: outside the trim or, where there is no space, on the cut itself."""
    outside = next(_mark_outside(inner, outer, direction, bleed, at), None)
    return outside or polyline([at(outer), at(outer - direction * _LENGTH)])
