"""Broadside: the border of a letterpress sheet: rules, rows of one printers' flower, and corner pieces."""

from __future__ import annotations

from math import floor
from random import Random
from typing import Final, Literal

from pydantic import BaseModel, Field

from punchboard.geometry import Affine, Rect, rectangle
from punchboard.ornament.pen import Mark, sketch_outline

FLOWERS: Final[dict[str, tuple[tuple[int, str], ...]]] = {
    "leaf": (
        (0, "0,-0.48! 0.22,-0.22 0.18,0.02 0,0.22! -0.18,0.02 -0.22,-0.22"),
        (0, "0.05,0.3! 0.2,0.02 0.42,-0.04! 0.48,0.2 0.32,0.36"),
        (0, "-0.05,0.3! -0.2,0.02 -0.42,-0.04! -0.48,0.2 -0.32,0.36"),
        (1, "0,0.3 0.08,0.38 0,0.46 -0.08,0.38"),
    ),
    "spiral": (
        (
            0,
            (
                "-0.5,0.2! -0.4,-0.24 0,-0.44 0.36,-0.24 0.36,0.14 0.08,0.32 -0.18,0.16 -0.12,-0.1 0.1,-0.1 "
                "0.14,0.06 0.04,0.1 0.0,0.02! -0.04,0.1 0.06,0.2 0.22,0.06 0.16,-0.18 -0.16,-0.2 -0.3,0.12 "
                "-0.14,0.42 0.2,0.46! -0.2,0.5"
            ),
        ),
    ),
    "lozenge": ((0, "0,-0.46! 0.46,0! 0,0.46! -0.46,0!"), (1, "0,-0.22! 0.22,0! 0,0.22! -0.22,0!")),
    "flame": (
        (
            0,
            (
                "-0.02,-0.5! 0.1,-0.2 0.36,0 0.3,0.3 0,0.46 -0.3,0.3 -0.36,0.06 -0.2,-0.14! -0.14,0 -0.08,0.02! "
                "-0.14,-0.24"
            ),
        ),
        (1, "0,0! 0.12,0.16 0,0.34 -0.12,0.16"),
    ),
    "star": (
        (0, "0,-0.48! 0.1,-0.1! 0.48,0! 0.1,0.1! 0,0.48! -0.1,0.1! -0.48,0! -0.1,-0.1!"),
        (1, "0.28,-0.38 0.38,-0.28 0.28,-0.18 0.18,-0.28"),
        (1, "-0.28,0.38 -0.38,0.28 -0.28,0.18 -0.18,0.28"),
    ),
}
"""Printers' flowers on a square from -0.5 to 0.5, each as pairs of ink and knots."""

CORNER: Final = (
    "0,-0.5! 0.14,-0.3 0.3,-0.3 0.3,-0.14 0.5,0! 0.3,0.14 0.3,0.3 0.14,0.3 0,0.5! -0.14,0.3 -0.3,0.3 -0.3,0.14 "
    "-0.5,0! -0.3,-0.14 -0.3,-0.3 -0.14,-0.3"
)


class Params(BaseModel, extra="forbid", frozen=True):
    """The border lies inside the area; the first ink prints rules and flowers, the second their hearts."""

    flower: Literal["leaf", "spiral", "lozenge", "flame", "star"] = Field(
        default="leaf", description="the piece of type that is repeated"
    )
    size: float = Field(default=4.0, ge=1.5, le=20.0, description="width of the row of flowers in mm")
    rules: int = Field(default=2, ge=0, le=2, description="rules: none, outside, outside and inside")
    wear: float = Field(
        default=0.0, ge=0.0, le=1.0, description="amount of wear: flowers are missing or crooked at random"
    )


def draw(area: Rect, random: Random, params: Params) -> tuple[Mark, ...]:
    """Return rules, corners and flowers; unworn, it is the same for every seed."""
    size = min(params.size, min(area.size) / 3)
    while (area.width + area.height) / size > 90:
        size *= 1.1
    marks: list[Mark] = []
    gap = size * 0.16
    if params.rules:
        marks.append(Mark(rectangle(area.shrink(gap / 2)), 0, round(gap, 3)))
    row = area.shrink(gap * 2 if params.rules else 0)
    if params.rules == 2:
        marks.append(Mark(rectangle(row.shrink(size + gap)), 0, round(gap * 0.5, 3)))
    for x, y, turn in _places(row, size):
        worn = random.random() < params.wear * 0.5
        if worn and random.random() < 0.5:
            continue
        at = Affine.move(x, y) @ Affine.turn(turn + (random.uniform(-30, 30) if worn else 0)) @ Affine.scale(size)
        marks += (Mark(sketch_outline(knots, at), ink) for ink, knots in FLOWERS[params.flower])
    half = size / 2
    for x in (row.x + half, row.right - half):
        for y in (row.y + half, row.bottom - half):
            marks.append(Mark(sketch_outline(CORNER, Affine(size, 0, 0, size, x, y))))
            marks.append(Mark(sketch_outline(FLOWERS["lozenge"][1][1], Affine(size, 0, 0, size, x, y)), 1))
    return tuple(marks)


def _places(row: Rect, size: float) -> list[tuple[float, float, float]]:
    """Return x, y and rotation of each flower between the corners, clockwise, heads outwards."""
    places: list[tuple[float, float, float]] = []
    across, down = row.width - 2 * size, row.height - 2 * size
    half = size / 2
    for length, start, (dx, dy), turn in (
        (across, (row.x + size, row.y + half), (1, 0), 0),
        (down, (row.right - half, row.y + size), (0, 1), 90),
        (across, (row.right - size, row.bottom - half), (-1, 0), 180),
        (down, (row.x + half, row.bottom - size), (0, -1), 270),
    ):
        count = max(1, floor(length / size))
        step = length / count
        places += ((start[0] + dx * step * (i + 0.5), start[1] + dy * step * (i + 0.5), turn) for i in range(count))
    return places
