"""Chart: an old map with a coast, mountains, woods and a route, a sea chart with depths, or a compass rose."""

from __future__ import annotations

from math import cos, pi, sin
from random import Random
from typing import Literal

from pydantic import BaseModel, Field

from punchboard.geometry import Outline, Rect, polyline, smooth_curve
from punchboard.ornament.pen import DARK, FAR, LIGHT, MIDDLE, NEAR, SKY, Mark, Sketch


class Params(BaseModel, extra="forbid", frozen=True):
    """Inks: the sheet, the route and other accents, shallow water or land, lines of depth, hills, and ink."""

    show: Literal["land", "sea", "compass"] = Field(default="land", description="what the chart shows")


def draw(area: Rect, random: Random, params: Params) -> tuple[Mark, ...]:
    """Return the chart, its sheet first."""
    sheet = Sketch(area, random)
    sheet.ground(SKY)
    {"land": _land, "sea": _sea, "compass": _compass}[params.show](sheet)
    return tuple(sheet.marks)


def _coast(sheet: Sketch, size: float) -> list[tuple[float, float]]:
    """Return the corners of an island, as fractions of a radius."""
    random = sheet.random
    return [
        (cos(2 * pi * step / 22) * reach, sin(2 * pi * step / 22) * reach)
        for step, reach in ((step, size * random.uniform(0.72, 1.15)) for step in range(22))
    ]


def _island(sheet: Sketch, place: tuple[float, float], size: float, inks: tuple[int, ...], spread: float) -> None:
    """Draw an island with lines of depth around it; the last ink is that of the land."""
    corners = _coast(sheet, size)
    centre, unit = sheet.at(*place), sheet.unit
    for step, ink in enumerate(inks):
        grow = 1 + spread * (len(inks) - 1 - step)
        points = [(centre.x + dx * grow * unit, centre.y + dy * grow * unit) for dx, dy in corners]
        outline = smooth_curve(points, closed=True)
        sheet.add(outline, ink)
        if step == len(inks) - 1:
            sheet.add(outline, DARK, 0.008)


def _land(sheet: Sketch) -> None:
    random = sheet.random
    x, y = random.uniform(0.35, 0.65), random.uniform(0.42, 0.6)
    reach = 0.42 * max(1.0, sheet.area.height / sheet.area.width * 0.9)
    for step in range(1, 6):
        sheet.line([(-0.02, step / 6), (1.02, step / 6)], FAR, 0.004)
        sheet.line([(step / 6, -0.02), (step / 6, 1.02)], FAR, 0.004)
    _island(sheet, (x, y), reach, (MIDDLE, SKY, FAR), 0.06)
    for _ in range(7):
        _peak(sheet, x + random.uniform(-0.26, 0.1), y + random.uniform(-0.2, 0.02), random.uniform(0.05, 0.08))
    for _ in range(10):
        left, top = x + random.uniform(-0.1, 0.28), y + random.uniform(0.04, 0.24)
        sheet.shape(left, top, 0.035, NEAR, [(-0.5, 0.2), (0, -1.0), (0.5, 0.2)])
        sheet.line([(left, top + 0.005), (left, top + 0.025)], DARK, 0.007)
    _route(sheet, (x - 0.34, y + 0.3), (x + random.uniform(0.05, 0.2), y - random.uniform(0.05, 0.2)))
    _rose(sheet, random.choice((0.12, 0.88)), random.choice((0.14, 0.86)), 0.1)


def _peak(sheet: Sketch, x: float, y: float, size: float) -> None:
    sheet.shape(x, y, size, SKY, [(-0.7, 0.3), (0, -1), (0.7, 0.3)])
    sheet.shape(x, y, size, NEAR, [(0, -1), (0.7, 0.3), (0.1, 0.3), (0.2, -0.3)])
    scale = (size * sheet.unit / sheet.area.width, size * sheet.unit / sheet.area.height)
    left, right = (x - 0.7 * scale[0], y + 0.3 * scale[1]), (x + 0.7 * scale[0], y + 0.3 * scale[1])
    sheet.line([left, (x, y - scale[1]), right], DARK, 0.008)


