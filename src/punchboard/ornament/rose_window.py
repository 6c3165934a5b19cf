"""Rose window: panes between stone tracery round a hub; in a broken window, sectors slip, rotate and fall out."""

from __future__ import annotations

from math import pi
from random import Random
from typing import Final

from pydantic import BaseModel, Field

from punchboard.geometry import Affine, Point, Rect, polyline
from punchboard.ornament.pen import Knot, Mark, disc, knot_outline, parse_knots, polar, transform_outline

LANCET: Final = "0,0.235! 0.3,0.36 0.36,0.46 0,0.57! -0.36,0.46 -0.3,0.36"
EYELET: Final = "0.5,0.56! 0.585,0.615 0.5,0.665! 0.415,0.615"
ARCH: Final = "-0.4,0.675! 0,0.63! 0.4,0.675! 0.42,0.8 0.3,0.88 0,0.915 -0.3,0.88 -0.42,0.8"
BUD: Final = "0,0.7! 0.14,0.77 0,0.83! -0.14,0.77"
NARROW: Final = "-0.4,0.68! 0,0.62! 0.4,0.68! 0.42,0.74! 0,0.76 -0.42,0.74!"
BEAD: Final = "0.5,0.8 0.56,0.845 0.5,0.89 0.44,0.845"
"""Panes of one sector: x is a fraction of the sector's angle, from its middle; y is a fraction of the radius."""


class Params(BaseModel, extra="forbid", frozen=True):
    """The first ink is the stone, the second and third are the glass."""

    petals: int = Field(default=12, ge=4, le=24, description="sectors round the hub")
    rings: int = Field(default=3, ge=1, le=3, description="rings of panes: lancets, arches, the small panes between")
    broken: float = Field(default=0.0, ge=0.0, le=1.0, description="how much of the window is shattered")
    stone: bool = Field(default=True, description="a solid background of stone; without it only the panes are drawn")


def draw(area: Rect, random: Random, params: Params) -> tuple[Mark, ...]:
    """Return the window, as large as it fits; an unbroken one is the same for every seed."""
    radius = min(area.size) / 2
    frame = Affine(radius, 0, 0, radius, *area.centre)
    marks: list[Mark] = []
    if params.stone and not params.broken:
        marks.append(Mark(disc(area.centre, radius)))
    for index in range(params.petals):
        if random.random() < params.broken * 0.22:
            continue
        marks += _sector(
            2 * pi * (index + 0.5) / params.petals - pi / 2, params, _slip(frame, random, params.broken), random
        )
    return (*marks, *_hub(frame, params))


def _slip(frame: Affine, random: Random, broken: float) -> Affine:
    if not broken:
        return frame
    away = polar((0, 0), random.uniform(0, 0.09) * broken, random.uniform(0, 2 * pi))
    return frame @ Affine.move(away.x, away.y + 0.03 * broken) @ Affine.turn(random.uniform(-9, 9) * broken)


def _sector(angle: float, params: Params, frame: Affine, random: Random) -> list[Mark]:
    turn = 2 * pi / params.petals

    def pane(knots: str, ink: int) -> Mark:
        bent = [
            Knot(*polar((0, 0), radius, angle + part * turn), corner) for part, radius, corner in parse_knots(knots)
        ]
        return Mark(transform_outline(knot_outline(bent), frame), ink)

    marks: list[Mark] = []
    if params.stone and params.broken:
        ragged = 1 - random.uniform(0, 0.2) * params.broken
        rim = [(0.2, -0.5), (1.0, -0.5), (ragged, random.uniform(-0.3, 0.3)), (1.0, 0.5), (0.2, 0.5)]
        marks.append(
            Mark(
                transform_outline(
                    polyline((polar((0, 0), r, angle + part * turn) for r, part in rim), closed=True), frame
                )
            )
        )
    marks.append(pane(LANCET, 1))
    if params.rings >= 2:
        marks.append(pane(ARCH if params.rings == 3 or not params.broken else NARROW, 2))
    if params.rings >= 3:
        marks += (pane(BUD, 1), pane(EYELET, 1), pane(BEAD, 1))
    kept = [mark for mark in marks[1:] if random.random() > params.broken * 0.3]
    return [marks[0], *kept]


def _hub(frame: Affine, params: Params) -> list[Mark]:
    foils = max(4, params.petals // 2)
    centre, unit = Point(frame.e, frame.f), frame.a
    ring = [polar(centre, 0.115 * unit, 2 * pi * index / foils - pi / 2) for index in range(foils)]
    whole = [Mark(disc(at, 0.115 * unit * min(0.6, 2.6 / foils)), 2) for at in ring]
    if params.broken >= 0.5:
        whole = whole[: foils // 2]
    stone = [Mark(disc(centre, 0.205 * unit))] if params.stone else []
    return [*stone, *whole, Mark(disc(centre, 0.045 * unit), 1)]
