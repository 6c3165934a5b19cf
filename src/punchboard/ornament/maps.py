"""Maps: charts of land and sea, and battlefields of hexagons."""

from __future__ import annotations

from math import cos, hypot, pi, sin, sqrt
from random import Random
from typing import Literal

from pydantic import BaseModel, Field

from punchboard.geometry import Outline, Point, Rect, polyline, rounded_rectangle, smooth_curve
from punchboard.ornament.pen import DARK, FAR, LIGHT, MIDDLE, NEAR, SKY, Mark, Sketch, scene


class Chart(BaseModel, extra="forbid", frozen=True):
    """Inks: the sheet, the route and other accents, shallow water or land, lines of depth, hills, and ink."""

    show: Literal["land", "sea", "compass"] = Field(default="land", description="what the chart shows")


def draw_chart(area: Rect, random: Random, params: Chart) -> tuple[Mark, ...]:
    """Return the chart, its sheet first."""
    return scene(area, random, {"land": _land, "sea": _sea, "compass": _compass}[params.show])


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


class Hexmap(BaseModel, extra="forbid", frozen=True):
    """Inks: open ground, one side's marks, water, woods, hills and contours, and lines and the other side's marks."""

    show: Literal["terrain", "contours", "front"] = Field(default="terrain", description="what the map shows")


def draw_hexmap(area: Rect, random: Random, params: Hexmap) -> tuple[Mark, ...]:
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
