"""SVG drawings of shapes in plain colours as shapes: sharp at any size, and drawn without other programs."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, Final

from punchboard.geometry import Affine, Size
from punchboard.load.icons.style_sheet import css_colour
from punchboard.load.icons.svg_file import plain_view
from punchboard.load.icons.svg_outline import PlacedElement, UnusableIconError, placed_elements, svg_number
from punchboard.scene import Shape, Stroke

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

MAX_SHAPES: Final = 2000
MAX_SEGMENTS: Final = 20_000

_ROUND: Final = {"stroke-linecap": "round", "stroke-linejoin": "round"}
_PLAIN_LINE: Final = {
    "stroke-dasharray": "none",
    "stroke-opacity": "1",
    "vector-effect": "none",
    "paint-order": "normal",
    "stroke-linecap": "butt",
    "stroke-linejoin": "miter",
}
_WITHOUT_CORNERS: Final = frozenset({"rect", "circle", "ellipse"})
"""Elements without sharp corners and ends, where lines of all programs look the same."""


def vector_shapes(root: Element, size: Size) -> tuple[Shape, ...]:
    """Return the shapes of a drawing that fills an area of a size, whose top left corner is the origin.

    Args:
        root: its parsed ``<svg>``, which is modified.
        size: the size of the area, in any unit.

    Raises:
        UnusableIconError: when the drawing is more than shapes in plain colours, or has too many of them.
    """
    if root.get("preserveAspectRatio", "xMidYMid") not in {"xMidYMid", "xMidYMid meet"}:
        raise UnusableIconError("its proportions change")
    view = plain_view(root)
    scale = min(size.width / view.width, size.height / view.height)
    middle = Affine.move(size.width / 2, size.height / 2)
    place = middle @ Affine.scale(scale) @ Affine.move(-view.centre.x, -view.centre.y)
    shapes, segments = list[Shape](), 0
    for drawn in placed_elements(root, place):
        shape = _shape(drawn)
        if shape is not None:
            shapes.append(shape)
            segments += len(shape.outline.segments)
        if len(shapes) > MAX_SHAPES or segments > MAX_SEGMENTS:
            raise UnusableIconError("it has too many shapes")
    return tuple(shapes)


def _shape(drawn: PlacedElement) -> Shape | None:
    """Return what an element draws; None for nothing."""
    paint = drawn.paint
    for key in ("opacity", "fill-opacity"):
        if svg_number(paint.get(key, "1")) != 1:
            raise UnusableIconError("it is partly transparent")
    fill, line = _colour(paint.get("fill", "black")), _stroke(drawn)
    if drawn.name == "line" or (drawn.name == "polyline" and line is not None):
        raise UnusableIconError("it has an open line")
    if fill is None and line is None:
        return None
    outline = drawn.outline
    return Shape(outline, fill, line, paint.get("fill-rule") == "evenodd") if outline.segments else None


def _stroke(drawn: PlacedElement) -> Stroke | None:
    paint = drawn.paint
    colour, width = _colour(paint.get("stroke", "none")), svg_number(paint.get("stroke-width", "1"))
    if colour is None or width <= 0:
        return None
    own = {key: paint.get(key, value) for key, value in _PLAIN_LINE.items()}
    is_round = own == {**_PLAIN_LINE, **_ROUND}
    if not is_round and not (own == _PLAIN_LINE and drawn.name in _WITHOUT_CORNERS):
        raise UnusableIconError("it has lines with corners")
    return Stroke(colour, width * _even_scale(drawn.place), round=is_round)


def _even_scale(place: Affine) -> float:
    """Return the factor by which a map scales every line."""
    a, b, c, d, _, _ = place
    across, down = hypot(a, b), hypot(c, d)
    if abs(across - down) > 1e-6 * across or abs(a * c + b * d) > 1e-6 * across * down:
        raise UnusableIconError("its lines are wider one way than the other")
    return across


def _colour(text: str) -> str | None:
    """Return a colour as ``#rrggbb``; None for none."""
    if text in {"none", "transparent"}:
        return None
    colour = css_colour(text)
    if colour is None:
        raise UnusableIconError(f"{text[:40]!r} is not one plain colour")
    return colour
