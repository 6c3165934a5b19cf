"""CONTRAST001: text or an icon has too little contrast with what lies under it.

What: the WCAG 2.2 contrast ratio between the colour of a line of text, or of an icon, and each colour under it on the
composed face. Text needs 4.5, text of 18 pt or of 14 pt bold needs 3, icons need 3. A colour counts if it lies under at
least a twelfth of a line of text or a quarter of an icon; the lines of ornaments count like any other colour, and of a
gradient the colours that it has there. An outline of 0.15 mm or more around the letters counts instead of what lies
under them. Not checked are icons that are part of a drawing (boxes with a fixed icon and ``overlaps: true``, icons that
other shapes cover), and anything over a picture.

Why: cards are read by lamplight, at arm's length and upside down, and printers make dark tones darker.

Bad: ``cost: {at: [5, 5], size: [9, 9], shape: circle, fill: "#d8571f", text: "{{ cost }}", colour: "#ffffff"}``.
Good: the same with ``colour: ink``, or with the darker ``fill: "#b04312"``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from punchboard.checks.ink.contrast import LowContrast, has_proven_contrast, low_contrast_inks
from punchboard.checks.ink.readable_inks import is_book_part, location_text
from punchboard.model.layout.face import Face
from punchboard.problem import Problem

ID: Final = "CONTRAST001"


def check(face: Face) -> Iterator[Problem]:
    """Yield a problem for the text and for the icon with the lowest contrast of each box."""
    if is_book_part(face) or has_proven_contrast(face):
        return
    worst: dict[tuple[str, bool], LowContrast] = {}
    for low in low_contrast_inks(face):
        key = (location_text(face, low.ink), bool(low.ink.words))
        if key not in worst or low.ratio < worst[key].ratio:
            worst[key] = low
    for (name, _), low in worst.items():
        what = f"text {low.ink.words!r}" if low.ink.words else "the icon"
        outline = ", or give the text a 'text outline'" if low.ink.words else ""
        hint = f"make one of the two colours lighter or darker, or put a filled box between them{outline}"
        yield Problem(ID, face.place, f"{what} of {name} has {low}", hint)
