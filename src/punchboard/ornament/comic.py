"""Comic: rays or speed lines with halftone dots that grow to one side, and a burst or a cloud in the middle."""

from __future__ import annotations

from math import cos, hypot, pi, sin
from random import Random
from typing import Literal

from pydantic import BaseModel, Field

from punchboard.geometry import IDENTITY, Outline, Point, Rect, polyline, rectangle
from punchboard.ornament.mark import Mark
from punchboard.ornament.pen import disc, transform_outline

GROUND, FLASH, RAY, DOT, SHADE, INK = range(6)


class Params(BaseModel, extra="forbid", frozen=True):
    """Inks: the ground, the burst, rays, dots, the shade of the burst, and its outline."""

    scene: Literal["burst", "speed", "dots"] = Field(default="burst", description="what lies behind the dots")
    dot: float = Field(default=2.0, ge=0.5, le=10.0, description="distance of dots in mm")


def draw(area: Rect, random: Random, params: Params) -> tuple[Mark, ...]:
    """Return the ground, its rays and dots, and the burst."""
    centre = Point(area.x + area.width * random.uniform(0.4, 0.6), area.y + area.height * random.uniform(0.42, 0.58))
    marks = [Mark(rectangle(area), GROUND)]
    far = hypot(area.width, area.height) * 0.7
    if params.scene == "burst":
        marks += _rays(centre, far, random)
    elif params.scene == "speed":
        marks += _speed(centre, area, far, random)
    marks += _dots(area, random, params.dot)
    if params.scene != "dots":
        unit = min(area.width, area.height) * 0.5
        shape = _spikes(random)
        for grow, ink, dx in ((1.0, INK, 0.05), (1.0, FLASH, 0.0)):
            moved = Point(centre.x + unit * dx, centre.y + unit * dx)
            marks.append(Mark(_placed(shape, moved, unit * grow), ink))
        marks.append(Mark(_placed(shape, centre, unit), INK, unit * 0.035))
    return tuple(mark._replace(outline=transform_outline(mark.outline, IDENTITY)) for mark in marks)


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
