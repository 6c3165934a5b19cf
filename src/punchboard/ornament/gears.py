"""Gears: toothed wheels that turn each other, pipes with valves, or a plate with rivets and a factory."""

from __future__ import annotations

from math import cos, pi, sin
from random import Random
from typing import Literal

from pydantic import BaseModel, Field

from punchboard.geometry import Rect, polyline
from punchboard.ornament.pen import DARK, FAR, LIGHT, MIDDLE, NEAR, SKY, Mark, Sketch


class Params(BaseModel, extra="forbid", frozen=True):
    """Inks: the wall, brass and lit windows, far, middle and near parts, and holes and shadows."""

    scene: Literal["gears", "pipes", "works"] = Field(default="gears", description="what is shown")


def draw(area: Rect, random: Random, params: Params) -> tuple[Mark, ...]:
    """Return the scene, the wall first."""
    sheet = Sketch(area, random)
    sheet.ground(SKY)
    {"gears": _gears, "pipes": _pipes, "works": _works}[params.scene](sheet)
    return tuple(sheet.marks)


def _gears(sheet: Sketch) -> None:
    random = sheet.random
    for _ in range(3):
        _gear(sheet, (random.random(), random.random()), random.uniform(0.22, 0.4), FAR)
    x, y, size, turn = random.uniform(0.3, 0.5), random.uniform(0.4, 0.6), random.uniform(0.22, 0.28), random.random()
    _gear(sheet, (x, y), size, MIDDLE, turn)
    for angle, own, ink in (
        (random.uniform(-0.7, 0.2), 0.17, NEAR),
        (random.uniform(2.2, 3.4), 0.14, LIGHT),
        (random.uniform(1.0, 1.8), 0.11, NEAR),
    ):
        reach = (size + own * 0.93) * sheet.unit
        place = (x + cos(angle) * reach / sheet.area.width, y + sin(angle) * reach / sheet.area.height)
        _gear(sheet, place, own, ink, random.random())


def _gear(sheet: Sketch, place: tuple[float, float], size: float, ink: int, turn: float = 0.0) -> None:
    """Draw a wheel with teeth, spokes and a hub."""
    x, y = place
    teeth = max(8, round(size * 62))
    points = []
    for tooth in range(teeth):
        for part, reach in ((-0.32, 0.86), (-0.18, 1.0), (0.18, 1.0), (0.32, 0.86)):
            angle = 2 * pi * (tooth + part + turn) / teeth
            points.append((reach * cos(angle), reach * sin(angle)))
    sheet.shape(x, y, size, ink, points)
    if size < 0.13:
        sheet.disc(x, y, size * 0.42, SKY)
    else:
        centre = sheet.at(x, y)
        for spoke in range(5):
            start, end = 2 * pi * (spoke + 0.16 + turn) / 5, 2 * pi * (spoke + 0.84 + turn) / 5
            arc = [start + (end - start) * step / 6 for step in range(7)]
            outer = [
                (centre.x + 0.7 * size * sheet.unit * cos(a), centre.y + 0.7 * size * sheet.unit * sin(a)) for a in arc
            ]
            inner = [
                (centre.x + 0.34 * size * sheet.unit * cos(a), centre.y + 0.34 * size * sheet.unit * sin(a))
                for a in reversed(arc)
            ]
            sheet.add(polyline([*outer, *inner], closed=True), SKY)
    sheet.disc(x, y, size * 0.2, DARK)
    sheet.disc(x, y, size * 0.09, LIGHT)


def _pipes(sheet: Sketch) -> None:
    random = sheet.random
    for ink, thick, count in ((FAR, 0.05, 4), (MIDDLE, 0.08, 3), (NEAR, 0.11, 2)):
        for _ in range(count):
            x, y, knee = random.uniform(0.05, 0.95), random.uniform(0.1, 0.9), random.choice((-0.2, 1.2))
            sheet.line([(x, random.choice((-0.2, 1.2))), (x, y), (knee, y)], ink, thick)
            flange = thick * 0.72 * sheet.unit / sheet.area.width
            for level in (0.25, 0.7):
                sheet.block(x - flange, level, x + flange, level + 0.035, DARK if ink == NEAR else ink)
    for _ in range(2):
        x, y = random.uniform(0.15, 0.85), random.uniform(0.2, 0.8)
        sheet.disc(x, y, 0.11, DARK)
        sheet.disc(x, y, 0.09, LIGHT)
        sheet.disc(x, y, 0.075, SKY)
        for step in range(9):
            angle = pi * (0.75 + step * 1.5 / 8)
            centre = sheet.at(x, y)
            ends = [
                (centre.x + r * sheet.unit * cos(angle), centre.y + r * sheet.unit * sin(angle)) for r in (0.055, 0.07)
            ]
            sheet.add(polyline(ends), LIGHT, 0.008)
        hand = random.uniform(0.8, 2.2) * pi
        place = sheet.at(x, y)
        sheet.add(
            polyline([place, (place.x + 0.055 * sheet.unit * cos(hand), place.y + 0.055 * sheet.unit * sin(hand))]),
            LIGHT,
            0.014,
        )


def _works(sheet: Sketch) -> None:
    """Draw a factory with saw-tooth roofs, chimneys and smoke."""
    random = sheet.random
    sheet.disc(random.uniform(0.2, 0.8), 0.34, 0.14, LIGHT)
    for row, ink in enumerate((FAR, MIDDLE, NEAR)):
        base, wide = 0.62 + 0.12 * row, (0.12, 0.16, 0.2)[row]
        for _ in range(3 - row // 2):
            x = random.uniform(0.02, 0.95)
            top = base - random.uniform(0.3, 0.44)
            sheet.block(x, top, x + 0.035 + 0.01 * row, 1.03, ink)
            sheet.block(x - 0.008, top, x + 0.043 + 0.01 * row, top + 0.03, DARK)
            for puff in range(5):
                sheet.disc(x + 0.02 + puff * 0.045, top - 0.02 - puff * 0.035, 0.022 + 0.011 * puff, FAR)
        x = -random.random() * wide
        while x < 1.02:
            points = [sheet.at(x, 1.03), sheet.at(x, base - 0.1), sheet.at(x + wide, base), sheet.at(x + wide, 1.03)]
            sheet.add(polyline(points, closed=True), ink)
            for pane in range(3 if row else 0):
                left = x + wide * (0.2 + 0.24 * pane)
                sheet.block(left, base + 0.05, left + wide * 0.14, base + 0.1, LIGHT if random.random() < 0.6 else DARK)
            x += wide
    sheet.block(-0.02, 0.95, 1.02, 1.03, DARK)
