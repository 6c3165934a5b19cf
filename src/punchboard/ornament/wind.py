"""Wind: streams of air that swell, fade and curl up, rows of volutes with long tails."""

from __future__ import annotations

from math import ceil, pi
from random import Random
from typing import Final

from pydantic import BaseModel, Field

from punchboard.geometry import Point, Rect
from punchboard.ornament.pen import XY, Mark, Width, leaf_width, polar, size_within, swelling_stroke, tapered_width

GUSTS: Final = 34
"""The most gusts in one ornament, with those clipped at the edge; each has 85 segments."""


class Params(BaseModel, extra="forbid", frozen=True):
    """The first ink is the volutes, the second the streams beside them."""

    size: float = Field(default=10.0, ge=1.5, le=60.0, description="height of a volute in mm; higher over a large area")
    turns: float = Field(default=1.4, ge=0.6, le=3.0, description="turns of a volute")
    weight: float = Field(default=0.21, ge=0.05, le=0.35, description="heaviest stroke, relative to the size")
    jitter: float = Field(default=0.15, ge=0.0, le=0.5, description="random variation of the volutes")


def draw(area: Rect, random: Random, params: Params) -> tuple[Mark, ...]:
    """Return rows of volutes; every other row is shifted by half a volute and mirrored."""
    size = size_within(params.size, lambda one: (area.width / one / 2.3 + 2) * (area.height / one + 2), GUSTS)
    long, step = size * 2.3, size * 1.02
    marks: list[Mark] = []
    for row in range(-1, ceil(area.height / step) + 1):
        way = 1 if row % 2 == 0 else -1
        middle = area.y + (row + 0.5) * step
        shift = random.uniform(-0.3, 0.3) * params.jitter * long
        for place in range(-2, ceil(area.width / long) + 2):
            x = (area.x if way == 1 else area.right) + way * ((place + 0.5 * (row % 2)) * long + shift)
            grow = 1 + random.uniform(-params.jitter, params.jitter) * 0.6
            if (
                area.overlap(Rect(x - (2.3 if way == 1 else 0.9) * size, middle - 0.7 * size, 3.2 * size, 1.4 * size))
                is None
            ):
                continue
            marks += _gust(Point(x, middle), size, way, grow, params)
    return tuple(marks)


def _gust(at: Point, size: float, way: int, grow: float, params: Params) -> list[Mark]:
    """Return a volute with its tail, and the streams beside it."""
    reach = size * 0.4 * grow
    weight = size * params.weight
    steps = 13

    def on(points: list[XY]) -> list[Point]:
        return [Point(at.x + way * x, at.y + y) for x, y in points]

    curl: list[XY] = []
    for step in range(steps + 1):
        t = step / steps
        radius = reach * (1 - 0.86 * t**0.8)
        curl.append(polar((0.0, 0.0), radius, pi / 2 - 2 * pi * params.turns * t))
    tail: list[XY] = [
        (-2.25 * size, 0.06 * size),
        (-1.8 * size, 0.28 * size),
        (-1.3 * size, 0.42 * size),
        (-0.8 * size, 0.44 * size),
        (-0.36 * size, reach * 1.02),
    ]
    marks = [Mark(swelling_stroke(on([*tail, *curl]), _swell(weight)), 0)]
    above: list[XY] = [
        (-2.1 * size, -0.2 * size),
        (-1.6 * size, 0.04 * size),
        (-1.1 * size, 0.18 * size),
        (-0.66 * size, 0.14 * size),
        (-0.52 * size, -0.1 * size),
        (-0.36 * size, -0.38 * size),
        (0.0, -0.54 * size),
        (0.36 * size, -0.42 * size),
        (0.55 * size, -0.1 * size),
    ]
    marks.append(Mark(swelling_stroke(on(above), leaf_width(weight * 0.62)), 1))
    inner: list[XY] = [
        (-1.75 * size, -0.32 * size),
        (-1.3 * size, -0.12 * size),
        (-0.98 * size, -0.08 * size),
        (-0.78 * size, -0.24 * size),
    ]
    marks.append(Mark(swelling_stroke(on(inner), leaf_width(weight * 0.6)), 0))
    below: list[XY] = [(0.2 * size, 0.5 * size), (0.6 * size, 0.42 * size), (0.8 * size, 0.2 * size)]
    marks.append(Mark(swelling_stroke(on(below), tapered_width(0.0, 0.0, weight * 0.5)), 1))
    return marks


def _swell(weight: float) -> Width:
    return lambda t: weight * min(1.0, t * 2.6 + 0.02) * (1.0 if t < 0.6 else 1 - (t - 0.6) * 1.2)
