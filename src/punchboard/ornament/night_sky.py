"""The night sky: space with its planets, and a field of stars."""

from __future__ import annotations

from math import cos, dist, pi, sin
from random import Random
from typing import Literal

from pydantic import BaseModel, Field

from punchboard.geometry import Affine, Outline, Point, Rect, ellipse, polyline, star
from punchboard.ornament.pen import DARK, FAR, LIGHT, MIDDLE, NEAR, SKY, Mark, Sketch, disc, height


class Space(BaseModel, extra="forbid", frozen=True):
    """Inks: the sky, stars and lights, the planet's far side, its bands, its near side, and the ground in front."""

    view: Literal["surface", "orbit", "deep"] = Field(
        default="surface", description="from the ground, above a planet, or among orbits"
    )


def draw_space(area: Rect, random: Random, params: Space) -> tuple[Mark, ...]:
    """Return the view, the sky first."""
    sheet = Sketch(area, random)
    sheet.ground(SKY)
    for _ in range(60):
        sheet.disc(random.random(), random.random() * 0.95, random.choice((0.003, 0.004, 0.006, 0.009)), LIGHT)
    for _ in range(4):
        size = random.uniform(0.02, 0.035)
        points = [(size_ * sin(pi * turn / 4), size_ * cos(pi * turn / 4)) for turn, size_ in enumerate((1, 0.2) * 4)]
        sheet.shape(random.random(), random.random() * 0.7, size, LIGHT, points)
    if params.view == "surface":
        _planet(sheet, random.uniform(0.22, 0.78), random.uniform(0.24, 0.4), random.uniform(0.17, 0.24))
        _ground(sheet)
    elif params.view == "orbit":
        _world(sheet)
    else:
        _orbits(sheet)
    return tuple(sheet.marks)


def _planet(sheet: Sketch, x: float, y: float, size: float) -> None:
    """Draw a planet with bands, a shadow and rings."""
    random, centre, radius = sheet.random, sheet.at(x, y), size * sheet.unit
    tilt = Affine.turn(random.uniform(-28, 28), centre)
    rings = random.random() < 0.6
    if rings:
        sheet.add(_half_ring(centre, radius, upper=True).placed(tilt), LIGHT, 0.016)
    sheet.disc(x, y, size, FAR)
    for band in range(3):
        level = -0.55 + band * 0.48 + random.uniform(-0.08, 0.08)
        sheet.add(_band(centre, radius, level, level + random.uniform(0.12, 0.24)).placed(tilt), MIDDLE)
    sheet.add(_shade(centre, radius), NEAR)
    if rings:
        sheet.add(_half_ring(centre, radius, upper=False).placed(tilt), LIGHT, 0.016)
    sheet.disc(x + random.choice((-1, 1)) * random.uniform(0.24, 0.3), y - random.uniform(0.0, 0.14), 0.03, FAR)


def _half_ring(centre: Point, radius: float, *, upper: bool) -> Outline:
    """Return the half of a flat ring that lies behind the planet, or the half before it."""
    whole = ellipse(Rect(centre.x - radius * 1.75, centre.y - radius * 0.45, radius * 3.5, radius * 0.9))
    curves = [segment for segment in whole.segments if segment[0] == "C"]
    if upper:
        return Outline((("M", (centre.x - radius * 1.75, centre.y)), *curves[2:]))
    return Outline((("M", (centre.x + radius * 1.75, centre.y)), *curves[:2]))


def _band(centre: Point, radius: float, top: float, bottom: float) -> Outline:
    """Return the part of a disc between two heights, as fractions of its radius."""
    steps = [top + (bottom - top) * step / 4 for step in range(5)]
    right = [(centre.x + radius * (1 - y * y) ** 0.5, centre.y + radius * y) for y in steps]
    left = [(2 * centre.x - x, y) for x, y in reversed(right)]
    points = [*right, *left]
    return Outline((("M", points[0]), *(("L", point) for point in points[1:]), ("Z", ())))


def _shade(centre: Point, radius: float) -> Outline:
    """Return a crescent on the lower right of a disc."""
    outer = [
        (centre.x + radius * cos(a), centre.y + radius * sin(a)) for a in (pi * (-0.3 + 0.1 * s) for s in range(13))
    ]
    inner = [
        (centre.x + radius * (0.72 * cos(a) - 0.06), centre.y + radius * (0.72 * sin(a) - 0.06))
        for a in (pi * (0.9 - 0.1 * s) for s in range(13))
    ]
    points = [*outer, *inner]
    return Outline((("M", points[0]), *(("L", point) for point in points[1:]), ("Z", ())))


def _ground(sheet: Sketch) -> None:
    random = sheet.random
    far = sheet.ridge(0.74, 0.05, MIDDLE)
    for _ in range(3):
        x = random.uniform(0.05, 0.95)
        size = random.uniform(0.05, 0.09)
        y = height(far, x)
        sheet.shape(x, y + 0.02, size, MIDDLE, [(-1, 0), (-0.35, -1.5), (0.1, -1.1), (0.3, -1.9), (1, 0)])
    near = sheet.ridge(0.86, 0.035, DARK)
    x = random.uniform(0.2, 0.8)
    y = height(near, x)
    if random.random() < 0.5:
        sheet.disc(x, y, 0.1, NEAR)
        sheet.disc(x, y, 0.1, LIGHT, 0.008)
        sheet.disc(x + 0.17, y + 0.01, 0.055, NEAR)
        sheet.disc(x + 0.17, y + 0.01, 0.055, LIGHT, 0.008)
        sheet.ridge(0.9, 0.02, DARK)
        return
    rocket = [(-0.16, 0), (-0.16, -1), (0, -1.6), (0.16, -1), (0.16, 0)]
    sheet.shape(x, y, 0.15, NEAR, [(-0.42, 0.05), (0, -0.7), (0.42, 0.05)])
    sheet.shape(x, y, 0.15, LIGHT, rocket)
    sheet.disc(x, y - 0.15 * 0.95 * sheet.unit / sheet.area.height, 0.014, DARK)


