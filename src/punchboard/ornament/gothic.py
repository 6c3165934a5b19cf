"""Gothic scenes: a wrought-iron gate, and a graveyard."""

from math import cos, pi, sin, sqrt
from random import Random
from typing import Final, Literal, NamedTuple

from pydantic import BaseModel, Field

from punchboard.geometry import Affine, Point, Rect, polyline, rectangle, smooth_curve
from punchboard.ornament.pen import (
    DARK,
    FAR,
    LIGHT,
    MIDDLE,
    NEAR,
    SKY,
    XY,
    Mark,
    Sketch,
    disc,
    drawings_of,
    even_width,
    height,
    parse_knots,
    polar,
    sketch_outline,
    swelling_stroke,
    tapered_width,
)

GATE: Final = drawings_of("gate")


class Gate(BaseModel, extra="forbid", frozen=True):
    """The first ink is iron and stone, the second the scrolls and the lock."""

    bars: int = Field(default=4, ge=1, le=10, description="vertical bars in each wing")
    bar: float = Field(default=0.022, ge=0.005, le=0.08, description="width of a bar, relative to the gate's width")
    arch: float = Field(default=0.34, ge=0.1, le=0.6, description="height of the arch, relative to the gate's height")
    posts: bool = Field(default=True, description="stone posts at both sides")
    scrolls: bool = Field(default=True, description="scrolls in the arch and between the rails")
    open: float = Field(default=0.0, ge=0.0, le=0.8, description="how far the wings are open")


def draw_gate(area: Rect, _random: Random, params: Gate) -> tuple[Mark, ...]:
    """Return the gate, standing on the lower edge of the area; it is the same for every seed."""
    gate = _Gate(area, params)
    marks = _posts(area, gate) if params.posts else []
    marks += _arch(gate)
    for side in (-1, 1):
        marks += _wing(gate, side, params)
    if params.scrolls:
        marks += _scrolls(gate)
    if not params.open:
        marks += _lock(gate)
    return tuple(marks)


class _Gate:
    """The dimensions of the opening: its middle, half its width, where the arch springs, its top and its floor."""

    def __init__(self, area: Rect, params: Gate) -> None:
        self.iron = params.bar * area.width
        self.post = area.width * 0.13 if params.posts else 0.0
        self.middle, self.floor = area.centre.x, area.bottom
        self.half = area.width / 2 - self.post
        self.top = area.y + area.height * 0.06
        self.spring = self.top + area.height * params.arch
        self.tall = area.height
        self.open = params.open > 0

    def arch(self, x: float, inset: float) -> float:
        """Return the y of the arch at an x; its two arcs meet in a point."""
        reach = self.half - inset
        far = min(1.0, abs(x - self.middle) / reach)
        # an ellipse about a point beyond the middle, so that the crown is pointed
        rise = self.spring - self.top - inset * 1.3
        return self.spring - rise * sqrt(max(0.0, 1 - (0.22 + 0.78 * far) ** 2) / (1 - 0.22**2))

    def arch_line(self, inset: float) -> list[Point]:
        """Return the points of the arch from its left foot over the crown, the middle point, to its right foot."""
        reach = self.half - inset
        steps = [-(1 - (index / 10) ** 2) for index in range(11)]
        left = [Point(self.middle + reach * step, self.arch(self.middle + reach * step, inset)) for step in steps]
        return left + [Point(2 * self.middle - x, y) for x, y in reversed(left[:-1])]


def _bar(x: float, top: float, floor: float, width: float) -> Mark:
    return Mark(rectangle(Rect(x - width / 2, top, width, floor - top)))


def _line(start: XY, end: XY, width: float) -> Mark:
    return Mark(swelling_stroke((start, end), even_width(width)))


def _posts(area: Rect, gate: _Gate) -> list[Mark]:
    marks: list[Mark] = []
    wide, top = gate.post * 0.74, gate.spring - gate.tall * 0.06
    for x in (area.x + gate.post / 2, area.right - gate.post / 2):
        marks += (_bar(x, top, gate.floor, wide), _bar(x, top - wide * 0.22, top + wide * 0.12, wide * 1.3))
        marks += (
            _bar(x, top - wide * 0.5, top - wide * 0.2, wide * 0.7),
            _bar(x, gate.floor - wide * 0.5, gate.floor, wide * 1.3),
        )
        marks.append(Mark(disc((x, top - wide * 0.92), wide * 0.46)))
        course = (gate.floor - wide * 0.5 - top) / 6
        joints = (Rect(x - wide * 0.36, top + course * index, wide * 0.72, wide * 0.06) for index in range(1, 6))
        marks += (Mark(rectangle(joint), 1) for joint in joints)
    return marks


