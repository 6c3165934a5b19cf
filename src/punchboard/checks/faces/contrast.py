"""CONTRAST001: text or an icon stands out too little against what lies under it.

What: the contrast ratio of WCAG 2.2 between the colour of a line of text, or of an icon, and each colour that lies
under it on the composed face. Text needs 4.5, text of 18 pt or of 14 pt bold needs 3, icons need 3. Colours count when
they lie under a twelfth of a line of text, or a quarter of an icon; the lines of ornaments count as any colour does.
Icons that are part of a drawing (boxes with a fixed icon and ``overlaps: true``, and what other shapes cover) are not
judged, nor is anything over a picture.

Why: cards are read by lamplight, at arm's length and upside down, and printers make dark tones darker.

Bad: ``cost: {at: [5, 5], size: [9, 9], shape: circle, fill: "#d8571f", text: "{{ cost }}", colour: "#ffffff"}``.
Good: the same with ``colour: ink``, or with the darker ``fill: "#b04312"``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from punchboard.checks.faces.page_faces import is_book_part, location_text
from punchboard.checks.ink.background_layers import has_proven_contrast
from punchboard.checks.ink.low_contrast import LowContrast, low_contrast_inks
from punchboard.model.layout.face import Face
from punchboard.problem import Problem

ID: Final = "CONTRAST001"


def check(face: Face) -> Iterator[Problem]:
    """Yield a problem for each box whose text, or icon, stands out too little: for the faintest of it."""
    if is_book_part(face) or has_proven_contrast(face):
        return
    worst: dict[tuple[str, bool], LowContrast] = {}
    for faint in low_contrast_inks(face):
        key = (location_text(face, faint.ink), bool(faint.ink.words))
        if key not in worst or faint.ratio < worst[key].ratio:
            worst[key] = faint
    for (name, _), faint in worst.items():
        what = f"text {faint.ink.words!r}" if faint.ink.words else "the icon"
        hint = "make one of the two colours lighter or darker, or lay a plate between them"
        yield Problem(ID, face.place, f"{what} of {name} has {faint}", hint)
