"""FRAME001: text stands nearer than 1 mm to a frame.

A frame is a stroked shape without content of its own (or any box with ``frame: true``). Text close to a line looks
cramped, and touches it when the print is a little off.

Bad: a text box that begins 0.4 mm inside the frame's line.
Good: an ``inset`` of 1.5 mm, or a smaller text box.
"""

from collections.abc import Iterator

from punchboard.geometry import Rect
from punchboard.model.face import Face, PlacedBox
from punchboard.problem import Problem

ID = "FRAME001"

NEAR = 1.0
"""Mm between text and a frame's edge."""

_BAND = NEAR - 0.01


def check(face: Face) -> Iterator[Problem]:
    """Yield a problem for each text that comes too near to an edge of a frame."""
    frames = [box for box in face.boxes if _is_frame(box)]
    texts = [box for box in face.boxes if box.content in {"text", "markdown"} and box.ink is not None]
    for text in texts:
        for frame in frames:
            if text.ink is not None and _too_near(text.ink, frame.area):
                yield Problem(
                    ID,
                    face.place,
                    f"text of box {text.name!r} stands nearer than {NEAR:g} mm to frame {frame.name!r}"
                    f" of face {face.layout!r}",
                    "give the text box an 'inset', or move it",
                )


def _is_frame(placed: PlacedBox) -> bool:
    box = placed.box
    if box.frame is not None:
        return box.frame
    return box.stroke is not None and box.content is None and box.form in {"rectangle", "rounded"} and box.area is None


def _too_near(ink: Rect, frame: Rect) -> bool:
    """Tell whether the text crosses the band of 1 mm on both sides of the frame's edge."""
    left, top = ink.x - frame.x, ink.y - frame.y
    right, bottom = frame.width - left - ink.width, frame.height - top - ink.height
    inside = min(left, top, right, bottom) >= _BAND
    outside = min(left + ink.width, top + ink.height, right + ink.width, bottom + ink.height) <= -_BAND
    return not (inside or outside)
