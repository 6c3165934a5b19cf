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

from collections.abc import Iterator
from math import ceil
from typing import Final, NamedTuple
from weakref import WeakKeyDictionary

from punchboard.checks.accessible.subject import MIN_CAPITALS, ROUNDING, Side, Subject, arc_minutes
from punchboard.checks.faces.small_type import is_part_of_larger_type
from punchboard.checks.ink.readable_inks import Ink, blocks, is_book_part, lines, location_text
from punchboard.model.layout.face import EDITION_BOX, Face
from punchboard.problem import Problem, Severity
from punchboard.scene import Text


class TypeSize(NamedTuple):
    """The type of a line: its words, its size in points, and the angles of its letters in minutes of arc."""

    words: str
    size: float
    x_height: float
    """0 for words without lower-case letters, such as numbers."""
    capitals: float
    box: str
    location: str

    @property
    def needed(self) -> float:
        """The size in points with which its capitals would be large enough, rounded up to a tenth."""
        return ceil(self.size * MIN_CAPITALS / self.capitals * 10 - 0.01) / 10


_cache: Final = WeakKeyDictionary[Face, list[TypeSize]]()
"""The types of each face as long as it lives: a rule and the figures both need them. A face has one distance."""


def type_sizes(side: Side) -> list[TypeSize]:
    """Return the smallest type of each box of a side, or of the whole page."""
    sizes = _cache.get(side.face)
    if sizes is None:
        sizes = _cache[side.face] = _type_sizes(side)
    return sizes


def _type_sizes(side: Side) -> list[TypeSize]:
    face = side.face
    if is_book_part(face):
        return []
    inks = [ink for block in blocks(face.symbol) for ink in lines(face, block)]
    smallest: dict[str, TypeSize] = {}
    for ink in inks:
        if ink.box is not None and ink.box.name == EDITION_BOX:
            continue
        type_size = _type_size(side, ink)
        known = smallest.get(type_size.location)
        if (known is None or type_size.capitals < known.capitals) and not is_part_of_larger_type(ink, inks):
            smallest[type_size.location] = type_size
    return list(smallest.values())


def _type_size(side: Side, ink: Ink) -> TypeSize:
    text = ink.leaf.item
    assert isinstance(text, Text)
    size = text.size * ink.leaf.scale
    has_lower = any(letter.islower() for letter in ink.words)
    return TypeSize(
        ink.words,
        ink.size,
        arc_minutes(text.face.x_height * size, side.distance) if has_lower else 0.0,
        arc_minutes(text.face.cap_height * size, side.distance),
        ink.box.name if ink.box is not None else "",
        location_text(side.face, ink),
    )


ID: Final = "ACCESS001"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield a warning for each box, or text of a page, with capitals that are too small."""
    smallest: dict[tuple[str, float], tuple[Side, TypeSize]] = {}
    counts: dict[tuple[str, float], int] = {}
    for side in subject.sides:
        for text in type_sizes(side):
            if text.capitals >= MIN_CAPITALS - ROUNDING:
                continue
            key = (text.location if text.box else side.owner, side.distance)
            counts[key] = counts.get(key, 0) + 1
            if key not in smallest or text.capitals < smallest[key][1].capitals:
                smallest[key] = side, text
    for key, (side, text) in smallest.items():
        x_height = f" (x-height {text.x_height:.1f})" if text.x_height else ""
        several = f" ({counts[key]} sides)" if counts[key] > 1 else ""
        message = (
            f"text {text.words!r} of {text.location}{several} has capitals of {text.capitals:.1f} minutes of arc"
            f"{x_height} from {side.distance / 10:g} cm; the minimum is {MIN_CAPITALS:g}"
        )
        hint = f"set it in {text.needed:.1f} pt or larger instead of {text.size:.1f}, or show it as an icon"
        yield Problem(ID, subject.box_place(side.face, text.box), message, hint, Severity.WARNING)
