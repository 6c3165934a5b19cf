"""Symbols that contain only shapes, drawn and compressed once for all files, and the `Pen` that writes shapes.

Text depends on the codes that a file assigns to glyphs; shapes do not, so their operators are the same in every file.
Ornaments make up most of a game's bytes, and each is placed on sheets of every paper and in the rulebook.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final
from weakref import WeakKeyDictionary

from punchboard.geometry import IDENTITY, Affine, Outline
from punchboard.render.colour.inks import RGB, Inks
from punchboard.scene import Colour, Group, Item, Page, Shape, Stroke, Symbol, placed_symbols, symbols_on
from punchboard.units import format_number

_PATH: Final = {"M": "%g %g m", "L": "%g %g l", "C": "%g %g %g %g %g %g c", "Z": "h"}
_PAINT: Final = {
    (True, False, False): "f",
    (True, False, True): "f*",
    (False, True, False): "S",
    (False, True, True): "S",
    (True, True, False): "B",
    (True, True, True): "B*",
}
_WORTH_A_STREAM: Final = 128
"""Path segments from which a symbol gets its own stream: each object of a PDF costs some 150 bytes."""

_SHAPE: Final = 12
"""The size of a shape's colour, line and paint operators, in path segments."""

ZLIB_LEVEL: Final = 4
"""Zlib's first level with lazy matching: 2.7 times as fast as its default, for 4 % more bytes."""

OVERPRINT_STATE: Final = "Over"
"""The name of the graphics state in which a spot colour overprints: inks beneath it stay."""

_streams: WeakKeyDictionary[Symbol, dict[Inks, bytes]] = WeakKeyDictionary()
_sizes: WeakKeyDictionary[Symbol, int] = WeakKeyDictionary()
"""The sizes of symbols in path segments; -1 for symbols that contain more than shapes."""


def has_own_stream(symbol: Symbol) -> bool:
    """Return whether a symbol contains only shapes in printing inks and is large enough for its own stream."""
    return _size_of(symbol) >= _WORTH_A_STREAM


def is_shapes_only(symbol: Symbol) -> bool:
    """Return whether a symbol contains only shapes in printing inks."""
    return _size_of(symbol) >= 0


def _size_of(symbol: Symbol) -> int:
    size = _sizes.get(symbol)
    if size is None:
        if not isinstance(next(iter(symbol.items), None), Shape | Group):
            return -1  # true of nearly all faces, so it is not worth caching
        size = _sizes[symbol] = _size(symbol.items) if _all_shapes(symbol.items) else -1
    return size


def shape_stream(symbol: Symbol, inks: Inks = RGB) -> bytes:
    """Return the compressed operators of a symbol for which `is_shapes_only` is true."""
    cached = _streams.setdefault(symbol, {})
    stream = cached.get(inks)
    if stream is None:
        pen = Pen(inks)
        pen.draw(symbol.items)
        stream = cached[inks] = deflate(pen.operators().encode("ascii"))
    return stream


def deflate(data: bytes) -> bytes:
    """Return data compressed for PDF's FlateDecode filter."""
    return zlib.compress(data, ZLIB_LEVEL)


def _all_shapes(items: Iterable[Item]) -> bool:
    return all(
        (isinstance(item, Shape) and not ((item.stroke and item.stroke.spot) or item.gradient or item.opacity < 1))
        or (isinstance(item, Group) and item.mark is None and _all_shapes(item.items))
        for item in items
    )


def _size(items: Iterable[Item]) -> int:
    """Return the size of the operators, in path segments."""
    total = 0
    for item in items:
        if isinstance(item, Group):
            total += _size(item.items)
        elif isinstance(item, Shape):
            total += _SHAPE + len(item.outline.segments)
    return total


