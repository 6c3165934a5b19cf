"""Emblem: a plate for an icon, such as a disc, a shield, a burst or a seal, with a line along its edge."""

from collections.abc import Callable, Mapping
from math import cos, pi, sin
from random import Random
from typing import Final, Literal

from pydantic import BaseModel, Field

from punchboard.geometry import Outline, Point, Rect, circle, cut_rectangle, polyline, rounded_rectangle, smooth_curve
from punchboard.ornament.pen import Mark

Shape = Literal["disc", "burst", "cloud", "cog", "cut", "diamond", "hexagon", "porthole", "seal", "shield", "square"]


class Emblem(BaseModel, extra="forbid", frozen=True):
    """Inks: the plate, and the line on it and around it."""

    shape: Shape = Field(default="disc", description="the form of the plate")
    line: float = Field(default=0.05, ge=0.0, le=0.3, description="width of the line, relative to the plate's radius")


def draw_emblem(area: Rect, _random: Random, params: Emblem) -> tuple[Mark, ...]:
    """Return the plate in the middle of the area, then its line."""
    radius = min(area.width, area.height) / 2
    outline, width = _SHAPES[params.shape], radius * params.line
    outer, inner = outline(area.centre, radius), outline(area.centre, radius * 0.86)
    if params.shape in {"burst", "cloud"}:  # an edge of the second ink, as in comics
        return (Mark(outer, 1), Mark(outline(area.centre, radius * (1 - 2 * params.line)), 0))
    if params.shape == "porthole":
        bolts = [
            Mark(circle(Point(area.centre.x + x * radius * 0.93, area.centre.y + y * radius * 0.93), radius * 0.035), 0)
            for x, y in ((cos(pi * turn / 4), sin(pi * turn / 4)) for turn in range(8))
        ]
        return (Mark(outer, 1), Mark(inner, 0), *bolts)
    return (Mark(outer, 0), Mark(inner, 1, width)) if width > 0 else (Mark(outer, 0),)


def _around(centre: Point, radius: float, count: int, *reaches: float) -> Outline:
    """Return the polygon whose corners lie at these shares of the radius in turn."""
    points = [
        (
            centre.x + radius * reaches[index % len(reaches)] * sin(2 * pi * index / count),
            centre.y - radius * reaches[index % len(reaches)] * cos(2 * pi * index / count),
        )
        for index in range(count)
    ]
    return polyline(points, closed=True)


def _waves(centre: Point, radius: float, count: int, depth: float) -> Outline:
    points = []
    for index in range(count * 2):
        reach, angle = radius * (1 - depth * (index % 2)), pi * index / count
        points.append((centre.x + reach * sin(angle), centre.y - reach * cos(angle)))
    return smooth_curve(points, closed=True)


def _cog(centre: Point, radius: float) -> Outline:
    points, teeth = [], 12
    for tooth in range(teeth):
        for turn, reach in ((-0.36, 0.88), (-0.22, 1.0), (0.22, 1.0), (0.36, 0.88)):
            angle = 2 * pi * (tooth + turn) / teeth
            points.append((centre.x + radius * reach * sin(angle), centre.y - radius * reach * cos(angle)))
    return polyline(points, closed=True)


def _shield(centre: Point, radius: float) -> Outline:
    x, y, r = centre.x, centre.y, radius
    top, side, waist, foot = y - r * 0.92, r * 0.84, y + r * 0.1, y + r
    return Outline(
        (
            ("M", (x - side, top)),
            ("L", (x + side, top)),
            ("L", (x + side, waist)),
            ("C", (x + side, y + r * 0.6, x + r * 0.4, y + r * 0.85, x, foot)),
            ("C", (x - r * 0.4, y + r * 0.85, x - side, y + r * 0.6, x - side, waist)),
            ("Z", ()),
        )
    )


def _box(centre: Point, radius: float) -> Rect:
    return Rect(centre.x - radius * 0.88, centre.y - radius * 0.88, radius * 1.76, radius * 1.76)


_SHAPES: Final[Mapping[str, Callable[[Point, float], Outline]]] = {
    "disc": circle,
    "porthole": circle,
    "burst": lambda centre, radius: _around(centre, radius, 28, 1.0, 0.8, 0.94, 0.78),
    "cloud": lambda centre, radius: _waves(centre, radius, 9, 0.12),
    "seal": lambda centre, radius: _waves(centre, radius, 18, 0.07),
    "cog": _cog,
    "cut": lambda centre, radius: cut_rectangle(_box(centre, radius), radius * 0.42),
    "diamond": lambda centre, radius: _around(centre, radius * 1.05, 4, 1.0),
    "hexagon": lambda centre, radius: _around(centre, radius, 6, 1.0),
    "shield": _shield,
    "square": lambda centre, radius: rounded_rectangle(_box(centre, radius), radius * 0.12),
}
