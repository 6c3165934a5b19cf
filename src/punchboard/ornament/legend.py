"""Scenes of legend: antiquity, a castle, a dragon."""

from __future__ import annotations

from math import cos, pi, sin
from random import Random
from typing import Final, Literal

from pydantic import BaseModel, Field

from punchboard.geometry import Affine, Outline, Point, Rect, polyline
from punchboard.ornament.pen import (
    DARK,
    FAR,
    LIGHT,
    MIDDLE,
    NEAR,
    SKY,
    Mark,
    Sketch,
    drawings_of,
    height,
    part_marks,
    scene,
    sketch_outline,
    swelling_stroke,
    tapered_width,
)

ANTIQUITY: Final = drawings_of("antiquity")


class Antiquity(BaseModel, extra="forbid", frozen=True):
    """Inks: the paper, the sun and berries, far hills, near ones, stone and leaves, and lines."""

    scene: Literal["temple", "wreath"] = Field(default="temple", description="what is shown")


def draw_antiquity(area: Rect, random: Random, params: Antiquity) -> tuple[Mark, ...]:
    """Return the scene, its ground first."""
    return scene(area, random, {"temple": _temple, "wreath": _wreath}[params.scene])


def _temple(sheet: Sketch) -> None:
    random, area = sheet.random, sheet.area
    sun = random.choice((0.16, 0.84)) + random.uniform(-0.04, 0.04)
    sheet.disc(sun, 0.24, 0.13, FAR)
    sheet.disc(sun, 0.24, 0.09, LIGHT)
    sheet.ridge(0.66, 0.07, FAR)
    hill = sheet.ridge(0.8, 0.04, MIDDLE)
    middle, half = random.uniform(0.44, 0.56), 0.3 * min(1.0, area.height * 1.5 / area.width)
    top, foot, columns = 0.36, 0.8, random.choice((5, 6, 7))
    for step in range(3):
        wide = half * (1.06 + 0.06 * step)
        sheet.block(middle - wide, foot + 0.03 * step, middle + wide, foot + 0.03 * (step + 1) + 0.01, NEAR)
        sheet.line([(middle - wide, foot + 0.03 * step), (middle + wide, foot + 0.03 * step)], DARK, 0.006)
    sheet.block(middle - half * 0.94, top, middle + half * 0.94, foot, DARK)
    pitch = 2 * half * 0.92 / (columns - 1)
    for column in range(columns):
        _column(sheet, middle - half * 0.92 + pitch * column, top, foot, pitch * 0.27)
    sheet.block(middle - half * 1.08, top - 0.05, middle + half * 1.08, top, NEAR)
    gable = [(middle - half * 1.14, top - 0.05), (middle, top - 0.25), (middle + half * 1.14, top - 0.05)]
    sheet.add(polyline([sheet.at(*point) for point in gable], closed=True), NEAR)
    inner = [(middle - half * 0.86, top - 0.072), (middle, top - 0.215), (middle + half * 0.86, top - 0.072)]
    sheet.add(polyline([sheet.at(*point) for point in inner], closed=True), SKY)
    sheet.disc(middle, top - 0.11, 0.026, LIGHT)
    near = sheet.ridge(0.93, 0.02, DARK)
    for _ in range(7):
        _cypress(sheet, random.choice((random.uniform(0, 0.16), random.uniform(0.84, 1))), near, hill)


def _column(sheet: Sketch, x: float, top: float, foot: float, half: float) -> None:
    sheet.block(x - half, top, x + half, foot, SKY)
    for flute in (-0.4, 0.1, 0.55):
        sheet.line([(x + half * flute, top + 0.03), (x + half * flute, foot - 0.02)], MIDDLE, 0.005)
    for y in (top, foot - 0.025):
        sheet.block(x - half * 1.35, y, x + half * 1.35, y + 0.025, NEAR)


def _cypress(sheet: Sketch, x: float, *hills: tuple[float, float, float]) -> None:
    size = sheet.random.uniform(0.09, 0.15)
    y = height(sheet.random.choice(hills), x) + 0.04
    scale = size * sheet.unit
    place = Affine(scale, 0, 0, scale, *sheet.at(x, y))
    sheet.add(sketch_outline(ANTIQUITY["cypress"], place), DARK)


def _wreath(sheet: Sketch) -> None:
    random = sheet.random
    middle, radius = sheet.at(0.5, 0.5), min(sheet.area.width, sheet.area.height) * 0.4
    count = random.randint(9, 11)
    for side in (-1, 1):
        for leaf in range(count):
            angle = pi / 2 - side * (0.14 + leaf * 2.75 / count)
            at = Point(middle.x + radius * cos(angle), middle.y + radius * sin(angle))
            for lean, ink in ((0.5, NEAR), (-0.55, MIDDLE)):
                _leaf(sheet, at, angle - side * (pi / 2 - lean), radius * 0.34, ink)
            if leaf % 3 == 1:
                sheet.add(sketch_outline(ANTIQUITY["berry"], Affine(radius * 0.05, 0, 0, radius * 0.05, *at)), LIGHT)
    size = radius * 0.86
    place = Affine(size, 0, 0, size, *middle)
    for flip in (1, -1):
        sheet.add(sketch_outline(ANTIQUITY["handle"], place @ Affine.scale(flip, 1)), DARK)
    sheet.marks += part_marks(ANTIQUITY["vase"], place)
    steps = 9
    zigzag = [place.apply(Point(-0.3 + 0.6 * step / (steps - 1), 0.1 if step % 2 else 0.0)) for step in range(steps)]
    sheet.add(polyline(zigzag), LIGHT, 0.012)


