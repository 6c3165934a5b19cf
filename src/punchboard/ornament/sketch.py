"""A sheet to draw scenes on: points, blocks, discs and ridges given as fractions of the area."""

from __future__ import annotations

from collections.abc import Sequence
from math import pi, sin
from random import Random

from punchboard.geometry import IDENTITY, Outline, Point, Rect, circle, polyline, rectangle, smooth_curve
from punchboard.ornament.mark import Mark
from punchboard.ornament.pen import transform_outline

SKY, LIGHT, FAR, MIDDLE, NEAR, DARK = range(6)
"""The inks of scenes: the sky, the light in it, three distances, and what stands in front of them."""


class Sketch:
    """Collects marks. Positions are fractions of the area's width and height, sizes of `unit`."""

    def __init__(self, area: Rect, random: Random) -> None:
        self.area, self.random = area, random
        self.unit = min(area.width, area.height * 1.4)
        """The length in mm that sizes are fractions of."""
        self.marks: list[Mark] = []

    def at(self, x: float, y: float) -> Point:
        """Return a point in mm."""
        return Point(self.area.x + x * self.area.width, self.area.y + y * self.area.height)

    def add(self, outline: Outline, ink: int, width: float | None = None) -> None:
        """Add an outline, filled, or stroked with a width given as a fraction of the unit."""
        placed = transform_outline(outline, IDENTITY)  # in micrometres
        self.marks.append(Mark(placed, ink, None if width is None else width * self.unit))

    def ground(self, ink: int) -> None:
        """Fill the whole area."""
        self.add(rectangle(self.area), ink)

    def block(self, left: float, top: float, right: float, bottom: float, ink: int) -> None:
        """Fill a rectangle."""
        x, y = self.at(left, top)
        far = self.at(right, bottom)
        self.add(rectangle(Rect(x, y, far.x - x, far.y - y)), ink)

    def disc(self, x: float, y: float, size: float, ink: int, width: float | None = None) -> None:
        """Draw a circle with a radius given as a fraction of the unit."""
        self.add(circle(self.at(x, y), size * self.unit), ink, width)

    def shape(self, x: float, y: float, size: float, ink: int, points: Sequence[tuple[float, float]]) -> None:
        """Fill a polygon whose points are fractions of a size, about a place."""
        centre, scale = self.at(x, y), size * self.unit
        self.add(polyline([(centre.x + dx * scale, centre.y + dy * scale) for dx, dy in points], closed=True), ink)

    def line(self, points: Sequence[tuple[float, float]], ink: int, width: float, *, smooth: bool = False) -> None:
        """Draw a line through points given as fractions of the area."""
        placed = [self.at(*point) for point in points]
        self.add(smooth_curve(placed) if smooth else polyline(placed), ink, width)

    def ridge(self, base: float, swing: float, ink: int) -> tuple[float, float, float]:
        """Fill everything below a rolling line; return what `height` takes to find the line again."""
        wave = (base, swing, self.random.uniform(0, 2 * pi))
        tops = [self.at(-0.05 + 0.05 * step, height(wave, -0.05 + 0.05 * step)) for step in range(23)]
        line = smooth_curve(tops)
        low = (("L", self.at(1.05, 1.03)), ("L", self.at(-0.05, 1.03)), ("Z", ()))
        self.add(Outline((*line.segments, *low)), ink)
        return wave


def height(wave: tuple[float, float, float], x: float) -> float:
    """Return the height of a ridge at a place, as a fraction of the area's height from its top."""
    base, swing, shift = wave
    return base + swing * (0.65 * sin(2 * pi * 0.9 * x + shift) + 0.35 * sin(2 * pi * 2.3 * x + 2 * shift))
