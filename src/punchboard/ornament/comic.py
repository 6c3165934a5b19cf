"""Comic: rays or speed lines with halftone dots and a burst with a sign in it, roofs at night, or speech bubbles."""

from __future__ import annotations

from math import cos, hypot, pi, sin
from random import Random
from typing import Literal

from pydantic import BaseModel, Field

from punchboard.geometry import IDENTITY, Affine, Outline, Point, Rect, polyline, rectangle
from punchboard.ornament.pen import Mark, disc, sketch_outline, transform_outline

GROUND, FLASH, RAY, DOT, SHADE, INK, WHITE = range(7)

_SIGNS = (
    ("-.1,-.5! .34,-.5! .1,-.12! .4,-.12! -.22,.58! -.04,.06! -.32,.06!",),
    ("0,-.56! .14,-.17! .55,-.17! .22,.08! .34,.48! 0,.24! -.34,.48! -.22,.08! -.55,-.17! -.14,-.17!",),
    ("-.15,-.55! .17,-.58! .09,.16! -.07,.16!", "0,.27 .12,.39 0,.51 -.12,.39"),
)
"""A bolt, a star and an exclamation mark, as `sketch_outline` takes them."""

_BUBBLE = "-.9,0 -.55,-.42 0,-.5 .55,-.42 .9,0 .55,.4 .1,.47! -.42,.95! -.22,.45! -.6,.36"


class Params(BaseModel, extra="forbid", frozen=True):
    """Inks: the ground, the burst, rays, dots, signs, outlines, and speech bubbles."""

    scene: Literal["burst", "speed", "roofs", "talk"] = Field(default="burst", description="what is shown")
    dot: float = Field(default=2.0, ge=0.5, le=10.0, description="distance of dots in mm")


def draw(area: Rect, random: Random, params: Params) -> tuple[Mark, ...]:
    """Return the ground, its rays and dots, and the burst."""
    centre = Point(area.x + area.width * random.uniform(0.4, 0.6), area.y + area.height * random.uniform(0.42, 0.58))
    marks = [Mark(rectangle(area), GROUND)]
    far = hypot(area.width, area.height) * 0.7
    if params.scene in {"burst", "talk"}:
        marks += _rays(centre, far, random)
    elif params.scene == "speed":
        marks += _speed(centre, area, far, random)
    marks += _dots(area, random, params.dot)
    unit = min(area.width, area.height) * 0.5
    if params.scene == "roofs":
        marks += _roofs(area, random)
    elif params.scene == "talk":
        marks += _talk(area, random)
    else:
        shape = _spikes(random)
        marks.append(Mark(_placed(shape, Point(centre.x + unit * 0.05, centre.y + unit * 0.05), unit), INK))
        marks += _edged(_placed(shape, centre, unit), FLASH, unit * 0.035)
        for part in random.choice(_SIGNS):
            marks += _edged(sketch_outline(part, Affine(unit, 0, 0, unit, *centre)), SHADE, unit * 0.03)
    return tuple(mark._replace(outline=transform_outline(mark.outline, IDENTITY)) for mark in marks)


def _edged(outline: Outline, ink: int, width: float) -> list[Mark]:
    return [Mark(outline, ink), Mark(outline, INK, width)]


def _roofs(area: Rect, random: Random) -> list[Mark]:
    """Return a moon, a far row of houses, and a near one with lit windows."""
    unit = min(area.width, area.height)
    moon = Point(area.x + area.width * random.uniform(0.55, 0.8), area.y + area.height * 0.3)
    marks = _edged(disc(moon, unit * 0.23), FLASH, unit * 0.018)
    for row, ink in enumerate((SHADE, INK)):
        x, step = area.x - unit * 0.1, area.width / (6 - row)
        while x < area.right:
            wide, top = (
                step * random.uniform(0.7, 1.2),
                area.y + area.height * (0.42 + 0.2 * row + random.uniform(0, 0.2)),
            )
            marks += _edged(rectangle(Rect(x, top, wide, area.bottom + unit * 0.03 - top)), ink, unit * 0.018)
            mast = x + wide * random.uniform(0.2, 0.8)
            marks.append(Mark(polyline([Point(mast, top), Point(mast, top - unit * 0.09)]), INK, unit * 0.018))
            if row:
                marks += _lights(Rect(x, top, wide, area.bottom - top), random, unit * 0.05)
            x += wide + step * random.uniform(0, 0.2)
    return marks


