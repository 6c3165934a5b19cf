"""Tones: the dots and lines that printers make shades of: halftone and hatching."""

from collections.abc import Callable
from math import ceil, cos, hypot, radians, sin, sqrt
from random import Random
from typing import Final, Literal, NamedTuple

from pydantic import BaseModel, Field

from punchboard.geometry import Outline, Point, Rect
from punchboard.ornament.pen import Mark, Width, disc, swelling_stroke

MOST: Final = 480
"""The most dots in one ornament; each has six segments."""


class Halftone(BaseModel, extra="forbid", frozen=True):
    """The pitch grows over large areas, so that the number of dots stays limited."""

    pitch: float = Field(default=2.0, ge=0.4, le=20.0, description="mm from dot to dot; wider over a large area")
    angle: float = Field(default=45.0, ge=-180, le=180, description="rotation of the screen in degrees")
    shade: Literal["down", "up", "right", "left", "glow", "vignette"] = Field(
        default="down", description="where the dots grow: down, up, right, left, to the middle or to the edge"
    )
    darkest: float = Field(default=0.9, ge=0.1, le=1.3, description="largest dot, relative to the pitch")


def draw_halftone(area: Rect, random: Random, params: Halftone) -> tuple[Mark, ...]:
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


BUDGET: Final = 2800
HAIR: Final = 0.035
"""The finest line in mm that printers can hold."""


class Hatching(BaseModel, extra="forbid", frozen=True):
    """Lines of changing weight; they break off where they would be too fine to print."""

    angle: float = Field(default=35.0, ge=-180, le=180, description="direction of the lines in degrees")
    spacing: float = Field(default=0.9, ge=0.25, le=10.0, description="mm from line to line; wider over a large area")
    weight: float = Field(default=0.6, ge=0.05, le=1.0, description="heaviest line, relative to the spacing")
    shade: Literal["vignette", "glow", "ramp", "even"] = Field(
        default="vignette",
        description="dark at the edge, dark in the middle, dark at the end of the lines' normal, or even",
    )
    bow: float = Field(default=0.12, ge=-0.5, le=0.5, description="how far the lines bend, relative to their length")
    cross: bool = Field(default=False, description="a second set of lines across the darkest parts, in the second ink")


class _LineSet(NamedTuple):
    """Lines in one direction (radians): their ink, the tone below which there are none, and the most curves."""

    angle: float
    ink: int
    less: float
    budget: int


def draw_hatching(area: Rect, random: Random, params: Hatching) -> tuple[Mark, ...]:
    """Return the lines of one set, or of two that cross."""
    sets = [_LineSet(radians(params.angle), 0, 0.0, BUDGET)]
    if params.cross:
        across = _LineSet(radians(params.angle + 62), 1, 0.35, BUDGET // 2)
        sets = [sets[0]._replace(budget=BUDGET // 2), across]
    return tuple(mark for line_set in sets for mark in _lines(area, random, params, line_set))


def _lines(area: Rect, random: Random, params: Hatching, line_set: _LineSet) -> list[Mark]:
    along = (cos(line_set.angle), sin(line_set.angle))
    normal = (-along[1], along[0])
    length = 1.25 * (abs(area.width * along[0]) + abs(area.height * along[1]))
    depth = abs(area.width * normal[0]) + abs(area.height * normal[1])
    bend = params.bow * length
    steps = 11
    spacing = max(params.spacing, (depth + abs(bend)) * (2 * steps + 6) / line_set.budget)
    (cx, cy), lean = area.centre, bend * 4
    shade = _SHADES[params.shade]
    most, wide, high = params.weight * spacing / (1 - line_set.less), 1.55 / area.width, 1.55 / area.height
    near = area.grow(1.5 * length / steps / 2)
    marks: list[Mark] = []
    for line in range(-ceil((depth / 2 + abs(bend)) / spacing), ceil((depth / 2 + abs(bend)) / spacing) + 1):
        off = (line + random.uniform(-0.06, 0.06)) * spacing
        knots: list[tuple[float, float, float]] = []
        for step in range(-steps, steps + 1):
            t = step / (2 * steps)
            across = off + bend - lean * t * t
            dx, dy = along[0] * t * length + normal[0] * across, along[1] * t * length + normal[1] * across
            tone = shade(hypot(dx * wide, dy * high), across / depth + 0.5)
            shown = near.x <= cx + dx <= near.right and near.y <= cy + dy <= near.bottom
            knots.append((cx + dx, cy + dy, (tone - line_set.less) * most if shown else 0.0))
        marks += (Mark(stroke, line_set.ink) for stroke in _strokes(knots))
    return marks


_SHADES: Final[dict[str, Callable[[float, float], float]]] = {
    # darkness from 0 to 1, by the distance from the middle (1 is near a corner) and the position across the lines
    "even": lambda _far, _across: 0.7,
    "ramp": lambda _far, across: max(0.0, min(1.0, across)),
    "vignette": lambda far, _across: min(1.0, far) ** 1.6,
    "glow": lambda far, _across: max(0.0, 1 - 1.6 * far**1.6),
}


def _strokes(knots: list[tuple[float, float, float]]) -> list[Outline]:
    """Return a stroke for each run of knots (x, y, width) that are wide enough to print."""
    strokes: list[Outline] = []
    run: list[tuple[float, float, float]] = []
    for knot in (*knots, (0.0, 0.0, 0.0)):
        if knot[2] > HAIR:
            run.append(knot)
        elif run:
            if len(run) > 2:
                # every other knot is enough for the curve; the last one must stay
                kept = run[::2] if len(run) % 2 else [*run[::2], run[-1]]
                strokes.append(swelling_stroke([(x, y) for x, y, _ in kept], _through([width for _, _, width in kept])))
            run = []
    return strokes


def _through(sizes: list[float]) -> Width:
    last = len(sizes) - 1

    def width(t: float) -> float:
        place = t * last
        index = min(int(place), last - 1)
        size = sizes[index] + (sizes[index + 1] - sizes[index]) * (place - index)
        ends = min(t, 1 - t) * last
        return size * min(1.0, 0.15 + ends)

    return width
