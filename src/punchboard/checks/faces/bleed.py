"""BLEED001: a colour that touches the trim does not reach the bleed.

What: a background, band or picture ends at the trim. Anything that touches the edge must extend into the bleed: with
``area: bleed``, or as the face's ``ground``.

Why: paper is never cut exactly along the trim. If a background stops there, a white sliver shows.

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
    """Yield a problem for each filled box that ends at the trim or within the bleed, if the face has a bleed."""
    if not face.bleed:
        return
    trim, bleed = face.trim.frame(), face.trim.frame(face.bleed)
    for placed in face.boxes:
        filled = placed.box.fill is not None or placed.content in {"ornament", "picture"}
        if filled and any(-TOUCH < beyond < out - 0.01 for beyond, out in sides_beyond(placed.area, trim, bleed)):
            message = f"box {placed.name!r} of face {face.layout!r} touches the trim but stops short of the bleed"
            hint = f"extend it {face.bleed:g} mm beyond the trim, or keep it {TOUCH:g} mm inside"
            yield Problem(ID, face.place, message, hint)


def sides_beyond(area: Rect, frame: Rect, bleed: Rect) -> Iterator[tuple[float, float]]:
    """Yield, for each side, how far an area and the bleed go beyond a frame."""
    yield frame.x - area.x, frame.x - bleed.x
    yield frame.y - area.y, frame.y - bleed.y
    yield area.right - frame.right, bleed.right - frame.right
    yield area.bottom - frame.bottom, bleed.bottom - frame.bottom