def _world(sheet: Sketch) -> None:
    """Draw the rim of a great planet with its air, and a station above it."""
    random = sheet.random
    x, side = random.uniform(0.3, 0.7), sheet.area.width / sheet.unit
    for size, ink in ((0.8, FAR), (0.76, MIDDLE), (0.72, NEAR)):
        sheet.disc(x, 0.55 + 0.95 * side * sheet.unit / sheet.area.height * 0.72, size * side, ink)
    for _ in range(7):
        sheet.disc(random.random(), random.uniform(0.82, 1.0), random.uniform(0.012, 0.05), MIDDLE)
    _planet(sheet, random.uniform(0.15, 0.3), random.uniform(0.15, 0.28), 0.1)
    left, y = random.uniform(0.5, 0.8), random.uniform(0.2, 0.34)
    for step in (-1, 1):
        for wing in range(3):
            start = left + step * (0.07 + wing * 0.05)
            sheet.block(min(start, start + step * 0.04), y - 0.05, max(start, start + step * 0.04), y + 0.05, FAR)
    sheet.line([(left - 0.22, y), (left + 0.22, y)], LIGHT, 0.008)
    sheet.disc(left, y, 0.045, LIGHT)
    sheet.disc(left, y, 0.02, DARK)


def _orbits(sheet: Sketch) -> None:
    """Draw a sun, the orbits around it and their planets."""
    random = sheet.random
    x, y = random.uniform(0.3, 0.7), random.uniform(0.4, 0.6)
    for ring in range(1, 7):
        sheet.disc(x, y, 0.1 * ring + 0.06, MIDDLE, 0.005)
    for size, ink in ((0.12, NEAR), (0.095, MIDDLE), (0.065, LIGHT)):
        sheet.disc(x, y, size, ink)
    for ring in range(1, 7):
        angle, reach = random.uniform(0, 2 * pi), (0.1 * ring + 0.06) * sheet.unit
        place = (x + cos(angle) * reach / sheet.area.width, y + sin(angle) * reach / sheet.area.height)
        size = random.uniform(0.018, 0.045)
        sheet.disc(*place, size + 0.012, SKY)
        sheet.disc(*place, size, random.choice((FAR, LIGHT, NEAR)))


class Starfield(BaseModel, extra="forbid", frozen=True):
    """Small stars are dots, larger ones have four or eight points."""

    count: int = Field(default=90, ge=3, le=300, description="stars in the area")
    size: float = Field(default=3.2, ge=0.3, le=30.0, description="largest star in mm from point to point")
    constellations: int = Field(
        default=2, ge=0, le=12, description="chains of stars joined by fine lines, in the second ink"
    )
    width: float = Field(default=0.12, ge=0.03, le=1.0, description="line width of a constellation in mm")


def draw_starfield(area: Rect, random: Random, params: Starfield) -> tuple[Mark, ...]:
    """Return lines first, then stars, the largest last."""
    places = _scattered(area, random, params.count)
    sizes = sorted(params.size * (0.13 + 0.87 * random.random() ** 3) for _ in places)
    joined = [mark for _ in range(params.constellations) for mark in _chain(places, random, params.width)]
    return (*joined, *(_star(place, size, params.size) for place, size in zip(places, sizes, strict=True)))


def _scattered(area: Rect, random: Random, count: int) -> list[Point]:
    """Return points scattered evenly, but not in a grid: each is the best of six random candidates."""
    places: list[Point] = []
    for _ in range(count):
        tries = [
            Point(random.uniform(area.x, area.right), random.uniform(area.y, area.bottom))
            for _ in range(6 if places else 1)
        ]
        places.append(max(tries, key=lambda one: min((dist(one, other) for other in places[-60:]), default=0.0)))
    return places


def _star(at: Point, size: float, largest: float) -> Mark:
    part = size / largest
    if part < 0.24:
        return Mark(disc(at, size / 2.6), 0 if part < 0.17 else 1)
    if part < 0.62:
        return Mark(star(at, size / 2, 4, 0.26), 0)
    return Mark(star(at, size / 2, 4, 0.18) + star(at, size / 3.4, 8, 0.45), 0)


def _chain(places: list[Point], random: Random, width: float) -> list[Mark]:
    at = random.choice(places[-len(places) // 2 :])
    chain = [at]
    for _ in range(random.randint(3, 5)):
        near = sorted(
            (one for one in places[len(places) // 3 :] if one not in chain), key=lambda one: dist(one, chain[-1])
        )
        if not near:
            break
        chain.append(random.choice(near[:3]))
    return [Mark(polyline(chain), 1, width)] if len(chain) > 1 else []
