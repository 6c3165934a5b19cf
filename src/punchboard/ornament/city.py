"""City: towers with lit windows at night, with neon signs, an alley of signs, or rain and a street lamp."""

from __future__ import annotations

from random import Random
from typing import Literal

from pydantic import BaseModel, Field

from punchboard.geometry import Rect
from punchboard.ornament.pen import DARK, FAR, LIGHT, MIDDLE, NEAR, SKY, Mark, Sketch

NEON = 6
"""The ink of signs: a seventh colour, or the sky of layouts that have six."""


class Params(BaseModel, extra="forbid", frozen=True):
    """Inks: the sky, the light of moon, signs and windows, the three rows of towers, the street, and another neon."""

    mood: Literal["neon", "alley", "noir"] = Field(
        default="neon", description="a low sun, an alley of signs, or rain and a lamp"
    )


def draw(area: Rect, random: Random, params: Params) -> tuple[Mark, ...]:
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
            _windows(sheet, x, own, top, row)
        if mood == "neon" and row == 2 and random.random() < 0.45:
            left = x + own * random.uniform(0.15, 0.6)
            sheet.block(left, top + 0.05, left + own * 0.2, top + random.uniform(0.2, 0.34), NEON)
        x += own + random.uniform(0.0, 0.03) * (row + 1)


def _windows(sheet: Sketch, x: float, wide: float, top: float, row: int) -> None:
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
