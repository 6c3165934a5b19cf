"""Dragon: a dragon in flight before the moon and mountains, or a sword in a stone with a ring of light."""

from __future__ import annotations

from math import cos, pi, sin
from random import Random
from typing import Literal

from pydantic import BaseModel, Field

from punchboard.geometry import Affine, Point, Rect, polyline
from punchboard.ornament.pen import (
    DARK,
    FAR,
    LIGHT,
    MIDDLE,
    NEAR,
    SKY,
    Mark,
    Sketch,
    sketch_outline,
    swelling_stroke,
    tapered_width,
)

_SPINE = ((-1.0, 0.42), (-0.78, 0.2), (-0.5, 0.26), (-0.2, 0.3), (0.08, 0.2), (0.3, 0.04), (0.42, -0.16), (0.6, -0.24))
_TAIL = "-1.16,.5! -1.04,.3! -.98,.4! -.86,.44! -1.0,.5!"
_HEAD = "-.1,.07! -.08,-.08! -.22,-.2! .02,-.11! .3,.01! .28,.06! .12,.06! .26,.13! .2,.17! .02,.13!"
_NEAR_WING = (
    "-.02,.24! .0,-.2 -.06,-.42! -.14,-.62! -.5,-.88! -.5,-.62 "
    "-.68,-.5! -.58,-.34 -.7,-.14! -.52,-.06 -.54,.12! -.36,.06 -.3,.26!"
)
_FAR_WING = ".12,.2! .2,-.2 .16,-.46! .22,-.62! .12,-1.02! .02,-.78 -.14,-.74! -.1,-.5 -.26,-.36! -.14,-.2 -.1,.1!"
_LEG = "-.12,.26! .06,.26! .08,.42 .2,.5! .1,.5! .12,.56! .04,.52! .02,.58! -.04,.48 -.08,.4"

_STONE = "-.62,1.02! -.56,.6! -.34,.44! -.1,.5! .14,.42! .4,.52! .6,.78! .66,1.02!"
_FACET = "-.34,.44! -.1,.5! -.2,1.02! -.62,1.02! -.56,.6!"
_BLADE = "-.065,-.42! .065,-.42! .055,.5! -.055,.5!"
_RIDGE = "0,-.42! .065,-.42! .055,.5! 0,.48!"
_GUARD = "-.3,-.52! -.22,-.44 0,-.47 .22,-.44 .3,-.52! .28,-.38 0,-.36 -.28,-.38"
_GRIP = "-.04,-.74! .04,-.74! .045,-.44! -.045,-.44!"


class Params(BaseModel, extra="forbid", frozen=True):
    """Inks: the sky, the light, far mountains, near ones, stones and far wings, and what stands in front."""

    scene: Literal["flight", "sword"] = Field(default="flight", description="what is shown")


def draw(area: Rect, random: Random, params: Params) -> tuple[Mark, ...]:
    """Return the scene, the sky first."""
    sheet = Sketch(area, random)
    sheet.ground(SKY)
    {"flight": _flight, "sword": _sword}[params.scene](sheet)
    return tuple(sheet.marks)


def _peaks(sheet: Sketch, top: float, ink: int) -> None:
    random, x = sheet.random, -0.08
    points = [(x, 0.9)]
    while x < 1.1:
        step = random.uniform(0.09, 0.16)
        points += [(x + step, top + random.uniform(0, 0.16)), (x + 2 * step, top + random.uniform(0.2, 0.3))]
        x += 2 * step
    placed = [sheet.at(*point) for point in (*points, (x, 1.03), (-0.08, 1.03))]
    sheet.add(polyline(placed, closed=True), ink)


def _flight(sheet: Sketch) -> None:
    random, side = sheet.random, sheet.random.choice((-1, 1))
    x, y = 0.5 + side * random.uniform(0.06, 0.14), random.uniform(0.34, 0.4)
    sheet.disc(x, y, 0.3, FAR)
    sheet.disc(x, y, 0.24, LIGHT)
    _peaks(sheet, 0.56, FAR)
    _peaks(sheet, 0.7, MIDDLE)
    size = sheet.unit * random.uniform(0.34, 0.38)
    at = sheet.at(0.5 - side * random.uniform(0.0, 0.06), random.uniform(0.42, 0.48))
    turn = Affine(size * side, 0, 0, size, *at) @ Affine.turn(random.uniform(-14, 4))
    sheet.add(sketch_outline(_FAR_WING, turn), NEAR)
    spine = [turn.apply(Point(*point)) for point in _SPINE]
    width = tapered_width(0.03 * size, 0.1 * size, 0.17 * size)
    sheet.add(swelling_stroke(spine, width), DARK)
    for part in (_TAIL, _LEG, _NEAR_WING):
        sheet.add(sketch_outline(part, turn), DARK)
    sheet.add(sketch_outline(_HEAD, turn @ Affine.move(0.6, -0.26)), DARK)
    sheet.ridge(0.93, 0.02, DARK)


def _sword(sheet: Sketch) -> None:
    random = sheet.random
    x, y = random.uniform(0.44, 0.56), 0.44
    for ray in range(16):
        first, last = (ray + random.uniform(-0.1, 0.1)) * pi / 8, (ray + 0.42) * pi / 8
        rim = [sheet.at(x + 1.3 * cos(angle), y + 1.6 * sin(angle)) for angle in (first, last)]
        sheet.add(polyline([sheet.at(x, y), *rim], closed=True), FAR)
    sheet.disc(x, y, 0.2, LIGHT)
    _peaks(sheet, 0.64, MIDDLE)
    size = sheet.area.height * 0.56
    place = Affine(size, 0, 0, size, *sheet.at(x, 0.5))
    for part, ink in ((_BLADE, SKY), (_RIDGE, FAR), (_GUARD, DARK), (_GRIP, NEAR)):
        sheet.add(sketch_outline(part, place), ink)
    sheet.add(sketch_outline("0,-.84 .06,-.78 0,-.72 -.06,-.78", place), DARK)
    sheet.add(sketch_outline(_STONE, place), NEAR)
    sheet.add(sketch_outline(_FACET, place), DARK)
    for spark in range(9):
        sheet.shape(random.uniform(0.05, 0.95), random.uniform(0.05, 0.6), 0.022 if spark % 3 else 0.035, LIGHT, _SPARK)


_SPARK = [(0, -1), (0.2, -0.2), (1, 0), (0.2, 0.2), (0, 1), (-0.2, 0.2), (-1, 0), (-0.2, -0.2)]
