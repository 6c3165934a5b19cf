"""Landscape: a sky with sun or moon, ridges one behind the other, and trees, snow or a boat in front of them."""

from collections.abc import Callable, Iterator, Mapping
from math import cos, fsum, pi, sin
from random import Random
from typing import Final, Literal

from pydantic import BaseModel, Field

from punchboard.geometry import (
    IDENTITY,
    Outline,
    Point,
    Rect,
    circle,
    polyline,
    rectangle,
    rounded_rectangle,
    smooth_curve,
)
from punchboard.ornament.pen import DARK, FAR, LIGHT, MIDDLE, NEAR, SKY, Mark, Sketch, transform_outline

POINTS: Final = 25
"""Points of a ridge."""


class Landscape(BaseModel, extra="forbid", frozen=True):
    """Inks: the sky, the light in it, the far, middle and near ridges, and what stands in front of them."""

    land: Literal["hills", "peaks", "sea", "woods"] = Field(default="hills", description="the kind of landscape")
    horizon: float = Field(
        default=0.46, ge=0.1, le=0.9, description="height of the horizon from the top, relative to the area's height"
    )
    sky: bool = Field(default=True, description="fill the sky with the first ink")


Ridge = Callable[[float], float]
"""Takes a fraction of the width; returns a ridge's y there, as a fraction of the area's height from its top."""


def draw_landscape(area: Rect, random: Random, params: Landscape) -> tuple[Mark, ...]:
    """Return the landscape over the area, the sky first."""
    view = Sketch(area, random)
    sky = (Mark(rectangle(area), SKY),) if params.sky else ()
    marks = (*sky, *_heavens(view, params.horizon), *_LANDS[params.land](view, params.horizon))
    return tuple(mark._replace(outline=transform_outline(mark.outline, IDENTITY)) for mark in marks)


def _heavens(view: Sketch, horizon: float) -> Iterator[Mark]:
    """Yield sun or moon, with rings or rays round it, and streaks of cloud."""
    random = view.random
    radius = view.unit * random.uniform(0.09, 0.17)
    x, y = random.uniform(0.2, 0.8), horizon * random.uniform(0.3, 0.85)
    centre, halo = view.at(x, y), random.randrange(3)
    if halo == 0:
        yield from (Mark(circle(centre, radius * grow), LIGHT, radius * 0.05) for grow in (1.35, 1.75))
    elif halo == 1:
        yield from _rays(centre, radius, random.choice((12, 16, 20)))
    yield Mark(circle(centre, radius), LIGHT)
    if halo == 2:
        yield Mark(circle(Point(centre.x + radius * 0.42, centre.y - radius * 0.2), radius * 0.84), SKY)
    for _ in range(random.randint(1, 3)):
        left, top = view.at(random.uniform(-0.1, 0.8), horizon * random.uniform(0.15, 0.9))
        long, thick = view.unit * random.uniform(0.22, 0.5), view.unit * 0.022
        for step in range(2):
            bar = Rect(left + step * long * 0.22, top + step * thick * 1.7, long * (1 - 0.35 * step), thick)
            yield Mark(rounded_rectangle(bar, thick / 2), FAR)


def _rays(centre: Point, radius: float, count: int) -> Iterator[Mark]:
    for turn in range(count):
        angle = 2 * pi * turn / count
        near, far = radius * 1.22, radius * (1.75 if turn % 2 else 1.5)
        ends = [(centre.x + reach * cos(angle), centre.y + reach * sin(angle)) for reach in (near, far)]
        yield Mark(polyline(ends), LIGHT, radius * 0.08)


def _rolling(random: Random, base: float, swing: float) -> Ridge:
    """Return a ridge with soft waves."""
    waves = [
        (random.uniform(0.5, 1.5), random.uniform(0, 2 * pi), 0.65),
        (random.uniform(1.8, 3.2), random.random() * 6, 0.35),
    ]
    return lambda x: base + swing * fsum(part * sin(2 * pi * pace * x + shift) for pace, shift, part in waves)


