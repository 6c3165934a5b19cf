"""Halftone: dots on a rotated screen that grow along a gradient."""

from __future__ import annotations

from math import ceil, cos, hypot, radians, sin, sqrt
from random import Random
from typing import Final, Literal

from pydantic import BaseModel, Field

from punchboard.geometry import Point, Rect
from punchboard.ornament.pen import Mark, disc

MOST: Final = 480
"""The most dots in one ornament; each has six segments."""


class Params(BaseModel, extra="forbid", frozen=True):
    """The pitch grows over large areas, so that the number of dots stays limited."""

    pitch: float = Field(default=2.0, ge=0.4, le=20.0, description="mm from dot to dot; wider over a large area")
    angle: float = Field(default=45.0, ge=-180, le=180, description="rotation of the screen in degrees")
    shade: Literal["down", "up", "right", "left", "glow", "vignette"] = Field(
        default="down", description="where the dots grow: down, up, right, left, to the middle or to the edge"
    )
    darkest: float = Field(default=0.9, ge=0.1, le=1.3, description="largest dot, relative to the pitch")


def draw(area: Rect, random: Random, params: Params) -> tuple[Mark, ...]:
    """Return the dots, row by row, all in the first ink."""
    pitch = max(params.pitch, sqrt(area.width * area.height / MOST) * 1.02)
    turn = radians(params.angle)
    reach = ceil(hypot(*area.size) / 2 / pitch) + 1
    shift = random.uniform(-0.5, 0.5)
    marks: list[Mark] = []
    for row in range(-reach, reach + 1):
        for column in range(-reach, reach + 1):
            u, v = (column + shift) * pitch, (row - shift) * pitch
            at = Point(area.centre.x + u * cos(turn) - v * sin(turn), area.centre.y + u * sin(turn) + v * cos(turn))
            if not (area.x <= at.x <= area.right and area.y <= at.y <= area.bottom):
                continue
            tone = _tone(params.shade, (at.x - area.x) / area.width, (at.y - area.y) / area.height)
            size = sqrt(max(0.0, tone)) * params.darkest * pitch / 2
            if size > 0.06:
                marks.append(Mark(disc(at, size), 0))
    return tuple(marks)


def _tone(shade: str, x: float, y: float) -> float:
    far = min(1.0, hypot(x - 0.5, y - 0.5) * 1.6)
    return {"down": y, "up": 1 - y, "right": x, "left": 1 - x, "glow": 1 - far, "vignette": far}[shade]
