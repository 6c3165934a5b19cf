"""The lines and curves of outlines, and the straight edges that approximate them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from punchboard.geometry import IDENTITY, Affine, Outline, Rect

Edge = tuple[float, float, float, float, int]
"""An edge from its upper end (x, y) to its lower one, and 1 if it was drawn downwards, -1 upwards, 0 if it is level."""

Part = tuple[float, ...]
"""A straight part of an outline as x0, y0, x1, y1, or a curve with two handles between its ends."""


def straight_edges(parts: Iterable[Part]) -> list[Edge]:
    """Return the edges of parts. Larger curves are split more finely."""
    found: list[Edge] = []
    for part in parts:  # inlined for speed: every drawing under something goes through here
        x0, y0 = part[0], part[1]
        for x1, y1 in _piece_ends(*part) if len(part) == 8 else ((part[2], part[3]),):
            if y0 < y1:
                found.append((x0, y0, x1, y1, 1))
            elif y1 < y0:
                found.append((x1, y1, x0, y0, -1))
            else:
                found.append((x0, y0, x1, y1, 0))
            x0, y0 = x1, y1
    return found


def _piece_ends(*curve: float) -> Iterable[tuple[float, float]]:
    """Return the ends of the straight pieces that approximate a curve."""
    x0, y0, x1, y1, x2, y2, x3, y3 = curve
    reach = abs(x1 - x0) + abs(y1 - y0) + abs(x3 - x2) + abs(y3 - y2)
    if reach < 0.4:
        return ((x3, y3),)
    weights = _WEIGHTS[2 if reach < 2 else 4 if reach < 6 else 8]
    return [(k * x0 + m * x1 + n * x2 + o * x3, k * y0 + m * y1 + n * y2 + o * y3) for k, m, n, o in weights]


_WEIGHTS: Final = {
    steps: tuple(
        ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3)
        for t in (step / steps for step in range(1, steps + 1))
    )
    for steps in (2, 4, 8)
}
"""The weights of a curve's four points at the ends of its pieces, by number of pieces."""


def parts_of(outline: Outline, at: Affine = IDENTITY, *, close: bool = True) -> list[Part]:
    """Return the parts of an outline under a transform. ``close`` ends each subpath where it began."""
    found: list[Part] = []
    start = here = (0.0, 0.0)
    for command, numbers in outline.segments:
        if command == "M":
            if close and here != start:
                found.append((*here, *start))
            start = here = (numbers[0], numbers[1])
        elif command != "Z":
            found.append((*here, *numbers))
            here = (numbers[-2], numbers[-1])
        elif here != start:
            found.append((*here, *start))
            here = start
    if close and here != start:
        found.append((*here, *start))
    return found if at == IDENTITY else [_placed(part, at) for part in found]


def _placed(part: Part, at: Affine) -> Part:
    a, b, c, d, e, f = at
    x0, y0, *rest = part
    if len(rest) == 2:  # inlined for speed: outlines have hundreds of thousands of parts
        x1, y1 = rest
        return a * x0 + c * y0 + e, b * x0 + d * y0 + f, a * x1 + c * y1 + e, b * x1 + d * y1 + f
    x1, y1, x2, y2, x3, y3 = rest
    return (
        *(a * x0 + c * y0 + e, b * x0 + d * y0 + f, a * x1 + c * y1 + e, b * x1 + d * y1 + f),
        *(a * x2 + c * y2 + e, b * x2 + d * y2 + f, a * x3 + c * y3 + e, b * x3 + d * y3 + f),
    )


def rectangle_parts(area: Rect, at: Affine = IDENTITY) -> list[Part]:
    """Return the four sides of a rectangle under a transform."""
    x, y, right, bottom = area.x, area.y, area.right, area.bottom
    sides: list[Part] = [(x, y, right, y), (right, y, right, bottom), (right, bottom, x, bottom), (x, bottom, x, y)]
    return sides if at == IDENTITY else [_placed(side, at) for side in sides]
