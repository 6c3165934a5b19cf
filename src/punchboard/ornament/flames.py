"""Flames: rows of licking tongues, each row in front of the one above, with a hot core in the second ink."""

from __future__ import annotations

from math import ceil
from random import Random
from typing import Final

from pydantic import BaseModel, Field

from punchboard.geometry import Affine, Rect
from punchboard.ornament.pen import Mark, size_within, sketch_outline

BODY: Final = (
    "-0.022,0 -0.275,0.051 -0.455,0.242 -0.494,0.5 -0.438,0.713 -0.455,0.955! -0.303,0.82 "
    "-0.23,0.624! -0.202,0.843 -0.101,1.045 0.045,1.309! 0.084,1.084 0.18,0.927 0.258,0.742! "
    "0.32,0.843 0.354,0.955 0.337,1.073! 0.455,0.904 0.5,0.674 0.483,0.461 0.404,0.219 0.23,0.051"
)
"""A flame of three tongues, one unit wide and 1.3 units high, standing on y = 0; y points up."""

HEART: Final = (
    "-0.006,0.079 -0.174,0.152 -0.242,0.331 -0.197,0.517 -0.062,0.685 -0.022,0.882! 0.039,0.669 "
    "0.152,0.534 0.225,0.388 0.219,0.242 0.14,0.129"
)
CORE: Final = "0,0.14 -0.096,0.213 -0.101,0.331 -0.039,0.427 -0.011,0.545! 0.062,0.421 0.107,0.331 0.09,0.213"
LICKS_LEFT: Final = "-0.354,0.624! -0.41,0.461 -0.376,0.298 -0.298,0.202! -0.337,0.326 -0.354,0.478"
LICKS_RIGHT: Final = "0.376,0.685! 0.421,0.478 0.388,0.32 0.298,0.213! 0.354,0.365 0.371,0.506"
SPARK: Final = "0,-0.09! 0.06,-0.02 0.05,0.05 -0.01,0.13! -0.05,0.05 -0.06,-0.02"

FLAMES: Final = 32
"""The most flames in one ornament, with those clipped at the edge; each has 80 segments."""


class Params(BaseModel, extra="forbid", frozen=True):
    """The first ink is the flames and their cores, the second the glow in and around them."""

    size: float = Field(default=11.0, ge=1.5, le=80.0, description="width of a flame in mm; wider over a large area")
    height: float = Field(default=1.35, ge=0.7, le=2.5, description="height of a flame, relative to its width")
    overlap: float = Field(default=0.3, ge=0.0, le=0.5, description="how far a row reaches up between the flames above")
    jitter: float = Field(default=0.12, ge=0.0, le=0.5, description="random variation of the flames")
    sparks: bool = Field(default=True, description="a spark between every two flames")


def draw(area: Rect, random: Random, params: Params) -> tuple[Mark, ...]:
    """Return the rows from the top down; every other row is shifted by half a flame and mirrored."""
    rise = params.height * (1 - params.overlap)
    size = size_within(params.size, lambda one: (area.width / one + 1.6) * (area.height / one / rise + 1.4), FLAMES)
    step = size * rise
    marks: list[Mark] = []
    for row in range(ceil((area.height + size * params.height) / step)):
        base = area.y + (row + 0.62) * step
        start = area.x + size * (0.0 if row % 2 else 0.5) + (area.width % size) / 2 - size
        for place in range(ceil(area.width / size) + 2):
            at = _place(random, params, start + place * size, base, size, flip=row % 2 == 1)
            if area.overlap(at.bounds(Rect(-0.55, -0.1, 1.6, 1.4))) is None:
                continue
            marks += _flame(at, size * 0.075)
            if params.sparks:
                spark = Affine.move(size * 0.5, -size * 0.22 * random.uniform(0.6, 1.4)) @ at
                marks.append(Mark(sketch_outline(SPARK, spark), 0))
    return tuple(marks)


def _flame(at: Affine, rim: float) -> list[Mark]:
    body = sketch_outline(BODY, at)
    inner = ((HEART, 1), (CORE, 0), (LICKS_LEFT, 1), (LICKS_RIGHT, 1))
    return [Mark(body, 1, rim), Mark(body, 0), *(Mark(sketch_outline(one, at), ink) for one, ink in inner)]


def _place(random: Random, params: Params, x: float, base: float, size: float, *, flip: bool) -> Affine:
    tall = size * params.height / 1.32 * (1 + random.uniform(-params.jitter, params.jitter))
    lean = random.uniform(-0.6, 0.6) * params.jitter * size
    return Affine(-size * 0.94 if flip else size * 0.94, 0, lean, -tall, x, base)
