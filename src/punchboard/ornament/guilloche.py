"""Guilloche: the rosette of bank notes, bands of woven lines about the centre of the area."""

from itertools import pairwise
from math import cos, pi, sin
from random import Random
from typing import Final, NamedTuple

from pydantic import BaseModel, Field

from punchboard.geometry import Outline, Rect, smooth_curve
from punchboard.ornament.pen import Mark

STEPS: Final = 6
"""Curves per lobe: fewer would flatten the lobes, more would only make files larger."""

BUDGET: Final = 2700


class Params(BaseModel, extra="forbid", frozen=True):
    """The rosette fills the ellipse inside the area; bands use the inks in turn."""

    lobes: int = Field(default=18, ge=3, le=40, description="lobes of the outer band; inner bands have fewer")
    bands: int = Field(default=3, ge=1, le=5, description="bands from the edge to the eye")
    lines: int = Field(default=8, ge=2, le=24, description="lines woven in each band")
    eye: float = Field(default=0.16, ge=0.0, le=0.8, description="radius of the empty eye, relative to the rosette")
    width: float = Field(default=0.18, ge=0.03, le=1.0, description="line width in mm")


def draw(area: Rect, random: Random, params: Params) -> tuple[Mark, ...]:
    """Return the rosette: each band is one wave drawn many times, each time rotated a little further."""
    radii = [1 - (1 - params.eye) * (index / params.bands) ** 0.92 for index in range(params.bands + 1)]
    marks: list[Mark] = []
    lobes = params.lobes
    for band, (outer, inner) in enumerate(pairwise(radii)):
        lines = max(2, min(params.lines, BUDGET // params.bands // (lobes * STEPS + 2)))
        petals = random.choice([one for one in range(4, lobes + 1) if lobes % one == 0] or [lobes])
        # each band overlaps the next one inwards, so that no empty ring is left between them
        edge = (inner - 0.05 * (outer - inner), outer + (0.05 * (outer - inner) if band else 0.0))
        depth = 0.0 if band else random.uniform(0.08, 0.3)
        wave = _Wave(*edge, lobes, petals, depth, random.choice((0.0, pi)))
        marks += (Mark(_curve(area, wave, 2 * pi * line / lines), band % 2, params.width) for line in range(lines))
        lobes = max(3, random.choice((lobes, round(lobes * 0.75), round(lobes * 0.5))))
    return tuple(marks)


class _Wave(NamedTuple):
    """The wave of a band: radii as fractions of the whole, lobes, and the slower petals that modulate them."""

    inner: float
    outer: float
    lobes: int
    petals: int
    depth: float
    turn: float


def _curve(area: Rect, wave: _Wave, phase: float) -> Outline:
    cx, cy = area.centre
    count = wave.lobes * STEPS
    points = []
    for index in range(count):
        angle = 2 * pi * index / count
        swell = 1 - wave.depth / 2 + wave.depth / 2 * cos(wave.petals * angle + wave.turn)
        radius = wave.inner + (wave.outer - wave.inner) * swell * (0.5 + 0.5 * cos(wave.lobes * angle + phase))
        points.append((cx + area.width / 2 * radius * sin(angle), cy - area.height / 2 * radius * cos(angle)))
    return smooth_curve(points, closed=True)
