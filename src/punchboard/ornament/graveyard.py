"""Graveyard: a great moon behind bare trees, tombs and bats, or a house on a hill."""

from math import cos, sin
from random import Random
from typing import Literal, NamedTuple

from pydantic import BaseModel, Field

from punchboard.geometry import Rect, polyline
from punchboard.ornament.pen import (
    DARK,
    FAR,
    LIGHT,
    MIDDLE,
    NEAR,
    SKY,
    Mark,
    Sketch,
    height,
    swelling_stroke,
    tapered_width,
)


class Params(BaseModel, extra="forbid", frozen=True):
    """Inks: the sky, the moon, mist, far and near hills, and what stands black before them."""

    place: Literal["tombs", "house", "wood"] = Field(default="tombs", description="what stands under the moon")


def draw(area: Rect, random: Random, params: Params) -> tuple[Mark, ...]:
    """Return the scene, the sky first."""
    sheet = Sketch(area, random)
    sheet.ground(SKY)
    x, y = random.uniform(0.3, 0.7), random.uniform(0.3, 0.42)
    sheet.disc(x, y, 0.34, FAR)
    sheet.disc(x, y, 0.27, MIDDLE)
    sheet.disc(x, y, 0.21, LIGHT)
    for _ in range(3):
        sheet.disc(x + random.uniform(-0.1, 0.1), y + random.uniform(-0.1, 0.1), random.uniform(0.015, 0.04), MIDDLE)
    for _ in range(3):
        left, top = random.uniform(-0.2, 0.7), random.uniform(0.2, 0.62)
        sheet.block(left, top, left + random.uniform(0.3, 0.6), top + 0.022, FAR)
    for _ in range(5):
        _bat(sheet, x + random.uniform(-0.3, 0.3), y + random.uniform(-0.22, 0.18), random.uniform(0.04, 0.08))
    far = sheet.ridge(0.74, 0.05, NEAR)
    if params.place == "house":
        _house(sheet, random.uniform(0.35, 0.65), 0.74)
    for _ in range(2 if params.place == "wood" else 0):
        place = random.uniform(0.1, 0.9)
        _tree(sheet, place, height(far, place) + 0.03, 0.34, NEAR)
    near = sheet.ridge(0.87, 0.035, DARK)
    for _ in range(5 if params.place == "tombs" else 2):
        place = random.uniform(0.05, 0.95)
        _tomb(sheet, place, height(near, place), random.uniform(0.06, 0.1))
    side = random.choice((0.04, 0.96))
    _tree(sheet, side, height(near, side) + 0.05, 0.55, DARK)
    if params.place == "wood":
        _tree(sheet, 1 - side, height(near, 1 - side) + 0.05, 0.5, DARK)
    return tuple(sheet.marks)


def _bat(sheet: Sketch, x: float, y: float, size: float) -> None:
    half = [
        (0, -0.1),
        (0.1, -0.28),
        (0.14, -0.1),
        (0.5, -0.38),
        (1, -0.1),
        (0.72, -0.06),
        (0.6, 0.14),
        (0.38, 0.02),
        (0.2, 0.2),
    ]
    sheet.shape(x, y, size, DARK, [*half, (0, 0.34), *((-dx, dy) for dx, dy in reversed(half[1:]))])


def _tomb(sheet: Sketch, x: float, y: float, size: float) -> None:
    if sheet.random.random() < 0.4:
        cross = [(-0.12, 0.3), (-0.12, -0.75), (-0.45, -0.75), (-0.45, -1), (-0.12, -1), (-0.12, -1.4)]
        sheet.shape(x, y, size, DARK, [*cross, *((-dx, dy) for dx, dy in reversed(cross))])
        return
    stone = [(-0.5, 0.4), (-0.5, -0.7), (-0.36, -1.0), (0, -1.15)]
    sheet.shape(x, y, size, DARK, [*stone, *((-dx, dy) for dx, dy in reversed(stone[:-1]))])


def _house(sheet: Sketch, x: float, y: float) -> None:
    sheet.shape(
        x, y, 0.2, DARK, [(-0.6, 0.3), (-0.6, -0.9), (-0.75, -0.85), (-0.2, -1.7), (0.1, -1.2), (0.6, -1.2), (0.6, 0.3)]
    )
    sheet.shape(
        x, y, 0.2, DARK, [(0.2, 0), (0.2, -1.9), (0.1, -1.85), (0.4, -2.6), (0.7, -1.85), (0.6, -1.9), (0.6, 0)]
    )
    for dx, dy in ((-0.4, -0.55), (-0.05, -0.55), (0.36, -1.6), (0.36, -0.55)):
        sheet.shape(x, y, 0.2, LIGHT, [(dx, dy), (dx, dy - 0.28), (dx + 0.14, dy - 0.28), (dx + 0.14, dy)])


def _tree(sheet: Sketch, x: float, y: float, size: float, ink: int) -> None:
    """Draw a bare tree that branches four times."""
    foot, long = sheet.at(x, y), size * sheet.unit * 0.5
    lean = 0.18 if x < 0.5 else -0.18
    _grow(sheet, ink, _Branch((foot.x, foot.y), -1.57 + lean, long, 0.22 * long), 4)


class _Branch(NamedTuple):
    """A branch: where it starts, its angle in radians, its length and thickness in mm."""

    start: tuple[float, float]
    angle: float
    long: float
    thick: float


def _grow(sheet: Sketch, ink: int, branch: _Branch, depth: int) -> None:
    random, (start, angle, long, thick) = sheet.random, branch
    bend = random.uniform(-0.3, 0.3)
    middle = (start[0] + long * 0.5 * cos(angle), start[1] + long * 0.5 * sin(angle))
    end = (middle[0] + long * 0.5 * cos(angle + bend), middle[1] + long * 0.5 * sin(angle + bend))
    if depth == 1:
        sheet.add(polyline([start, middle, end]), ink, thick * 0.7 / sheet.unit)
        return
    sheet.add(swelling_stroke([start, middle, end], tapered_width(thick, thick * 0.55)), ink)
    for side in (-1, 1):
        turn = angle + bend + side * random.uniform(0.35, 0.75)
        _grow(sheet, ink, _Branch(end, turn, long * random.uniform(0.6, 0.78), thick * 0.58), depth - 1)
