"""Skyline: roofs, towers and lit windows in two rows, along the lower edge of the area."""

from __future__ import annotations

from random import Random
from typing import Literal

from pydantic import BaseModel, Field

from punchboard.geometry import Outline, Rect, polyline, rectangle
from punchboard.ornament.pen import Mark


class Params(BaseModel, extra="forbid", frozen=True):
    """The far row and the lit windows are in the second ink, the near row in the first."""

    height: float = Field(default=0.7, ge=0.1, le=1.0, description="highest roof, relative to the area's height")
    building: float = Field(default=9.0, ge=1.0, le=60.0, description="width of a building in mm")
    depth: int = Field(default=2, ge=1, le=2, description="rows of buildings")
    windows: float = Field(default=0.4, ge=0.0, le=1.0, description="share of windows that are lit")
    roofs: Literal["city", "town"] = Field(default="city", description="flat and stepped, or gabled")


def draw(area: Rect, random: Random, params: Params) -> tuple[Mark, ...]:
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
                marks += _windows(house, random, params, width)
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


def _windows(house: Rect, random: Random, params: Params, width: float) -> list[Mark]:
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
