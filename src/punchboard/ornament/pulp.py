"""Scenes of pulp magazines: comic and crime."""

from __future__ import annotations

from itertools import pairwise
from math import cos, hypot, pi, sin
from random import Random
from typing import Final, Literal

from pydantic import BaseModel, Field

from punchboard.geometry import IDENTITY, Affine, Outline, Point, Rect, polyline, rectangle
from punchboard.ornament.pen import (
    DARK,
    FAR,
    LIGHT,
    MIDDLE,
    NEAR,
    SKY,
    Mark,
    Sketch,
    disc,
    drawings_of,
    part_marks,
    scene,
    sketch_outline,
    transform_outline,
)

GROUND, FLASH, RAY, DOT, SHADE, INK, WHITE = range(7)


COMIC: Final = drawings_of("comic")


class Comic(BaseModel, extra="forbid", frozen=True):
    """Inks: the ground, the burst, rays, dots, signs, outlines, and speech bubbles."""

    scene: Literal["burst", "speed", "roofs", "talk"] = Field(default="burst", description="what is shown")
    dot: float = Field(default=2.0, ge=0.5, le=10.0, description="distance of dots in mm")


def draw_comic(area: Rect, random: Random, params: Comic) -> tuple[Mark, ...]:
    """Return the ground, its rays and dots, and the burst."""
    centre = Point(area.x + area.width * random.uniform(0.4, 0.6), area.y + area.height * random.uniform(0.42, 0.58))
    marks = [Mark(rectangle(area), GROUND)]
    far = hypot(area.width, area.height) * 0.7
    if params.scene in {"burst", "talk"}:
        marks += _rays(centre, far, random)
    elif params.scene == "speed":
        marks += _speed(centre, area, far, random)
    marks += _dots(area, random, params.dot)
    unit = min(area.width, area.height) * 0.5
    if params.scene == "roofs":
        marks += _roofs(area, random)
    elif params.scene == "talk":
        marks += _talk(area, random)
    else:
        shape = _spikes(random)
        marks.append(Mark(_placed(shape, Point(centre.x + unit * 0.05, centre.y + unit * 0.05), unit), INK))
        marks += _edged(_placed(shape, centre, unit), FLASH, unit * 0.035)
        for part in random.choice(COMIC["signs"]):
            marks += _edged(sketch_outline(part, Affine(unit, 0, 0, unit, *centre)), SHADE, unit * 0.03)
    return tuple(mark._replace(outline=transform_outline(mark.outline, IDENTITY)) for mark in marks)


def _edged(outline: Outline, ink: int, width: float) -> list[Mark]:
    return [Mark(outline, ink), Mark(outline, INK, width)]


def _roofs(area: Rect, random: Random) -> list[Mark]:
    """Return a moon, a far row of houses, and a near one with lit windows."""
    unit = min(area.width, area.height)
    moon = Point(area.x + area.width * random.uniform(0.55, 0.8), area.y + area.height * 0.3)
    marks = _edged(disc(moon, unit * 0.23), FLASH, unit * 0.018)
    for row, ink in enumerate((SHADE, INK)):
        x, step = area.x - unit * 0.1, area.width / (6 - row)
        while x < area.right:
            wide, top = (
                step * random.uniform(0.7, 1.2),
                area.y + area.height * (0.42 + 0.2 * row + random.uniform(0, 0.2)),
            )
            marks += _edged(rectangle(Rect(x, top, wide, area.bottom + unit * 0.03 - top)), ink, unit * 0.018)
            mast = x + wide * random.uniform(0.2, 0.8)
            marks.append(Mark(polyline([Point(mast, top), Point(mast, top - unit * 0.09)]), INK, unit * 0.018))
            if row:
                marks += _lights(Rect(x, top, wide, area.bottom - top), random, unit * 0.05)
            x += wide + step * random.uniform(0, 0.2)
    return marks


def _lights(house: Rect, random: Random, size: float) -> list[Mark]:
    return [
        Mark(
            rectangle(Rect(house.x + size * (0.8 + 1.9 * column), house.y + size * (1 + 2.1 * row), size, size * 1.3)),
            FLASH,
        )
        for column in range(min(4, int((house.width - size) / (size * 1.9))))
        for row in range(min(3, int(house.height / (size * 2.1))))
        if random.random() < 0.55
    ]


def _talk(area: Rect, random: Random) -> list[Mark]:
    """Return two speech bubbles with signs in them, one on each side."""
    marks, unit, side = [], min(area.width, area.height), random.choice((-1, 1))
    for turn, (x, y, size) in enumerate(((0.27, 0.36, 0.34), (0.74, 0.6, 0.29))):
        flip, at = side * (1 - 2 * turn), Point(area.centre.x + side * (x - 0.5) * area.width, area.y + y * area.height)
        wide = unit * size * random.uniform(0.95, 1.1)
        bubble = Affine(wide * flip, 0, 0, wide * 0.95, *at)
        marks.append(
            Mark(sketch_outline(COMIC["bubble"], bubble._replace(e=at.x + unit * 0.025, f=at.y + unit * 0.025)), INK)
        )
        marks += _edged(sketch_outline(COMIC["bubble"], bubble), WHITE, unit * 0.018)
        for part in random.choice(COMIC["signs"]):
            marks += _edged(sketch_outline(part, Affine(wide * 0.6, 0, 0, wide * 0.6, *at)), FLASH, unit * 0.014)
    return marks


