"""FRAME001: text is closer than 1 mm to a frame.

What: a frame is a stroked shape without content, or any box with ``frame: true``. The text of another box is closer
than 1 mm to its line. The edition mark is allowed to be: it is placed where frames are.

Why: text close to a line looks cramped, and touches the line if the print is slightly off.

Bad: a text box that begins 0.4 mm inside the frame's line.

Good: an ``inset`` of 1.5 mm, or a smaller text box.
"""

from collections.abc import Iterator

from punchboard.checks.ink.readable_inks import texts_of
from punchboard.geometry import Rect
from punchboard.model.layout.face import EDITION_BOX, Face, PlacedBox
from punchboard.problem import Problem

ID = "FRAME001"

NEAR = 1.0
"""The least distance in mm between text and a frame's edge."""

_BAND = NEAR - 0.01


def check(face: Face) -> Iterator[Problem]:
    """Yield a problem for each text that is too close to an edge of a frame."""
    frames = [box for box in face.boxes if is_frame(box)]
    for text in texts_of(face) if frames else ():
        for frame in frames:
            if text.ink is not None and text.name != EDITION_BOX and _too_near(text.ink, frame.area):
                near = f"closer than {NEAR:g} mm to frame {frame.name!r} of face {face.layout!r}"
                message = f"text of box {text.name!r} is {near}"
                yield Problem(ID, face.place, message, "give the text box an 'inset', or move it")


def is_frame(placed: PlacedBox) -> bool:
    """Return whether a box is a frame, which text keeps its distance to."""
    box = placed.box
    if box.frame is not None:
        return box.frame
    stroked = box.stroke is not None and placed.content is None and box.content is None
    return stroked and box.drawn_shape in {"rectangle", "rounded"} and box.area is None


def _too_near(ink: Rect, frame: Rect) -> bool:
    """Return whether the text crosses the band of 1 mm on both sides of the frame's edge."""
    x, y, across, down = ink
    start, above, width, height = frame
    left, top = x - start, y - above
    right, bottom = width - left - across, height - top - down
    if left >= _BAND and top >= _BAND and right >= _BAND and bottom >= _BAND:
        return False
    return min(left + across, top + down, right + across, bottom + down) > -_BAND
