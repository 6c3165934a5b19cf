"""Waves: rows of breaking crests as a block printer cuts them, each row in front of the one above."""

from __future__ import annotations

from functools import lru_cache
from math import ceil
from random import Random
from typing import Final

from pydantic import BaseModel, Field

from punchboard.geometry import Affine, Outline, Point, Rect, Segment
from punchboard.ornament.pen import (
    Mark,
    disc,
    knot_outline,
    parse_knots,
    size_within,
    sketch_outline,
    transform_outline,
)

CREST: Final = (
    "0,0! 0.16,0.05 0.34,0.2 0.52,0.5 0.7,0.83 0.94,1.0 1.14,0.91 1.21,0.72 1.19,0.54! "
    "1.1,0.69 0.98,0.69 0.9,0.5 0.9,0.24 0.95,0.06 1.0,0!"
)
"""One wave from trough to trough, with x to the right and y up; its tip hangs over the next wave."""

CUTS: Final = (
    "0.28,0.02! 0.44,0.27 0.58,0.54 0.74,0.78 0.97,0.89! 0.72,0.7 0.6,0.46 0.47,0.2",
    "0.42,0.0! 0.55,0.28 0.68,0.52 0.86,0.73! 0.72,0.48 0.59,0.22",
    "0.56,-0.02! 0.66,0.24 0.8,0.5! 0.7,0.2",
)
"""Carved lines that follow the back of a wave."""

WAVES: Final = 44
"""The most waves in one ornament, with those clipped at the edge; each has 75 segments."""


class Params(BaseModel, extra="forbid", frozen=True):
    """The first ink is the water, the second the foam and the carved lines."""

    length: float = Field(default=13.0, ge=2.0, le=80.0, description="mm from crest to crest; longer over a large area")
    height: float = Field(default=0.62, ge=0.2, le=1.2, description="height of a crest, relative to its length")
    overlap: float = Field(default=0.3, ge=0.0, le=0.6, description="how far a row hides the one above")
    jitter: float = Field(default=0.12, ge=0.0, le=0.5, description="random variation of the crests")
    foam: bool = Field(default=True, description="drops off the tips")


def draw(area: Rect, random: Random, params: Params) -> tuple[Mark, ...]:
    """Return the rows of waves from the top down."""
    row = params.height * (1 - params.overlap)
    length = size_within(params.length, lambda one: (area.width / one + 2) * (area.height / one / row + 3), WAVES)
    tall, step = length * params.height, length * row
    marks: list[Mark] = []
    for index in range(-2, ceil((area.height - tall * 0.3) / step) + 1):
        base = area.y + index * step + tall
        start = area.x - length * (0.25 + 0.5 * (index % 2) + random.uniform(0, params.jitter))
        count = ceil((area.right - start) / length) + 1
        units = [
            Affine(
                length, 0, 0, -tall * (1 + random.uniform(-params.jitter, params.jitter)), start + place * length, base
            )
            for place in range(-1, count)
        ]
        marks += _row(units, base + tall * 0.55, length * 0.05)
        for at in units:
            if not _shows(at, area):
                continue
            marks += (Mark(sketch_outline(cut, at), 1) for cut in CUTS)
            if params.foam:
                marks += _foam(at, random, length)
    return tuple(marks)


def _shows(at: Affine, area: Rect) -> bool:
    """Tell whether any part of the wave in the unit square of ``at`` lies in the area."""
    return area.overlap(at.bounds(Rect(0, 0, 1.4, 1))) is not None


def _row(units: list[Affine], floor: float, rim: float) -> list[Mark]:
    """Return the water of one row, with a rim of foam behind it."""
    segments: list[Segment] = []
    for at in units:
        # each crest starts where the one before ends, so its M is dropped
        segments += transform_outline(_crest(), at).segments[1 if segments else 0 : -1]
    left, right = segments[0][1][0], segments[-1][1][-2]
    segments += (("L", (right, round(floor, 3))), ("L", (left, round(floor, 3))), ("Z", ()))
    body = Outline(tuple(segments))
    return [Mark(body, 1, 2 * rim), Mark(body, 0)]


@lru_cache(maxsize=1)
def _crest() -> Outline:
    return knot_outline(parse_knots(CREST))


def _foam(at: Affine, random: Random, length: float) -> list[Mark]:
    drops = ((1.28, 0.4, 0.034), (1.34, 0.64, 0.026))
    return [Mark(disc(at.apply(Point(x + random.uniform(-0.02, 0.02), y)), size * length), 1) for x, y, size in drops]
