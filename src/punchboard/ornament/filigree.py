"""Filigree: scrolls with leaves and buds that grow from the corners or the lower edge of the area."""

from __future__ import annotations

from math import atan2, pi
from random import Random
from typing import Final, Literal

from pydantic import BaseModel, Field

from punchboard.geometry import Affine, Outline, Point, Rect
from punchboard.ornament.pen import (
    XY,
    Mark,
    Width,
    disc,
    drawings_of,
    polar,
    sketch_outline,
    swelling_stroke,
    tapered_width,
    transform_outline,
)

DRAWINGS: Final = drawings_of("filigree")


class Filigree(BaseModel, extra="forbid", frozen=True):
    """One scroll is drawn and mirrored."""

    grows: Literal["corners", "corner", "pair"] = Field(
        default="corners",
        description="from all four corners, from the top left corner, or as a mirrored pair from the lower edge",
    )
    size: float = Field(
        default=0.46, ge=0.1, le=1.0, description="reach of a corner's scroll, relative to the shorter side"
    )
    weight: float = Field(
        default=1.0, ge=0.3, le=3.0, description="how bold the strokes are; 1 is a sixteenth of a scroll"
    )
    shoots: int = Field(default=3, ge=0, le=3, description="side shoots of each scroll")
    leaves: bool = Field(default=True, description="leaves and buds, in the second ink")


def draw_filigree(area: Rect, random: Random, params: Filigree) -> tuple[Mark, ...]:
    """Return the scroll in each of its places; how far shoots wind is random."""
    wind = [random.uniform(0.85, 1.2) for _ in range(4)]
    reach = params.size * min(area.size)
    if params.grows == "pair":
        scale = min(area.width / 2.05, area.height)
        places = [Affine(side * scale, 0, 0, -scale, area.centre.x, area.bottom) for side in (1, -1)]
        spray = _spray(params, wind)
    else:
        half = _spray(params, wind)
        spray = [*half, *(Mark(transform_outline(mark.outline, Affine(0, 1, 1, 0)), mark.ink) for mark in half)]
        corners = [
            (1, 1, area.x, area.y),
            (-1, 1, area.right, area.y),
            (-1, -1, area.right, area.bottom),
            (1, -1, area.x, area.bottom),
        ]
        places = [
            Affine(reach * sx, 0, 0, reach * sy, x, y)
            for sx, sy, x, y in corners[: 1 if params.grows == "corner" else 4]
        ]
    return tuple(Mark(transform_outline(mark.outline, place), mark.ink) for place in places for mark in spray)


def _spray(params: Filigree, wind: list[float]) -> list[Mark]:
    """Return a stem with its shoots in a unit square, from the corner (0, 0) along x, below the diagonal."""
    weight = 0.058 * params.weight
    stem, curl = _scroll((0.05, 0.05), (0.5, 0.02), (0.76, 0.2), 0.17, -1.55 * wind[0])
    marks = [Mark(swelling_stroke([*stem, *curl], _bold(weight)), 0), Mark(disc(curl[-1], weight * 0.75), 1)]
    shoots = (
        ((0.16, 0.055), (0.36, 0.07), (0.42, 0.2), 0.085, -1.25 * wind[1]),
        ((0.62, 0.055), (0.82, 0.02), (0.97, 0.07), 0.06, 1.25 * wind[2]),
        ((0.84, 0.36), (0.9, 0.36), (0.98, 0.31), 0.04, -1.2 * wind[3]),
    )
    for start, through, centre, radius, turns in shoots[: params.shoots]:
        stalk, end = _scroll(start, through, centre, radius, turns)
        marks += (Mark(swelling_stroke([*stalk, *end], _bold(weight * 0.62)), 0), Mark(disc(end[-1], weight * 0.5), 1))
    if params.leaves:
        for x, y, angle, size in (
            (0.5, 0.06, -0.3, 0.15),
            (0.56, 0.1, 1.3, 0.16),
            (0.92, 0.26, 0.5, 0.13),
            (0.33, 0.28, 1.2, 0.1),
        ):
            marks.append(Mark(_turned("leaf", x, y, angle, size), 1))
        marks.append(Mark(_turned("bud", 0.07, 0.07, pi / 4, 0.3), 1))
    return marks


def _scroll(start: XY, through: XY, centre: XY, radius: float, turns: float) -> tuple[list[Point], list[Point]]:
    """Return a stem, and the spiral about a centre that it leads into."""
    # the stem enters the spiral where a line from its middle point touches the spiral's circle
    angle = atan2(through[1] - centre[1], through[0] - centre[0])
    entry_angle = angle + (0.9 if turns < 0 else -0.9)
    entry = polar(centre, radius, entry_angle)
    stem = [Point(*start), *(_conic(start, through, entry, t) for t in (0.25, 0.5, 0.75))]
    curl = [
        polar(centre, radius * (1 - 0.8 * (index / 14) ** 0.85), entry_angle - turns * 2 * pi * index / 14)
        for index in range(15)
    ]
    return stem, curl


def _conic(start: XY, control: XY, end: XY, t: float) -> Point:
    u = 1 - t
    return Point(
        u * u * start[0] + 2 * u * t * control[0] + t * t * end[0],
        u * u * start[1] + 2 * u * t * control[1] + t * t * end[1],
    )


def _turned(drawing: str, x: float, y: float, angle: float, size: float) -> Outline:
    return sketch_outline(DRAWINGS[drawing], Affine.move(x, y) @ Affine.turn(angle * 180 / pi) @ Affine.scale(size))


def _bold(weight: float) -> Width:
    return tapered_width(weight * 0.2, weight * 0.3, weight * 0.75)
