"""Crime: a man in a hat under a street lamp, light through blinds, or a board with photographs and a red thread."""

from __future__ import annotations

from itertools import pairwise
from math import cos, pi, sin
from random import Random
from typing import Literal

from pydantic import BaseModel, Field

from punchboard.geometry import Affine, Point, Rect, polyline
from punchboard.ornament.pen import DARK, FAR, LIGHT, MIDDLE, NEAR, SKY, Mark, Sketch, sketch_outline

THREAD = 6

_HAT = "-.085,.09! -.08,.03 -.035,.002 0,.014 .035,.002 .08,.03 .085,.09!"
_BRIM = "-.155,.11! -.08,.082 .08,.082 .155,.11! .06,.112 -.06,.112"
_HEAD = "0,.07 .055,.12 .04,.19 0,.215 -.04,.19 -.055,.12"
_COAT = (
    "-.09,.23! -.065,.165! -.01,.235! .01,.235! .065,.165! .09,.23! .16,.25 .195,.38 .19,.56! .145,.56! .125,.42! "
    ".165,.83! -.165,.83! -.125,.42! -.145,.56! -.19,.56! -.195,.38 -.16,.25"
)
_LEGS = "-.105,.82! .105,.82! .085,1! .015,1! 0,.86! -.015,1! -.085,1!"
_FIGURE = (_LEGS, _COAT, _HEAD, _BRIM, _HAT)
_BUST = (_HEAD, _COAT, _BRIM, _HAT)


class Params(BaseModel, extra="forbid", frozen=True):
    """Inks: the night, lamps and paper, far, middle and near walls, figures, and the thread."""

    scene: Literal["street", "blinds", "board"] = Field(default="street", description="what is shown")


def draw(area: Rect, random: Random, params: Params) -> tuple[Mark, ...]:
    """Return the scene, its ground first."""
    sheet = Sketch(area, random)
    sheet.ground(SKY)
    {"street": _street, "blinds": _blinds, "board": _board}[params.scene](sheet)
    return tuple(sheet.marks)


def _person(sheet: Sketch, parts: tuple[str, ...], x: float, top: float, tall: float) -> None:
    """Draw a person whose hat is at a place; ``tall`` is the height in mm."""
    place = sheet.at(x, top)
    for part in parts:
        sheet.add(sketch_outline(part, Affine(tall, 0, 0, tall, *place)), DARK)


def _street(sheet: Sketch) -> None:
    random, area = sheet.random, sheet.area
    side = random.choice((-1, 1))
    lamp, man = 0.5 - side * random.uniform(0.26, 0.3), 0.5 - side * random.uniform(0.06, 0.1)
    for wall, (left, right) in enumerate(((-0.01, 0.19), (0.17, 0.4), (0.62, 0.83), (0.8, 1.01))):
        top = random.uniform(0.02, 0.3)
        sheet.block(left, top, right, 0.8, FAR if wall in {1, 2} else MIDDLE)
        _panes(sheet, left, right, top)
    sheet.block(-0.01, 0.78, 1.01, 1.03, NEAR)
    reach = 0.3 * sheet.unit / area.width
    cone = [(lamp, 0.2), (lamp + reach, 0.93), (lamp - reach, 0.93)]
    sheet.add(polyline([sheet.at(*point) for point in cone], closed=True), FAR)
    glow = [sheet.at(lamp + reach * cos(turn * pi / 12), 0.93 + 0.055 * sin(turn * pi / 12)) for turn in range(24)]
    sheet.add(polyline(glow, closed=True), LIGHT)
    sheet.line([(lamp, 0.2), (lamp, 0.93)], DARK, 0.02)
    sheet.shape(lamp, 0.2, 0.08, DARK, [(-0.7, 0), (-0.25, -0.5), (0.25, -0.5), (0.7, 0)])
    sheet.disc(lamp, 0.215, 0.03, LIGHT)
    tall = area.height * 0.58
    shadow = [(man - 0.015, 0.93), (man + 0.015, 0.93), (man + side * 0.5, 1.0), (man + side * 0.42, 1.03)]
    sheet.add(polyline([sheet.at(*point) for point in shadow], closed=True), DARK)
    _person(sheet, _FIGURE, man, 0.36, tall)
    _rain(sheet, side)


def _panes(sheet: Sketch, left: float, right: float, top: float) -> None:
    random, step = sheet.random, (right - left) / 3
    for row in range(5):
        for column in range(2):
            if random.random() < 0.3:
                x, y = left + step * (column + 0.6), top + 0.08 + row * 0.12
                sheet.block(x, y, x + step * 0.5, min(0.76, y + 0.055), LIGHT)


def _rain(sheet: Sketch, side: int) -> None:
    random = sheet.random
    for _ in range(40):
        x, y = random.uniform(-0.05, 1.05), random.uniform(-0.05, 0.95)
        sheet.line([(x, y), (x - side * 0.025, y + 0.085)], FAR if y < 0.2 else MIDDLE, 0.005)


