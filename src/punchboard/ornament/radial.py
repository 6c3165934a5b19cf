"""Ornaments about the centre of the area: rays, a spiral, a guilloche, a rose window, the ouroboros."""

from itertools import pairwise
from math import cos, exp, hypot, log, pi, radians, sin
from random import Random
from typing import Final, NamedTuple

from pydantic import BaseModel, Field

from punchboard.geometry import Affine, Outline, Point, Rect, circle, polyline, smooth_curve
from punchboard.ornament.pen import (
    Knot,
    Mark,
    disc,
    drawings_of,
    even_width,
    evenly_spaced,
    knot_outline,
    parse_knots,
    part_marks,
    polar,
    sketch_outline,
    swelling_stroke,
    tapered_width,
    transform_outline,
)


class Rays(BaseModel, extra="forbid", frozen=True):
    """Wedges round the centre, every other one waving if ``waving`` is set, with fine lines in the gaps."""

    count: int = Field(default=16, ge=4, le=72, description="wedges round the centre")
    inner: float = Field(
        default=0.22, ge=0.0, le=0.9, description="radius of the empty middle, relative to half the shorter side"
    )
    fill: float = Field(default=0.42, ge=0.05, le=0.95, description="share of the circle that the wedges take")
    fine: int = Field(default=2, ge=0, le=5, description="fine lines in each gap, in the second ink")
    waving: bool = Field(default=False, description="every other ray waves like a flame")
    reach: float = Field(default=1.0, ge=0.2, le=1.0, description="length of the rays: 1 fills the area to its corners")
    jitter: float = Field(default=0.0, ge=0.0, le=1.0, description="random variation of the lengths")


def draw_rays(area: Rect, random: Random, params: Rays) -> tuple[Mark, ...]:
    """Return the rays; the first one points up."""
    centre = area.centre
    inner = params.inner * min(area.size) / 2
    far = hypot(*area.size) / 2 if params.reach == 1 else max(area.size) / 2 * params.reach
    step = 2 * pi / params.count
    marks: list[Mark] = []
    for index in range(params.count):
        angle = step * index - pi / 2
        length = inner + (far - inner) * (1 - params.jitter * random.uniform(0, 0.6))
        waves = params.waving and index % 2 == 1
        ray = _tongue if waves else _wedge
        marks.append(Mark(ray(centre, angle, step * params.fill, inner, length)))
        for fine in range(params.fine):
            part = (params.fill / 2) + (1 - params.fill) * (fine + 1) / (params.fine + 1)
            bearing = angle + step * part
            start = inner * (1.12 + 0.1 * (fine % 2))
            end = inner + (length - inner) * (0.86 if fine % 2 else 0.96)
            line = evenly_spaced((polar(centre, start, bearing), polar(centre, end, bearing)), 3)
            marks.append(Mark(swelling_stroke(line, tapered_width(0.02 * inner, step * end * 0.045)), 1))
    return tuple(marks)


def _wedge(centre: Point, angle: float, spread: float, inner: float, outer: float) -> Outline:
    corners = [(inner, -0.5), (outer, -0.5), (outer, 0.5), (inner, 0.5)]
    return polyline((polar(centre, radius, angle + part * spread) for radius, part in corners), closed=True)


def _tongue(centre: Point, angle: float, spread: float, inner: float, outer: float) -> Outline:
    path = parse_knots("0,0 0.25,0.22 0.5,-0.2 0.75,0.16 1,0")
    points = [polar(centre, inner + (outer - inner) * x, angle + y * spread) for x, y, _ in path]
    return swelling_stroke(points, tapered_width(spread * inner, 0.0, spread * (inner + outer) * 0.28))


class Spiral(BaseModel, extra="forbid", frozen=True):
    """Arms use the inks in turn; more turns make a tighter spiral."""

    arms: int = Field(default=5, ge=1, le=16, description="arms of the spiral")
    turns: float = Field(default=1.6, ge=0.2, le=6.0, description="turns of each arm, inwards clockwise")
    weight: float = Field(
        default=0.5, ge=0.05, le=0.95, description="width of the arms, relative to the space they have"
    )
    core: float = Field(
        default=0.09, ge=0.0, le=0.5, description="radius of the solid core, relative to half the shorter side"
    )
    fill: bool = Field(default=False, description="reach to the corners of the area, not only to its sides")


