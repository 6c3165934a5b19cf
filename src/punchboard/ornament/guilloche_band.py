"""Guilloche band: a border of woven lines along the sides of the area, with a rosette in each corner."""

from __future__ import annotations

from math import ceil, pi, sin
from random import Random
from typing import Literal

from pydantic import BaseModel, Field

from punchboard.geometry import Affine, Outline, Point, Rect, circle, rectangle, smooth_curve
from punchboard.ornament.pen import Mark, polar, transform_outline

Side = Literal["all", "top", "bottom", "left", "right"]


class Params(BaseModel, extra="forbid", frozen=True):
    """A border all round the area, or along one side only."""

    band: float = Field(default=5.0, ge=1.0, le=40.0, description="width of the border in mm")
    side: Side = Field(default="all", description="all four sides with corner pieces, or one")
    lines: int = Field(default=5, ge=2, le=12, description="lines in each of the two weaves")
    loops: float = Field(default=1.6, ge=0.4, le=6.0, description="length of a loop relative to the band's width")
    width: float = Field(default=0.15, ge=0.03, le=1.0, description="line width in mm")
    rules: bool = Field(default=True, description="draw a rule along both edges of the band")


def draw(area: Rect, random: Random, params: Params) -> tuple[Mark, ...]:
    """Return the lines of the sides, then the rules and the corner pieces."""
    shear = random.uniform(0.18, 0.42)
    if params.side != "all":
        room = area.height if params.side in {"top", "bottom"} else area.width
        return tuple(_strip(_placed(area, params.side, 0.0), params, min(params.band, room), shear, 1))
    band = min(params.band, area.width / 2, area.height / 2)
    marks: list[Mark] = []
    for side in ("top", "right", "bottom", "left"):
        marks += _strip(_placed(area, side, band), params, band, shear, 4)
    turn = random.uniform(0, 1)
    for x in (area.x + band / 2, area.right - band / 2):
        for y in (area.y + band / 2, area.bottom - band / 2):
            marks += _corner(Point(x, y), band, params, turn)
    if params.rules:
        marks += (Mark(rectangle(area.shrink(inset)), 0, params.width * 1.8) for inset in (0.0, band))
    return tuple(marks)


def _placed(area: Rect, side: str, corner: float) -> tuple[Affine, float]:
    """Return the transform of a strip that starts at (0, 0) and runs to the right, and the strip's length."""
    across, down = area.width - 2 * corner, area.height - 2 * corner
    return {
        "top": (Affine.move(area.x + corner, area.y), across),
        "bottom": (Affine(-1, 0, 0, -1, area.right - corner, area.bottom), across),
        "left": (Affine(0, -1, 1, 0, area.x, area.bottom - corner), down),
        "right": (Affine(0, 1, -1, 0, area.right, area.y + corner), down),
    }[side]


def _strip(place: tuple[Affine, float], params: Params, band: float, shear: float, sides: int) -> list[Mark]:
    """Return two weaves of opposite waves, known as a lathe border on bank notes."""
    transform, length = place
    loops = max(1, round(length / (band * params.loops)))
    most = max(1, 2600 // (sides * 2 * params.lines * 6))
    loops = min(loops, most)
    count = loops * 6
    marks: list[Mark] = []
    for weave in (0, 1):
        for line in range(params.lines):
            phase = pi * weave + shear * pi * line / params.lines * (1 if weave else -1)
            reach = 0.46 - 0.26 * line / params.lines
            turn, run, swing = 2 * pi * loops / count, length / count, band * reach
            points = [(run * step, band / 2 + swing * sin(turn * step + phase)) for step in range(count + 1)]
            marks.append(Mark(transform_outline(smooth_curve(points), transform), weave, params.width))
    if params.rules and sides == 1:
        for y in (0.0, band):
            rule = Outline((("M", (0.0, y)), ("L", (length, y)))).placed(transform)
            marks.append(Mark(rule, 0, params.width * 1.8))
    return marks


def _corner(centre: Point, band: float, params: Params, turn: float) -> list[Mark]:
    half = band / 2
    marks = (
        [Mark(rectangle(Rect(centre.x - half, centre.y - half, band, band)), 0, params.width * 1.8)]
        if params.rules
        else []
    )
    lines = ceil(params.lines / 2) + 1
    for line in range(lines):
        points = []
        for step in range(32):
            angle = 2 * pi * step / 32
            radius = half * (0.58 + 0.32 * sin(8 * angle + 2 * pi * (line / lines + turn)))
            points.append(polar(centre, radius, angle))
        marks.append(Mark(smooth_curve(points, closed=True), line % 2, params.width))
    return [*marks, Mark(circle(centre, half * 0.16), 0)]
