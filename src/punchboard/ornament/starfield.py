"""Starfield: randomly but evenly scattered stars of several sizes, some joined to constellations."""

from __future__ import annotations

from math import dist
from random import Random

from pydantic import BaseModel, Field

from punchboard.geometry import Point, Rect, polyline, star
from punchboard.ornament.pen import Mark, disc


class Params(BaseModel, extra="forbid", frozen=True):
    """Small stars are dots, larger ones have four or eight points."""

    count: int = Field(default=90, ge=3, le=300, description="stars in the area")
    size: float = Field(default=3.2, ge=0.3, le=30.0, description="largest star in mm from point to point")
    constellations: int = Field(
        default=2, ge=0, le=12, description="chains of stars joined by fine lines, in the second ink"
    )
    width: float = Field(default=0.12, ge=0.03, le=1.0, description="line width of a constellation in mm")


def draw(area: Rect, random: Random, params: Params) -> tuple[Mark, ...]:
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
