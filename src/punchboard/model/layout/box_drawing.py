"""Models of how a box of a layout is drawn, and where: its colours, stroke and ornament, its sides."""

import re
from functools import lru_cache
from typing import Annotated, Any, Final, Literal, NamedTuple, Self

from pydantic import BeforeValidator, Field, WithJsonSchema, model_validator

from punchboard.geometry import Size
from punchboard.model.values import MAX_MM, Length, Measure, Model, Prose, admits, one_or_more
from punchboard.units import to_mm

Anchor = Literal["top left", "top", "top right", "left", "centre", "right", "bottom left", "bottom", "bottom right"]

_SHARE: Final = re.compile(r"(?:(\d+(?:\.\d+)?)%(?: of (width|height))?)?\s*(?:([+-]?)\s*(\d*\.?\d+(?:mm|cm|in|pt)?))?")
_BESIDE: Final = re.compile(r"([\w-]+)(?:\s*\+\s*(\d*\.?\d+(?:mm|cm|in|pt)?))?")

_EXAMPLES: Final = "write a length, '40%', '50% - 4' or '16% of width'"


class RelativeLength(NamedTuple):
    """A length relative to a trim: a fraction of its width or height, plus an offset in mm."""

    fraction: float
    of: str
    """``width`` or ``height``; empty for the one along which the length is measured."""
    offset: float

    def length_on(self, size: Size, along: str) -> float:
        """Return the length in mm on a trim of a size, measured along its ``width`` or ``height``."""
        whole = size.width if (self.of or along) == "width" else size.height
        return self.fraction * whole + self.offset


class Neighbour(NamedTuple):
    """A box to keep clear of, and the gap in mm."""

    name: str
    gap: float


def _parse_length(value: object) -> object:
    if isinstance(value, RelativeLength):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return _within_limits(RelativeLength(0.0, "", float(value)), value)
    match = _SHARE.fullmatch(value.strip()) if isinstance(value, str) and value.strip() else None
    percent, of, sign, more = match.groups() if match is not None else (None,) * 4
    if match is None or (percent is not None and more is not None and not sign):
        raise ValueError(f"{value!r} is not a length; {_EXAMPLES}")
    offset = _mm(more) * (-1 if sign == "-" else 1)
    return _within_limits(RelativeLength(float(percent or 0) / 100, of or "", offset), value)


def _mm(text: str | None) -> float:
    """Return a length in mm; a number without a unit is in mm already."""
    if not text:
        return 0.0
    return float(text) if text[-1].isdigit() else to_mm(text)


def _within_limits(share: RelativeLength, value: object) -> RelativeLength:
    if not (share.fraction <= 2 and abs(share.offset) <= MAX_MM):
        raise ValueError(f"{value!r} is too long; {_EXAMPLES}")
    return share


def _parse_neighbours(value: object) -> object:
    items = value if isinstance(value, list | tuple) else [value]
    return tuple(item if isinstance(item, Neighbour) else _parse_neighbour(item) for item in items)


def _parse_neighbour(value: object) -> Neighbour:
    match = _BESIDE.fullmatch(value.strip()) if isinstance(value, str) else None
    if match is None:
        raise ValueError(f"{value!r} is not the name of a box; write 'title' or 'title + 2'")
    return Neighbour(match.group(1), _mm(match.group(2)))


SideLength = Annotated[RelativeLength, BeforeValidator(_parse_length), WithJsonSchema({"type": ["number", "string"]})]
"""A length on the trim: ``5``, ``40%``, ``50% - 4``, ``16% of width``."""

NO_LENGTH: Final = RelativeLength(0.0, "", 0.0)

_BOXES: Final = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}

Neighbours = Annotated[tuple[Neighbour, ...], BeforeValidator(_parse_neighbours), WithJsonSchema(_BOXES)]
"""Boxes to keep clear of: ``title``, ``title + 2``, or a list of these."""

BoxNames = Annotated[tuple[str, ...], BeforeValidator(one_or_more)]
"""Boxes of the same face: one, or a list."""

_AXES: Final = (("left", "right", "width", "after", "before"), ("top", "bottom", "height", "below", "above"))


