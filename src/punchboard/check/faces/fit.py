"""FIT001: text does not fit into its box.

What: a text finds no room. The problem stands at the row of the component, names the box, its size in mm, the type size
that was tried last and how many lines are lost; of a book or sheet of paper, it stands at the text.

Why: lines without room would be lost in print.

Bad: ``text: {at: [5, 60], size: [20, 8], text: "{{ text }}"}`` for forty words.

Good: a larger box, a shorter text, or ``fit: shrink to 7pt``.
"""

from collections.abc import Iterator

from punchboard.model.face import Face
from punchboard.problem import Problem

ID = "FIT001"


def check(face: Face) -> Iterator[Problem]:
    """Yield a problem for each box that lost lines."""
    for placed in face.boxes:
        if not placed.lost:
            continue
        lines = "1 line is" if placed.lost == 1 else f"{placed.lost} lines are"
        room = placed.area.shrink(placed.box.inset)
        yield Problem(
            ID,
            face.place,
            f"text does not fit box {placed.name!r} of face {face.layout!r}: {lines} lost"
            f" in {room.width:g} x {room.height:g} mm at {placed.size:g} pt",
            "shorten the text, enlarge the box, or let it shrink: 'fit: shrink to 7pt'",
        )