def _leaf(sheet: Sketch, at: Point, angle: float, size: float, ink: int) -> None:
    turn = Affine(size * cos(angle), size * sin(angle), -size * sin(angle), size * cos(angle), *at)
    sheet.add(sketch_outline(ANTIQUITY["leaf"], turn), ink)


class Castle(BaseModel, extra="forbid", frozen=True):
    """Inks: the sky, the light, far, middle and near walls and hills, and what stands in front."""

    place: Literal["castle", "tower", "hall"] = Field(default="castle", description="what is shown")


def draw_castle(area: Rect, random: Random, params: Castle) -> tuple[Mark, ...]:
    """Return the scene, the sky first."""
    return scene(area, random, {"castle": _castle, "tower": _tower, "hall": _hall}[params.place])


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


_SPINE = ((-1.0, 0.42), (-0.78, 0.2), (-0.5, 0.26), (-0.2, 0.3), (0.08, 0.2), (0.3, 0.04), (0.42, -0.16), (0.6, -0.24))


DRAGON: Final = drawings_of("dragon")


class Dragon(BaseModel, extra="forbid", frozen=True):
    """Inks: the sky, the light, far mountains, near ones, stones and far wings, and what stands in front."""

    scene: Literal["flight", "sword"] = Field(default="flight", description="what is shown")


def draw_dragon(area: Rect, random: Random, params: Dragon) -> tuple[Mark, ...]:
    """Return the scene, the sky first."""
    return scene(area, random, {"flight": _flight, "sword": _sword}[params.scene])


def _peaks(sheet: Sketch, top: float, ink: int) -> None:
    random, x = sheet.random, -0.08
    points = [(x, 0.9)]
    while x < 1.1:
        step = random.uniform(0.09, 0.16)
        points += [(x + step, top + random.uniform(0, 0.16)), (x + 2 * step, top + random.uniform(0.2, 0.3))]
        x += 2 * step
    placed = [sheet.at(*point) for point in (*points, (x, 1.03), (-0.08, 1.03))]
    sheet.add(polyline(placed, closed=True), ink)


def _flight(sheet: Sketch) -> None:
    random, side = sheet.random, sheet.random.choice((-1, 1))
    x, y = 0.5 + side * random.uniform(0.06, 0.14), random.uniform(0.34, 0.4)
    sheet.disc(x, y, 0.3, FAR)
    sheet.disc(x, y, 0.24, LIGHT)
    _peaks(sheet, 0.56, FAR)
    _peaks(sheet, 0.7, MIDDLE)
    size = sheet.unit * random.uniform(0.34, 0.38)
    at = sheet.at(0.5 - side * random.uniform(0.0, 0.06), random.uniform(0.42, 0.48))
    turn = Affine(size * side, 0, 0, size, *at) @ Affine.turn(random.uniform(-14, 4))
    sheet.add(sketch_outline(DRAGON["far wing"], turn), NEAR)
    spine = [turn.apply(Point(*point)) for point in _SPINE]
    width = tapered_width(0.03 * size, 0.1 * size, 0.17 * size)
    sheet.add(swelling_stroke(spine, width), DARK)
    sheet.marks += part_marks(DRAGON["body"], turn)
    sheet.add(sketch_outline(DRAGON["head"], turn @ Affine.move(0.6, -0.26)), DARK)
    sheet.ridge(0.93, 0.02, DARK)


def _sword(sheet: Sketch) -> None:
    random = sheet.random
    x, y = random.uniform(0.44, 0.56), 0.44
    for ray in range(16):
        first, last = (ray + random.uniform(-0.1, 0.1)) * pi / 8, (ray + 0.42) * pi / 8
        rim = [sheet.at(x + 1.3 * cos(angle), y + 1.6 * sin(angle)) for angle in (first, last)]
        sheet.add(polyline([sheet.at(x, y), *rim], closed=True), FAR)
    sheet.disc(x, y, 0.2, LIGHT)
    _peaks(sheet, 0.64, MIDDLE)
    size = sheet.area.height * 0.56
    place = Affine(size, 0, 0, size, *sheet.at(x, 0.5))
    sheet.marks += part_marks(DRAGON["sword"], place)
    for spark in range(9):
        sheet.shape(random.uniform(0.05, 0.95), random.uniform(0.05, 0.6), 0.022 if spark % 3 else 0.035, LIGHT, _SPARK)


_SPARK = [(0, -1), (0.2, -0.2), (1, 0), (0.2, 0.2), (0, 1), (-0.2, 0.2), (-1, 0), (-0.2, -0.2)]