def _below(view: Sketch, ridge: Ridge) -> Outline:
    """Return the outline of everything below a ridge, down to just below the area."""
    tops = [
        view.at(-0.04 + 1.08 * index / (POINTS - 1), ridge(-0.04 + 1.08 * index / (POINTS - 1)))
        for index in range(POINTS)
    ]
    line = smooth_curve(tops)
    return Outline((*line.segments, ("L", view.at(1.04, 1.02)), ("L", view.at(-0.04, 1.02)), ("Z", ())))


def _hills(view: Sketch, horizon: float) -> Iterator[Mark]:
    random = view.random
    for step, ink in enumerate((FAR, MIDDLE, NEAR)):
        base = horizon + (1 - horizon) * (0.08 + 0.3 * step)
        ridge = _rolling(random, base, 0.07 + 0.015 * step)
        yield Mark(_below(view, ridge), ink)
        yield from _furrows(view, ridge, min(ink + 1, DARK)) if random.random() < 0.6 else ()
        for _ in range(random.randint(1, 4) if step else 0):
            x = random.uniform(0.06, 0.94)
            yield from _tree(view, view.at(x, ridge(x) + 0.012), (0.1, 0.15)[step - 1] * random.uniform(0.8, 1.25))


def _furrows(view: Sketch, ridge: Ridge, ink: int) -> Iterator[Mark]:
    start, lean = view.random.uniform(0, 0.7), view.random.uniform(-0.25, 0.25)
    for line in range(5):
        x = start + line * 0.07
        ends = [
            view.at(x + lean * part * 1.6, ridge(x + lean * part * 1.6) + 0.02 + part * 0.4)
            for part in (0, 0.35, 0.7, 1)
        ]
        yield Mark(smooth_curve(ends), ink, view.unit * 0.006)


def _tree(view: Sketch, foot: Point, size: float) -> Iterator[Mark]:
    high = view.unit * size
    trunk = Rect(foot.x - high * 0.035, foot.y - high * 0.45, high * 0.07, high * 0.45)
    yield Mark(rectangle(trunk), DARK)
    if view.random.random() < 0.5:
        yield Mark(circle(Point(foot.x, foot.y - high * 0.66), high * 0.32), DARK)
        return
    slim = [(0.0, -1.2), (0.15, -0.75), (0.14, -0.35), (0.0, -0.22), (-0.14, -0.35), (-0.15, -0.75)]
    yield Mark(smooth_curve([(foot.x + x * high, foot.y + y * high) for x, y in slim], closed=True), DARK)


def _peaks(view: Sketch, horizon: float) -> Iterator[Mark]:
    random = view.random
    for step, ink in enumerate((FAR, MIDDLE, NEAR)):
        base = horizon + (1 - horizon) * (0.2 + 0.3 * step)
        tops = [(-0.1, base)]
        while tops[-1][0] < 1.1:
            x = tops[-1][0] + random.uniform(0.16, 0.3)
            tops += [
                (x - 0.09, base - random.uniform(0.1, 0.34) * (1 - 0.25 * step)),
                (x, base + random.uniform(0, 0.04)),
            ]
        yield Mark(polyline([view.at(*top) for top in (*tops, (1.2, 1.02), (-0.1, 1.02))], closed=True), ink)
        for left, top, right in zip(tops[::2], tops[1::2], tops[2::2], strict=False):
            foot = (top[0] + (right[0] - top[0]) * 0.25, (left[1] + right[1]) / 2)
            shade = (top, right, foot)
            yield Mark(polyline([view.at(*one) for one in shade], closed=True), ink + 1)
    for _ in range(14):
        x, y, size = random.random(), random.uniform(0.08, 0.8), view.unit * random.uniform(0.004, 0.011)
        yield Mark(circle(view.at(x, y), size), LIGHT)


