"""Towns: a skyline, rain before lit windows, and a city at night."""

from __future__ import annotations

from math import cos, radians, sin
from random import Random
from typing import Literal

from pydantic import BaseModel, Field

from punchboard.geometry import Outline, Point, Rect, polyline, rectangle
from punchboard.ornament.pen import DARK, FAR, LIGHT, MIDDLE, NEAR, SKY, Mark, Sketch


class Skyline(BaseModel, extra="forbid", frozen=True):
    """The far row and the lit windows are in the second ink, the near row in the first."""

    height: float = Field(default=0.7, ge=0.1, le=1.0, description="highest roof, relative to the area's height")
    building: float = Field(default=9.0, ge=1.0, le=60.0, description="width of a building in mm")
    depth: int = Field(default=2, ge=1, le=2, description="rows of buildings")
    windows: float = Field(default=0.4, ge=0.0, le=1.0, description="share of windows that are lit")
    roofs: Literal["city", "town"] = Field(default="city", description="flat and stepped, or gabled")


def draw_skyline(area: Rect, random: Random, params: Skyline) -> tuple[Mark, ...]:
    """Return the far row, then the near row with its windows."""
    width = max(params.building, area.width / 40)
    marks: list[Mark] = []
    for row in range(params.depth):
        near = row == params.depth - 1
        x = area.x - width * random.random()
        while x < area.right:
            wide = width * random.uniform(0.6, 1.4)
            part = random.uniform(0.3, 0.72) if near else random.uniform(0.55, 1.0)
            house = Rect(x, area.bottom - area.height * params.height * part, wide, area.height * params.height * part)
            marks.append(Mark(_house(house, random, params.roofs), 0 if near else 1))
            if near:
                marks += _house_windows(house, random, params, width)
            x += wide * (0.98 if near else 1.15)
    return tuple(marks)


def _house(house: Rect, random: Random, roofs: str) -> Outline:
    x, y, right, bottom, wide = house.x, house.y, house.right, house.bottom, house.width
    kind = random.randrange(4)
    if roofs == "town":
        roof = [(x, y), (x + wide / 2, y - wide * random.uniform(0.4, 0.8)), (right, y)]
    elif kind == 0:
        roof = [(x, y), (right, y)]
    elif kind == 1:
        step = wide * 0.2
        roof = [
            (x, y + step),
            (x + step, y + step),
            (x + step, y),
            (right - step, y),
            (right - step, y + step),
            (right, y + step),
        ]
    elif kind == 2:
        middle, mast = x + wide / 2, wide * 0.05
        roof = [(x, y), (middle - mast, y), (middle, y - wide * 0.5), (middle + mast, y), (right, y)]
    else:
        roof = [(x, y), (x + wide * 0.5, y), (x + wide * 0.5, y + wide * 0.18), (right, y + wide * 0.18)]
    return polyline([(x, bottom), *roof, (right, bottom)], closed=True)


def _house_windows(house: Rect, random: Random, params: Skyline, width: float) -> list[Mark]:
    cell = width / 4.5
    columns = max(1, int((house.width - cell * 0.5) / cell))
    rows = min(12, int((house.height - house.width * 0.4) / (cell * 1.3)))
    left = house.centre.x - columns * cell / 2
    return [
        Mark(
            rectangle(
                Rect(
                    left + (column + 0.24) * cell,
                    house.y + house.width * 0.3 + row * cell * 1.3,
                    cell * 0.52,
                    cell * 0.75,
                )
            ),
            1,
        )
        for row in range(rows)
        for column in range(columns)
        if random.random() < params.windows
    ]


