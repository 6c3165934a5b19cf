"""What a box of a layout is drawn with: its colours, its line, its ornament, and how it comes again."""

from typing import Annotated, Any

from pydantic import Field

from punchboard.model.values import Length, Measure, Model, Prose

Paint = str
"""A colour of the theme (``ink``, ``ink 40%``), ``#rrggbb``, or a template that gives one of these."""


class StrokeFile(Model):
    """A line round a shape."""

    colour: Paint = "ink"
    width: Measure = 0.25
    dash: tuple[Measure, ...] = ()
    round: bool = False


class OrnamentFile(Model):
    """A drawing made from a seed: its kind, its colours, and the parameters of that kind, as values or templates."""

    kind: str
    seed: Prose = ""
    colours: tuple[Paint, ...] = ("ink",)
    variants: Annotated[int, Field(ge=1, le=1000)] | None = None
    """How many drawings all seeds share, each of them also in a mirror; every seed has its own when it is not given."""
    params: dict[str, Any] = Field(default_factory=dict)


class RepeatFile(Model):
    """The box again: for each value of an expression, a step further; or turned about the middle of the face."""

    each: Prose | None = None
    as_: str = Field("item", alias="as")
    step: tuple[Length, Length] = (0.0, 0.0)
    columns: Annotated[int, Field(ge=1, le=100)] | None = None
    row: tuple[Length, Length] = (0.0, 0.0)
    turns: tuple[float, ...] = ()
