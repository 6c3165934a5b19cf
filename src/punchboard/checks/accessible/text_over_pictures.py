"""ACCESS007: text lies directly over a picture.

What: a picture lies under at least a twelfth of a line of text, without a filled box between them and without an
outline around the letters. CONTRAST001 does not look into pictures, so nobody knows whether the text can be read. One
problem for each box of a layout. Only ``check --accessible`` and ``checks.html`` report it.

Why: a picture is light in one place and dark in another, and the next picture is different.

Bad: ``title: {at: [5, 70], size: [53, 8], text: "{{ name }}", colour: paper}`` over
``art: {area: bleed, picture: "{{ art }}"}``.

Good: the same with ``plate: {at: [4, 69], size: [55, 10], fill: ink}`` before the title.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from punchboard.checks.accessible.subject import Side, Subject
from punchboard.checks.ink.contrast import inks_over_pictures
from punchboard.checks.ink.readable_inks import Ink, is_book_part, location_text
from punchboard.problem import Problem, Severity

ID: Final = "ACCESS007"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield a warning for each box, or page, with text over a picture."""
    by_location: dict[str, list[tuple[Side, Ink]]] = {}
    for side in subject.sides:
        has_picture = any(placed.content == "picture" for placed in side.face.boxes)
        if has_picture and not is_book_part(side.face):
            inks = {location_text(side.face, ink): ink for ink in inks_over_pictures(side.face)}
            for location, ink in inks.items():
                by_location.setdefault(location, []).append((side, ink))
    for location, uses in by_location.items():
        side, ink = uses[0]
        several = f" ({len(uses)} sides)" if len(uses) > 1 else ""
        message = f"text {ink.words!r} of {location}{several} lies over a picture, so its contrast is not known"
        place = subject.box_place(side.face, ink.box.name if ink.box is not None else "")
        hint = "put a filled box between the picture and the text, or give the text a 'text outline'"
        yield Problem(ID, place, message, hint, Severity.WARNING)
