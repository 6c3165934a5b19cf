"""Models of how a box of a layout is drawn: its colours, stroke, ornament and repetition."""

import re
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from punchboard.model.layout.sides import NO_LENGTH, SideLength
from punchboard.model.values import Measure, Model, Prose, admits

Paint = str
"""A colour of the theme (``ink``, ``ink 40%``), ``#rrggbb``, or a template that gives one of these."""

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
