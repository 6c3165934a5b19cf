"""Ouroboros: the snake that bites its own tail, in a ring about the centre of the area."""

from __future__ import annotations

from math import cos, pi, radians, sin
from random import Random
from typing import Final

from pydantic import BaseModel, Field

from punchboard.geometry import Affine, Point, Rect
from punchboard.ornament.pen import Mark, disc, even_width, polar, sketch_outline, swelling_stroke

# the head looks to the right along x; its neck ends at x = 0; one unit is the thickness of the body
SKULL: Final = (
    "-0.3,-0.49! 0.05,-0.53 0.42,-0.7 0.86,-0.72 1.3,-0.56 1.72,-0.36 1.98,-0.16 2.02,0.02 1.9,0.08! "
    "1.5,0.06 1.1,0.1 0.84,0.2! 0.5,0.5 0.2,0.52 -0.3,0.49!"
)
JAW: Final = "0.1,0.5! 0.5,0.36 0.84,0.24! 1.12,0.3 1.48,0.38 1.84,0.4 1.92,0.5 1.76,0.62 1.4,0.7 0.9,0.72 0.46,0.62"
BROW: Final = "0.62,-0.5! 0.9,-0.6 1.2,-0.5 1.46,-0.36! 1.2,-0.4 0.92,-0.44"
EYE: Final = "0.74,-0.32! 0.92,-0.44 1.12,-0.4 1.26,-0.24! 1.1,-0.16 0.9,-0.18"
PUPIL: Final = "1.0,-0.4 1.06,-0.3 1.0,-0.19 0.95,-0.3"
FANG: Final = "1.56,0.04! 1.78,0.05! 1.62,0.36!"
FANG_BELOW: Final = "1.5,0.42! 1.66,0.42! 1.52,0.22!"
CHEEK: Final = "0.2,0.16! 0.5,0.14 0.8,0.06 1.2,-0.02 1.6,-0.02! 1.2,0.04 0.84,0.12 0.5,0.24"
SCALE: Final = "0.36,0.0! 0.1,0.26 -0.3,0.22 -0.42,0.0 -0.3,-0.22 0.1,-0.26"


class Params(BaseModel, extra="forbid", frozen=True):
    """The first ink is the body, the second the scales and the eye."""

    radius: float = Field(
        default=0.74, ge=0.2, le=1.0, description="radius of the ring, relative to half the shorter side"
    )
    thickness: float = Field(
        default=0.24, ge=0.06, le=0.5, description="thickness of the body, relative to half the shorter side"
    )
    rows: int = Field(default=34, ge=8, le=60, description="rows of scales from neck to tail")
    turn: float = Field(default=0.0, ge=-360, le=360, description="rotation of the head from the top, in degrees")
    mirrored: bool = Field(default=False, description="look to the left instead of to the right")


def draw(area: Rect, random: Random, params: Params) -> tuple[Mark, ...]:
    """Return the tail, the body with its scales, then the head with the tail between its jaws."""
    snake = _Snake(area, params)
    marks = [Mark(swelling_stroke([snake.at(index / 40, 0) for index in range(41)], snake.width), 0)]
    for row in range(params.rows):
        t = (row + 0.9) / (params.rows + 1.5)
        wide = snake.width(t)
        beat = 1 + random.uniform(-0.03, 0.03)
        for across, size in ((-0.24, 0.42), (0.08, 0.42)) if row % 2 == 0 else ((-0.08, 0.46),):
            marks.append(Mark(sketch_outline(SCALE, snake.frame(t, across * wide, wide * size * beat)), 1))
        belly = [snake.at(t + shift, part * wide) for shift, part in ((0.002, 0.3), (0.008, 0.38), (0.004, 0.47))]
        marks.append(Mark(swelling_stroke(belly, even_width(wide * 0.09)), 1))
    head = snake.frame(0.0, 0.0, snake.thick, forwards=True)
    marks += (Mark(sketch_outline(part, head), 0) for part in (JAW,))
    marks += _tail(snake)
    marks += (
        Mark(sketch_outline(SKULL, head @ Affine(1.03, 0, 0, 1.05, 0, 0)), 0),
        Mark(sketch_outline(CHEEK, head), 1),
    )
    marks += (Mark(sketch_outline(part, head), 1) for part in (EYE, BROW, FANG, FANG_BELOW))
    marks += (Mark(sketch_outline(PUPIL, head), 0), Mark(disc(head.apply(Point(1.78, -0.14)), snake.thick * 0.06), 1))
    return tuple(marks)


def _tail(snake: _Snake) -> list[Mark]:
    """Return the end of the tail again, over the lower jaw, with a rim that sets it off."""
    points = [snake.at(0.9 + 0.1 * index / 8, 0) for index in range(9)]
    return [
        Mark(swelling_stroke(points, lambda t: snake.width(0.9 + 0.1 * t) * 1.25 + snake.thick * 0.05), 1),
        Mark(swelling_stroke(points, lambda t: snake.width(0.9 + 0.1 * t)), 0),
    ]


class _Snake:
    """The ring that the body follows, from the neck (0) backwards round to the tip of the tail (1)."""

    def __init__(self, area: Rect, params: Params) -> None:
        half = min(area.size) / 2
        self.thick = params.thickness * half
        self.radius = min(params.radius * half, half - self.thick * 0.75)
        self.way = -1 if params.mirrored else 1
        self.centre = area.centre
        # the head is two body thicknesses long; its middle is at the top of the ring
        self.neck = radians(params.turn) - self.way * self.thick / self.radius
        self.sweep = 2 * pi - 1.15 * self.thick / self.radius

    def _angle(self, t: float) -> float:
        return self.neck - self.way * self.sweep * t - pi / 2

    def at(self, t: float, across: float) -> Point:
        """Return the point at a fraction of the length; ``across`` is measured inwards."""
        return polar(self.centre, self.radius - across, self._angle(t))

    def width(self, t: float) -> float:
        """Return the thickness in mm at a fraction of the length."""
        if t < 0.5:
            return self.thick * (0.92 + 0.12 * sin(pi * t))
        return self.thick * 1.01 * max(0.03, 1 - float((2 * t - 1) ** 1.7))

    def frame(self, t: float, across: float, size: float, *, forwards: bool = False) -> Affine:
        """Return the transform of a drawing that points along x; scales point backwards, the head points forwards."""
        x, y = self.at(t, across)
        angle = self._angle(t) + self.way * pi / 2 * (1 if forwards else -1)
        side = self.way if forwards else -self.way
        return Affine(size * cos(angle), size * sin(angle), -side * size * sin(angle), side * size * cos(angle), x, y)
