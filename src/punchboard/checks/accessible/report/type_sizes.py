"""The smallest type of each box of a side, as angles at the distance from which it is read."""

from math import ceil
from typing import Final, NamedTuple
from weakref import WeakKeyDictionary

from punchboard.checks.accessible.report.reading_limits import MIN_CAPITALS, arc_minutes
from punchboard.checks.accessible.report.subject import Side
from punchboard.checks.faces.page_faces import is_book_part, location_text
from punchboard.checks.faces.small_type import is_part_of_larger_type
from punchboard.checks.ink.readable_inks import Ink, blocks, lines
from punchboard.model.layout.face import EDITION_BOX, Face
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
    found = _cache.get(side.face)
    if found is None:
        found = _cache[side.face] = _type_sizes(side)
    return found


def _type_sizes(side: Side) -> list[TypeSize]:
    face = side.face
    if is_book_part(face):
        return []
    inks = [ink for block in blocks(face.symbol) for ink in lines(face, block)]
    smallest: dict[str, TypeSize] = {}
    for ink in inks:
        if ink.box is not None and ink.box.name == EDITION_BOX:
            continue
        found = _type_size(side, ink)
        known = smallest.get(found.location)
        if (known is None or found.capitals < known.capitals) and not is_part_of_larger_type(ink, inks):
            smallest[found.location] = found
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
