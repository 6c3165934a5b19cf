"""Playground: round hills under a rainbow, balloons in the sky, or a garden of large flowers."""

from __future__ import annotations

from math import cos, pi, sin
from random import Random
from typing import Literal

from pydantic import BaseModel, Field

from punchboard.geometry import Outline, Rect, ellipse
from punchboard.ornament.pen import DARK, FAR, LIGHT, MIDDLE, NEAR, SKY, Mark, Sketch, height

WHITE = 6
"""The ink of clouds, after those of all scenes."""


class Playground(BaseModel, extra="forbid", frozen=True):
    """Inks: the sky, the sun, a far and a near hill, balloons and petals, a second colour for these, and clouds."""

    scene: Literal["rainbow", "balloons", "flowers"] = Field(default="rainbow", description="what is shown")


def draw_playground(area: Rect, random: Random, params: Playground) -> tuple[Mark, ...]:
    """Return the scene, the sky first."""
    sheet = Sketch(area, random)
    sheet.ground(SKY)
    _sun(sheet, random.choice((0.16, 0.84)), random.uniform(0.16, 0.24))
    if params.scene == "rainbow":
        x = random.uniform(0.35, 0.65)
        for ring, ink in enumerate((NEAR, LIGHT, MIDDLE, DARK)):
            sheet.disc(x, 0.78, 0.47 - 0.065 * ring, ink, 0.067)
    for _ in range(3):
        _cloud(sheet, random.random(), random.uniform(0.1, 0.45), random.uniform(0.05, 0.085))
    if params.scene == "balloons":
        for ink in (NEAR, DARK, LIGHT, NEAR):
            _balloon(sheet, random.uniform(0.12, 0.88), random.uniform(0.22, 0.52), random.uniform(0.07, 0.11), ink)
    far = sheet.ridge(0.74, 0.05, FAR)
    for _ in range(3):
        x = random.uniform(0.05, 0.95)
        _tree(sheet, x, height(far, x), random.uniform(0.06, 0.09))
    near = sheet.ridge(0.87, 0.03, MIDDLE)
    count = 7 if params.scene == "flowers" else 4
    for index in range(count):
        x, size = (
            (index + random.uniform(0.2, 0.8)) / count,
            0.05 if params.scene != "flowers" else random.uniform(0.07, 0.12),
        )
        y = height(near, x) + 0.02
        _flower(sheet, x, y, size, (NEAR, DARK, LIGHT)[index % 3])
    return tuple(sheet.marks)


def _sun(sheet: Sketch, x: float, y: float) -> None:
    centre = sheet.at(x, y)
    for ray in range(12):
        angle = pi * ray / 6
        ends = [(centre.x + r * sheet.unit * cos(angle), centre.y + r * sheet.unit * sin(angle)) for r in (0.145, 0.19)]
        sheet.line(
            [((px - sheet.area.x) / sheet.area.width, (py - sheet.area.y) / sheet.area.height) for px, py in ends],
            LIGHT,
            0.02,
        )
    sheet.disc(x, y, 0.115, LIGHT)


def _cloud(sheet: Sketch, x: float, y: float, size: float) -> None:
    part = size * sheet.unit / sheet.area.width
    for dx, dy, grow in ((-1.1, 0.3, 0.7), (0, 0, 1.0), (1.0, 0.25, 0.75)):
        sheet.add(_disc_below(sheet, x + dx * part, y, dy * size, size * grow), WHITE)


def _disc_below(sheet: Sketch, x: float, y: float, down: float, size: float) -> Outline:
    """Return a circle that lies ``down`` units below a place."""
    centre = sheet.at(x, y)
    reach = size * sheet.unit
    return ellipse(Rect(centre.x - reach, centre.y + down * sheet.unit - reach, 2 * reach, 2 * reach))


def _balloon(sheet: Sketch, x: float, y: float, size: float, ink: int) -> None:
    centre, r = sheet.at(x, y), size * sheet.unit
    step = r / sheet.area.height
    sheet.line([(x, y + step), (x + 0.02, y + step * 2.2), (x - 0.01, y + step * 3.6)], FAR, 0.008, smooth=True)
    sheet.add(ellipse(Rect(centre.x - r * 0.86, centre.y - r, r * 1.72, r * 2.1)), ink)
    sheet.shape(x, y + step * 1.05, size * 0.3, ink, [(-0.6, 0.5), (0, -0.3), (0.6, 0.5)])
    sheet.add(ellipse(Rect(centre.x - r * 0.5, centre.y - r * 0.66, r * 0.3, r * 0.5)), SKY)


def _tree(sheet: Sketch, x: float, y: float, size: float) -> None:
    step = size * sheet.unit / sheet.area.height
    sheet.line([(x, y + 0.03), (x, y - step)], DARK, 0.02)
    sheet.disc(x, y - step * 1.6, size, MIDDLE)


def _flower(sheet: Sketch, x: float, y: float, size: float, ink: int) -> None:
    step, across = size * sheet.unit / sheet.area.height, size * sheet.unit / sheet.area.width
    top = y - step * 1.5
    sheet.line([(x, y + 0.06), (x, top)], FAR, 0.016)
    for petal in range(6):
        angle = pi * petal / 3
        sheet.disc(x + cos(angle) * across * 0.55, top + sin(angle) * step * 0.55, size * 0.36, ink)
    sheet.disc(x, top, size * 0.34, LIGHT if ink != LIGHT else NEAR)