class Pen:
    """Writes the operators of shapes and clipped groups; colour and line are set only when they change."""

    def __init__(self, inks: Inks = RGB) -> None:
        self.inks = inks
        self.out: list[str] = []
        self.state: dict[str, object] = {}
        self.spots: dict[str, Colour] = {}
        """The spot colours drawn, each with its colour on screen; their order gives their resource names."""

    def operators(self) -> str:
        """Return the operators written so far."""
        return "\n".join(self.out)

    def draw(self, items: Iterable[Item]) -> None:
        """Write shapes and groups of shapes."""
        for item in items:
            if isinstance(item, Shape):
                self.shape(item)
            elif isinstance(item, Group):
                saved = self.begin_group(item.transform, item.clip)
                self.draw(item.items)
                self.end_group(saved)

    def begin_group(self, transform: Affine, clip: Outline | None) -> dict[str, object]:
        """Open a group, and return the state to restore at its end."""
        saved = dict(self.state)
        self.out.append("q")
        if clip is not None:
            self.out.append(f"{path_operators(clip)} W n")
        if transform != IDENTITY:
            self.out.append(matrix_operator(transform))
        return saved

    def end_group(self, saved: dict[str, object]) -> None:
        """Close a group, which restores the colour and line settings from before it."""
        self.out.append("Q")
        self.state = saved

    def set(self, key: str, value: object, operator: str) -> None:
        """Write an operator if the value differs from the current one."""
        if self.state.get(key) != value:
            self.state[key] = value
            self.out.append(operator)

    def text_colour(self, colour: Colour) -> None:
        """Set the colour of text."""
        operator = self.inks.text_operator(colour)
        self.set("fill", operator, operator)

    def shape(self, item: Shape) -> None:
        """Write one shape."""
        stroke = item.stroke
        if stroke is not None and stroke.spot:
            self._spot(item, stroke)
            return
        if item.fill is not None:
            operator = self.inks.fill_operator(item)
            self.set("fill", operator, operator)
        if stroke is not None:
            operator = self.inks.line_operator(stroke)
            self.set("stroke", operator, operator)
            self._line(stroke)
        self.out.append(path_operators(item.outline))
        self.out.append(_PAINT[item.fill is not None, stroke is not None, item.even_odd])

    def _line(self, stroke: Stroke) -> None:
        self.set("width", stroke.width, f"{format_number(stroke.width)} w")
        self.set("dash", stroke.dash, f"[{' '.join(map(format_number, stroke.dash))}] 0 d")
        self.set("ends", stroke.round, "1 J 1 j" if stroke.round else "0 J 0 j")

    def _spot(self, item: Shape, stroke: Stroke) -> None:
        """Write a shape whose line is a spot colour, with overprint for this line only."""
        if item.fill is not None:
            self.shape(item._replace(stroke=None))
        self.spots.setdefault(stroke.spot, stroke.colour)
        saved = self.begin_group(IDENTITY, None)
        name = spot_name(list(self.spots).index(stroke.spot))
        self.out.append(f"/{OVERPRINT_STATE} gs /{name} CS 1 SCN")
        self._line(stroke)
        self.out += [path_operators(item.outline), "S"]
        self.end_group(saved)


def spot_name(index: int) -> str:
    """Return the resource name of a spot colour."""
    return f"Spot{index}"


def path_operators(outline: Outline) -> str:
    """Return the path construction operators of an outline with rounded numbers.

    One format string for the whole path is ten times as fast as a call for each number.
    """
    pattern = "\n".join([_PATH[command] for command, _ in outline.segments])
    text = pattern % tuple([value for _, numbers in outline.segments for value in numbers])
    return text if "e" not in text else _without_exponents(outline)


def _without_exponents(outline: Outline) -> str:
    """Write an outline whose numbers would get exponents in the short format: PDF has no exponents."""
    return "\n".join(
        (_PATH[command].replace("%g", "%s") % tuple(map(format_number, numbers)))
        for command, numbers in outline.segments
    )


def matrix_operator(transform: Affine) -> str:
    """Return the operator that applies a transform."""
    if transform[:4] == IDENTITY[:4]:
        return f"1 0 0 1 {format_number(transform.e)} {format_number(transform.f)} cm"
    a, b, c, d, e, f = (f"{value:.6f}".rstrip("0").rstrip(".") for value in transform)
    return f"{a} {b} {c} {d} {e} {f} cm"


def count_uses(pages: Sequence[Page], *, into_faces: bool = True) -> Counter[Symbol]:
    """Return how often each symbol is placed. The contents of a symbol count once.

    Args:
        pages: the pages.
        into_faces: whether to count inside faces, too, which draws them.
    """
    uses: Counter[Symbol] = Counter()

    def visit(symbols: Iterable[Symbol]) -> None:
        for symbol in symbols:
            uses[symbol] += 1
            if uses[symbol] == 1 and (into_faces or not symbol.is_face):
                visit(placed_symbols(symbol.items))

    visit(symbols_on(pages))
    return uses