def draw_spiral(area: Rect, random: Random, params: Spiral) -> tuple[Mark, ...]:
    """Return the arms from the edge inwards, then the core."""
    centre = area.centre
    outer = hypot(*area.size) / 2 if params.fill else min(area.size) / 2
    core = params.core * min(area.size) / 2
    inner = max(core * 1.5, outer * 0.03)
    start = random.uniform(0, 2 * pi)
    steps = max(12, min(int(18 * params.turns) + 10, 2600 // (2 * params.arms)))
    room = 2 * pi / params.arms * params.weight
    marks = []
    for arm in range(params.arms):
        radii = [outer * exp(log(inner / outer) * step / steps) for step in range(steps + 1)]
        angle = start + 2 * pi * arm / params.arms
        points = [
            polar(centre, radius, angle + 2 * pi * params.turns * step / steps) for step, radius in enumerate(radii)
        ]
        # an arm that runs steeply inwards is narrower than its share of the circle
        slope = log(outer / inner) / hypot(log(outer / inner), 2 * pi * params.turns)

        def width(t: float, radii: list[float] = radii, slope: float = slope) -> float:
            radius = radii[min(steps, round(t * steps))]
            return radius * room * slope * min(1.0, 4 * t + 0.02) * min(1.0, 3 * (1 - t))

        marks.append(Mark(swelling_stroke(points, width), arm % 2))
    if core:
        marks.append(Mark(circle(centre, core)))
    return tuple(marks)


STEPS: Final = 6
"""Curves per lobe: fewer would flatten the lobes, more would only make files larger."""

BUDGET: Final = 2700


class Guilloche(BaseModel, extra="forbid", frozen=True):
    """The rosette fills the ellipse inside the area; bands use the inks in turn."""

    lobes: int = Field(default=18, ge=3, le=40, description="lobes of the outer band; inner bands have fewer")
    bands: int = Field(default=3, ge=1, le=5, description="bands from the edge to the eye")
    lines: int = Field(default=8, ge=2, le=24, description="lines woven in each band")
    eye: float = Field(default=0.16, ge=0.0, le=0.8, description="radius of the empty eye, relative to the rosette")
    width: float = Field(default=0.18, ge=0.03, le=1.0, description="line width in mm")


def draw_guilloche(area: Rect, random: Random, params: Guilloche) -> tuple[Mark, ...]:
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


WINDOW: Final = drawings_of("rose-window")


class RoseWindow(BaseModel, extra="forbid", frozen=True):
    """The first ink is the stone, the second and third are the glass."""

    petals: int = Field(default=12, ge=4, le=24, description="sectors round the hub")
    rings: int = Field(default=3, ge=1, le=3, description="rings of panes: lancets, arches, the small panes between")
    broken: float = Field(default=0.0, ge=0.0, le=1.0, description="how much of the window is shattered")
    stone: bool = Field(default=True, description="a solid background of stone; without it only the panes are drawn")


def draw_rose_window(area: Rect, random: Random, params: RoseWindow) -> tuple[Mark, ...]:
    """Return the window, as large as it fits; an unbroken one is the same for every seed."""
    radius = min(area.size) / 2
    frame = Affine(radius, 0, 0, radius, *area.centre)
    marks: list[Mark] = []
    if params.stone and not params.broken:
        marks.append(Mark(disc(area.centre, radius)))
    for index in range(params.petals):
        if random.random() < params.broken * 0.22:
            continue
        marks += _sector(
            2 * pi * (index + 0.5) / params.petals - pi / 2, params, _slip(frame, random, params.broken), random
        )
    return (*marks, *_hub(frame, params))


def _slip(frame: Affine, random: Random, broken: float) -> Affine:
    if not broken:
        return frame
    away = polar((0, 0), random.uniform(0, 0.09) * broken, random.uniform(0, 2 * pi))
    return frame @ Affine.move(away.x, away.y + 0.03 * broken) @ Affine.turn(random.uniform(-9, 9) * broken)


def _sector(angle: float, params: RoseWindow, frame: Affine, random: Random) -> list[Mark]:
    turn = 2 * pi / params.petals

    def pane(name: str, ink: int) -> Mark:
        bent = [
            Knot(*polar((0, 0), radius, angle + part * turn), corner)
            for part, radius, corner in parse_knots(WINDOW[name])
        ]
        return Mark(transform_outline(knot_outline(bent), frame), ink)

    marks: list[Mark] = []
    if params.stone and params.broken:
        ragged = 1 - random.uniform(0, 0.2) * params.broken
        rim = [(0.2, -0.5), (1.0, -0.5), (ragged, random.uniform(-0.3, 0.3)), (1.0, 0.5), (0.2, 0.5)]
        marks.append(
            Mark(
                transform_outline(
                    polyline((polar((0, 0), r, angle + part * turn) for r, part in rim), closed=True), frame
                )
            )
        )
    marks.append(pane("lancet", 1))
    if params.rings >= 2:
        marks.append(pane("arch" if params.rings == 3 or not params.broken else "narrow", 2))
    if params.rings >= 3:
        marks += (pane("bud", 1), pane("eyelet", 1), pane("bead", 1))
    kept = [mark for mark in marks[1:] if random.random() > params.broken * 0.3]
    return [marks[0], *kept]


def _hub(frame: Affine, params: RoseWindow) -> list[Mark]:
    foils = max(4, params.petals // 2)
    centre, unit = Point(frame.e, frame.f), frame.a
    ring = [polar(centre, 0.115 * unit, 2 * pi * index / foils - pi / 2) for index in range(foils)]
    whole = [Mark(disc(at, 0.115 * unit * min(0.6, 2.6 / foils)), 2) for at in ring]
    if params.broken >= 0.5:
        whole = whole[: foils // 2]
    stone = [Mark(disc(centre, 0.205 * unit))] if params.stone else []
    return [*stone, *whole, Mark(disc(centre, 0.045 * unit), 1)]


SNAKE: Final = drawings_of("ouroboros")


class Ouroboros(BaseModel, extra="forbid", frozen=True):
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


def draw_ouroboros(area: Rect, random: Random, params: Ouroboros) -> tuple[Mark, ...]:
    """Return the tail, the body with its scales, then the head with the tail between its jaws."""
    snake = _Snake(area, params)
    marks = [Mark(swelling_stroke([snake.at(index / 40, 0) for index in range(41)], snake.width), 0)]
    for row in range(params.rows):
        t = (row + 0.9) / (params.rows + 1.5)
        wide = snake.width(t)
        beat = 1 + random.uniform(-0.03, 0.03)
        for across, size in ((-0.24, 0.42), (0.08, 0.42)) if row % 2 == 0 else ((-0.08, 0.46),):
            marks.append(Mark(sketch_outline(SNAKE["scale"], snake.frame(t, across * wide, wide * size * beat)), 1))
        belly = [snake.at(t + shift, part * wide) for shift, part in ((0.002, 0.3), (0.008, 0.38), (0.004, 0.47))]
        marks.append(Mark(swelling_stroke(belly, even_width(wide * 0.09)), 1))
    head = snake.frame(0.0, 0.0, snake.thick, forwards=True)
    marks += (Mark(sketch_outline(SNAKE["jaw"], head)), *_tail(snake))
    marks += (
        Mark(sketch_outline(SNAKE["skull"], head @ Affine(1.03, 0, 0, 1.05, 0, 0)), 0),
        Mark(sketch_outline(SNAKE["cheek"], head), 1),
    )
    marks += (*part_marks(SNAKE["face"], head), Mark(disc(head.apply(Point(1.78, -0.14)), snake.thick * 0.06), 1))
    return tuple(marks)


def _tail(snake: "_Snake") -> list[Mark]:
    """Return the end of the tail again, over the lower jaw, with a rim that sets it off."""
    points = [snake.at(0.9 + 0.1 * index / 8, 0) for index in range(9)]
    return [
        Mark(swelling_stroke(points, lambda t: snake.width(0.9 + 0.1 * t) * 1.25 + snake.thick * 0.05), 1),
        Mark(swelling_stroke(points, lambda t: snake.width(0.9 + 0.1 * t)), 0),
    ]


class _Snake:
    """The ring that the body follows, from the neck (0) backwards round to the tip of the tail (1)."""

    def __init__(self, area: Rect, params: Ouroboros) -> None:
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
