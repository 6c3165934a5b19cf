"""Rain: slanting streaks in front of lit windows and neon signs, over a whole area."""

from __future__ import annotations

from math import cos, radians, sin
from random import Random

from pydantic import BaseModel, Field

from punchboard.geometry import Point, Rect, polyline, rectangle
from punchboard.ornament.pen import Mark


class Params(BaseModel, extra="forbid", frozen=True):
    """The first ink is the rain, the second the windows, the third the neon signs."""

    drops: float = Field(default=1.0, ge=0.1, le=4.0, description="amount of rain, relative to the usual amount")
    slant: float = Field(
        default=14.0, ge=-60.0, le=60.0, description="slant in degrees; positive values let the rain fall to the left"
    )
    length: float = Field(default=9.0, ge=1.0, le=40.0, description="length of the longest streaks in mm")
    weight: float = Field(default=0.32, ge=0.05, le=2.0, description="width of a streak in mm")
    windows: float = Field(default=0.35, ge=0.0, le=1.0, description="share of windows that are lit")
    signs: int = Field(default=2, ge=0, le=6, description="neon signs")


def draw(area: Rect, random: Random, params: Params) -> tuple[Mark, ...]:
    """Return windows and signs, and the rain in front of them."""
    return (*_windows(area, random, params), *_signs(area, random, params), *_streaks(area, random, params))


def _windows(area: Rect, random: Random, params: Params) -> list[Mark]:
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


def _signs(area: Rect, random: Random, params: Params) -> list[Mark]:
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


def _streaks(area: Rect, random: Random, params: Params) -> list[Mark]:
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
