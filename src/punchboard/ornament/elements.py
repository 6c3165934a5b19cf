"""The four elements: strata of earth, waves, wind and flames."""

from __future__ import annotations

from math import ceil, cos, fsum, pi, sin, sqrt
from random import Random
from typing import Final

from pydantic import BaseModel, Field

from punchboard.geometry import Affine, Outline, Point, Rect, Segment, smooth_curve
from punchboard.ornament.pen import (
    XY,
    Knot,
    Mark,
    Width,
    disc,
    drawings_of,
    even_width,
    knot_outline,
    leaf_width,
    part_marks,
    polar,
    size_within,
    sketch_outline,
    swelling_stroke,
    tapered_width,
)

STEPS: Final = 12
PIECES: Final = 150
"""The most pebbles and cuts in one ornament; each has eight or nine segments."""


class Strata(BaseModel, extra="forbid", frozen=True):
    """Layers alternate: solid first ink with cuts, pebbles in mortar, solid second ink with chips."""

    layers: int = Field(default=7, ge=2, le=20, description="layers from top to bottom")
    wave: float = Field(
        default=0.35, ge=0.0, le=1.0, description="how far a border of layers bends, relative to a layer"
    )
    pebble: float = Field(
        default=3.4, ge=0.6, le=20.0, description="length of a pebble in mm; longer over a large area"
    )
    cuts: bool = Field(default=True, description="carve lines and chips into the solid layers")


def draw_strata(area: Rect, random: Random, params: Strata) -> tuple[Mark, ...]:
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
    depth = fsum(b.y - t.y for t, b in zip(top, bottom, strict=True)) / len(top)
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


WAVES: Final = 44
"""The most waves in one ornament, with those clipped at the edge; each has 75 segments."""


WAVE: Final = drawings_of("waves")


class Waves(BaseModel, extra="forbid", frozen=True):
    """The first ink is the water, the second the foam and the carved lines."""

    length: float = Field(default=13.0, ge=2.0, le=80.0, description="mm from crest to crest; longer over a large area")
    height: float = Field(default=0.62, ge=0.2, le=1.2, description="height of a crest, relative to its length")
    overlap: float = Field(default=0.3, ge=0.0, le=0.6, description="how far a row hides the one above")
    jitter: float = Field(default=0.12, ge=0.0, le=0.5, description="random variation of the crests")
    foam: bool = Field(default=True, description="drops off the tips")


def draw_waves(area: Rect, random: Random, params: Waves) -> tuple[Mark, ...]:
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
            marks += part_marks(WAVE["cuts"], at)
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
        segments += sketch_outline(WAVE["crest"], at).segments[1 if segments else 0 : -1]
    left, right = segments[0][1][0], segments[-1][1][-2]
    segments += (("L", (right, round(floor, 3))), ("L", (left, round(floor, 3))), ("Z", ()))
    body = Outline(tuple(segments))
    return [Mark(body, 1, 2 * rim), Mark(body, 0)]


def _foam(at: Affine, random: Random, length: float) -> list[Mark]:
    drops = ((1.28, 0.4, 0.034), (1.34, 0.64, 0.026))
    return [Mark(disc(at.apply(Point(x + random.uniform(-0.02, 0.02), y)), size * length), 1) for x, y, size in drops]


GUSTS: Final = 34
"""The most gusts in one ornament, with those clipped at the edge; each has 85 segments."""


class Wind(BaseModel, extra="forbid", frozen=True):
    """The first ink is the volutes, the second the streams beside them."""

    size: float = Field(default=10.0, ge=1.5, le=60.0, description="height of a volute in mm; higher over a large area")
    turns: float = Field(default=1.4, ge=0.6, le=3.0, description="turns of a volute")
    weight: float = Field(default=0.21, ge=0.05, le=0.35, description="heaviest stroke, relative to the size")
    jitter: float = Field(default=0.15, ge=0.0, le=0.5, description="random variation of the volutes")


def draw_wind(area: Rect, random: Random, params: Wind) -> tuple[Mark, ...]:
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


def _gust(at: Point, size: float, way: int, grow: float, params: Wind) -> list[Mark]:
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


FLAMES: Final = 32
"""The most flames in one ornament, with those clipped at the edge; each has 80 segments."""


FLAME: Final = drawings_of("flames")


class Flames(BaseModel, extra="forbid", frozen=True):
    """The first ink is the flames and their cores, the second the glow in and around them."""

    size: float = Field(default=11.0, ge=1.5, le=80.0, description="width of a flame in mm; wider over a large area")
    height: float = Field(default=1.35, ge=0.7, le=2.5, description="height of a flame, relative to its width")
    overlap: float = Field(default=0.3, ge=0.0, le=0.5, description="how far a row reaches up between the flames above")
    jitter: float = Field(default=0.12, ge=0.0, le=0.5, description="random variation of the flames")
    sparks: bool = Field(default=True, description="a spark between every two flames")


def draw_flames(area: Rect, random: Random, params: Flames) -> tuple[Mark, ...]:
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
                marks.append(Mark(sketch_outline(FLAME["spark"], spark), 0))
    return tuple(marks)


def _flame(at: Affine, rim: float) -> list[Mark]:
    body = sketch_outline(FLAME["body"], at)
    return [Mark(body, 1, rim), Mark(body, 0), *part_marks(FLAME["glow"], at)]


def _place(random: Random, params: Flames, x: float, base: float, size: float, *, flip: bool) -> Affine:
    tall = size * params.height / 1.32 * (1 + random.uniform(-params.jitter, params.jitter))
    lean = random.uniform(-0.6, 0.6) * params.jitter * size
    return Affine(-size * 0.94 if flip else size * 0.94, 0, lean, -tall, x, base)
