"""ACCESS001: type is too small for the distance from which it is read.

What: the capitals or digits of a text are lower than 16 minutes of arc (ISO 9241-303). Cards and pages are read from
40 cm, so their capitals must be 1.9 mm high. Tiles, tokens, boards and mats lie at arm's length, 65 cm, and need 3 mm.
The report also gives the x-height: people read at full speed from 12 minutes of arc (Legge and Bigelow 2011). One
problem for each box of a layout, with its smallest text. The edition mark is ignored. Only ``check --accessible`` and
``checks.html`` report it.

Why: a player who cannot read a tile across the table must get up, or ask and so give a plan away.

Bad: a tile with ``text: {at: [5, 30], size: [40, 12], text: "{{ text }}", style: note}`` and
``styles: {note: {size: 7}}``.

Good: the same with ``styles: {note: {size: 13}}``, or an icon that says the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from punchboard.checks.accessible.report.reading_limits import MIN_CAPITALS, ROUNDING
from punchboard.checks.accessible.report.subject import Side, Subject
from punchboard.checks.accessible.report.type_sizes import TypeSize, type_sizes
from punchboard.problem import Problem, Severity

ID: Final = "ACCESS001"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield a warning for each box, or text of a page, with capitals that are too small."""
    smallest: dict[tuple[str, float], tuple[Side, TypeSize]] = {}
    counts: dict[tuple[str, float], int] = {}
    for side in subject.sides:
        for found in type_sizes(side):
            if found.capitals >= MIN_CAPITALS - ROUNDING:
                continue
            key = (found.location if found.box else side.owner, side.distance)
            counts[key] = counts.get(key, 0) + 1
            if key not in smallest or found.capitals < smallest[key][1].capitals:
                smallest[key] = side, found
    for key, (side, found) in smallest.items():
        x_height = f" (x-height {found.x_height:.1f})" if found.x_height else ""
        several = f" ({counts[key]} sides)" if counts[key] > 1 else ""
        message = (
            f"text {found.words!r} of {found.location}{several} has capitals of {found.capitals:.1f} minutes of arc"
            f"{x_height} from {side.distance / 10:g} cm; the minimum is {MIN_CAPITALS:g}"
        )
        hint = f"set it in {found.needed:.1f} pt or larger instead of {found.size:.1f}, or show it as an icon"
        yield Problem(ID, subject.box_place(side.face, found.box), message, hint, Severity.WARNING)
