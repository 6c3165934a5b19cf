"""Rays: a sunburst of wedges and fine lines from the centre of the area."""

from __future__ import annotations

from math import hypot, pi
from random import Random

from pydantic import BaseModel, Field

from punchboard.geometry import Outline, Point, Rect, polyline
from punchboard.ornament.pen import Mark, evenly_spaced, parse_knots, polar, swelling_stroke, tapered_width


class Params(BaseModel, extra="forbid", frozen=True):
    """Wedges round the centre, every other one waving if ``waving`` is set, with fine lines in the gaps."""

    count: int = Field(default=16, ge=4, le=72, description="wedges round the centre")
    inner: float = Field(
        default=0.22, ge=0.0, le=0.9, description="radius of the empty middle, relative to half the shorter side"
    )
    fill: float = Field(default=0.42, ge=0.05, le=0.95, description="share of the circle that the wedges take")
    fine: int = Field(default=2, ge=0, le=5, description="fine lines in each gap, in the second ink")
    waving: bool = Field(default=False, description="every other ray waves like a flame")
    reach: float = Field(default=1.0, ge=0.2, le=1.0, description="length of the rays: 1 fills the area to its corners")
    jitter: float = Field(default=0.0, ge=0.0, le=1.0, description="random variation of the lengths")


def draw(area: Rect, random: Random, params: Params) -> tuple[Mark, ...]:
    """Return the rays; the first one points up."""
    centre = area.centre
    inner = params.inner * min(area.size) / 2
    far = hypot(*area.size) / 2 if params.reach == 1 else max(area.size) / 2 * params.reach
    step = 2 * pi / params.count
    marks: list[Mark] = []
    for index in range(params.count):
        angle = step * index - pi / 2
        length = inner + (far - inner) * (1 - params.jitter * random.uniform(0, 0.6))
        waves = params.waving and index % 2 == 1
        ray = _tongue if waves else _wedge
        marks.append(Mark(ray(centre, angle, step * params.fill, inner, length)))
        for fine in range(params.fine):
            part = (params.fill / 2) + (1 - params.fill) * (fine + 1) / (params.fine + 1)
            bearing = angle + step * part
            start = inner * (1.12 + 0.1 * (fine % 2))
            end = inner + (length - inner) * (0.86 if fine % 2 else 0.96)
            line = evenly_spaced((polar(centre, start, bearing), polar(centre, end, bearing)), 3)
            marks.append(Mark(swelling_stroke(line, tapered_width(0.02 * inner, step * end * 0.045)), 1))
    return tuple(marks)


def _wedge(centre: Point, angle: float, spread: float, inner: float, outer: float) -> Outline:
    corners = [(inner, -0.5), (outer, -0.5), (outer, 0.5), (inner, 0.5)]
    return polyline((polar(centre, radius, angle + part * spread) for radius, part in corners), closed=True)


def _tongue(centre: Point, angle: float, spread: float, inner: float, outer: float) -> Outline:
    path = parse_knots("0,0 0.25,0.22 0.5,-0.2 0.75,0.16 1,0")
    points = [polar(centre, inner + (outer - inner) * x, angle + y * spread) for x, y, _ in path]
    return swelling_stroke(points, tapered_width(spread * inner, 0.0, spread * (inner + outer) * 0.28))
