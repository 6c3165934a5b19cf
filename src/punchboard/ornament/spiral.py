"""Spiral: tapering arms that wind tighter with each turn, as in a maelstrom."""

from __future__ import annotations

from math import exp, hypot, log, pi
from random import Random

from pydantic import BaseModel, Field

from punchboard.geometry import Rect, circle
from punchboard.ornament.pen import Mark, polar, swelling_stroke


class Params(BaseModel, extra="forbid", frozen=True):
    """Arms use the inks in turn; more turns make a tighter spiral."""

    arms: int = Field(default=5, ge=1, le=16, description="arms of the spiral")
    turns: float = Field(default=1.6, ge=0.2, le=6.0, description="turns of each arm, inwards clockwise")
    weight: float = Field(
        default=0.5, ge=0.05, le=0.95, description="width of the arms, relative to the space they have"
    )
    core: float = Field(
        default=0.09, ge=0.0, le=0.5, description="radius of the solid core, relative to half the shorter side"
    )
    fill: bool = Field(default=False, description="reach to the corners of the area, not only to its sides")


def draw(area: Rect, random: Random, params: Params) -> tuple[Mark, ...]:
    """Return the arms from the edge inwards, then the core."""
    centre = area.centre
    outer = hypot(*area.size) / 2 if params.fill else min(area.size) / 2
    core = params.core * min(area.size) / 2
    inner = max(core * 1.5, outer * 0.03)
    start = random.uniform(0, 2 * pi)
    steps = max(12, min(int(18 * params.turns) + 10, 2600 // (2 * params.arms)))
    room = 2 * pi / params.arms * params.weight
    marks = []
    for arm in range(params.arms):
        radii = [outer * exp(log(inner / outer) * step / steps) for step in range(steps + 1)]
        angle = start + 2 * pi * arm / params.arms
        points = [
            polar(centre, radius, angle + 2 * pi * params.turns * step / steps) for step, radius in enumerate(radii)
        ]
        # an arm that runs steeply inwards is narrower than its share of the circle
        slope = log(outer / inner) / hypot(log(outer / inner), 2 * pi * params.turns)

        def width(t: float, radii: list[float] = radii, slope: float = slope) -> float:
            radius = radii[min(steps, round(t * steps))]
            return radius * room * slope * min(1.0, 4 * t + 0.02) * min(1.0, 3 * (1 - t))

        marks.append(Mark(swelling_stroke(points, width), arm % 2))
    if core:
        marks.append(Mark(circle(centre, core)))
    return tuple(marks)
