"""PICT004: a picture has more pixels than print needs, and is scaled down.

What: a placed picture has more than 500 pixels for each inch of paper. It is printed with 400, in PDF, SVG and the
preview alike; the file in the game's folder stays as it is.

Why: a photograph of 6,000 pixels on a card looks the same on paper, but makes files that a print service refuses and
builds that take minutes.

Bad: ``art: {at: [5, 10], size: [20, 15], picture: "{{ art }}"}`` with a picture of 800 x 600 pixels.
Good: the same with one of 320 x 240 pixels.
"""

from collections.abc import Iterator
from typing import Final

from punchboard.checks.faces.resolution import picture_box, pictures_on
from punchboard.model.layout.face import Face
from punchboard.problem import Problem, Severity
from punchboard.units import PRINT_DPI

ID: Final = "PICT004"


def check(face: Face) -> Iterator[Problem]:
    """Yield a problem for each picture that was scaled down."""
    for picture in pictures_on(face):
        if picture.image.scaled_from:
            what = f"the picture of box {picture_box(face, picture)!r} of face {face.layout!r}"
            message = f"{what} has more pixels than print needs: it is scaled down to {PRINT_DPI} dpi"
            hint = "smaller files look the same on paper, and build faster"
            yield Problem(ID, face.place, message, hint, Severity.WARNING)
