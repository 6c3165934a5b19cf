"""FIT001: text does not fit into its box.

What: a text finds no room. The problem stands at the row of the component, names the box, its size in mm, the type size
that was tried last and how many lines are lost; of a book or sheet of paper, it stands at the text.

Why: lines without room would be lost in print.

Bad: ``text: {at: [5, 60], size: [20, 8], text: "{{ text }}"}`` for forty words.

Good: a larger box, a shorter text, ``fit: shrink to 7pt``, or ``continues: text`` in the face, where a text may go on
on further cards, four in all.
"""

from collections.abc import Iterator
from typing import Final

from punchboard.model.layout.face import Face, PlacedBox
from punchboard.problem import Problem

ID = "FIT001"

SMALLEST_TYPE: Final = 7.0
"""Points that type of some length may well be shrunk to."""


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
            _hint(placed),
        )


def _hint(placed: PlacedBox) -> str:
    """Return what there is to do that has not been done: a text that has shrunk shrinks no further."""
    ways = ["shorten the text", "enlarge the box"]
    if placed.size > SMALLEST_TYPE:
        ways.append(f"let it shrink: 'fit: shrink to {SMALLEST_TYPE:g}pt'")
    if placed.content == "markdown":
        ways.append(f"let it go on on another card: 'continues: {placed.name}' in the face")
    return f"{', '.join(ways[:-1])}, or {ways[-1]}"
