"""Where a box lies by its sides: parts of the trim, and the boxes beside it that are shown."""

import re
from typing import Annotated, Final, Literal, NamedTuple, Self

from pydantic import BeforeValidator, WithJsonSchema, model_validator

from punchboard.geometry import Size
from punchboard.model.values import MAX_MM, Model, one_or_more
from punchboard.units import to_mm

_SHARE: Final = re.compile(r"(?:(\d+(?:\.\d+)?)%(?: of (width|height))?)?\s*(?:([+-]?)\s*(\d*\.?\d+(?:mm|cm|in|pt)?))?")
_BESIDE: Final = re.compile(r"([\w-]+)(?:\s*\+\s*(\d*\.?\d+(?:mm|cm|in|pt)?))?")

_OFTEN: Final = "write a length, '40%', '50% - 4' or '16% of width'"


class Share(NamedTuple):
    """A length on a trim: a part of its width or height, and mm more or less."""

    part: float
    of: str
    """``width`` or ``height``; empty for the side that is measured along."""
    more: float

    def on(self, size: Size, along: str) -> float:
        """Return the mm on a trim of a size, for a measure along its ``width`` or ``height``."""
        whole = size.width if (self.of or along) == "width" else size.height
        return self.part * whole + self.more


class Beside(NamedTuple):
    """A box that another one keeps clear of, and by how many mm."""

    name: str
    gap: float


def _share(value: object) -> object:
    if isinstance(value, Share):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return _checked(Share(0.0, "", float(value)), value)
    match = _SHARE.fullmatch(value.strip()) if isinstance(value, str) and value.strip() else None
    if match is None:
        raise ValueError(f"{value!r} is no measure; {_OFTEN}")
    part, of, sign, more = match.groups()
    if part is not None and more is not None and not sign:
        raise ValueError(f"{value!r} is no measure; {_OFTEN}")
    length = _mm(more) * (-1 if sign == "-" else 1)
    return _checked(Share(float(part or 0) / 100, of or "", length), value)


def _mm(text: str | None) -> float:
    """Return the mm of a length; a bare number is mm already."""
    if not text:
        return 0.0
    return float(text) if text[-1].isdigit() else to_mm(text)


def _checked(share: Share, value: object) -> Share:
    if not (share.part <= 2 and abs(share.more) <= MAX_MM):
        raise ValueError(f"{value!r} is too long; {_OFTEN}")
    return share


def _besides(value: object) -> object:
    many = value if isinstance(value, list | tuple) else [value]
    return tuple(one if isinstance(one, Beside) else _beside(one) for one in many)


def _beside(value: object) -> Beside:
    match = _BESIDE.fullmatch(value.strip()) if isinstance(value, str) else None
    if match is None:
        raise ValueError(f"{value!r} names no box; write 'title' or 'title + 2'")
    return Beside(match.group(1), _mm(match.group(2)))


Part = Annotated[Share, BeforeValidator(_share), WithJsonSchema({"type": ["number", "string"]})]
"""A measure on the trim: ``5``, ``40%``, ``50% - 4``, ``16% of width``."""

_BOXES: Final = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}

Besides = Annotated[tuple[Beside, ...], BeforeValidator(_besides), WithJsonSchema(_BOXES)]
"""Boxes to keep clear of: ``title``, ``title + 2``, or a list of these."""

Names = Annotated[tuple[str, ...], BeforeValidator(one_or_more)]
"""Boxes of the same face: one, or a list."""

_AXES: Final = (("left", "right", "width", "after", "before"), ("top", "bottom", "height", "below", "above"))


class SidesFile(Model):
    """The sides of a box, each measured from the same side of the trim.

    Across, a box has two of ``left``, ``right`` and ``width``, or ``width`` alone and stands in the middle; down, two
    of ``top``, ``bottom`` and ``height`` in the same way. ``after`` and ``before``, ``below`` and ``above`` name boxes
    that it keeps clear of where they are shown; where none is, its own side holds. ``around`` takes the area of other
    boxes that are shown, for the sides that are not given.
    """

    left: Part | None = None
    right: Part | None = None
    width: Part | None = None
    top: Part | None = None
    bottom: Part | None = None
    height: Part | Literal["fit"] | None = None
    """``fit`` is as high as the text needs, between ``least`` and ``most``; with a bottom it grows up, to its top."""
    least: Part = Share(0.0, "", 0.0)
    most: Part = Share(1.0, "", 0.0)
    after: Besides = ()
    before: Besides = ()
    below: Besides = ()
    above: Besides = ()
    around: Besides = ()
    fills_without: Names = ()
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
    def names(self) -> frozenset[str]:
        """The boxes that it goes by."""
        lists = (self.after, self.before, self.below, self.above, self.around)
        return frozenset(one.name for beside in lists for one in beside) | {*self.fills_without}

    @property
    def moves(self) -> bool:
        """Whether the box lies elsewhere on other cards."""
        return bool(self.names) or self.height == "fit"
