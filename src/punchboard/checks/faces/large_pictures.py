"""PICT004: a picture has more pixels than print needs, and is scaled down.

What: a placed picture has more than 800 pixels for each inch of paper. It is printed with 400, in PDF, SVG and the
preview alike; the file in the game's folder stays as it is.

Why: a photograph of 6,000 pixels on a card looks the same on paper, but makes files that a print service refuses and
builds that take minutes.

Bad: ``art: {at: [5, 10], size: [20, 15], picture: "{{ art }}"}`` with a picture of 1400 x 1050 pixels.
Good: the same with one of 320 x 240 pixels.
"""

from collections.abc import Iterator
from typing import Final

from punchboard.checks.faces.resolution import picture_box, pictures_on
from punchboard.model.layout.face import Face, Fault
from punchboard.problem import Problem, Severity
from punchboard.units import PRINT_DPI

ID: Final = "PICT004"


def faults(face: Face) -> Iterator[Fault]:
    """Yield a fault of the layout for each box with pictures that were scaled down."""
    for picture in pictures_on(face):
        if picture.image.scaled_from:
            name = picture_box(face, picture)
            where = f"box {name!r} of face {face.layout!r}" if name else f"face {face.layout!r}"
            message = f"pictures of {where} have more pixels than print needs: they are scaled down to {PRINT_DPI} dpi"
            hint = "smaller files look the same on paper, and build faster"
            place = face.place if face.source is None else face.source.place(*(("boxes", name) if name else ()))
            yield Fault(Problem(ID, place, message, hint, Severity.WARNING), face.place, layout=True)