class Rain(BaseModel, extra="forbid", frozen=True):
    """The first ink is the rain, the second the windows, the third the neon signs."""

    drops: float = Field(default=1.0, ge=0.1, le=4.0, description="amount of rain, relative to the usual amount")
    slant: float = Field(
        default=14.0, ge=-60.0, le=60.0, description="slant in degrees; positive values let the rain fall to the left"
    )
    length: float = Field(default=9.0, ge=1.0, le=40.0, description="length of the longest streaks in mm")
    weight: float = Field(default=0.32, ge=0.05, le=2.0, description="width of a streak in mm")
    windows: float = Field(default=0.35, ge=0.0, le=1.0, description="share of windows that are lit")
    signs: int = Field(default=2, ge=0, le=6, description="neon signs")


def draw_rain(area: Rect, random: Random, params: Rain) -> tuple[Mark, ...]:
    """Return windows and signs, and the rain in front of them."""
    return (*_wet_windows(area, random, params), *_signs(area, random, params), *_streaks(area, random, params))


def _wet_windows(area: Rect, random: Random, params: Rain) -> list[Mark]:
    cell = max(4.0, (area.width * area.height / 160) ** 0.5)
    marks: list[Mark] = []
    for column in range(int(area.width / cell) + 1):
        floors = random.uniform(0.25, 0.95)  # each column is a building with its own height
        lift = random.uniform(0, cell)
        for row in range(int(area.height / cell) + 1):
            y = area.bottom - (row + 1) * cell + lift * 0.4
            if row * cell > area.height * floors or random.random() > params.windows:
                continue
            pane = Rect(area.x + (column + 0.22) * cell, y, cell * 0.5, cell * 0.62)
            marks.append(Mark(rectangle(_rounded(pane)), 1))
    return marks


def _signs(area: Rect, random: Random, params: Rain) -> list[Mark]:
    marks: list[Mark] = []
    size = min(area.size) * 0.16
    for _ in range(params.signs):
        x, y = random.uniform(area.x, area.right - size), random.uniform(area.y + size * 0.3, area.bottom - size * 2.4)
        tall = size * random.uniform(1.3, 2.1)
        board = _rounded(Rect(x, y, size * 0.62, tall))
        width = round(size * 0.07, 3)
        marks.append(Mark(rectangle(board), 2, width))
        strokes = random.randint(2, 4)
        for index in range(strokes):
            at = board.y + tall * (index + 0.5) / strokes
            half = size * random.uniform(0.08, 0.2)
            line = [
                (board.centre.x - half, at - half * 0.8),
                (board.centre.x + half, at),
                (board.centre.x - half, at + half * 0.8),
            ]
            marks.append(Mark(polyline([Point(round(px, 3), round(py, 3)) for px, py in line]), 2, width))
    return marks


def _streaks(area: Rect, random: Random, params: Rain) -> list[Mark]:
    count = min(420, int(area.width * area.height / 22 * params.drops) + 6)
    lean = radians(params.slant)
    marks: list[Mark] = []
    for _ in range(count):
        near = random.random() ** 2
        long = params.length * (0.25 + 0.75 * near)
        x, y = random.uniform(area.x, area.right + sin(lean) * long), random.uniform(area.y - long, area.bottom)
        dx, dy = -sin(lean) * long, cos(lean) * long
        half = params.weight * (0.4 + 0.6 * near) / 2
        foot = Point(round(x + dx, 3), round(y + dy, 3))
        head = [(x, y), (x + dx * 0.94 + half, y + dy * 0.94), foot, (x + dx * 0.94 - half, y + dy * 0.94)]
        marks.append(Mark(polyline([Point(round(px, 3), round(py, 3)) for px, py in head], closed=True)))
    return marks


def _rounded(rect: Rect) -> Rect:
    return Rect(*(round(value, 3) for value in rect))


NEON = 6
"""The ink of signs: a seventh colour, or the sky of layouts that have six."""


class City(BaseModel, extra="forbid", frozen=True):
    """Inks: the sky, the light of moon, signs and windows, the three rows of towers, the street, and another neon."""

    mood: Literal["neon", "alley", "noir"] = Field(
        default="neon", description="a low sun, an alley of signs, or rain and a lamp"
    )


