"""Frames of lines: marked corners, and a plaited knotwork."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import cos, hypot, pi, sin
from random import Random
from typing import Final, Literal

from pydantic import BaseModel, Field

from punchboard.geometry import Point, Rect, circle, polyline, rectangle, rounded_rectangle, smooth_curve
from punchboard.ornament.pen import XY, Mark, even_width, swelling_stroke


class Corners(BaseModel, extra="forbid", frozen=True):
    """Inks: the lines and forms, and what is set off against them."""

    style: Literal["brackets", "deco", "rivets", "stripes", "thorns", "tabs"] = Field(
        default="brackets", description="the form of corners and edges"
    )
    inset: float = Field(default=3.0, ge=0.0, le=40.0, description="mm that a trimmed edge takes off the area")
    band: float = Field(default=4.5, ge=0.5, le=40.0, description="width of the border in mm")


def draw_corners(area: Rect, _random: Random, params: Corners) -> tuple[Mark, ...]:
    """Return the border along the sides of the area."""
    inner = area.shrink(params.inset)
    return tuple(_STYLES[params.style](area, inner, params.band))


def _corners(inner: Rect) -> tuple[tuple[float, float, int, int], ...]:
    """Return each corner with the directions to the middle."""
    return (
        (inner.x, inner.y, 1, 1),
        (inner.right, inner.y, -1, 1),
        (inner.x, inner.bottom, 1, -1),
        (inner.right, inner.bottom, -1, -1),
    )


def _brackets(_area: Rect, inner: Rect, band: float) -> list[Mark]:
    """Return angles in the corners, with ticks along the sides, as on a display."""
    marks = []
    for x, y, dx, dy in _corners(inner):
        for gap, long, width in ((0.28, 4.2, 0.2), (0.55, 2.4, 0.1)):
            px, py = x + dx * band * gap, y + dy * band * gap
            ends = [
                (px, py + dy * band * long),
                (px, py + dy * band),
                (px + dx * band, py),
                (px + dx * band * long, py),
            ]
            marks.append(Mark(polyline(ends), 0 if gap < 0.5 else 1, band * width))
    for step in range(11):
        y = inner.centre.y + (step - 5) * band * 0.5
        long = band * (0.5 if step % 5 == 0 else 0.25)
        for x, way in ((inner.x + band * 0.2, 1), (inner.right - band * 0.2, -1)):
            marks.append(Mark(polyline([(x, y), (x + way * long, y)]), 1, band * 0.07))
    return marks


def _deco(area: Rect, inner: Rect, band: float) -> list[Mark]:
    """Return fans of wedges in the corners, with three lines along the sides."""
    marks = [
        Mark(rectangle(inner.shrink(band * step)), ink, band * 0.06) for step, ink in ((0.25, 0), (0.45, 1), (0.65, 0))
    ]
    for x, y, dx, dy in _corners(inner):
        start = Point(x - dx * (inner.x - area.x), y - dy * (inner.y - area.y))
        reach = (inner.x - area.x) + band * 2.1
        for wedge in range(6):
            low, high = pi / 2 * (wedge + 0.12) / 6, pi / 2 * (wedge + 0.88) / 6
            own = reach * (1.0 if wedge % 2 else 0.84)
            points = [(start.x + dx * own * cos(a), start.y + dy * own * sin(a)) for a in (low, high)]
            marks.append(Mark(polyline([start, *points], closed=True), 0 if wedge % 2 else 1))
    return marks


def _rivets(_area: Rect, inner: Rect, band: float) -> list[Mark]:
    """Return plates in the corners, and rivets along the sides."""
    marks = []
    middle = band * 0.5
    for along, count in (
        ("x", max(2, round(inner.width / (band * 2)))),
        ("y", max(2, round(inner.height / (band * 2)))),
    ):
        for step in range(1, count):
            for side in (0, 1):
                if along == "x":
                    place = Point(
                        inner.x + inner.width * step / count, inner.bottom - middle if side else inner.y + middle
                    )
                else:
                    place = Point(
                        inner.right - middle if side else inner.x + middle, inner.y + inner.height * step / count
                    )
                marks += _rivet(place, band * 0.17)
    for x, y, dx, dy in _corners(inner):
        long = band * 2.3
        plate = [(x, y), (x + dx * long, y), (x + dx * long * 0.72, y + dy * long * 0.38)]
        plate += [(x + dx * long * 0.38, y + dy * long * 0.72), (x, y + dy * long)]
        marks.append(Mark(polyline(plate, closed=True), 1))
        for px, py in ((0.5, 0.5), (1.5, 0.42), (0.42, 1.5)):
            marks += _rivet(Point(x + dx * band * px, y + dy * band * py), band * 0.2)
    return marks


def _rivet(place: Point, size: float) -> list[Mark]:
    light = Point(place.x - size * 0.25, place.y - size * 0.25)
    return [Mark(circle(place, size), 0), Mark(circle(light, size * 0.4), 1)]


def _stripes(area: Rect, inner: Rect, band: float) -> list[Mark]:
    """Return slanted stripes along the upper and the lower edge."""
    marks = []
    high = band + (inner.y - area.y)
    for top in (area.y, area.bottom - high):
        x = area.x - high
        while x < area.right:
            corners = [(x, top + high), (x + high, top), (x + high + band, top), (x + band, top + high)]
            marks.append(Mark(polyline(corners, closed=True), 0))
            x += 2 * band
    return marks


def _thorns(_area: Rect, inner: Rect, band: float) -> list[Mark]:
    """Return two vines that wind about each other along each side, with thorns."""
    marks = []
    middle = inner.shrink(band * 0.5)
    sides = (
        ((middle.x, middle.y), (middle.right, middle.y)),
        ((middle.right, middle.y), (middle.right, middle.bottom)),
        ((middle.right, middle.bottom), (middle.x, middle.bottom)),
        ((middle.x, middle.bottom), (middle.x, middle.y)),
    )
    for start, end in sides:
        long = abs(end[0] - start[0]) + abs(end[1] - start[1])
        ux, uy = (end[0] - start[0]) / long, (end[1] - start[1]) / long
        turns = max(2, round(long / (band * 3.4)))
        for vine in (0, 1):
            points = []
            for step in range(turns * 8 + 1):
                t, swing = step / (turns * 8) * long, band * 0.24 * sin(pi * step / 4 + pi * vine)
                points.append((start[0] + ux * t - uy * swing, start[1] + uy * t + ux * swing))
            marks.append(Mark(smooth_curve(points), vine, band * 0.13))
            for step in range(2, turns * 8, 3):
                x, y = points[step]
                side = 1 if (step + vine) % 2 else -1
                tip = (x + ux * band * 0.2 - uy * side * band * 0.5, y + uy * band * 0.2 + ux * side * band * 0.5)
                foot = [(x - ux * band * 0.13, y - uy * band * 0.13), tip, (x + ux * band * 0.13, y + uy * band * 0.13)]
                marks.append(Mark(polyline(foot, closed=True), vine))
    return marks


def _tabs(_area: Rect, inner: Rect, band: float) -> list[Mark]:
    """Return a thin frame with square blocks in the corners and marks in the middle of each side."""
    marks = [Mark(rectangle(inner.shrink(band * 0.5)), 0, band * 0.08)]
    for x, y, dx, dy in _corners(inner):
        size = band * 0.9
        left, top = (
            (x + band * 0.08 if dx > 0 else x - band * 0.08 - size),
            (y + band * 0.08 if dy > 0 else y - band * 0.08 - size),
        )
        marks.append(Mark(rectangle(Rect(left, top, size, size)), 0))
        marks.append(Mark(polyline([(left, top), (left + size, top + size)]), 1, band * 0.08))
        marks.append(Mark(polyline([(left, top + size), (left + size, top)]), 1, band * 0.08))
    return marks


_STYLES: Final[Mapping[str, Callable[[Rect, Rect, float], list[Mark]]]] = {
    "brackets": _brackets,
    "deco": _deco,
    "rivets": _rivets,
    "stripes": _stripes,
    "tabs": _tabs,
    "thorns": _thorns,
}


BUDGET: Final = 2600


class Knotwork(BaseModel, extra="forbid", frozen=True):
    """The first ink is the strands, the second the line along each of them and the rules."""

    band: float = Field(default=6.0, ge=1.0, le=40.0, description="width of the border in mm")
    strands: int = Field(default=3, ge=2, le=4, description="strands of the plait")
    thickness: float = Field(default=0.2, ge=0.05, le=0.4, description="width of a strand, relative to the band")
    stretch: float = Field(
        default=1.25, ge=0.6, le=4.0, description="length of a loop, relative to the band and the strands"
    )
    line: bool = Field(default=True, description="a line along the middle of each strand")
    rules: bool = Field(default=True, description="a rule along both edges of the band")


def draw_knotwork(area: Rect, random: Random, params: Knotwork) -> tuple[Mark, ...]:
    """Return every strand, as pieces that end where it passes under another strand."""
    band = min(params.band, area.width / 3, area.height / 3)
    path = _Path(area.shrink(band / 2), band * 1.1)
    thick = params.thickness * band
    waves = max(2, round(path.length / (band * params.stretch * params.strands / 2)))
    waves = min(waves, BUDGET // (params.strands * (params.strands - 1) * (30 if params.line else 15)))
    reach = (band - thick) / 2 * 0.92
    shift = random.uniform(0, 2 * pi)
    marks: list[Mark] = []
    for strand in range(params.strands):
        for start, end in _pieces(strand, params.strands, waves):
            gap = _gap(path, waves, reach, thick)
            points = []
            for step in range(7):
                phase = start + gap + (end - start - 2 * gap) * step / 6
                across = reach * sin(phase + 2 * pi * strand / params.strands)
                points.append(path.at((phase + shift) / (2 * pi * waves) * path.length, across))
            marks.append(Mark(swelling_stroke(points, even_width(thick)), 0))
            if params.line:
                marks.append(Mark(swelling_stroke(points, even_width(thick * 0.24)), 1))
    if params.rules:
        marks += (
            Mark(rounded_rectangle(area.shrink(inset), band * radius), 1, band * 0.035)
            for inset, radius in ((band * 0.02, 1.6), (band * 0.98, 0.62))
        )
    return tuple(marks)


def _gap(path: _Path, waves: int, reach: float, thick: float) -> float:
    """Return the phase by which a strand stops short of the strand above it: half a strand's width at that slope."""
    run = path.length / (2 * pi * waves)
    slope = reach / run
    sine = 2 * slope / (1 + slope * slope)
    return (thick * 0.5 + thick * 0.22) / max(0.35, sine) / hypot(run, reach)


