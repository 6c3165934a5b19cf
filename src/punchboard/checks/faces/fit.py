"""FIT001: text does not fit into its box.

What: some lines of a text have no room. The problem is reported at the component's row, with the box, its size in mm,
the last type size tried and the number of lost lines. In a book or sheet of paper it is reported at the text.

Why: lines without room would not be printed.

Bad: ``text: {at: [5, 60], size: [20, 8], text: "{{ text }}"}`` for forty words.

Good: a larger box, a shorter text, ``fit: shrink to 7pt``, or ``continues: text`` in the face, which continues a text
on up to nineteen more cards.
"""

from collections.abc import Iterator
from typing import Final

from punchboard.model.layout.face import Face, PlacedBox
from punchboard.problem import Problem

ID = "FIT001"

SMALLEST_TYPE: Final = 7.0
"""The size in points that the hint suggests shrinking to."""


def check(face: Face) -> Iterator[Problem]:
    """Yield a problem for each box that lost lines."""
    for placed in face.boxes:
        if not placed.lost:
            continue
        lines = "1 line is" if placed.lost == 1 else f"{placed.lost} lines are"
        room = placed.area.shrink(placed.box.inset)
        where = f"in {room.width:g} x {room.height:g} mm at {placed.size:g} pt"
        message = f"text does not fit box {placed.name!r} of face {face.layout!r}: {lines} lost {where}"
        yield Problem(ID, face.place, message, _hint(placed))


def _hint(placed: PlacedBox) -> str:
    """Return what can still be done: a text that has already shrunk cannot shrink further."""
    if placed.continues:
        return "shorten the text, divide it among several rows of the table, or choose a larger card"
    first = "write shorter letters for its symbols, such as '[r]' for '[rope]', here and under 'symbols'"
    ways = [first if placed.content == "pips" else "shorten the text", "enlarge the box"]
    if placed.size > SMALLEST_TYPE and placed.content != "pips":
        ways.append(f"let it shrink: 'fit: shrink to {SMALLEST_TYPE:g}pt'")
    if placed.content == "markdown":
        ways.append(f"let it continue on another card: 'continues: {placed.name}' in the face")
    return f"{', '.join(ways[:-1])}, or {ways[-1]}"