def draw_city(area: Rect, random: Random, params: City) -> tuple[Mark, ...]:
    """Return the city, the sky first."""
    sheet = Sketch(area, random)
    sheet.ground(SKY)
    if params.mood == "alley":
        _alley(sheet)
        return tuple(sheet.marks)
    x = random.uniform(0.25, 0.75)
    if params.mood == "neon":
        _sun(sheet, x, random.uniform(0.3, 0.42))
    else:
        sheet.disc(x, random.uniform(0.16, 0.28), random.uniform(0.09, 0.13), LIGHT)
    for row, ink in enumerate((FAR, MIDDLE, NEAR)):
        _row(sheet, row, ink, params.mood)
    if params.mood == "noir":
        _street(sheet)
    else:
        _grid(sheet)
    return tuple(sheet.marks)


def _alley(sheet: Sketch) -> None:
    """Draw walls that close in on a gap of sky, hung with signs, and wet ground that mirrors them."""
    random = sheet.random
    middle = random.uniform(0.44, 0.56)
    for row, ink in enumerate((FAR, MIDDLE, NEAR)):
        sheet.block(middle - 0.03, 0.1, middle + 0.05, 0.86, FAR)
        for side in (-1, 1):
            edge = middle + side * (0.13 + 0.12 * row)
            top = random.uniform(-0.02, 0.14) if row < 2 else -0.03
            sheet.block(*((-0.02, top, edge) if side < 0 else (edge, top, 1.02)), 1.03, ink)
            _lit(sheet, edge, side, row)
    sheet.block(-0.01, 0.86, 1.01, 1.03, DARK)
    for row in range(3):
        for side in (-1, 1):
            _sign(sheet, middle + side * (0.1 + 0.14 * row), random.uniform(0.1, 0.42), 0.034 + 0.014 * row, row)
    for cable in range(3):
        y = random.uniform(0.04, 0.3)
        sheet.line(
            [(-0.02, y), (middle, y + random.uniform(0.08, 0.16)), (1.02, y + 0.03 * cable)], DARK, 0.008, smooth=True
        )


def _lit(sheet: Sketch, edge: float, side: int, row: int) -> None:
    for window in range(4):
        if sheet.random.random() < 0.5:
            x, y = edge + side * 0.05, 0.2 + window * 0.15
            sheet.block(x, y, x + 0.03 + 0.01 * row, y + 0.035, LIGHT if sheet.random.random() < 0.4 else FAR)


def _sign(sheet: Sketch, x: float, top: float, half: float, row: int) -> None:
    """Draw an upright sign with signs of no alphabet, and its light on the ground."""
    random, ink = sheet.random, sheet.random.choice((LIGHT, NEON))
    cell = half * 2 * sheet.area.width / sheet.area.height
    count = random.randint(2, 4)
    sheet.block(x - half, top, x + half, top + cell * count, DARK)
    corners = [
        (x - half, top),
        (x + half, top),
        (x + half, top + cell * count),
        (x - half, top + cell * count),
        (x - half, top),
    ]
    sheet.line(corners, ink, 0.009)
    for letter in range(count):
        y, inner = top + cell * letter, half * 0.55
        up, low = y + cell * 0.24, y + cell * 0.76
        strokes = (
            [(x - inner, up), (x + inner, up), (x + inner, low)],
            [(x - inner, low), (x - inner, up), (x + inner, low)],
            [(x - inner, (up + low) / 2), (x + inner, (up + low) / 2)],
            [(x, up), (x, low), (x + inner, low)],
        )
        for stroke in random.sample(strokes, 2):
            sheet.line(stroke, ink, 0.009)
    for wave in range(3):
        y = 0.89 + 0.04 * wave
        sheet.line([(x - half * (1.2 - 0.3 * wave), y), (x + half * (1.2 - 0.3 * wave), y)], ink, 0.006 + 0.001 * row)