def _lights(house: Rect, random: Random, size: float) -> list[Mark]:
    return [
        Mark(
            rectangle(Rect(house.x + size * (0.8 + 1.9 * column), house.y + size * (1 + 2.1 * row), size, size * 1.3)),
            FLASH,
        )
        for column in range(min(4, int((house.width - size) / (size * 1.9))))
        for row in range(min(3, int(house.height / (size * 2.1))))
        if random.random() < 0.55
    ]


def _talk(area: Rect, random: Random) -> list[Mark]:
    """Return two speech bubbles with signs in them, one on each side."""
    marks, unit, side = [], min(area.width, area.height), random.choice((-1, 1))
    for turn, (x, y, size) in enumerate(((0.27, 0.36, 0.34), (0.74, 0.6, 0.29))):
        flip, at = side * (1 - 2 * turn), Point(area.centre.x + side * (x - 0.5) * area.width, area.y + y * area.height)
        wide = unit * size * random.uniform(0.95, 1.1)
        bubble = Affine(wide * flip, 0, 0, wide * 0.95, *at)
        marks.append(Mark(sketch_outline(_BUBBLE, bubble._replace(e=at.x + unit * 0.025, f=at.y + unit * 0.025)), INK))
        marks += _edged(sketch_outline(_BUBBLE, bubble), WHITE, unit * 0.018)
        for part in random.choice(_SIGNS):
            marks += _edged(sketch_outline(part, Affine(wide * 0.6, 0, 0, wide * 0.6, *at)), FLASH, unit * 0.014)
    return marks


def _rays(centre: Point, far: float, random: Random) -> list[Mark]:
    count, shift = random.choice((12, 14, 16)), random.random()
    return [
        Mark(
            polyline(
                [centre, _out(centre, far, (turn + shift) / count), _out(centre, far, (turn + shift + 0.5) / count)],
                closed=True,
            ),
            RAY,
        )
        for turn in range(count)
    ]


def _out(centre: Point, reach: float, turn: float) -> Point:
    return Point(centre.x + reach * cos(2 * pi * turn), centre.y + reach * sin(2 * pi * turn))


def _speed(centre: Point, area: Rect, far: float, random: Random) -> list[Mark]:
    """Return thin wedges that point at the middle."""
    marks = []
    for line in range(54):
        turn, wide = (line + random.uniform(-0.3, 0.3)) / 54, random.uniform(0.002, 0.006)
        near = min(area.width, area.height) * random.uniform(0.42, 0.6)
        wedge = [_out(centre, near, turn), _out(centre, far, turn - wide), _out(centre, far, turn + wide)]
        marks.append(Mark(polyline(wedge, closed=True), INK if line % 3 else RAY))
    return marks


def _dots(area: Rect, random: Random, step: float) -> list[Mark]:
    """Return dots on a slanted grid, largest in one corner."""
    step = max(step, (area.width * area.height / 440) ** 0.5)
    corner = random.choice(((area.x, area.y), (area.right, area.y), (area.x, area.bottom), (area.right, area.bottom)))
    reach, marks = hypot(area.width, area.height) * 0.62, []
    for row in range(int(area.height / step * 1.42) + 3):
        for column in range(int(area.width / step) + 3):
            x = area.x + (column + 0.5 * (row % 2)) * step
            y = area.y + row * step * 0.71
            size = 0.5 * (1 - hypot(x - corner[0], y - corner[1]) / reach)
            if size > 0.06:
                marks.append(Mark(disc((x, y), step * size), DOT))
    return marks


def _spikes(random: Random) -> list[tuple[float, float]]:
    count = random.choice((11, 13, 15))
    return [
        (reach * cos(pi * step / count), reach * sin(pi * step / count))
        for step, reach in (
            (step, random.uniform(0.86, 1.12) if step % 2 else random.uniform(0.6, 0.68)) for step in range(2 * count)
        )
    ]


def _placed(shape: list[tuple[float, float]], centre: Point, size: float) -> Outline:
    return polyline([(centre.x + x * size, centre.y + y * size) for x, y in shape], closed=True)
