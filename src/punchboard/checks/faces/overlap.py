"""BOX002: two contents overlap.

What: the text and icons of two boxes overlap on paper. Only what they cover counts, not their boxes. A box that is
meant to overlap others has ``overlaps: true``.

Why: two words in the same place cannot be read.

Bad: a long title that runs into the cost in the corner.

Good: a title box that ends where the cost begins, with ``fit: shrink to 8pt``.
"""

from collections.abc import Iterator
from itertools import combinations

from punchboard.model.layout.face import Face
from punchboard.model.layout.layout import READABLE_CONTENT
from punchboard.problem import Problem

ID = "BOX002"

HINT = "move or narrow one of them, or set 'overlaps: true' if that is intended"

TOLERANCE = 0.15
"""Mm that contents may overlap: less than the width of a hairline is not visible."""


def check(face: Face) -> Iterator[Problem]:
    """Yield a problem for each pair of contents that overlap."""
    for first, second, width, height in pairs(face):
        size = f"{width:.1f} x {height:.1f} mm"
        message = f"boxes {first!r} and {second!r} of face {face.layout!r} overlap by {size}"
        yield Problem(ID, face.place, message, HINT)


def pairs(face: Face) -> Iterator[tuple[str, str, float, float]]:
    """Yield the names of each two boxes whose contents overlap, the earlier first, and by how many mm."""
    contents = [
        (ink.x, ink.y, ink.x + ink.width - TOLERANCE, ink.y + ink.height - TOLERANCE, name)
        for name, box, _, content, ink, *_ in face.boxes
        if ink is not None and content in READABLE_CONTENT and not box.overlaps
    ]
    for (x1, y1, right1, bottom1, first), (x2, y2, right2, bottom2, second) in combinations(contents, 2):
        if x1 < right2 and x2 < right1 and y1 < bottom2 and y2 < bottom1:
            width = min(right1, right2) - max(x1, x2) + TOLERANCE
            yield first, second, width, min(bottom1, bottom2) - max(y1, y2) + TOLERANCE
