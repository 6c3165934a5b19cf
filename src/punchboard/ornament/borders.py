"""Borders in which a motif repeats: printers' flowers, a band of guilloche, a woven motif."""

from __future__ import annotations

from itertools import pairwise
from math import ceil, floor, hypot, pi, sin
from random import Random
from typing import Final, Literal

from pydantic import BaseModel, Field

from punchboard.geometry import Affine, Outline, Point, Rect, circle, hexagon, polyline, rectangle, smooth_curve
from punchboard.ornament.pen import Mark, drawings_of, part_marks, polar, sketch_outline, transform_outline

BROADSIDE: Final = drawings_of("broadside")


class Broadside(BaseModel, extra="forbid", frozen=True):
    """The border lies inside the area; the first ink prints rules and flowers, the second their hearts."""

    flower: Literal["leaf", "spiral", "lozenge", "flame", "star"] = Field(
        default="leaf", description="the piece of type that is repeated"
    )
    size: float = Field(default=4.0, ge=1.5, le=20.0, description="width of the row of flowers in mm")
    rules: int = Field(default=2, ge=0, le=2, description="rules: none, outside, outside and inside")
    wear: float = Field(
        default=0.0, ge=0.0, le=1.0, description="amount of wear: flowers are missing or crooked at random"
    )


def draw_broadside(area: Rect, random: Random, params: Broadside) -> tuple[Mark, ...]:
    """Return rules, corners and flowers; unworn, it is the same for every seed."""
    size = min(params.size, min(area.size) / 3)
    while (area.width + area.height) / size > 90:
        size *= 1.1
    marks: list[Mark] = []
    gap = size * 0.16
    if params.rules:
        marks.append(Mark(rectangle(area.shrink(gap / 2)), 0, round(gap, 3)))
    row = area.shrink(gap * 2 if params.rules else 0)
    if params.rules == 2:
        marks.append(Mark(rectangle(row.shrink(size + gap)), 0, round(gap * 0.5, 3)))
    for x, y, turn in _places(row, size):
        worn = random.random() < params.wear * 0.5
        if worn and random.random() < 0.5:
            continue
        at = Affine.move(x, y) @ Affine.turn(turn + (random.uniform(-30, 30) if worn else 0)) @ Affine.scale(size)
        marks += part_marks(BROADSIDE["flowers"][params.flower], at)
    half = size / 2
    for x in (row.x + half, row.right - half):
        for y in (row.y + half, row.bottom - half):
            marks += part_marks(BROADSIDE["corner"], Affine(size, 0, 0, size, x, y))
    return tuple(marks)


def _places(row: Rect, size: float) -> list[tuple[float, float, float]]:
    """Return x, y and rotation of each flower between the corners, clockwise, heads outwards."""
    places: list[tuple[float, float, float]] = []
    across, down = row.width - 2 * size, row.height - 2 * size
    half = size / 2
    for length, start, (dx, dy), turn in (
        (across, (row.x + size, row.y + half), (1, 0), 0),
        (down, (row.right - half, row.y + size), (0, 1), 90),
        (across, (row.right - size, row.bottom - half), (-1, 0), 180),
        (down, (row.x + half, row.bottom - size), (0, -1), 270),
    ):
        count = max(1, floor(length / size))
        step = length / count
        places += ((start[0] + dx * step * (i + 0.5), start[1] + dy * step * (i + 0.5), turn) for i in range(count))
    return places


Side = Literal["all", "top", "bottom", "left", "right"]


class GuillocheBand(BaseModel, extra="forbid", frozen=True):
    """A border all round the area, or along one side only."""

    band: float = Field(default=5.0, ge=1.0, le=40.0, description="width of the border in mm")
    side: Side = Field(default="all", description="all four sides with corner pieces, or one")
    lines: int = Field(default=5, ge=2, le=12, description="lines in each of the two weaves")
    loops: float = Field(default=1.6, ge=0.4, le=6.0, description="length of a loop relative to the band's width")
    width: float = Field(default=0.15, ge=0.03, le=1.0, description="line width in mm")
    rules: bool = Field(default=True, description="draw a rule along both edges of the band")


def draw_guilloche_band(area: Rect, random: Random, params: GuillocheBand) -> tuple[Mark, ...]:
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


def _strip(place: tuple[Affine, float], params: GuillocheBand, band: float, shear: float, sides: int) -> list[Mark]:
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


def _corner(centre: Point, band: float, params: GuillocheBand, turn: float) -> list[Mark]:
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


WOVEN: Final = drawings_of("woven-border")


class WovenBorder(BaseModel, extra="forbid", frozen=True):
    """The first ink is the rules and the motif, the second the lines carved into the motif."""

    motif: Literal["wave", "flame", "strata", "wind"] = Field(
        default="wave", description="the element that is woven in"
    )
    shape: Literal["hex", "rect"] = Field(default="hex", description="the area's hexagon, or the area itself")
    band: float = Field(default=6.0, ge=1.0, le=30.0, description="width of the band in mm")
    inset: float = Field(default=0.0, ge=0.0, le=20.0, description="mm from the edge of the area to the outer rule")
    rule: float = Field(default=0.5, ge=0.05, le=3.0, description="line width of the rules in mm")
    stretch: float = Field(default=1.15, ge=0.5, le=3.0, description="length of one motif, relative to the band")


def draw_woven_border(area: Rect, _random: Random, params: WovenBorder) -> tuple[Mark, ...]:
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
        marks.append(Mark(sketch_outline(WOVEN["corner"], Affine.move(*at) @ Affine.scale(band * 0.85)), 0))
    marks += (Mark(polyline(line, closed=True), 0, params.rule) for line in (outer, inner))
    return tuple(marks)


def _sides(corners: list[Point]) -> list[tuple[Point, Point]]:
    return list(pairwise([*corners, corners[0]]))


def _side(start: Point, end: Point, band: float, params: WovenBorder) -> list[Mark]:
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
        marks += part_marks(WOVEN["motifs"][params.motif], place)
    return marks


def _inset(corners: list[Point], distance: float) -> list[Point]:
    """Return the corners of a convex polygon, clockwise on the page, with each side moved inwards."""
    if not distance:
        return corners
    inset = []
    for before, at, after in zip([corners[-1], *corners[:-1]], corners, [*corners[1:], corners[0]], strict=True):
        come, go = _unit(before, at), _unit(at, after)
        # the two inward normals; along their sum, the corner moves so that both sides move by the distance
        nx, ny = -come.y - go.y, come.x + go.x
        reach = distance / (1 + come.x * go.x + come.y * go.y)
        inset.append(Point(at.x + nx * reach, at.y + ny * reach))
    return inset


def _unit(start: Point, end: Point) -> Point:
    length = hypot(end.x - start.x, end.y - start.y)
    return Point((end.x - start.x) / length, (end.y - start.y) / length)
