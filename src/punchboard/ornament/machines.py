"""Machines: gears and pipes, and the traces of a circuit."""

from __future__ import annotations

from math import cos, pi, sin
from random import Random
from typing import Literal

from pydantic import BaseModel, Field

from punchboard.geometry import Rect, polyline, rectangle
from punchboard.ornament.pen import DARK, FAR, LIGHT, MIDDLE, NEAR, SKY, Mark, Sketch, disc, scene


class Gears(BaseModel, extra="forbid", frozen=True):
    """Inks: the wall, brass and lit windows, far, middle and near parts, and holes and shadows."""

    scene: Literal["gears", "pipes", "works"] = Field(default="gears", description="what is shown")


def draw_gears(area: Rect, random: Random, params: Gears) -> tuple[Mark, ...]:
    """Return the scene, the wall first."""
    return scene(area, random, {"gears": _gears, "pipes": _pipes, "works": _works}[params.scene])


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


BOARD, GLOW, LINE, CHIP, PAD, HOLE, PULSE = range(7)


class Circuit(BaseModel, extra="forbid", frozen=True):
    """Inks: the board, traces that glow, the other traces, chips, pads, the holes in them, and the core of chips."""

    pitch: float = Field(default=2.4, ge=0.5, le=20.0, description="distance of traces in mm")
    board: bool = Field(default=True, description="fill the area with the first ink, and draw chips")


def draw_circuit(area: Rect, random: Random, params: Circuit) -> tuple[Mark, ...]:
    """Return the board, its traces and its chips."""
    pitch = max(params.pitch, area.width / 60, area.height / 60)
    marks = [Mark(rectangle(area), BOARD)] if params.board else []
    y = area.y - area.width * 0.3
    while y < area.bottom + area.width * 0.3:
        marks += _bundle(area, random, y, pitch)
        y += pitch * random.choice((1.5, 2, 3))
    if params.board:
        for _ in range(4):
            marks += _chip(area, random, pitch)
    return tuple(marks)


def _bundle(area: Rect, random: Random, top: float, pitch: float) -> list[Mark]:
    """Return up to three traces beside each other, which start and bend together."""
    start = random.choice((area.x - 1, area.x + area.width * random.uniform(0.1, 0.7)))
    bend, end = area.width * random.uniform(0.12, 0.4), area.width * random.uniform(0.25, 0.5)
    turn = pitch * random.choice((-4, -3, 3, 4))
    marks = []
    for lane in range(random.choice((1, 2, 2, 3))):
        y, ink = top + lane * pitch, GLOW if random.random() < 0.22 else LINE
        knee = start + bend - lane * (pitch * 0.4 if turn > 0 else -pitch * 0.4)
        last = (knee + abs(turn) + end * random.uniform(0.5, 1.2), y + turn)
        marks.append(Mark(polyline([(start, y), (knee, y), (knee + abs(turn), y + turn), last]), ink, pitch * 0.17))
        for x, at in ((start, y), last):
            marks += [
                Mark(disc((x, at), pitch * 0.34), GLOW if ink == GLOW else PAD),
                Mark(disc((x, at), pitch * 0.15), HOLE),
            ]
    return marks


def _chip(area: Rect, random: Random, pitch: float) -> list[Mark]:
    pins = random.randint(3, 6)
    wide, high = pitch * (pins + 0.6), pitch * random.choice((3, 4))
    x = area.x + random.uniform(-0.1, 0.9) * area.width
    y = area.y + random.uniform(-0.05, 0.95) * area.height
    marks = [
        Mark(rectangle(Rect(x + pitch * (pin + 0.55), y - pitch * 0.5, pitch * 0.4, high + pitch)), PAD)
        for pin in range(pins)
    ]
    return [
        *marks,
        Mark(rectangle(Rect(x, y, wide, high)), CHIP),
        Mark(disc((x + pitch * 0.6, y + pitch * 0.6), pitch * 0.22), GLOW),
        Mark(rectangle(Rect(x + wide * 0.3, y + high * 0.25, wide * 0.4, high * 0.5)), PULSE, pitch * 0.16),
    ]