def _route(sheet: Sketch, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Draw a dotted way to a cross."""
    bend = sheet.random.uniform(-0.16, 0.16)
    for step in range(14):
        t = step / 14
        x = start[0] + (end[0] - start[0]) * t + bend * sin(pi * t)
        y = start[1] + (end[1] - start[1]) * t + bend * sin(2 * pi * t) * 0.6
        sheet.disc(x, y, 0.0095, LIGHT)
    dx, dy = 0.026 * sheet.unit / sheet.area.width, 0.026 * sheet.unit / sheet.area.height
    sheet.line([(end[0] - dx, end[1] - dy), (end[0] + dx, end[1] + dy)], LIGHT, 0.018)
    sheet.line([(end[0] - dx, end[1] + dy), (end[0] + dx, end[1] - dy)], LIGHT, 0.018)


def _rose(sheet: Sketch, x: float, y: float, size: float) -> None:
    """Draw a compass rose with its points in light and dark halves."""
    sheet.disc(x, y, size * 0.8, DARK, 0.006)
    sheet.disc(x, y, size * 0.68, DARK, 0.004)
    centre, unit = sheet.at(x, y), sheet.unit
    for turn in (*(0.125 + 0.25 * step for step in range(4)), *(0.25 * step for step in range(4))):
        long = size * (1.15 if turn * 4 % 1 == 0 else 0.62)
        for side in (-1, 1):
            tip, waist = 2 * pi * turn, 2 * pi * (turn + side * 0.125)
            points = [
                (centre.x, centre.y),
                (centre.x + sin(tip) * long * unit, centre.y - cos(tip) * long * unit),
                (centre.x + sin(waist) * size * 0.22 * unit, centre.y - cos(waist) * size * 0.22 * unit),
            ]
            sheet.add(polyline(points, closed=True), DARK if side > 0 else LIGHT if turn == 0 else FAR)


def _sea(sheet: Sketch) -> None:
    random = sheet.random
    sheet.ground(FAR)
    centre = sheet.at(random.uniform(0.2, 0.8), random.uniform(0.2, 0.8))
    far = sheet.area.width + sheet.area.height
    for step in range(16):
        end = (centre.x + far * cos(pi * step / 8), centre.y + far * sin(pi * step / 8))
        sheet.add(polyline([centre, end]), MIDDLE, 0.004)
    for _ in range(3):
        x, y, size = random.uniform(0.05, 0.95), random.uniform(0.05, 0.95), random.uniform(0.09, 0.2)
        _island(sheet, (x, y), size, (MIDDLE, SKY, LIGHT), 0.3)
    for _ in range(14):
        x, y = random.random(), random.random()
        sheet.line([(x, y), (x + 0.018, y - 0.012), (x + 0.036, y)], NEAR, 0.007, smooth=True)
        sheet.line([(x + 0.036, y), (x + 0.054, y - 0.012), (x + 0.072, y)], NEAR, 0.007, smooth=True)
    _route(
        sheet, (random.uniform(0, 0.2), random.uniform(0.6, 0.9)), (random.uniform(0.6, 0.85), random.uniform(0.2, 0.5))
    )


def _compass(sheet: Sketch) -> None:
    x, y = 0.5, 0.5
    centre, far = sheet.at(x, y), sheet.area.width + sheet.area.height
    turn = sheet.random.uniform(0, pi / 16)
    for step in range(32):
        angle = turn + pi * step / 16
        end = (centre.x + far * cos(angle), centre.y + far * sin(angle))
        sheet.add(Outline((("M", (centre.x, centre.y)), ("L", end))), FAR if step % 2 else MIDDLE, 0.004)
    for size in (0.46, 0.44, 0.36):
        sheet.disc(x, y, size, MIDDLE, 0.007)
    for step in range(72):
        angle, inner = 2 * pi * step / 72, 0.44 if step % 6 else 0.4
        ends = [(centre.x + r * sheet.unit * cos(angle), centre.y + r * sheet.unit * sin(angle)) for r in (inner, 0.46)]
        sheet.add(polyline(ends), NEAR, 0.006)
    _rose(sheet, x, y, 0.33)
