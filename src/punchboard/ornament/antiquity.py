"""Antiquity: a temple with columns on a hill, or a vase within a wreath of laurel."""

from __future__ import annotations

from math import cos, pi, sin
from random import Random
from typing import Literal

from pydantic import BaseModel, Field

from punchboard.geometry import Affine, Point, Rect, polyline
from punchboard.ornament.pen import DARK, FAR, LIGHT, MIDDLE, NEAR, SKY, Mark, Sketch, height, sketch_outline

_VASE = (
    "-.2,-.62! .2,-.62! .16,-.52! .14,-.36 .36,-.12 .3,.2 .12,.5! "
    ".2,.6! -.2,.6! -.12,.5! -.3,.2 -.36,-.12 -.14,-.36 -.16,-.52!"
)
_HANDLE = ".15,-.5! .36,-.56 .44,-.38 .34,-.14! .3,-.2! .36,-.36 .32,-.46 .15,-.42!"
_BAND = "-.34,-.04! .34,-.04! .31,.14! -.31,.14!"
_LEAF = "0,0! .34,-.2 .8,-.16 1.05,0! .8,.16 .34,.2"


class Params(BaseModel, extra="forbid", frozen=True):
    """Inks: the paper, the sun and berries, far hills, near ones, stone and leaves, and lines."""

    scene: Literal["temple", "wreath"] = Field(default="temple", description="what is shown")


def draw(area: Rect, random: Random, params: Params) -> tuple[Mark, ...]:
    """Return the scene, its ground first."""
    sheet = Sketch(area, random)
    sheet.ground(SKY)
    {"temple": _temple, "wreath": _wreath}[params.scene](sheet)
    return tuple(sheet.marks)


def _temple(sheet: Sketch) -> None:
    random, area = sheet.random, sheet.area
    sun = random.choice((0.16, 0.84)) + random.uniform(-0.04, 0.04)
    sheet.disc(sun, 0.24, 0.13, FAR)
    sheet.disc(sun, 0.24, 0.09, LIGHT)
    sheet.ridge(0.66, 0.07, FAR)
    hill = sheet.ridge(0.8, 0.04, MIDDLE)
    middle, half = random.uniform(0.44, 0.56), 0.3 * min(1.0, area.height * 1.5 / area.width)
    top, foot, columns = 0.36, 0.8, random.choice((5, 6, 7))
    for step in range(3):
        wide = half * (1.06 + 0.06 * step)
        sheet.block(middle - wide, foot + 0.03 * step, middle + wide, foot + 0.03 * (step + 1) + 0.01, NEAR)
        sheet.line([(middle - wide, foot + 0.03 * step), (middle + wide, foot + 0.03 * step)], DARK, 0.006)
    sheet.block(middle - half * 0.94, top, middle + half * 0.94, foot, DARK)
    pitch = 2 * half * 0.92 / (columns - 1)
    for column in range(columns):
        _column(sheet, middle - half * 0.92 + pitch * column, top, foot, pitch * 0.27)
    sheet.block(middle - half * 1.08, top - 0.05, middle + half * 1.08, top, NEAR)
    gable = [(middle - half * 1.14, top - 0.05), (middle, top - 0.25), (middle + half * 1.14, top - 0.05)]
    sheet.add(polyline([sheet.at(*point) for point in gable], closed=True), NEAR)
    inner = [(middle - half * 0.86, top - 0.072), (middle, top - 0.215), (middle + half * 0.86, top - 0.072)]
    sheet.add(polyline([sheet.at(*point) for point in inner], closed=True), SKY)
    sheet.disc(middle, top - 0.11, 0.026, LIGHT)
    near = sheet.ridge(0.93, 0.02, DARK)
    for _ in range(7):
        _cypress(sheet, random.choice((random.uniform(0, 0.16), random.uniform(0.84, 1))), near, hill)


def _column(sheet: Sketch, x: float, top: float, foot: float, half: float) -> None:
    sheet.block(x - half, top, x + half, foot, SKY)
    for flute in (-0.4, 0.1, 0.55):
        sheet.line([(x + half * flute, top + 0.03), (x + half * flute, foot - 0.02)], MIDDLE, 0.005)
    for y in (top, foot - 0.025):
        sheet.block(x - half * 1.35, y, x + half * 1.35, y + 0.025, NEAR)


def _cypress(sheet: Sketch, x: float, *hills: tuple[float, float, float]) -> None:
    size = sheet.random.uniform(0.09, 0.15)
    y = height(sheet.random.choice(hills), x) + 0.04
    scale = size * sheet.unit
    place = Affine(scale, 0, 0, scale, *sheet.at(x, y))
    sheet.add(sketch_outline("0,-1.6! .22,-.8 .24,-.2 0,0! -.24,-.2 -.22,-.8", place), DARK)


def _wreath(sheet: Sketch) -> None:
    random = sheet.random
    middle, radius = sheet.at(0.5, 0.5), min(sheet.area.width, sheet.area.height) * 0.4
    count = random.randint(9, 11)
    for side in (-1, 1):
        for leaf in range(count):
            angle = pi / 2 - side * (0.14 + leaf * 2.75 / count)
            at = Point(middle.x + radius * cos(angle), middle.y + radius * sin(angle))
            for lean, ink in ((0.5, NEAR), (-0.55, MIDDLE)):
                _leaf(sheet, at, angle - side * (pi / 2 - lean), radius * 0.34, ink)
            if leaf % 3 == 1:
                sheet.add(sketch_outline("-1,0 0,-1 1,0 0,1", Affine(radius * 0.05, 0, 0, radius * 0.05, *at)), LIGHT)
    size = radius * 0.86
    place = Affine(size, 0, 0, size, *middle)
    for flip in (1, -1):
        sheet.add(sketch_outline(_HANDLE, place @ Affine.scale(flip, 1)), DARK)
    sheet.add(sketch_outline(_VASE, place), NEAR)
    sheet.add(sketch_outline(_BAND, place), DARK)
    steps = 9
    zigzag = [place.apply(Point(-0.3 + 0.6 * step / (steps - 1), 0.1 if step % 2 else 0.0)) for step in range(steps)]
    sheet.add(polyline(zigzag), LIGHT, 0.012)


def _leaf(sheet: Sketch, at: Point, angle: float, size: float, ink: int) -> None:
    turn = Affine(size * cos(angle), size * sin(angle), -size * sin(angle), size * cos(angle), *at)
    sheet.add(sketch_outline(_LEAF, turn), ink)