def _arch(gate: _Gate) -> list[Mark]:
    marks: list[Mark] = []
    for inset, width in ((gate.iron * 0.8, gate.iron * 1.6), (gate.iron * 4.2, gate.iron * 0.8)):
        line = gate.arch_line(inset)
        half = len(line) // 2
        marks += (
            Mark(swelling_stroke(line[: half + 1], even_width(width))),
            Mark(swelling_stroke(line[half:], even_width(width))),
        )
        marks += (_bar(x, gate.spring, gate.floor, width) for x in (line[0].x, line[-1].x))
    outer, inner = gate.arch_line(gate.iron * 1.2), gate.arch_line(gate.iron * 4.2)
    between = [Point((a.x + b.x) / 2, (a.y + b.y) / 2) for a, b in zip(outer, inner, strict=True)]
    marks += (Mark(disc(at, gate.iron * 0.95), 1) for at in between[2:-2:2])
    top = outer[len(outer) // 2]
    marks.append(Mark(sketch_outline(GATE["spear"], Affine(gate.iron * 2.6, 0, 0, -gate.iron * 2.4, top.x, top.y))))
    return marks


def _wing(gate: _Gate, side: int, params: Gate) -> list[Mark]:
    hinge, iron = gate.half - gate.iron * 5.4, gate.iron
    fold = 1 - params.open

    def x_at(t: float) -> float:
        return gate.middle + side * hinge * (1 - (1 - t) * fold)

    marks: list[Mark] = []
    lock_rail, low_rail = gate.floor - gate.tall * 0.42, gate.floor - gate.tall * 0.09
    for index in range(params.bars + 1):
        t = index / (params.bars + 0.6)
        x = x_at(t) + (side * iron * 0.7 if index == 0 else 0.0)
        top = gate.arch(gate.middle + side * hinge * t, iron * 4.2) + iron * (4.2 if index else 1.2)
        if params.scrolls and index:
            top = gate.spring + iron * 2
        width = iron * (1.3 if index == 0 else 0.85) * (0.55 + 0.45 * fold)
        marks.append(_bar(x, top, gate.floor, width))
        if index and not params.scrolls:
            marks.append(Mark(sketch_outline(GATE["spear"], Affine(iron * 1.7, 0, 0, -iron * 1.9, x, top))))
    rails = (gate.spring + iron * 2, lock_rail - iron * 3, lock_rail + iron * 3, low_rail)
    marks += (_line((x_at(0), y), (x_at(1.0), y), iron * 1.05) for y in rails)
    if not params.open:
        middles = ((index + 0.5) / (params.bars + 0.6) for index in range(params.bars))
        marks += (Mark(disc((x_at(t), lock_rail), iron * 1.1), 1) for t in middles)
    return marks


def _scrolls(gate: _Gate) -> list[Mark]:
    """Return two pairs of scrolls that stand on the upper rail and fill the arch."""
    marks: list[Mark] = []
    base = gate.spring + gate.iron * 2
    if gate.open:
        marks.append(_line((gate.middle - gate.half, base), (gate.middle + gate.half, base), gate.iron * 1.2))
    rise = base - gate.arch(gate.middle + gate.half * 0.42, gate.iron * 5)
    for side in (-1, 1):
        for line, ink in zip(GATE["scrolls"], (1, 0, 1), strict=True):
            points = [Point(gate.middle + side * gate.half * x, base - rise * y) for x, y, _ in parse_knots(line)]
            marks.append(
                Mark(swelling_stroke(points, tapered_width(gate.iron * 0.9, gate.iron * 0.6, gate.iron * 0.7)), ink)
            )
            marks.append(Mark(disc(points[-1], gate.iron * 0.95), ink))
    return marks


def _lock(gate: _Gate) -> list[Mark]:
    y, size = gate.floor - gate.tall * 0.42, gate.iron * 4.6
    at = Affine(size, 0, 0, -size, gate.middle, y)
    plate = polyline(
        [
            (gate.middle + size * x, y + size * z)
            for x, z in ((-0.9, -1.1), (0.9, -1.1), (1.1, 0), (0.9, 1.1), (-0.9, 1.1), (-1.1, 0))
        ],
        closed=True,
    )
    return [
        Mark(plate),
        Mark(
            smooth_curve([polar((gate.middle, y), size * 0.84, index * pi / 6) for index in range(12)], closed=True), 1
        ),
        Mark(sketch_outline(GATE["keyhole"], at)),
    ]


class Graveyard(BaseModel, extra="forbid", frozen=True):
    """Inks: the sky, the moon, mist, far and near hills, and what stands black before them."""

    place: Literal["tombs", "house", "wood"] = Field(default="tombs", description="what stands under the moon")


def draw_graveyard(area: Rect, random: Random, params: Graveyard) -> tuple[Mark, ...]:
    """Return the scene, the sky first."""
    sheet = Sketch(area, random)
    sheet.ground(SKY)
    x, y = random.uniform(0.3, 0.7), random.uniform(0.3, 0.42)
    sheet.disc(x, y, 0.34, FAR)
    sheet.disc(x, y, 0.27, MIDDLE)
    sheet.disc(x, y, 0.21, LIGHT)
    for _ in range(3):
        sheet.disc(x + random.uniform(-0.1, 0.1), y + random.uniform(-0.1, 0.1), random.uniform(0.015, 0.04), MIDDLE)
    for _ in range(3):
        left, top = random.uniform(-0.2, 0.7), random.uniform(0.2, 0.62)
        sheet.block(left, top, left + random.uniform(0.3, 0.6), top + 0.022, FAR)
    for _ in range(5):
        _bat(sheet, x + random.uniform(-0.3, 0.3), y + random.uniform(-0.22, 0.18), random.uniform(0.04, 0.08))
    far = sheet.ridge(0.74, 0.05, NEAR)
    if params.place == "house":
        _house(sheet, random.uniform(0.35, 0.65), 0.74)
    for _ in range(2 if params.place == "wood" else 0):
        place = random.uniform(0.1, 0.9)
        _tree(sheet, place, height(far, place) + 0.03, 0.34, NEAR)
    near = sheet.ridge(0.87, 0.035, DARK)
    for _ in range(5 if params.place == "tombs" else 2):
        place = random.uniform(0.05, 0.95)
        _tomb(sheet, place, height(near, place), random.uniform(0.06, 0.1))
    side = random.choice((0.04, 0.96))
    _tree(sheet, side, height(near, side) + 0.05, 0.55, DARK)
    if params.place == "wood":
        _tree(sheet, 1 - side, height(near, 1 - side) + 0.05, 0.5, DARK)
    return tuple(sheet.marks)


def _bat(sheet: Sketch, x: float, y: float, size: float) -> None:
    half = [
        (0, -0.1),
        (0.1, -0.28),
        (0.14, -0.1),
        (0.5, -0.38),
        (1, -0.1),
        (0.72, -0.06),
        (0.6, 0.14),
        (0.38, 0.02),
        (0.2, 0.2),
    ]
    sheet.shape(x, y, size, DARK, [*half, (0, 0.34), *((-dx, dy) for dx, dy in reversed(half[1:]))])


def _tomb(sheet: Sketch, x: float, y: float, size: float) -> None:
    if sheet.random.random() < 0.4:
        cross = [(-0.12, 0.3), (-0.12, -0.75), (-0.45, -0.75), (-0.45, -1), (-0.12, -1), (-0.12, -1.4)]
        sheet.shape(x, y, size, DARK, [*cross, *((-dx, dy) for dx, dy in reversed(cross))])
        return
    stone = [(-0.5, 0.4), (-0.5, -0.7), (-0.36, -1.0), (0, -1.15)]
    sheet.shape(x, y, size, DARK, [*stone, *((-dx, dy) for dx, dy in reversed(stone[:-1]))])


def _house(sheet: Sketch, x: float, y: float) -> None:
    sheet.shape(
        x, y, 0.2, DARK, [(-0.6, 0.3), (-0.6, -0.9), (-0.75, -0.85), (-0.2, -1.7), (0.1, -1.2), (0.6, -1.2), (0.6, 0.3)]
    )
    sheet.shape(
        x, y, 0.2, DARK, [(0.2, 0), (0.2, -1.9), (0.1, -1.85), (0.4, -2.6), (0.7, -1.85), (0.6, -1.9), (0.6, 0)]
    )
    for dx, dy in ((-0.4, -0.55), (-0.05, -0.55), (0.36, -1.6), (0.36, -0.55)):
        sheet.shape(x, y, 0.2, LIGHT, [(dx, dy), (dx, dy - 0.28), (dx + 0.14, dy - 0.28), (dx + 0.14, dy)])


def _tree(sheet: Sketch, x: float, y: float, size: float, ink: int) -> None:
    """Draw a bare tree that branches four times."""
    foot, long = sheet.at(x, y), size * sheet.unit * 0.5
    lean = 0.18 if x < 0.5 else -0.18
    _grow(sheet, ink, _Branch((foot.x, foot.y), -1.57 + lean, long, 0.22 * long), 4)


class _Branch(NamedTuple):
    """A branch: where it starts, its angle in radians, its length and thickness in mm."""

    start: tuple[float, float]
    angle: float
    long: float
    thick: float


def _grow(sheet: Sketch, ink: int, branch: _Branch, depth: int) -> None:
    random, (start, angle, long, thick) = sheet.random, branch
    bend = random.uniform(-0.3, 0.3)
    middle = (start[0] + long * 0.5 * cos(angle), start[1] + long * 0.5 * sin(angle))
    end = (middle[0] + long * 0.5 * cos(angle + bend), middle[1] + long * 0.5 * sin(angle + bend))
    if depth == 1:
        sheet.add(polyline([start, middle, end]), ink, thick * 0.7 / sheet.unit)
        return
    sheet.add(swelling_stroke([start, middle, end], tapered_width(thick, thick * 0.55)), ink)
    for side in (-1, 1):
        turn = angle + bend + side * random.uniform(0.35, 0.75)
        _grow(sheet, ink, _Branch(end, turn, long * random.uniform(0.6, 0.78), thick * 0.58), depth - 1)
