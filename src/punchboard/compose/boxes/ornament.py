"""An ornament in a box: its marks as shapes, in the colours of the layout and the ink of the edition."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from punchboard import ornament
from punchboard.compose.inks.inks import Inks
from punchboard.geometry import Rect
from punchboard.scene import Item, Shape, Stroke

DrawOrnament = Callable[[str, Rect], tuple[Item, ...]]
"""Returns the items of an ornament from its seed, over an area in mm."""


def ornament_drawer(kind: str, colours: Sequence[str], params: Mapping[str, object], inks: Inks) -> DrawOrnament:
    """Return what draws an ornament of a kind in colours, given as ``#rrggbb``."""

    def draw(seed: str, area: Rect) -> tuple[Item, ...]:
        marks = ornament.draw(kind, area, seed, params)
        return tuple([inks.ornament_shape(_shape(mark, colours[mark.ink % len(colours)])) for mark in marks])

    return draw


def _shape(mark: ornament.Mark, colour: str) -> Shape:
    if mark.width is None:
        return Shape(mark.outline, fill=colour)
    return Shape(mark.outline, stroke=Stroke(colour, mark.width, round=True))
