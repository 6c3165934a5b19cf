"""Knotwork: a plaited border round the area, whose strands pass over and under each other."""

from __future__ import annotations

from math import cos, hypot, pi, sin
from random import Random
from typing import Final

from pydantic import BaseModel, Field

from punchboard.geometry import Point, Rect, rounded_rectangle
from punchboard.ornament.pen import XY, Mark, even_width, swelling_stroke

BUDGET: Final = 2600


class Params(BaseModel, extra="forbid", frozen=True):
    """The first ink is the strands, the second the line along each of them and the rules."""

    band: float = Field(default=6.0, ge=1.0, le=40.0, description="width of the border in mm")
    strands: int = Field(default=3, ge=2, le=4, description="strands of the plait")
    thickness: float = Field(default=0.2, ge=0.05, le=0.4, description="width of a strand, relative to the band")
    stretch: float = Field(
        default=1.25, ge=0.6, le=4.0, description="length of a loop, relative to the band and the strands"
    )
    line: bool = Field(default=True, description="a line along the middle of each strand")
    rules: bool = Field(default=True, description="a rule along both edges of the band")


def draw(area: Rect, random: Random, params: Params) -> tuple[Mark, ...]:
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
