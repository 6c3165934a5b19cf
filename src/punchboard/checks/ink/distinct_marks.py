"""Marks that tell faces apart without colour: the words on them and the forms of their shapes."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from punchboard.checks.ink.layers import leaves_of
from punchboard.geometry import Outline
from punchboard.model.layout.face import Face
from punchboard.scene import Shape, Text

Mark = tuple[object, ...] | str
"""A word, or the form of a shape regardless of its size and place."""

MarksOf = Callable[[Face], frozenset[Mark]]
"""Returns the marks of a face: `marks_of`, or a cached version of it."""

_GRID: Final = 16
"""Steps of a shape's width and height in which forms are compared."""


def shows_colour(face: Face, colour: str) -> bool:
    """Return whether a colour is painted on a face."""
    leaves = leaves_of(face.symbol)
    return any(colour in leaf.colours for leaf in leaves if isinstance(leaf.item, Shape)) or any(
        colour in leaf.colours for leaf in leaves if not isinstance(leaf.item, Shape | Text)
    )


def marks_of(face: Face) -> frozenset[Mark]:
    """Return the words of a face, ignoring case, and the forms of its shapes outside ornaments."""
    found: set[Mark] = set()
    for leaf in leaves_of(face.symbol):
        if isinstance(leaf.item, Text):
            found.update(word.text.casefold() for line in leaf.item.lines for word in line.words)
        elif isinstance(leaf.item, Shape) and leaf.item.fill is not None:
            found.add(_shape_key(leaf.item.outline))
    return frozenset(found)


@lru_cache(maxsize=4096)
def _shape_key(outline: Outline) -> Mark:
    """Return the commands of an outline and its corners on a coarse grid, shifted so that round numbers do not flip."""
    left, top, width, height = outline.bounds
    across, down = _GRID / max(width, 1e-6), _GRID / max(height, 1e-6)
    commands = "".join(command for command, _ in outline.segments)
    ends = tuple(
        (int((numbers[-2] - left) * across + 0.27), int((numbers[-1] - top) * down + 0.27))
        for _, numbers in outline.segments[:8]
        if numbers
    )
    return commands, ends
