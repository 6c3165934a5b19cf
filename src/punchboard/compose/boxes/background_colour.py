"""The colour beneath a small area of a face, if one colour fills all of it."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from punchboard.geometry import IDENTITY, Affine, Outline, Point, Rect
from punchboard.scene import Group, Item, Picture, Shape, Text, Use

PAPER_WHITE: Final = "#ffffff"
"""The colour of unprinted paper."""

_TOLERANCE: Final = 1e-6


class _Leaf(NamedTuple):
    item: Item
    at: Affine
    bounds: Rect


def background_colour(items: Sequence[Item], area: Rect) -> str | None:
    """Return the colour (``#rrggbb``) that fills the whole of an area; None for several colours or a picture.

    Returns None, too, when it cannot be sure that a shape covers the area: for curves, rotated shapes and strokes.

    Args:
        items: what is drawn, the bottom item first, in the coordinates of the area.
        area: the area in mm.
    """
    colour: str | None = PAPER_WHITE
    for leaf in _leaves(items, IDENTITY):
        if _overlap(leaf.bounds, area):
            colour = _covering_colour(leaf, area)
    return colour


def _covering_colour(leaf: _Leaf, area: Rect) -> str | None:
    """Return the colour of a leaf that certainly covers the whole area, else None."""
    item = leaf.item
    if not isinstance(item, Shape) or item.stroke is not None or leaf.at.b or leaf.at.c:
        return None
    return item.fill if leaf.bounds.contains(area) and _contains(item.outline, leaf.at, area) else None


def _contains(outline: Outline, at: Affine, area: Rect) -> bool:
    """Tell whether a convex outline with straight sides (a rectangle, a hexagon) contains an area."""
    points = [at.apply(Point(*numbers)) for command, numbers in outline.segments if command in {"M", "L"}]
    if len(points) < 3 or any(command == "C" for command, _ in outline.segments):
        return False
    corners = [Point(x, y) for x in (area.x, area.right) for y in (area.y, area.bottom)]
    turns = [
        (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        for (ax, ay), (bx, by) in zip(points, (*points[1:], points[0]), strict=True)
        for x, y in corners
    ]
    return all(turn >= -_TOLERANCE for turn in turns) or all(turn <= _TOLERANCE for turn in turns)


def _leaves(items: Sequence[Item], at: Affine) -> Iterator[_Leaf]:
    for item in items:
        match item:
            case Group():
                yield from _leaves(item.items, at @ item.transform)
            case Use():
                yield from _leaves(item.symbol.items, at @ item.transform)
            case Shape():
                reach = item.stroke.width / 2 if item.stroke else 0.0
                yield _Leaf(item, at, at.bounds(item.outline.bounds.grow(reach)))
            case Picture():
                yield _Leaf(item, at, at.bounds(item.area))
            case Text():
                yield from (_Leaf(item, at, at.bounds(bounds)) for bounds in _lines(item))
            case _:
                pass


def _lines(text: Text) -> Iterator[Rect]:
    for line in text.lines:
        width = sum(word.width for word in line.words) + text.face.space.width * (len(line.words) - 1)
        yield Rect(line.x, line.y - text.size, width * text.size, text.size * 1.25)


def _overlap(one: Rect, other: Rect) -> bool:
    return one.x < other.right and other.x < one.right and one.y < other.bottom and other.y < one.bottom
