"""Strata: layers of earth one below the other: solid, carved, or full of pebbles."""

from __future__ import annotations

from math import cos, pi, sin, sqrt
from random import Random
from typing import Final

from pydantic import BaseModel, Field

from punchboard.geometry import Affine, Outline, Point, Rect, smooth_curve
from punchboard.ornament.pen import Knot, Mark, even_width, knot_outline, leaf_width, swelling_stroke

STEPS: Final = 12
PIECES: Final = 150
"""The most pebbles and cuts in one ornament; each has eight or nine segments."""


class Params(BaseModel, extra="forbid", frozen=True):
    """Layers alternate: solid first ink with cuts, pebbles in mortar, solid second ink with chips."""

    layers: int = Field(default=7, ge=2, le=20, description="layers from top to bottom")
    wave: float = Field(
        default=0.35, ge=0.0, le=1.0, description="how far a border of layers bends, relative to a layer"
    )
    pebble: float = Field(
        default=3.4, ge=0.6, le=20.0, description="length of a pebble in mm; longer over a large area"
    )
    cuts: bool = Field(default=True, description="carve lines and chips into the solid layers")


def draw(area: Rect, random: Random, params: Params) -> tuple[Mark, ...]:
    """Return the layers from the top down, each with its pebbles or cuts."""
    depth = area.height / params.layers
    borders = [_border(area, random, area.y + depth * index, depth * params.wave) for index in range(params.layers + 1)]
    size = max(params.pebble, sqrt(area.width * area.height / PIECES / 0.9))
    marks: list[Mark] = []
    first = random.randrange(3)
    for index in range(params.layers):
        top, bottom = borders[index], borders[index + 1]
        sort = (index + first) % 3
        layer = _layer(top, bottom)
        marks.append(Mark(layer, 1 if sort == 2 else 0))
        if sort == 1:
            marks += (Mark(one, 1) for one in _pebbles(area, random, top, bottom, size))
        elif params.cuts:
            marks += (Mark(one, 1 - (sort == 2)) for one in _cuts(area, random, top, bottom, size, chips=sort == 2))
        if index:
            marks.append(Mark(swelling_stroke(top, even_width(depth * 0.06)), 1))
    return tuple(marks)


def _border(area: Rect, random: Random, y: float, reach: float) -> list[Point]:
    phases = [random.uniform(0, 2 * pi) for _ in range(3)]
    return [
        Point(
            area.x - 1 + (area.width + 2) * step / STEPS,
            y + reach * (0.5 * sin(2 * pi * step / STEPS + phases[0]) + 0.3 * sin(4.3 * pi * step / STEPS + phases[1])),
        )
        for step in range(STEPS + 1)
    ]


def _layer(top: list[Point], bottom: list[Point]) -> Outline:
    there, back = smooth_curve(top).segments, smooth_curve(bottom[::-1]).segments
    return Outline((*there, ("L", back[0][1]), *back[1:], ("Z", ())))


def _at(border: list[Point], x: float) -> float:
    place = (x - border[0].x) / (border[-1].x - border[0].x) * STEPS
    index = max(0, min(int(place), STEPS - 1))
    return border[index].y + (border[index + 1].y - border[index].y) * (place - index)


def _pebbles(area: Rect, random: Random, top: list[Point], bottom: list[Point], size: float) -> list[Outline]:
    """Return courses of rounded stones that fill the layer."""
    depth = sum(b.y - t.y for t, b in zip(top, bottom, strict=True)) / len(top)
    courses = max(1, round(depth / (size * 0.75)))
    stones = []
    for course in range(courses):
        x = area.x - size * (0.5 + random.random() * 0.4)
        while x < area.right + size / 2:
            wide = size * random.uniform(0.7, 1.35)
            upper, lower = _at(top, x + wide / 2), _at(bottom, x + wide / 2)
            high = (lower - upper) / courses
            stones.append(_stone(random, Point(x + wide / 2, upper + high * (course + 0.5)), wide * 0.44, high * 0.36))
            x += wide
    return stones


def _stone(random: Random, at: Point, rx: float, ry: float) -> Outline:
    knots = []
    for step in range(7):
        angle = 2 * pi * step / 7 + random.uniform(-0.2, 0.2)
        far = random.uniform(0.88, 1.08)
        # squarer than an ellipse, like stones in a wall
        x, y = cos(angle), sin(angle)
        bulge = (x**4 + y**4) ** -0.25
        knots.append(Knot(at.x + rx * far * x * bulge, at.y + ry * far * y * bulge))
    return knot_outline(knots).placed(Affine())


def _cuts(
    area: Rect, random: Random, top: list[Point], bottom: list[Point], size: float, *, chips: bool
) -> list[Outline]:
    """Return lens-shaped cuts along the layer, or short slanting chips."""
    cuts = []
    rows = 2 if chips else 3
    for row in range(rows):
        part = (row + 0.75) / (rows + 0.5)
        x = area.x - size * random.uniform(0, 1)
        while x < area.right:
            long = size * (random.uniform(0.35, 0.6) if chips else random.uniform(1.2, 3.0))
            slant = long * (0.7 if row % 2 else -0.7) if chips else 0.0
            ends = []
            for t in (0.0, 0.5, 1.0):
                here = x + long * t
                upper, lower = _at(top, here), _at(bottom, here)
                ends.append(Point(here, upper + (lower - upper) * part + slant * (t - 0.5)))
            cuts.append(swelling_stroke(ends, leaf_width(size * (0.2 if chips else 0.17))))
            x += long + size * random.uniform(0.35, 0.8)
    return cuts
