"""What is painted: a drawing as leaves in painting order, and the edges of the area of each.

Each symbol is split once and cached as long as it lives, so shared parts of faces are processed once. A clipped drawing
without text (an ornament, a picture) and a symbol placed at a reduced size (a card in a book) stay one leaf until their
parts are needed.

Drawings have thousands of curves, and a line of text lies over only a few of them. A curve is split into straight
pieces when its band is first needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Final
from weakref import WeakKeyDictionary

from punchboard.checks.ink.gradient_bands import gradient_bands
from punchboard.geometry import IDENTITY, Affine, Outline, Rect
from punchboard.scene import Group, Item, Picture, Shape, Symbol, Text, Use

Edge = tuple[float, float, float, float, int]
"""An edge from its upper end (x, y) to its lower one, and 1 if it was drawn downwards, -1 upwards, 0 if it is level."""

Part = tuple[float, ...]
"""A straight part of an outline as x0, y0, x1, y1, or a curve with two handles between its ends."""


def straight_edges(parts: Iterable[Part]) -> list[Edge]:
    """Return the edges of parts. Larger curves are split more finely."""
    edges: list[Edge] = []
    for part in parts:  # inlined for speed: every drawing under something goes through here
        x0, y0 = part[0], part[1]
        for x1, y1 in _piece_ends(*part) if len(part) == 8 else ((part[2], part[3]),):
            if y0 < y1:
                edges.append((x0, y0, x1, y1, 1))
            elif y1 < y0:
                edges.append((x1, y1, x0, y0, -1))
            else:
                edges.append((x0, y0, x1, y1, 0))
            x0, y0 = x1, y1
    return edges


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
    parts: list[Part] = []
    start = here = (0.0, 0.0)
    for command, numbers in outline.segments:
        if command == "M":
            if close and here != start:
                parts.append((*here, *start))
            start = here = (numbers[0], numbers[1])
        elif command != "Z":
            parts.append((*here, *numbers))
            here = (numbers[-2], numbers[-1])
        elif here != start:
            parts.append((*here, *start))
            here = start
    if close and here != start:
        parts.append((*here, *start))
    return parts if at == IDENTITY else [_placed(part, at) for part in parts]


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


Band = tuple[float, float, list[Edge]]
"""A range of y, and the edges that reach into it."""

CornerCut = tuple[float, float, float, float]
"""Bounds on the corners of an area: the least and greatest x + y, and the least and greatest x - y."""

_MAX_UNBANDED: Final = 16
"""Outlines with at most this many parts have no bands."""

_BAND: Final = 2.0
"""The height of a band in mm."""

_TALL_PART: Final = 0.5
"""A range of y taller than this part of the whole height is checked without bands."""


class Edges:
    """The edges of an outline. A point that they wind around is inside (an odd number of times, with ``even_odd``)."""

    def __init__(self, parts: Sequence[Part], *, even_odd: bool = False) -> None:
        self.even_odd = even_odd
        self._parts = parts
        self._tall = -1.0 if len(parts) <= _MAX_UNBANDED else _TALL_PART * _height(parts)
        self._top = 0.0
        self._parts_of_bands: list[Sequence[Part]] = []
        self._bands: list[list[Edge] | None] = []

    @cached_property
    def corner_cut(self) -> CornerCut:
        """How far the corners of the rectangle around the edges can be cut off."""
        edges = self._all_edges
        sums = [x0 + y0 for x0, y0, _, _, _ in edges] + [x1 + y1 for _, _, x1, y1, _ in edges]
        gaps = [x0 - y0 for x0, y0, _, _, _ in edges] + [x1 - y1 for _, _, x1, y1, _ in edges]
        return min(sums), max(sums), min(gaps), max(gaps)

    def bands(self, top: float, bottom: float) -> Iterator[Band]:
        """Yield the bands that reach into a range of y, each with the part of the range that it covers."""
        if bottom - top > self._tall:
            yield top, bottom, self._all_edges
            return
        for band in self._band_numbers(top, bottom):
            start, end = self._top + band * _BAND, self._top + (band + 1) * _BAND
            yield max(top, start), min(bottom, end), self._band(band)

    @cached_property
    def _all_edges(self) -> list[Edge]:
        return straight_edges(self._parts)

    def _band_numbers(self, top: float, bottom: float) -> range:
        """Return the numbers of the bands that reach into a range of y."""
        if not self._bands:
            self._top, self._parts_of_bands = _in_bands(self._parts)
            self._bands = [None] * len(self._parts_of_bands)
        last = int((bottom - self._top) // _BAND) + 1
        return range(max(0, int((top - self._top) // _BAND)), min(len(self._bands), last))

    def _band(self, number: int) -> list[Edge]:
        edges = self._bands[number]
        if edges is None:
            edges = self._bands[number] = straight_edges(self._parts_of_bands[number])
        return edges

    def _edges_near(self, top: float, bottom: float) -> Iterable[list[Edge]]:
        if bottom - top > self._tall:
            return (self._all_edges,)
        return map(self._band, self._band_numbers(top, bottom))

    def may_cross(self, area: Rect, cut: CornerCut | None = None) -> bool:
        """Return whether an edge may run through an area, minus its cut corners."""
        left, top, width, height = area
        right, bottom = left + width, top + height
        for edges in self._edges_near(top, bottom):
            for x0, y0, x1, y1, _ in edges:
                if (
                    y0 < bottom
                    and y1 > top
                    and (x0 < right or x1 < right)
                    and (x0 > left or x1 > left)
                    and (cut is None or _passes_corners(cut, x0, y0, x1, y1))
                ):
                    return True
        return False

    def contains_centre(self, area: Rect) -> bool:
        """Return whether the centre of an area is inside."""
        x, y = area.x + area.width / 2, area.y + area.height / 2
        winding = 0
        for edges in self._edges_near(y, y):
            for x0, y0, x1, y1, sign in edges:
                if sign and y0 <= y < y1 and x0 + (y - y0) * (x1 - x0) / (y1 - y0) < x:
                    winding += sign
        return bool(winding & 1 if self.even_odd else winding)


def _passes_corners(cut: CornerCut, x0: float, y0: float, x1: float, y1: float) -> bool:
    least, most, low, high = cut
    return not (
        (x0 + y0 <= least and x1 + y1 <= least)
        or (x0 + y0 >= most and x1 + y1 >= most)
        or (x0 - y0 <= low and x1 - y1 <= low)
        or (x0 - y0 >= high and x1 - y1 >= high)
    )


def _height(parts: Sequence[Part]) -> float:
    ends = [part[1] for part in parts]
    return max(ends) - min(ends)


def _in_bands(parts: Sequence[Part]) -> tuple[float, list[Sequence[Part]]]:
    """Return the top of all parts, and the parts that reach into each band from there."""
    reaches = [(part, min(part[1::2]), max(part[1::2])) for part in parts]
    first = min([top for _, top, _ in reaches])
    height = max([bottom for _, _, bottom in reaches]) - first
    bands: list[list[Part]] = [[] for _ in range(int(height / _BAND) + 1)]
    for part, top, bottom in reaches:
        for band in range(int((top - first) / _BAND), int((bottom - first) / _BAND) + 1):
            bands[band].append(part)
    return first, list(bands)


@lru_cache(maxsize=1024)
def edges_of(outline: Outline) -> Edges:
    """Return the edges of an outline. They are cached, because many faces share outlines."""
    return Edges(parts_of(outline))


@lru_cache(maxsize=4096)
def placed_edges(outline: Outline, at: Affine, *, even_odd: bool = False, close: bool = True) -> Edges:
    """Return the edges of an outline under a transform. They are cached for faces that clip them differently."""
    return Edges(parts_of(outline, at, close=close), even_odd=even_odd)


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
    colours = _colour_cache.get(symbol)
    if colours is None:
        colours = _colour_cache[symbol] = frozenset(_colours(symbol.items))
    return colours


def _colours(items: Iterable[Item]) -> Iterator[str]:
    """Yield the colours of the shapes among ``items``, including nested ones."""
    for item in items:
        if isinstance(item, Shape):
            if item.gradient is not None:
                yield from item.gradient.stops
            elif item.fill is not None:
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
    leaves = placed.get(at)
    if leaves is None:
        leaves = placed[at] = tuple(_leaves(symbol.items, at, ()))
    return leaves


def _leaves(items: Iterable[Item], at: Affine, clips: tuple[Outline, ...]) -> Iterator[Leaf]:
    for item in items:
        if isinstance(item, Shape) and item.opacity < 1:
            continue  # a soft shadow lies under what throws it, and hides nothing
        if isinstance(item, Shape) and item.gradient is not None:
            yield from _leaves(gradient_bands(item, item.gradient), at, clips)
        elif isinstance(item, Shape | Text | Picture):
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
            within = clips if item.clip is None else (*clips, item.clip if at == IDENTITY else item.clip.placed(at))
            if item.clip is None or _has_text(item.items, inner):
                yield from _leaves(item.items, inner, within)
            else:
                yield Leaf(item, inner, within)


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
