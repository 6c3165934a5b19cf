"""BOX002: two contents lie over each other.

Text and icons of different boxes must not share room on paper. What counts is what they cover, not the boxes. A box
that is meant to lie over others says ``overlaps: true``.

Bad: a long title that runs into the cost in the corner.
Good: a title box that ends where the cost begins, with ``fit: shrink to 8pt``.
"""

from collections.abc import Iterator
from itertools import combinations

from punchboard.check.faces.outside import READ
from punchboard.model.face import Face
from punchboard.problem import Problem

ID = "BOX002"

TOLERANCE = 0.15
"""Mm that measured contents may share: less than a hairline's width is not seen."""


def check(face: Face) -> Iterator[Problem]:
    """Yield a problem for each pair of contents that overlap."""
    contents = [box for box in face.boxes if box.content in READ and box.ink is not None and not box.box.overlaps]
    for one, other in combinations(contents, 2):
        if one.ink is None or other.ink is None:
            continue
        common = one.ink.overlap(other.ink)
        if common and min(common.width, common.height) > TOLERANCE:
            yield Problem(
                ID,
                face.place,
                f"boxes {one.name!r} and {other.name!r} of face {face.layout!r} overlap"
                f" by {common.width:.1f} x {common.height:.1f} mm",
                "move or narrow one of them, or say 'overlaps: true' where it is meant",
            )
