"""Where a box lies by its sides: parts of the trim, and the boxes beside it that are shown."""

import re
from typing import Annotated, Final, Literal, NamedTuple, Self

from pydantic import BeforeValidator, WithJsonSchema, model_validator

from punchboard.geometry import Size
from punchboard.model.values import MAX_MM, Model, one_or_more
from punchboard.units import to_mm

_SHARE: Final = re.compile(r"(?:(\d+(?:\.\d+)?)%(?: of (width|height))?)?\s*(?:([+-]?)\s*(\d*\.?\d+(?:mm|cm|in|pt)?))?")
_BESIDE: Final = re.compile(r"([\w-]+)(?:\s*\+\s*(\d*\.?\d+(?:mm|cm|in|pt)?))?")

_EXAMPLES: Final = "write a length, '40%', '50% - 4' or '16% of width'"


class RelativeLength(NamedTuple):
    """A length on a trim: a part of its width or height, and mm more or less."""

    fraction: float
    of: str
    """``width`` or ``height``; empty for the side that is measured along."""
    offset: float

    def length_on(self, size: Size, along: str) -> float:
        """Return the mm on a trim of a size, for a measure along its ``width`` or ``height``."""
        whole = size.width if (self.of or along) == "width" else size.height
        return self.fraction * whole + self.offset


class Neighbour(NamedTuple):
    """A box that another one keeps clear of, and by how many mm."""

    name: str
    gap: float


def _parse_length(value: object) -> object:
    if isinstance(value, RelativeLength):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return _within_limits(RelativeLength(0.0, "", float(value)), value)
    match = _SHARE.fullmatch(value.strip()) if isinstance(value, str) and value.strip() else None
    if match is None:
        raise ValueError(f"{value!r} is no measure; {_EXAMPLES}")
    part, of, sign, more = match.groups()
    if part is not None and more is not None and not sign:
        raise ValueError(f"{value!r} is no measure; {_EXAMPLES}")
    length = _mm(more) * (-1 if sign == "-" else 1)
    return _within_limits(RelativeLength(float(part or 0) / 100, of or "", length), value)


def _mm(text: str | None) -> float:
    """Return the mm of a length; a bare number is mm already."""
    if not text:
        return 0.0
    return float(text) if text[-1].isdigit() else to_mm(text)


def _within_limits(share: RelativeLength, value: object) -> RelativeLength:
    if not (share.fraction <= 2 and abs(share.offset) <= MAX_MM):
        raise ValueError(f"{value!r} is too long; {_EXAMPLES}")
    return share


def _parse_neighbours(value: object) -> object:
    many = value if isinstance(value, list | tuple) else [value]
    return tuple(one if isinstance(one, Neighbour) else _parse_neighbour(one) for one in many)


def _parse_neighbour(value: object) -> Neighbour:
    match = _BESIDE.fullmatch(value.strip()) if isinstance(value, str) else None
    if match is None:
        raise ValueError(f"{value!r} names no box; write 'title' or 'title + 2'")
    return Neighbour(match.group(1), _mm(match.group(2)))


SideLength = Annotated[RelativeLength, BeforeValidator(_parse_length), WithJsonSchema({"type": ["number", "string"]})]
"""A measure on the trim: ``5``, ``40%``, ``50% - 4``, ``16% of width``."""

_BOXES: Final = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}

Neighbours = Annotated[tuple[Neighbour, ...], BeforeValidator(_parse_neighbours), WithJsonSchema(_BOXES)]
"""Boxes to keep clear of: ``title``, ``title + 2``, or a list of these."""

BoxNames = Annotated[tuple[str, ...], BeforeValidator(one_or_more)]
"""Boxes of the same face: one, or a list."""

_AXES: Final = (("left", "right", "width", "after", "before"), ("top", "bottom", "height", "below", "above"))


class SidesFile(Model):
    """The sides of a box, each measured from the same side of the trim.

    Across, a box has two of ``left``, ``right`` and ``width``, or ``width`` alone and stands in the middle; down, two
    of ``top``, ``bottom`` and ``height`` in the same way. ``after`` and ``before``, ``below`` and ``above`` name boxes
    that it keeps clear of where they are shown; where none is, its own side holds. ``around`` takes the area of other
    boxes that are shown, for the sides that are not given.
    """

    left: SideLength | None = None
    right: SideLength | None = None
    width: SideLength | None = None
    top: SideLength | None = None
    bottom: SideLength | None = None
    height: SideLength | Literal["fit"] | None = None
    """``fit`` is as high as the text needs, between ``least`` and ``most``; with a bottom it grows up, to its top."""
    least: SideLength = RelativeLength(0.0, "", 0.0)
    most: SideLength = RelativeLength(1.0, "", 0.0)
    after: Neighbours = ()
    before: Neighbours = ()
    below: Neighbours = ()
    above: Neighbours = ()
    around: Neighbours = ()
    fills_without: BoxNames = ()
    """Boxes without which a box that fits its text takes all the room that it has."""

    @model_validator(mode="after")
    def _both_ways(self) -> Self:
        if self.around:
            return self
        for start, end, extent, behind, ahead in _AXES:
            given = [name for name in (start, end, extent) if getattr(self, name) is not None]
            if len(given) != 2 and given != [extent] and not (self.height == "fit" and {start, end} <= {*given}):
                raise ValueError(f"give two of {start!r}, {end!r} and {extent!r}, or {extent!r} alone for the middle")
            for side, beside in ((start, behind), (end, ahead)):
                if getattr(self, beside) and getattr(self, side) is None:
                    raise ValueError(f"{beside!r} goes with {side!r}: where the box ends when none of them is shown")
        return self

    @property
    def box_names(self) -> frozenset[str]:
        """The boxes that it goes by."""
        lists = (self.after, self.before, self.below, self.above, self.around)
        return frozenset(one.name for beside in lists for one in beside) | {*self.fills_without}

    @property
    def varies_by_card(self) -> bool:
        """Whether the box lies elsewhere on other cards."""
        return bool(self.box_names) or self.height == "fit"
