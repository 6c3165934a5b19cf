"""Castle: a castle on a hill before mountains, a lone tower in a wood, or a hall with arches and torches."""

from __future__ import annotations

from random import Random
from typing import Literal

from pydantic import BaseModel, Field

from punchboard.geometry import Outline, Rect
from punchboard.ornament.pen import DARK, FAR, LIGHT, MIDDLE, NEAR, SKY, Mark, Sketch, height


class Params(BaseModel, extra="forbid", frozen=True):
    """Inks: the sky, the light, far, middle and near walls and hills, and what stands in front."""

    place: Literal["castle", "tower", "hall"] = Field(default="castle", description="what is shown")


def draw(area: Rect, random: Random, params: Params) -> tuple[Mark, ...]:
    """Return the scene, the sky first."""
    sheet = Sketch(area, random)
    sheet.ground(SKY)
    {"castle": _castle, "tower": _tower, "hall": _hall}[params.place](sheet)
    return tuple(sheet.marks)


def _sky(sheet: Sketch) -> None:
    random = sheet.random
    x, y = random.uniform(0.15, 0.85), random.uniform(0.16, 0.34)
    sheet.disc(x, y, 0.2, FAR)
    sheet.disc(x, y, 0.15, MIDDLE) if random.random() < 0.3 else None
    sheet.disc(x, y, 0.11, LIGHT)
    tops = [(-0.05, 0.7)]
    while tops[-1][0] < 1.1:
        step = random.uniform(0.1, 0.17)
        tops += [(tops[-1][0] + step, random.uniform(0.3, 0.46)), (tops[-1][0] + 2 * step, random.uniform(0.54, 0.66))]
    points = [sheet.at(*top) for top in (*tops, (1.2, 1.05), (-0.05, 1.05))]
    sheet.add(Outline((("M", points[0]), *(("L", point) for point in points[1:]), ("Z", ()))), FAR)


def _wall(sheet: Sketch, left: float, right: float, top: float, ink: int) -> None:
    """Draw a wall with battlements down to below the area."""
    sheet.block(left, top, right, 1.03, ink)
    count = max(2, round((right - left) / 0.03))
    step = (right - left) / (2 * count - 1)
    for index in range(count):
        sheet.block(left + 2 * index * step, top - 0.03, left + (2 * index + 1) * step, top + 0.01, ink)


def _turret(sheet: Sketch, x: float, top: float, wide: float, ink: int, *, roof: bool) -> None:
    sheet.block(x - wide / 2, top, x + wide / 2, 1.03, ink)
    if roof:
        scale = wide * sheet.area.width / sheet.unit
        sheet.shape(x, top + 0.01, scale, DARK, [(-0.7, 0), (0, -1.5), (0.7, 0)])
        peak = top - 1.45 * scale * sheet.unit / sheet.area.height
        sheet.line([(x, peak), (x, peak - 0.07)], DARK, 0.007)
        sheet.shape(x, peak - 0.05, 0.05, LIGHT, [(0, -0.45), (1, 0), (0, 0.45)])
    else:
        _wall(sheet, x - wide * 0.6, x + wide * 0.6, top, ink)
    for level in range(2):
        y = top + 0.06 + level * 0.13
        sheet.block(x - wide * 0.09, y, x + wide * 0.09, y + 0.055, LIGHT)


def _castle(sheet: Sketch) -> None:
    random = sheet.random
    _sky(sheet)
    x = random.uniform(0.36, 0.64)
    sheet.ridge(0.72, 0.03, MIDDLE)
    _turret(sheet, x, random.uniform(0.2, 0.28), 0.12, NEAR, roof=True)
    _wall(sheet, x - 0.26, x + 0.26, 0.58, NEAR)
    for side in (-1, 1):
        _turret(sheet, x + side * 0.14, random.uniform(0.34, 0.42), 0.085, NEAR, roof=random.random() < 0.7)
        _turret(sheet, x + side * 0.27, random.uniform(0.44, 0.52), 0.09, NEAR, roof=random.random() < 0.5)
    sheet.disc(x, 0.79, 0.05, DARK)
    sheet.block(x - 0.05 * sheet.unit / sheet.area.width, 0.79, x + 0.05 * sheet.unit / sheet.area.width, 0.95, DARK)
    near = sheet.ridge(0.87, 0.03, DARK)
    _firs(sheet, near, 9)


def _tower(sheet: Sketch) -> None:
    random = sheet.random
    _sky(sheet)
    _firs(sheet, sheet.ridge(0.66, 0.04, MIDDLE), 14, MIDDLE)
    x = random.uniform(0.3, 0.7)
    _turret(sheet, x, random.uniform(0.22, 0.3), 0.14, NEAR, roof=True)
    _turret(sheet, x + random.choice((-1, 1)) * 0.1, 0.52, 0.08, NEAR, roof=True)
    _firs(sheet, sheet.ridge(0.82, 0.04, NEAR), 10, NEAR)
    _firs(sheet, sheet.ridge(0.93, 0.02, DARK), 8)


def _firs(sheet: Sketch, wave: tuple[float, float, float], count: int, ink: int = DARK) -> None:
    for _ in range(count):
        x, size = sheet.random.uniform(0, 1), sheet.random.uniform(0.05, 0.1)
        points = [(-0.42, 0.15), (-0.12, -0.6), (-0.28, -0.55), (0, -1.6), (0.28, -0.55), (0.12, -0.6), (0.42, 0.15)]
        sheet.shape(x, height(wave, x), size, ink, points)


def _hall(sheet: Sketch) -> None:
    """Draw arches one within the other, a lit one at the end, and torches."""
    random = sheet.random
    x = random.uniform(0.42, 0.58)
    for depth, ink in enumerate((FAR, MIDDLE, NEAR, DARK, LIGHT)):
        wide = (0.5, 0.37, 0.27, 0.19, 0.12)[depth]
        top = 0.1 + depth * 0.1
        _arch(sheet, x, wide, top, ink)
        if depth in {0, 1}:
            for side in (-1, 1):
                place = x + side * (wide - 0.065)
                y = 0.5 + 0.05 * depth
                sheet.line([(place, y), (place, y + 0.13)], DARK, 0.016)
                sheet.shape(place, y, 0.055, LIGHT, [(-0.5, 0), (-0.3, -0.7), (0, -1.5), (0.35, -0.6), (0.5, 0)])
    for line in range(3):
        sheet.line([(-0.02, 0.9 + line * 0.045), (1.02, 0.9 + line * 0.045)], DARK, 0.006)
    for block in range(10):
        y = random.uniform(0.05, 0.8)
        left = random.choice((random.uniform(0, 0.02), random.uniform(0.93, 0.97)))
        sheet.block(left, y, left + 0.06, y + 0.03, MIDDLE if block % 2 else FAR)


def _arch(sheet: Sketch, x: float, half: float, top: float, ink: int) -> None:
    left, right, spring = sheet.at(x - half, 0), sheet.at(x + half, 0), sheet.at(0, top + 0.2).y
    peak, foot = sheet.at(x, top), sheet.at(0, 1.03).y
    k = 0.45 * (spring - peak.y)
    sheet.add(
        Outline(
            (
                ("M", (left.x, foot)),
                ("L", (left.x, spring)),
                ("C", (left.x, spring - k, peak.x - (peak.x - left.x) * 0.4, peak.y + k * 0.3, *peak)),
                ("C", (peak.x + (right.x - peak.x) * 0.4, peak.y + k * 0.3, right.x, spring - k, right.x, spring)),
                ("L", (right.x, foot)),
                ("Z", ()),
            )
        ),
        ink,
    )