def _sea(view: Sketch, horizon: float) -> Iterator[Mark]:
    random = view.random
    isle = random.uniform(0.15, 0.85)
    width, high = random.uniform(0.14, 0.26), random.uniform(0.1, 0.2)
    back = [(isle - width, horizon + 0.05), (isle - width * 0.4, horizon - high * 0.6), (isle, horizon - high)]
    yield Mark(
        smooth_curve(
            [
                view.at(*one)
                for one in (*back, (isle + width * 0.5, horizon - high * 0.35), (isle + width, horizon + 0.05))
            ]
        ),
        FAR,
    )
    boat = random.randrange(3)
    for band in range(6):
        y = horizon + (1 - horizon) * (band / 6) ** 1.15
        ink = (FAR, MIDDLE, MIDDLE, NEAR, NEAR, DARK)[band]
        pace, shift = max(4, 15 - 2 * band), random.random()
        yield Mark(_surf(view, y, pace, shift), ink)
        if band == boat + 1:
            yield from _boat(view.at(random.uniform(0.2, 0.8), y + 0.03), view.unit * (0.12 + 0.04 * band))


def _surf(view: Sketch, y: float, pace: int, shift: float) -> Outline:
    """Return the outline of the water below a line of crests."""
    deep = view.unit / pace * 0.22
    segments: list[tuple[str, tuple[float, ...]]] = [("M", view.at(-1.2 / pace - shift / pace, y))]
    for crest in range(pace + 3):
        start, end = view.at((crest - 1.2 - shift) / pace, y), view.at((crest - 0.2 - shift) / pace, y)
        third = (end.x - start.x) / 3
        segments.append(("C", (start.x + third, start.y + deep, end.x - third, end.y + deep, *end)))
    return Outline((*segments, ("L", view.at(1.4, 1.02)), ("L", view.at(-0.6, 1.02)), ("Z", ())))


def _boat(foot: Point, size: float) -> Iterator[Mark]:
    def at(*places: tuple[float, float]) -> list[tuple[float, float]]:
        return [(foot.x + x * size, foot.y + y * size) for x, y in places]

    yield Mark(polyline(at((-0.5, -0.2), (0.5, -0.2), (0.32, 0.06), (-0.34, 0.06)), closed=True), DARK)
    yield Mark(polyline(at((-0.04, -0.28), (-0.04, -1.15), (-0.46, -0.28)), closed=True), LIGHT)
    yield Mark(polyline(at((0.06, -0.28), (0.06, -0.95), (0.4, -0.28)), closed=True), LIGHT)


def _woods(view: Sketch, horizon: float) -> Iterator[Mark]:
    random = view.random
    for step, ink in enumerate((FAR, MIDDLE, NEAR, DARK)):
        ridge = _rolling(random, horizon + (1 - horizon) * (0.1 + 0.26 * step), 0.05)
        x, pace = -0.05, (0.045, 0.065, 0.1, 0.14)[step]
        while x < 1.05:
            gap = random.uniform(0.6, 1.5) * pace
            if random.random() < (0.9, 0.8, 0.6, 0.4)[step]:
                yield Mark(_fir(view, x, ridge(x) + 0.02, pace * random.uniform(0.8, 1.3)), ink)
            x += gap
        yield Mark(_below(view, ridge), ink)


def _fir(view: Sketch, x: float, y: float, size: float) -> Outline:
    foot, wide = view.at(x, y), view.area.width * size
    sides = [(0.62, 0.0), (0.3, -0.75), (0.44, -0.7), (0.2, -1.45), (0.3, -1.4)]
    right = [(foot.x + dx * wide, foot.y + dy * wide) for dx, dy in sides]
    left = [(2 * foot.x - px, py) for px, py in reversed(right)]
    return polyline([*right, (foot.x, foot.y - 2.3 * wide), *left], closed=True)


_LANDS: Final[Mapping[str, Callable[[Sketch, float], Iterator[Mark]]]] = {
    "hills": _hills,
    "peaks": _peaks,
    "sea": _sea,
    "woods": _woods,
}
