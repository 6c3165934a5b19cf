"""Ornaments in boxes: their marks as shapes, in the layout's colours and the ink chosen for printing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from punchboard import ornament
from punchboard.compose.inks.inks import Inks
from punchboard.geometry import Rect
from punchboard.scene import Item, Shape, Stroke

DrawOrnament = Callable[[str, Rect], tuple[Item, ...]]
"""Takes a seed and an area in mm; returns the items of an ornament."""


def ornament_drawer(kind: str, colours: Sequence[str], params: Mapping[str, object], inks: Inks) -> DrawOrnament:
    """Return a function that draws an ornament of a kind in these colours (``#rrggbb``)."""

    def draw(seed: str, area: Rect) -> tuple[Item, ...]:
        marks = ornament.draw(kind, area, seed, params)
        return tuple([inks.ornament_shape(_shape(mark, colours[mark.ink % len(colours)])) for mark in marks])

    return draw


def _shape(mark: ornament.Mark, colour: str) -> Shape:
    if mark.width is None:
        return Shape(mark.outline, fill=colour)
    return Shape(mark.outline, stroke=Stroke(colour, mark.width, round=True))
