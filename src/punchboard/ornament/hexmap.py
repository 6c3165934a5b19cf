"""Hexmap: a battlefield of hexagons with woods, hills, a river and a road, contour lines, or fronts with arrows."""

from __future__ import annotations

from math import cos, hypot, pi, sin, sqrt
from random import Random
from typing import Literal

from pydantic import BaseModel, Field

from punchboard.geometry import Point, Rect, polyline, rounded_rectangle, smooth_curve
from punchboard.ornament.pen import DARK, FAR, LIGHT, MIDDLE, NEAR, SKY, Mark, Sketch


class Params(BaseModel, extra="forbid", frozen=True):
    """Inks: open ground, one side's marks, water, woods, hills and contours, and lines and the other side's marks."""

    show: Literal["terrain", "contours", "front"] = Field(default="terrain", description="what the map shows")


def draw(area: Rect, random: Random, params: Params) -> tuple[Mark, ...]:
    """Return the map, its ground first."""
    sheet = Sketch(area, random)
    sheet.ground(SKY)
    if params.show == "contours":
        _contours(sheet)
    _hexes(sheet, terrain=params.show != "contours")
    _river(sheet)
    if params.show == "front":
        _front(sheet)
    return tuple(sheet.marks)


def _hexes(sheet: Sketch, *, terrain: bool) -> None:
    random, area = sheet.random, sheet.area
    size = sheet.unit * 0.1
    wide, high = size * sqrt(3), size * 1.5
    woods = Point(area.x + random.random() * area.width, area.y + random.random() * area.height)
    hills = Point(area.x + random.random() * area.width, area.y + random.random() * area.height)
    for row in range(-1, int(area.height / high) + 2):
        for column in range(-1, int(area.width / wide) + 2):
            centre = Point(area.x + (column + 0.5 * (row % 2)) * wide, area.y + row * high)
            near = min(area.width, area.height) * random.uniform(0.2, 0.42)
            outline = polyline([_out(centre, size, turn / 6 + 1 / 12) for turn in range(6)], closed=True)
            if terrain and _apart(centre, woods) < near:
                sheet.add(outline, MIDDLE)
                _trees(sheet, centre, size)
            elif terrain and _apart(centre, hills) < near:
                sheet.add(outline, NEAR)
            sheet.add(outline, DARK, 0.0045)


def _out(centre: Point, reach: float, turn: float) -> Point:
    return Point(centre.x + reach * cos(2 * pi * turn), centre.y + reach * sin(2 * pi * turn))


def _apart(one: Point, other: Point) -> float:
    return hypot(one.x - other.x, one.y - other.y)


def _trees(sheet: Sketch, centre: Point, size: float) -> None:
    for dx, dy in ((-0.35, 0.1), (0.3, 0.25), (0.0, -0.3)):
        foot = Point(centre.x + dx * size, centre.y + dy * size)
        tree = [
            (foot.x - size * 0.2, foot.y + size * 0.2),
            (foot.x, foot.y - size * 0.32),
            (foot.x + size * 0.2, foot.y + size * 0.2),
        ]
        sheet.add(polyline(tree, closed=True), DARK)


def _river(sheet: Sketch) -> None:
    random = sheet.random
    points = [(-0.05, random.uniform(0.2, 0.8))]
    while points[-1][0] < 1.0:
        points.append((points[-1][0] + 0.16, points[-1][1] + random.uniform(-0.14, 0.14)))
    sheet.line(points, FAR, 0.045, smooth=True)
    x = random.uniform(0.2, 0.8)
    road = [(x, -0.05), (x + random.uniform(-0.12, 0.12), 0.35), (x + random.uniform(-0.12, 0.12), 0.7), (x, 1.05)]
    sheet.line(road, DARK, 0.026, smooth=True)
    sheet.line(road, SKY, 0.014, smooth=True)


def _contours(sheet: Sketch) -> None:
    """Draw rings of equal height about two hills."""
    random, area = sheet.random, sheet.area
    for x, y in (
        (random.uniform(0.1, 0.45), random.uniform(0.2, 0.8)),
        (random.uniform(0.55, 0.9), random.uniform(0.2, 0.8)),
    ):
        centre = Point(area.x + x * area.width, area.y + y * area.height)
        swing = [random.uniform(0.8, 1.2) for _ in range(9)]
        for ring in range(6, 0, -1):
            points = [_out(centre, sheet.unit * 0.065 * ring * reach, turn / 9) for turn, reach in enumerate(swing)]
            outline = smooth_curve(points, closed=True)
            if ring in {6, 3, 1}:  # the highest ring hides the hill behind it
                sheet.add(outline, {6: SKY, 3: MIDDLE, 1: NEAR}[ring])
            sheet.add(outline, DARK, 0.0075)


def _front(sheet: Sketch) -> None:
    """Draw two lines of counters, and arrows from one to the other."""
    random = sheet.random
    y = random.uniform(0.58, 0.72)
    for column in range(4):
        x = 0.14 + column * 0.24 + random.uniform(-0.04, 0.04)
        _counter(sheet, x, y + random.uniform(-0.05, 0.05), LIGHT)
        if column % 2:
            _counter(sheet, x, y - 0.36 + random.uniform(-0.04, 0.04), DARK)
        else:
            _arrow(sheet, x, y - 0.12, y - 0.36)


def _counter(sheet: Sketch, x: float, y: float, ink: int) -> None:
    """Draw the sign of a unit: a box with the cross of infantry, the oval of armour or the dot of artillery."""
    across, down = 0.062 * sheet.unit / sheet.area.width, 0.044 * sheet.unit / sheet.area.height
    sheet.block(x - across * 1.2, y - down * 1.3, x + across * 1.2, y + down * 1.3, SKY)
    sheet.block(x - across, y - down, x + across, y + down, ink)
    arm = sheet.random.choice(("infantry", "infantry", "armour", "artillery"))
    if arm == "infantry":
        sheet.line([(x - across, y - down), (x + across, y + down)], SKY, 0.009)
        sheet.line([(x - across, y + down), (x + across, y - down)], SKY, 0.009)
    elif arm == "artillery":
        sheet.disc(x, y, 0.017, SKY)
    else:
        oval = Rect(
            sheet.at(x, y).x - 0.04 * sheet.unit,
            sheet.at(x, y).y - 0.024 * sheet.unit,
            0.08 * sheet.unit,
            0.048 * sheet.unit,
        )
        sheet.add(rounded_rectangle(oval, 0.024 * sheet.unit), SKY, 0.009)


def _arrow(sheet: Sketch, x: float, start: float, end: float) -> None:
    bend = sheet.random.uniform(-0.08, 0.08)
    sheet.line([(x, start), (x + bend * 0.7, (start + end) / 2), (x + bend, end + 0.05)], LIGHT, 0.03, smooth=True)
    sheet.shape(x + bend, end + 0.05, 0.06, LIGHT, [(-0.7, 0.1), (0, -0.9), (0.7, 0.1)])