def _pieces(strand: int, strands: int, waves: int) -> list[tuple[float, float]]:
    """Return the phases from each underpass of a strand to its next one.

    Strands i and j meet where the sines of their phases are equal. Of two that meet the one that falls passes over
    on the outer side and under on the inner side, so that each strand alternates between over and under.
    """
    under = []
    for other in range(strands):
        if other == strand:
            continue
        for turn in range(2 * waves):
            phase = pi / 2 - pi * (strand + other) / strands + pi * turn
            own = phase + 2 * pi * strand / strands
            height, falls = sin(own), cos(own) < 0
            middle = abs(height) < 1e-6
            over = ((strand < other) == (turn % 2 == 1)) if middle else falls == (height > 0)
            if not over:
                under.append(phase % (2 * pi * waves))
    under.sort()
    return list(zip(under, [*under[1:], under[0] + 2 * pi * waves], strict=True))


class _Path:
    """The middle line of the border: a rounded rectangle, clockwise from its top left."""

    def __init__(self, rect: Rect, radius: float) -> None:
        self.rect, self.radius = rect, min(radius, rect.width / 2, rect.height / 2)
        self.across, self.down = rect.width - 2 * self.radius, rect.height - 2 * self.radius
        self.arc = pi / 2 * self.radius
        self.length = 2 * (self.across + self.down) + 4 * self.arc

    def at(self, along: float, across: float) -> Point:
        """Return the point ``along`` mm on the path, moved outwards by ``across`` mm."""
        along %= self.length
        left, top = self.rect.x + self.radius, self.rect.y + self.radius
        right, low = self.rect.right - self.radius, self.rect.bottom - self.radius
        corners: tuple[tuple[XY, XY, float], ...] = (
            ((left, top), (right, top), self.across),
            ((right, top), (right, low), self.down),
            ((right, low), (left, low), self.across),
            ((left, low), (left, top), self.down),
        )
        far = self.radius + across
        for quarter, (start, end, length) in enumerate(corners):
            heading = quarter * pi / 2
            if along <= length:
                t = along / length if length else 0.0
                x, y = start[0] + (end[0] - start[0]) * t, start[1] + (end[1] - start[1]) * t
                return Point(x + far * sin(heading), y - far * cos(heading))
            along -= length
            if along <= self.arc:
                angle = heading + along / self.radius
                return Point(end[0] + far * sin(angle), end[1] - far * cos(angle))
            along -= self.arc
        return self.at(0.0, across)