def _blinds(sheet: Sketch) -> None:
    """Draw bands of light on a wall, and somebody in front of them."""
    random, side = sheet.random, sheet.random.choice((-1, 1))
    lean, count = side * random.uniform(0.1, 0.16), 9
    for band in range(count):
        y = 0.06 + band * 0.86 / count
        left, right = 0.5 - 0.4 + lean * (0.5 - y), 0.5 + 0.4 + lean * (0.5 - y)
        corners = [(left, y), (right, y - lean * 0.5), (right, y + 0.052 - lean * 0.5), (left, y + 0.052)]
        sheet.add(polyline([sheet.at(*corner) for corner in corners], closed=True), LIGHT)
    for cord in (0.3, 0.7):
        sheet.line([(cord + lean * 0.45, 0.02), (cord - lean * 0.45, 0.95)], SKY, 0.012)
    x = 0.5 - side * random.uniform(0.14, 0.2)
    _person(sheet, _BUST, x, 0.2, sheet.area.height * 1.9)
    tip = (x + side * 0.17, 0.5)
    mouth = (x + side * 0.05, 0.545)
    sheet.line([mouth, tip], DARK, 0.022)
    sheet.disc(*tip, 0.014, THREAD)
    smoke = [tip, (tip[0] + side * 0.03, 0.4), (tip[0] - side * 0.02, 0.3), (tip[0] + side * 0.04, 0.18)]
    sheet.line([*smoke, (tip[0] + side * 0.01, 0.05)], FAR, 0.018, smooth=True)


def _board(sheet: Sketch) -> None:
    """Draw photographs and notes on a board, each with a pin, joined by a thread."""
    random, pins = sheet.random, []
    sheet.block(-0.01, -0.03, 1.01, 1.03, MIDDLE)
    places = ((0.15, 0.27), (0.5, 0.2), (0.84, 0.3), (0.8, 0.74), (0.47, 0.78), (0.16, 0.73))
    for number, (x, y) in enumerate(places):
        at = sheet.at(x + random.uniform(-0.03, 0.03), y + random.uniform(-0.04, 0.04))
        pins.append(
            _paper(sheet, at, random.uniform(-0.2, 0.2), ("face", "note", "print")[(number * 2 + number // 3) % 3])
        )
    order = [0, 3, 1, 5, 2, 4] if random.random() < 0.5 else [5, 1, 4, 0, 2, 3]
    for one, other in pairwise(order):
        sheet.add(polyline([pins[one], pins[other]]), THREAD, 0.011)
    for pin in pins:
        sheet.add(sketch_outline("-1,0 0,-1 1,0 0,1", Affine(0.02 * sheet.unit, 0, 0, 0.02 * sheet.unit, *pin)), THREAD)


def _paper(sheet: Sketch, at: Point, lean: float, kind: str) -> Point:
    """Draw a paper and return where its pin is."""
    size = sheet.unit * 0.13
    turn = Affine(size * cos(lean), size * sin(lean), -size * sin(lean), size * cos(lean), *at)

    def put(knots: str, ink: int) -> None:
        sheet.add(sketch_outline(knots, turn), ink)

    put("-.86,-1.06! .98,-1.06! .98,1.18! -.86,1.18!", NEAR)
    put("-.92,-1.12! .92,-1.12! .92,1.12! -.92,1.12!", LIGHT)
    if kind == "face":
        put("-.74,-.9! .74,-.9! .74,.7! -.74,.7!", FAR)
        put("-.62,.7! -.5,.36 0,.2 .5,.36 .62,.7!", DARK)
        put("0,-.5 .28,-.15 .15,.25 -.15,.25 -.28,-.15", DARK)
        put("-.5,-.3! -.28,-.36! -.24,-.68 .24,-.68 .28,-.36! .5,-.3!", DARK)
    elif kind == "print":
        for ring in range(5):
            reach, wide = 0.16 + ring * 0.16, 0.045
            arc = [turn.apply(Point(reach * 0.85 * cos(a), reach * sin(a) + 0.05)) for a in _steps(ring)]
            sheet.add(polyline(arc), DARK, wide * 0.13)
    else:
        for line in range(5):
            y, end = -0.62 + line * 0.34, 0.66 if line % 3 else 0.3
            put(f"-.66,{y}! {end},{y}! {end},{y + 0.12}! -.66,{y + 0.12}!", FAR)
    return turn.apply(Point(0, -0.9))


def _steps(ring: int) -> list[float]:
    """Return the angles of one line of a fingerprint, open at its foot."""
    first, last = pi * (0.62 + 0.1 * (ring % 2)), pi * (2.38 - 0.06 * (ring % 3))
    return [first + (last - first) * step / 12 for step in range(13)]
