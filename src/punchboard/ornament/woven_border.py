"""Woven border: a band round a hexagon or a rectangle, in which a motif repeats between two rules."""

from __future__ import annotations

from itertools import pairwise
from math import hypot
from random import Random
from typing import Final, Literal

from pydantic import BaseModel, Field

from punchboard.geometry import Affine, Point, Rect, hexagon, polyline, rectangle
from punchboard.ornament.pen import Mark, sketch_outline

Sketches = tuple[tuple[str, int], ...]

# each motif fills a unit square, with y from the inner rule (0) to the outer (1), and continues in the next square
COMBER: Final = (
    "-0.02,0! -0.02,0.16! 0.2,0.2 0.42,0.42 0.56,0.68 0.76,0.84 0.98,0.76 1.04,0.56 0.96,0.4! "
    "0.9,0.54 0.78,0.56 0.73,0.42 0.8,0.24 1.02,0.16! 1.02,0!"
)
TONGUES: Final = (
    "-0.02,0! 0.02,0.22 0.1,0.36 0.14,0.62! 0.26,0.5 0.3,0.4! 0.36,0.6 0.48,0.72 0.46,0.94! "
    "0.66,0.8 0.72,0.6 0.7,0.44! 0.8,0.52 0.84,0.6 0.84,0.74! 0.96,0.54 0.98,0.3 1.02,0!"
)
VOLUTE: Final = (
    "-0.1,0.14! 0.2,0.1 0.5,0.12 0.78,0.22 0.9,0.46 0.82,0.72 0.6,0.86 0.36,0.78 0.28,0.58 0.36,0.42 "
    "0.52,0.38 0.64,0.48 0.6,0.6 0.5,0.62! 0.54,0.54 0.5,0.48 0.42,0.52 0.4,0.62 0.5,0.72 0.64,0.7 "
    "0.74,0.54 0.72,0.38 0.58,0.24 0.3,0.2"
)
MOTIFS: Final[dict[str, Sketches]] = {
    "wave": (
        (COMBER, 0),
        ("0.26,0.08! 0.42,0.2 0.56,0.46 0.7,0.66! 0.52,0.54 0.42,0.34", 1),
        ("0.44,0.08! 0.56,0.2 0.64,0.4! 0.52,0.28", 1),
        ("0.2,0.62 0.29,0.71 0.2,0.8 0.11,0.71", 1),
    ),
    "flame": (
        (TONGUES, 0),
        ("0.5,0.04! 0.28,0.12 0.3,0.3 0.46,0.42 0.5,0.62! 0.64,0.44 0.58,0.34 0.72,0.24 0.7,0.1", 1),
    ),
    "strata": (
        ("0.04,0.1! 0.3,0.06 0.44,0.16 0.46,0.34 0.4,0.44 0.16,0.46 0.05,0.36", 0),
        ("0.58,0.08 0.8,0.08 0.96,0.16 0.94,0.38 0.78,0.44 0.56,0.4 0.52,0.24", 0),
        ("0.1,0.58 0.3,0.54 0.6,0.56 0.72,0.64 0.7,0.84 0.5,0.92 0.22,0.9 0.08,0.8", 0),
        ("0.84,0.56 0.96,0.62 0.98,0.8 0.9,0.92 0.8,0.84 0.78,0.66", 1),
        ("0.16,0.7! 0.36,0.64 0.56,0.68! 0.36,0.74", 1),
        ("0.6,0.18! 0.74,0.14 0.86,0.2! 0.74,0.24", 1),
    ),
    "wind": (
        (VOLUTE, 0),
        ("0.86,0.14! 0.98,0.3 1.04,0.52 0.96,0.78! 0.98,0.52 0.94,0.3", 1),
        ("0.02,0.36! 0.14,0.44 0.16,0.62 0.1,0.82! 0.09,0.6", 1),
    ),
}
CORNER: Final = "0,-0.42! 0.14,-0.14 0.42,0! 0.14,0.14 0,0.42! -0.14,0.14 -0.42,0! -0.14,-0.14"


class Params(BaseModel, extra="forbid", frozen=True):
    """The first ink is the rules and the motif, the second the lines carved into the motif."""

    motif: Literal["wave", "flame", "strata", "wind"] = Field(
        default="wave", description="the element that is woven in"
    )
    shape: Literal["hex", "rect"] = Field(default="hex", description="the area's hexagon, or the area itself")
    band: float = Field(default=6.0, ge=1.0, le=30.0, description="width of the band in mm")
    inset: float = Field(default=0.0, ge=0.0, le=20.0, description="mm from the edge of the area to the outer rule")
    rule: float = Field(default=0.5, ge=0.05, le=3.0, description="line width of the rules in mm")
    stretch: float = Field(default=1.15, ge=0.5, le=3.0, description="length of one motif, relative to the band")


def draw(area: Rect, _random: Random, params: Params) -> tuple[Mark, ...]:
    """Return the motifs, a lozenge in each corner, then the two rules."""
    outline = hexagon(area) if params.shape == "hex" else rectangle(area)
    edge = [Point(*numbers) for command, numbers in outline.segments if command != "Z"]
    outer = _inset(edge, params.inset + params.rule / 2)
    band = min(params.band, min(area.size) / 4)
    inner = _inset(outer, band)
    marks: list[Mark] = []
    for (start, end), (out, _) in zip(_sides(inner), _sides(outer), strict=True):
        marks += _side(start, end, band, params)
        at = Point((start.x + out.x) / 2, (start.y + out.y) / 2)
        marks.append(Mark(sketch_outline(CORNER, Affine.move(*at) @ Affine.scale(band * 0.85)), 0))
    marks += (Mark(polyline(line, closed=True), 0, params.rule) for line in (outer, inner))
    return tuple(marks)


def _sides(corners: list[Point]) -> list[tuple[Point, Point]]:
    return list(pairwise([*corners, corners[0]]))


def _side(start: Point, end: Point, band: float, params: Params) -> list[Mark]:
    length = hypot(end.x - start.x, end.y - start.y)
    count = max(1, min(40, round(length / (band * params.stretch))))
    ux, uy = (end.x - start.x) / length, (end.y - start.y) / length
    unit, clear = length / count, params.rule * 0.5
    tall = band - 2 * clear
    marks: list[Mark] = []
    for index in range(count):
        x = start.x + ux * unit * index + uy * clear
        y = start.y + uy * unit * index - ux * clear
        # the sides run clockwise, so the outside is to their left
        place = Affine(ux * unit, uy * unit, uy * tall, -ux * tall, x, y)
        marks += (Mark(sketch_outline(sketch, place), ink) for sketch, ink in MOTIFS[params.motif])
    return marks


def _inset(corners: list[Point], distance: float) -> list[Point]:
    """Return the corners of a convex polygon, clockwise on the page, with each side moved inwards."""
    if not distance:
        return corners
    found = []
    for before, at, after in zip([corners[-1], *corners[:-1]], corners, [*corners[1:], corners[0]], strict=True):
        come, go = _unit(before, at), _unit(at, after)
        # the two inward normals; along their sum, the corner moves so that both sides move by the distance
        nx, ny = -come.y - go.y, come.x + go.x
        reach = distance / (1 + come.x * go.x + come.y * go.y)
        found.append(Point(at.x + nx * reach, at.y + ny * reach))
    return found


def _unit(start: Point, end: Point) -> Point:
    length = hypot(end.x - start.x, end.y - start.y)
    return Point((end.x - start.x) / length, (end.y - start.y) / length)
