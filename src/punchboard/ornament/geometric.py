"""Geometric: a few large discs, quarter circles and stripes on a grid, as on a modern poster."""

from __future__ import annotations

from random import Random
from typing import Literal

from pydantic import BaseModel, Field

from punchboard.geometry import IDENTITY, Outline, Point, Rect, circle, polyline, rectangle
from punchboard.geometry.shapes import KAPPA
from punchboard.ornament.pen import SKY, Mark, transform_outline


class Geometric(BaseModel, extra="forbid", frozen=True):
    """Inks: the ground, then the forms."""

    forms: Literal["quarters", "discs", "stripes"] = Field(default="quarters", description="the forms")
    cells: int = Field(default=3, ge=1, le=8, description="cells along the shorter side")


def draw_geometric(area: Rect, random: Random, params: Geometric) -> tuple[Mark, ...]:
    """Return the forms, cell by cell."""
    cell = min(area.width, area.height) / params.cells
    columns, rows = round(area.width / cell + 0.499), round(area.height / cell + 0.499)
    x0, y0 = area.centre.x - columns * cell / 2, area.centre.y - rows * cell / 2
    marks = [Mark(rectangle(area), SKY)]
    if params.forms == "discs":
        return _rounded([*marks, *_discs(area, random)])
    for row in range(rows):
        for column in range(columns):
            place = Rect(x0 + column * cell, y0 + row * cell, cell, cell)
            ink = random.choice((1, 2, 3, 4, 5, 2, 3))
            marks += (_stripe if params.forms == "stripes" else _quarter)(place, random, ink)
    return _rounded(marks)


def _rounded(marks: list[Mark]) -> tuple[Mark, ...]:
    return tuple(mark._replace(outline=transform_outline(mark.outline, IDENTITY)) for mark in marks)


def _quarter(place: Rect, random: Random, ink: int) -> list[Mark]:
    """Return a cell with a quarter circle, a disc or a half square, or an empty one."""
    kind = random.randrange(6)
    x, y, right, bottom = place.x, place.y, place.right, place.bottom
    if kind == 0:
        return []
    if kind == 1:
        return [Mark(rectangle(place), ink), Mark(circle(place.centre, place.width * 0.3), (ink + 2) % 6)]
    if kind == 2:
        return [Mark(polyline([(x, y), (right, y), (right, bottom)], closed=True), ink)]
    corner = random.randrange(4)
    cx, cy = (x if corner % 2 else right), (y if corner < 2 else bottom)
    marks = [Mark(rectangle(place), (ink + 1) % 6)] if random.random() < 0.5 else []
    reach = place.width
    for part, own in ((1.0, ink), (0.5, SKY)) if kind == 5 else ((1.0, ink),):
        marks.append(
            Mark(
                _pie(Point(cx, cy), reach * part * (1 if corner % 2 else -1), reach * part * (1 if corner < 2 else -1)),
                own,
            )
        )
    return marks


def _pie(corner: Point, dx: float, dy: float) -> Outline:
    x, y = corner
    k = KAPPA
    curve = (x + dx, y + dy * k, x + dx * k, y + dy, x, y + dy)
    return Outline((("M", (x, y)), ("L", (x + dx, y)), ("C", curve), ("Z", ())))


def _stripe(place: Rect, random: Random, ink: int) -> list[Mark]:
    upright, marks, count = random.random() < 0.5, [], 4
    if random.random() < 0.25:
        return [Mark(rectangle(place), ink)]
    step = place.width / count
    for index in range(count):
        bar = (
            Rect(place.x + index * step, place.y, step * 0.5, place.height)
            if upright
            else Rect(place.x, place.y + index * step, place.width, step * 0.5)
        )
        marks.append(Mark(rectangle(bar), ink))
    return marks


def _discs(area: Rect, random: Random) -> list[Mark]:
    unit = min(area.width, area.height)
    marks = []
    for size, ink in ((0.62, 2), (0.44, 3), (0.3, 1), (0.2, 4)):
        x = area.x + area.width * random.uniform(0.15, 0.85)
        y = area.y + area.height * random.uniform(0.2, 0.8)
        marks.append(Mark(circle(Point(x, y), unit * size * random.uniform(0.8, 1.15)), ink))
    y = area.y + area.height * random.uniform(0.55, 0.85)
    marks.append(Mark(polyline([(area.x - 1, y), (area.right + 1, y)]), 5, unit * 0.012))
    x = area.x + area.width * random.uniform(0.2, 0.8)
    return [*marks, Mark(polyline([(x, area.y - 1), (x, area.bottom + 1)]), 5, unit * 0.012)]