class SidesFile(Model):
    """The sides of a box, each measured from the same side of the trim.

    Horizontally, give two of ``left``, ``right`` and ``width``, or ``width`` alone to centre the box; vertically, two
    of ``top``, ``bottom`` and ``height`` in the same way. ``after``, ``before``, ``below`` and ``above`` name boxes to
    keep clear of when they are shown; if none of them is, the box's own side applies. ``around`` uses the area of other
    shown boxes for the sides that are not given.
    """

    left: SideLength | None = None
    right: SideLength | None = None
    width: SideLength | None = None
    top: SideLength | None = None
    bottom: SideLength | None = None
    height: SideLength | Literal["fit"] | None = None
    """``fit`` is the height that the text needs, between ``least`` and ``most``. With ``bottom``, the box grows
    upwards, at most to its ``top``."""
    least: SideLength = NO_LENGTH
    most: SideLength = RelativeLength(1.0, "", 0.0)
    after: Neighbours = ()
    before: Neighbours = ()
    below: Neighbours = ()
    above: Neighbours = ()
    around: Neighbours = ()
    fills_without: BoxNames = Field(default=(), alias="fills without")
    """When none of these boxes is shown, a box with ``height: fit`` takes all of its space."""

    @model_validator(mode="after")
    def _both_ways(self) -> Self:
        if self.around:
            return self
        for start, end, extent, behind, ahead in _AXES:
            given = [name for name in (start, end, extent) if getattr(self, name) is not None]
            if len(given) != 2 and given != [extent] and not (self.height == "fit" and {start, end} <= {*given}):
                raise ValueError(f"give two of {start!r}, {end!r} and {extent!r}, or only {extent!r} to centre the box")
            for side, beside in ((start, behind), (end, ahead)):
                if getattr(self, beside) and getattr(self, side) is None:
                    raise ValueError(f"{beside!r} needs {side!r}, which applies when none of those boxes is shown")
        return self

    @property
    def box_names(self) -> frozenset[str]:
        """The names of the boxes that its position depends on."""
        lists = (self.after, self.before, self.below, self.above, self.around)
        return frozenset(neighbour.name for neighbours in lists for neighbour in neighbours) | {*self.fills_without}

    @property
    def varies_by_card(self) -> bool:
        """Whether the position or size of the box can differ from card to card."""
        return bool(self.box_names) or self.height == "fit"


Paint = str
"""A colour of the theme (``ink``, ``ink 40%``), ``#rrggbb``, or a template that gives one of these."""

_GRADIENT: Final = re.compile(r"(radial\s+)?(.+?)\s+to\s+(.+?)(?:\s+to\s+(.+?))?(?:\s+at\s+(-?\d+(?:\.\d+)?)°?)?")


class GradientPaint(NamedTuple):
    """A gradient as the layout gives it: two or three paints, and its direction in degrees clockwise from right."""

    paints: tuple[Paint, ...]
    angle: float
    is_radial: bool


@lru_cache(maxsize=1024)
def gradient_paint(paint: Paint) -> GradientPaint | None:
    """Return the gradient that a fill asks for, ``amber to ink at 45``; None for one colour."""
    match = _GRADIENT.fullmatch(paint.strip())
    if match is None:
        return None
    radial, *paints, angle = match.groups()
    return GradientPaint(tuple(filter(None, paints)), float(angle or 90), bool(radial))


class EditionPlace(Model):
    """The position and colour of the edition mark on a face; what is not given is chosen automatically."""

    at: tuple[Length, Length] | None = None
    from_: Anchor = Field("bottom right", alias="from")
    colour: Paint | None = None


_FIT = re.compile(r"shrink to (\d+(?:\.\d+)?)pt")


@admits({"enum": ["exactly"]}, {"type": "string", "pattern": r"^shrink to \d+(\.\d+)?pt$"})
def _fit(value: object) -> object:
    if value == "exactly" or value is None:
        return None
    match = _FIT.fullmatch(str(value))
    if match is None:
        raise ValueError(f"{value!r} is not a value of 'fit'; write 'exactly' or 'shrink to 8pt'")
    return float(match.group(1))


SmallestType = Annotated[Annotated[float, Field(ge=3, le=400)] | None, BeforeValidator(_fit)]
"""The size in points to which text may shrink; None for no shrinking."""


class StrokeFile(Model):
    """The line around a shape."""

    colour: Paint = "ink"
    width: Measure | Literal["line"] = 0.25
    """Its width in mm, or ``line`` for the width of the theme's lines."""
    dash: tuple[Measure, ...] = ()
    round: bool = False


class ShadowFile(Model):
    """A copy of a shape or text beneath it, moved to the side."""

    colour: Paint = "#000000"
    at: tuple[Length, Length] = (0.3, 0.3)
    opacity: Annotated[float, Field(ge=0, le=1)] = 0.4


class OutlineFile(Model):
    """The line around the letters of a text."""

    colour: Paint = "#ffffff"
    width: Annotated[Measure, Field(ge=0)] = 0.3


class OrnamentFile(Model):
    """A drawing generated from a seed: its kind, its colours and parameters, which may be templates.

    A ``kind`` that the theme's ``ornaments`` have takes colours, variants and parameters from there.
    """

    kind: str
    seed: Prose = ""
    motif: str | None = None
    """The box whose text picks one of the theme's drawings of this kind; each text gets one, in order, and without a
    text each kind of component does. Without a ``seed``, equal texts have equal drawings."""
    colours: tuple[Paint, ...] = ("ink",)
    variants: Annotated[int, Field(ge=1, le=1000)] | None = None
    """The number of different drawings that all seeds share; each is also used mirrored. Without it, every seed has a
    drawing of its own."""
    params: dict[str, Any] = Field(default_factory=dict)


class RepeatFile(Model):
    """Copies of a box: one for each value of an expression, a step apart, or rotated about the middle of the face.

    Steps are in mm or relative to the trim, as sides are.
    """

    each: Prose | None = None
    as_: str = Field("item", alias="as")
    step: tuple[SideLength, SideLength] = (NO_LENGTH, NO_LENGTH)
    columns: Annotated[int, Field(ge=1, le=100)] | None = None
    row: tuple[SideLength, SideLength] = (NO_LENGTH, NO_LENGTH)
    around: bool = False
    """Whether the copies lie evenly on a circle about the middle of the face, each turned, the first one in place."""
    turns: tuple[float, ...] = ()
