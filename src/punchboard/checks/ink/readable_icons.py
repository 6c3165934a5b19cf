"""The icons of a face that must be readable: those of boxes, and those in lines of text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from punchboard.checks.ink.layers import Leaf, leaves_of
from punchboard.checks.ink.readable_inks import NEAR, Ink, box_at, line_area, texts_of
from punchboard.geometry import Rect
from punchboard.model.layout.face import Face, PlacedBox
from punchboard.scene import Shape, Text
from punchboard.units import MM_PER_POINT

INLINE_ICON_SIZE: Final = (0.9, 1.15)
"""The smallest and largest size of an icon in a line of text, as multiples of its type size."""


def icons(face: Face) -> Iterator[Ink]:
    """Yield the icons of a face in painting order, without those that are part of a larger drawing.

    A box with ``overlaps: true`` counts as part of a drawing, unless its icon depends on the component's values.
    """
    leaves, texts = leaves_of(face.symbol), texts_of(face)
    drawn = box_icons(face, leaves)
    largest = INLINE_ICON_SIZE[1] * max([leaf.item.size for leaf in leaves if isinstance(leaf.item, Text)], default=0.0)
    for level, leaf in enumerate(leaves):
        item = leaf.item
        if isinstance(item, Shape) and item.fill is not None and item.stroke is None:
            bounds = leaf.bounds
            placed = drawn.get(level)
            if placed is None and is_small(leaf, largest) and _is_inline_icon(leaves, level, texts):
                placed = box_at(bounds, texts)
            elif placed is None:
                continue
            yield Ink("", item.fill, bounds, bounds, leaf, level, placed)


def box_icons(face: Face, leaves: Sequence[Leaf]) -> dict[int, PlacedBox]:
    """Return the boxes of the leaves that are their icons. If a plate fills the same box, the icon is the upper one."""
    boxes = {_key(placed.ink): placed for placed in face.boxes if placed.ink is not None and _is_readable(placed)}
    if not boxes:
        return {}
    widths = {key[2] for key in boxes}
    found: dict[tuple[float, ...], int] = {}
    for level, leaf in enumerate(leaves):
        if isinstance(leaf.item, Shape) and _round(leaf.bounds.width) in widths:
            key = _key(leaf.bounds)
            if key in boxes:
                found[key] = level
    return {level: boxes[key] for key, level in found.items()}


def is_small(leaf: Leaf, size: float) -> bool:
    """Return whether a leaf is at most ``size`` wide and high."""
    return leaf.bounds.width <= size and leaf.bounds.height <= size


def _is_readable(placed: PlacedBox) -> bool:
    return placed.content == "icon" and not placed.box.is_decorative


def _key(rect: Rect) -> tuple[float, ...]:
    return tuple([_round(value) for value in rect])


def _round(value: float) -> float:
    return round(value + 0.003, 2)


def _is_inline_icon(leaves: Sequence[Leaf], level: int, texts: Sequence[PlacedBox]) -> bool:
    """Return whether a shape is an icon in a line of text: as large as type near it, and not under a text."""
    bounds = leaves[level].bounds
    size, middle = max(bounds.width, bounds.height), bounds.centre
    sizes = [placed.size * MM_PER_POINT for placed in texts if placed.ink and placed.ink.grow(NEAR).contains(bounds)]
    for beside in (leaves[level - 1], *leaves[level + 1 : level + 2]):
        if isinstance(beside.item, Text):
            lines = [line_area(beside.item, line) for line in beside.item.lines]
            if any(line.x <= middle.x <= line.right and line.y <= middle.y <= line.bottom for line in lines):
                return False
            if any(line.y - size < middle.y < line.bottom + size for line in lines):
                sizes.append(beside.item.size)
    return any(INLINE_ICON_SIZE[0] * each <= size <= INLINE_ICON_SIZE[1] * each for each in sizes)
