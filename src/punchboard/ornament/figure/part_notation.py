"""The notation in which parts of figures are written, and their conversion to marks.

A figure stands on a grid 100 wide: x from -50 to 50 about its middle, y from -12 above the highest hat to 120 at its
lower edge. A layer is written ``<ink><sort><knots>``. The ink is a digit: 0 for the dark block, 1 for the light of
faces, 2 for the cloth, 3 for the hair. The sort is ``:`` for one shape, ``=`` for a symmetrical shape whose right half
is given from top to bottom, ``+`` for a shape and its mirror image, ``~`` for a stroke that tapers at both ends, ``x``
for such a stroke and its mirror image; ``o``, ``#`` and ``*`` are ``:``, ``=`` and ``+`` with a dark key line. Knots
are written as in `punchboard.ornament.pen.parse_knots`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from punchboard.geometry import Affine, Outline
from punchboard.ornament.pen import (
    Knot,
    Mark,
    evenly_spaced,
    knot_outline,
    leaf_width,
    parse_knots,
    swelling_stroke,
    transform_outline,
)

Part = tuple[str, ...]
"""Layers, bottom first."""

KEY_LINE = 1.3
"""Width of the key line, in units of the grid."""


def part_marks(part: Sequence[str], frame: Affine) -> Iterator[Mark]:
    """Yield the marks of a part placed by a frame; the frame must scale equally in both directions, or mirror."""
    width = round(KEY_LINE * (abs(frame.a) + abs(frame.b)), 3)
    for layer in part:
        ink = int(layer[0])
        for outline in _outlines(layer[1], layer[2:]):
            there = transform_outline(outline, frame)
            yield Mark(there, ink)
            if layer[1] in "o#*":
                yield Mark(there, 0, width)


def face_shadow(head: str, edge: str, frame: Affine, moved: tuple[float, float]) -> Mark:
    """Return the dark side of a face: from the edge of the light, which moves with the features, to the outline."""
    dx, dy = moved
    top, *inner, foot = parse_knots(edge)
    line = [top, *(Knot(x + dx, y + dy, corner) for x, y, corner in inner), foot]
    rim = [knot for knot in parse_knots(head) if knot.x > foot.x]
    return Mark(transform_outline(knot_outline((*line, *rim[::-1])), frame))


@lru_cache(maxsize=512)
def _outlines(sort: str, knots: str) -> tuple[Outline, ...]:
    given = parse_knots(knots)
    if sort in "~x":
        strokes = (given, _mirrored(given)) if sort == "x" else (given,)
        return tuple(_stroke(one) for one in strokes)
    if sort in "=#":
        half = [knot for knot in given if abs(knot.x) > 1e-9]
        return (knot_outline((*given, *_mirrored(half)[::-1])),)
    if sort in "+*":
        return knot_outline(given), knot_outline(_mirrored(given))
    return (knot_outline(given),)


def _mirrored(knots: Sequence[Knot]) -> list[Knot]:
    return [Knot(-x, y, corner) for x, y, corner in knots]


def _stroke(knots: Sequence[Knot]) -> Outline:
    points = evenly_spaced([(x, y) for x, y, _ in knots], 3 * len(knots))
    return swelling_stroke(points, leaf_width(1.7, 0.3))