def _rays(centre: Point, far: float, random: Random) -> list[Mark]:
    count, shift = random.choice((12, 14, 16)), random.random()
    return [
        Mark(
            polyline(
                [centre, _out(centre, far, (turn + shift) / count), _out(centre, far, (turn + shift + 0.5) / count)],
                closed=True,
            ),
            RAY,
        )
        for turn in range(count)
    ]


def _out(centre: Point, reach: float, turn: float) -> Point:
    return Point(centre.x + reach * cos(2 * pi * turn), centre.y + reach * sin(2 * pi * turn))


def _speed(centre: Point, area: Rect, far: float, random: Random) -> list[Mark]:
    """Return thin wedges that point at the middle."""
    marks = []
    for line in range(54):
        turn, wide = (line + random.uniform(-0.3, 0.3)) / 54, random.uniform(0.002, 0.006)
        near = min(area.width, area.height) * random.uniform(0.42, 0.6)
        wedge = [_out(centre, near, turn), _out(centre, far, turn - wide), _out(centre, far, turn + wide)]
        marks.append(Mark(polyline(wedge, closed=True), INK if line % 3 else RAY))
    return marks


def _dots(area: Rect, random: Random, step: float) -> list[Mark]:
    """Return dots on a slanted grid, largest in one corner."""
    step = max(step, (area.width * area.height / 440) ** 0.5)
    corner = random.choice(((area.x, area.y), (area.right, area.y), (area.x, area.bottom), (area.right, area.bottom)))
    reach, marks = hypot(area.width, area.height) * 0.62, []
    for row in range(int(area.height / step * 1.42) + 3):
        for column in range(int(area.width / step) + 3):
            x = area.x + (column + 0.5 * (row % 2)) * step
            y = area.y + row * step * 0.71
            size = 0.5 * (1 - hypot(x - corner[0], y - corner[1]) / reach)
            if size > 0.06:
                marks.append(Mark(disc((x, y), step * size), DOT))
    return marks


def _spikes(random: Random) -> list[tuple[float, float]]:
    count = random.choice((11, 13, 15))
    return [
        (reach * cos(pi * step / count), reach * sin(pi * step / count))
        for step, reach in (
            (step, random.uniform(0.86, 1.12) if step % 2 else random.uniform(0.6, 0.68)) for step in range(2 * count)
        )
    ]


def _placed(shape: list[tuple[float, float]], centre: Point, size: float) -> Outline:
    return polyline([(centre.x + x * size, centre.y + y * size) for x, y in shape], closed=True)


THREAD = 6


CRIME: Final = drawings_of("crime")


class Crime(BaseModel, extra="forbid", frozen=True):
    """Inks: the night, lamps and paper, far, middle and near walls, figures, and the thread."""

    scene: Literal["street", "blinds", "board"] = Field(default="street", description="what is shown")


def draw_crime(area: Rect, random: Random, params: Crime) -> tuple[Mark, ...]:
    """Return the scene, its ground first."""
    return scene(area, random, {"street": _street, "blinds": _blinds, "board": _board}[params.scene])


def _person(sheet: Sketch, kind: str, x: float, top: float, tall: float) -> None:
    """Draw a person whose hat is at a place; ``tall`` is the height in mm."""
    place = sheet.at(x, top)
    sheet.marks += part_marks(CRIME[kind], Affine(tall, 0, 0, tall, *place))


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
    _person(sheet, "figure", man, 0.36, tall)
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
    _person(sheet, "bust", x, 0.2, sheet.area.height * 1.9)
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
        sheet.add(sketch_outline(CRIME["pin"], Affine(0.02 * sheet.unit, 0, 0, 0.02 * sheet.unit, *pin)), THREAD)


def _paper(sheet: Sketch, at: Point, lean: float, kind: str) -> Point:
    """Draw a paper and return where its pin is."""
    size = sheet.unit * 0.13
    turn = Affine(size * cos(lean), size * sin(lean), -size * sin(lean), size * cos(lean), *at)

    sheet.marks += part_marks(CRIME["paper"], turn)
    if kind == "face":
        sheet.marks += part_marks(CRIME["face"], turn)
    elif kind == "print":
        for ring in range(5):
            reach, wide = 0.16 + ring * 0.16, 0.045
            arc = [turn.apply(Point(reach * 0.85 * cos(a), reach * sin(a) + 0.05)) for a in _steps(ring)]
            sheet.add(polyline(arc), DARK, wide * 0.13)
    else:
        for line in range(5):
            y, end = -0.62 + line * 0.34, 0.66 if line % 3 else 0.3
            sheet.add(sketch_outline(f"-.66,{y}! {end},{y}! {end},{y + 0.12}! -.66,{y + 0.12}!", turn), FAR)
    return turn.apply(Point(0, -0.9))


def _steps(ring: int) -> list[float]:
    """Return the angles of one line of a fingerprint, open at its foot."""
    first, last = pi * (0.62 + 0.1 * (ring % 2)), pi * (2.38 - 0.06 * (ring % 3))
    return [first + (last - first) * step / 12 for step in range(13)]