def _sun(sheet: Sketch, x: float, y: float) -> None:
    """Draw a sun cut by bands of sky, as on old screens."""
    radius = sheet.random.uniform(0.2, 0.26)
    sheet.disc(x, y, radius, LIGHT)
    reach = radius * sheet.unit / sheet.area.height
    for band in range(5):
        top = y + reach * (-0.05 + 0.22 * band)
        sheet.block(x - 0.5, top, x + 0.5, top + reach * (0.03 + 0.02 * band), SKY)


def _row(sheet: Sketch, row: int, ink: int, mood: str) -> None:
    random = sheet.random
    x, wide = -0.04, (0.075, 0.11, 0.15)[row]
    while x < 1.04:
        own = wide * random.uniform(0.7, 1.4)
        top = (0.3, 0.42, 0.56)[row] + random.uniform(-0.14, 0.16)
        sheet.block(x, top, x + own, 1.03, ink)
        crown = random.randrange(4)
        if crown == 0:
            sheet.block(x + own * 0.46, top - 0.1, x + own * 0.54, top, ink)
        elif crown == 1:
            sheet.block(x + own * 0.2, top - 0.05, x + own * 0.8, top, ink)
        elif crown == 2:
            sheet.shape(x + own / 2, top, own * sheet.area.width / sheet.unit, ink, [(-0.5, 0), (0, -0.45), (0.5, 0)])
        if row:
            _tower_windows(sheet, x, own, top, row)
        if mood == "neon" and row == 2 and random.random() < 0.45:
            left = x + own * random.uniform(0.15, 0.6)
            sheet.block(left, top + 0.05, left + own * 0.2, top + random.uniform(0.2, 0.34), NEON)
        x += own + random.uniform(0.0, 0.03) * (row + 1)


def _tower_windows(sheet: Sketch, x: float, wide: float, top: float, row: int) -> None:
    random, cell = sheet.random, wide / 4.4
    for line in range(7):
        y = top + 0.05 + line * 0.062
        if y > 0.9:
            return
        for column in range(3):
            if random.random() < (0.3 if row == 1 else 0.22):
                left = x + cell * (0.7 + column * 1.1)
                sheet.block(left, y, left + cell * 0.6, y + 0.026, LIGHT)


def _grid(sheet: Sketch) -> None:
    """Draw a floor of lines that run to the horizon."""
    sheet.block(0, 0.86, 1, 1.03, DARK)
    for step in range(-6, 7):
        sheet.line([(0.5 + step * 0.09, 0.86), (0.5 + step * 0.19, 1.02)], LIGHT, 0.005)
    for y in (0.86, 0.885, 0.925, 0.985):
        sheet.line([(-0.02, y), (1.02, y)], LIGHT, 0.005)


def _street(sheet: Sketch) -> None:
    """Draw a wet street with a lamp, its cone of light, and rain over all."""
    random = sheet.random
    sheet.block(-0.01, 0.88, 1.01, 1.03, DARK)
    x, top = random.uniform(0.14, 0.3) if random.random() < 0.5 else random.uniform(0.7, 0.86), 0.42
    points = [sheet.at(x, top), sheet.at(x + 0.15, 0.9), sheet.at(x - 0.15, 0.9)]
    sheet.line([(x, top), (x, 0.9)], DARK, 0.018)
    sheet.shape(x, top, 0.07, DARK, [(-0.7, 0), (-0.3, -0.5), (0.3, -0.5), (0.7, 0)])
    sheet.disc(x, top + 0.012, 0.026, LIGHT)
    sheet.line([(x - 0.13, 0.925), (x + 0.13, 0.925)], LIGHT, 0.008)
    sheet.line([(x - 0.07, 0.955), (x + 0.07, 0.955)], LIGHT, 0.006)
    slant = 0.03 if points[0].x < sheet.area.centre.x else -0.03
    for _ in range(46):
        left, y = random.uniform(-0.05, 1.05), random.uniform(-0.05, 0.95)
        sheet.line([(left, y), (left - slant, y + 0.085)], FAR if y < 0.5 else MIDDLE, 0.0055)
