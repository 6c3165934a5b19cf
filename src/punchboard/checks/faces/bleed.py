"""BLEED001: a colour that touches the trim does not reach the bleed.

What: a ground, band or picture ends at the trim. What touches the edge must run on to the bleed: with ``area: bleed``,
or as the face's ``ground``.

Why: paper is cut a little off; where a ground stops at the trim, a white sliver shows.

Bad: ``band: {at: [0, 0], size: [63.5, 12], fill: ink}``.

Good: ``band: {at: [-3, -3], size: [69.5, 15], fill: ink}``.
"""

from collections.abc import Iterator

from punchboard.geometry import Rect
from punchboard.model.layout.face import Face
from punchboard.problem import Problem

ID = "BLEED001"

TOUCH = 0.3
"""Mm within which an edge counts as touching the trim."""


def check(face: Face) -> Iterator[Problem]:
    """Yield a problem for each filled box that ends at the trim, or between trim and bleed; none without a bleed."""
    if not face.bleed:
        return
    trim, bleed = face.trim.frame(), face.trim.frame(face.bleed)
    for placed in face.boxes:
        filled = placed.box.fill is not None or placed.content in {"ornament", "picture"}
        if filled and any(_stops(*sides) for sides in _sides(placed.area, trim, bleed)):
            yield Problem(
                ID,
                face.place,
                f"box {placed.name!r} of face {face.layout!r} touches the trim and stops short of the bleed",
                f"let it run out {face.bleed:g} mm over the trim, or keep it {TOUCH:g} mm inside",
            )


def _sides(area: Rect, trim: Rect, bleed: Rect) -> Iterator[tuple[float, float]]:
    """Yield for each side how far the box goes beyond the trim, and how far the bleed does."""
    yield trim.x - area.x, trim.x - bleed.x
    yield trim.y - area.y, trim.y - bleed.y
    yield area.right - trim.right, bleed.right - trim.right
    yield area.bottom - trim.bottom, bleed.bottom - trim.bottom


def _stops(beyond: float, bleed: float) -> bool:
    return -TOUCH < beyond < bleed - 0.01
