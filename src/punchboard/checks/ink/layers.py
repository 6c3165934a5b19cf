"""A drawing split into leaves, in painting order.

Each symbol is split once and cached as long as it lives, so shared parts of faces are processed once. A clipped drawing
without text (an ornament, a picture) and a symbol placed at a reduced size (a card in a book) stay one leaf until their
parts are needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Final
from weakref import WeakKeyDictionary

from punchboard.checks.ink.edges import Edges, edges_of, placed_edges
from punchboard.checks.ink.outline_parts import rectangle_parts
from punchboard.geometry import IDENTITY, Affine, Outline, Rect
from punchboard.scene import Group, Item, Picture, Shape, Symbol, Text, Use

_NOTHING = Rect(0, 0, 0, 0)

FULL_SCALE: Final = 0.99
"""A symbol placed at a smaller scale is a picture of a face. The face is checked at its own size."""

_leaf_cache: WeakKeyDictionary[Symbol, dict[Affine, tuple[Leaf, ...]]] = WeakKeyDictionary()

_colour_cache: WeakKeyDictionary[Symbol, frozenset[str]] = WeakKeyDictionary()


class Leaf:
    """A shape, text, picture or drawing, its transform, and the outlines that clip it."""

    def __init__(self, item: Shape | Text | Picture | Group | Use, at: Affine, clips: tuple[Outline, ...]) -> None:
        self.item, self.at, self.clips = item, at, clips
        self.bounds = self._bounds()
        """The rectangle around the leaf; empty for text, which nothing is checked against."""

    def _bounds(self) -> Rect:
        item = self.item
        if isinstance(item, Shape):
            room = item.outline.bounds if self.at == IDENTITY else self.at.bounds(item.outline.bounds)
            return room.grow(self.stroke_width / 2) if item.stroke is not None else room
        if isinstance(item, Text):
            return _NOTHING
        if isinstance(item, Picture):
            return self.at.bounds(item.area)
        return self.clips[-1].bounds if isinstance(item, Group) else self.at.bounds(item.symbol.bounds)

    @cached_property
    def scale(self) -> float:
        """The factor by which the transform enlarges lengths."""
        return _scale(self.at)

    @cached_property
    def stroke_width(self) -> float:
        """The stroke width of a shape in mm."""
        return self.item.stroke.width * self.scale if isinstance(self.item, Shape) and self.item.stroke else 0.0

    @cached_property
    def parts(self) -> tuple[Leaf, ...]:
        """The leaves of a drawing."""
        if isinstance(self.item, Use):
            return tuple(_leaves(self.item.symbol.items, self.at, self.clips))
        return tuple(_leaves(self.item.items, self.at, self.clips)) if isinstance(self.item, Group) else ()

    @cached_property
    def colours(self) -> frozenset[str]:
        """The colours of a shape, or of all shapes of a drawing."""
        if isinstance(self.item, Use):
            return _symbol_colours(self.item.symbol)
        return frozenset(_colours(self.item.items if isinstance(self.item, Group) else (self.item,)))

    @cached_property
    def edges(self) -> Edges:
        """The edges of the area that a shape or picture fills."""
        if isinstance(self.item, Shape):
            if self.at == IDENTITY and not self.item.even_odd:
                return edges_of(self.item.outline)
            return placed_edges(self.item.outline, self.at, even_odd=self.item.even_odd)
        return Edges(rectangle_parts(self.item.area, self.at) if isinstance(self.item, Picture) else ())

    @cached_property
    def stroke_path(self) -> Edges:
        """The path of a shape's stroke."""
        if isinstance(self.item, Shape):
            return placed_edges(self.item.outline, self.at, close=False)
        return Edges(())


def _symbol_colours(symbol: Symbol) -> frozenset[str]:
    found = _colour_cache.get(symbol)
    if found is None:
        found = _colour_cache[symbol] = frozenset(_colours(symbol.items))
    return found


def _colours(items: Iterable[Item]) -> Iterator[str]:
    """Yield the colours of the shapes among ``items``, including nested ones."""
    for item in items:
        if isinstance(item, Shape):
            if item.fill is not None:
                yield item.fill
            if item.stroke is not None:
                yield item.stroke.colour
        elif isinstance(item, Group):
            yield from _colours(item.items)
        elif isinstance(item, Use):
            yield from _symbol_colours(item.symbol)


def leaves_of(symbol: Symbol, at: Affine = IDENTITY) -> tuple[Leaf, ...]:
    """Return the leaves of a symbol under a transform, lowest first."""
    placed = _leaf_cache.setdefault(symbol, {})
    found = placed.get(at)
    if found is None:
        found = placed[at] = tuple(_leaves(symbol.items, at, ()))
    return found


def _leaves(items: Iterable[Item], at: Affine, clips: tuple[Outline, ...]) -> Iterator[Leaf]:
    for item in items:
        if isinstance(item, Shape | Text | Picture):
            yield Leaf(item, at, clips)
        elif isinstance(item, Use):
            inner = at if item.transform == IDENTITY else at @ item.transform
            shape = _sole_shape(item.symbol)
            if shape is not None:
                yield Leaf(shape, inner, clips)
            elif _scale(inner) < FULL_SCALE:
                yield Leaf(item, inner, clips)
            else:
                yield from _leaves(item.symbol.items, inner, clips) if clips else leaves_of(item.symbol, inner)
        elif isinstance(item, Group):
            inner = at @ item.transform
            if item.clip is None:
                yield from _leaves(item.items, inner, clips)
                continue
            within = (*clips, item.clip if at == IDENTITY else item.clip.placed(at))
            yield from (
                _leaves(item.items, inner, within) if _has_text(item.items, inner) else (Leaf(item, inner, within),)
            )


def _sole_shape(symbol: Symbol) -> Shape | None:
    """Return the shape of a symbol that has nothing else, such as an icon."""
    if symbol.is_face or len(symbol.items) != 1:
        return None
    (item,) = symbol.items
    return item if isinstance(item, Shape) else None


def _scale(at: Affine) -> float:
    if at is IDENTITY:
        return 1.0
    a, b, c, d, *_ = at
    return float(abs(a * d - b * c) ** 0.5)


def _has_text(items: Iterable[Item], at: Affine) -> bool:
    """Return whether the items contain text, or a picture of a face, at any depth."""
    for item in items:
        if isinstance(item, Text):
            return True
        if isinstance(item, Group) and _has_text(item.items, at @ item.transform):
            return True
        if isinstance(item, Use):
            inner = at @ item.transform
            if (item.symbol.is_face and _scale(inner) < FULL_SCALE) or _has_text(item.symbol.items, inner):
                return True
    return False
