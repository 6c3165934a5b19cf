"""Symbols of shapes alone: drawn and compressed once, whatever number of files place them.

Text depends on the codes that a file gives its glyphs; shapes do not, so their operators are the same in every file.
Ornaments are most of the bytes of a game, and each is placed on sheets of every paper and in the rulebook.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from typing import Final
from weakref import WeakKeyDictionary

from punchboard.geometry import IDENTITY, Affine, Outline
from punchboard.scene import Colour, Group, Item, Shape, Symbol
from punchboard.units import number

_PATH: Final = {"M": "%g %g m", "L": "%g %g l", "C": "%g %g %g %g %g %g c", "Z": "h"}
_PAINT: Final = {
    (True, False, False): "f",
    (True, False, True): "f*",
    (False, True, False): "S",
    (False, True, True): "S",
    (True, True, False): "B",
    (True, True, True): "B*",
}
_MANY: Final = 128
"""A symbol of fewer path segments is not worth a stream of its own: an object of a PDF costs some 150 bytes."""

_SHAPE: Final = 12
"""What a shape weighs besides its segments: colour, line and paint."""

_LEVEL: Final = 4
"""Zlib's first level that looks for lazy matches: 2.7 times as fast as its default, for 4 % more bytes."""

_streams: WeakKeyDictionary[Symbol, bytes] = WeakKeyDictionary()
_drawings: WeakKeyDictionary[Symbol, bool] = WeakKeyDictionary()


def is_drawing(symbol: Symbol) -> bool:
    """Tell whether a symbol holds shapes alone, and is large enough to be kept as a stream."""
    found = _drawings.get(symbol)
    if found is None:
        found = _drawings[symbol] = _all_shapes(symbol.items) and _weight(symbol.items) >= _MANY
    return found


def drawing_stream(symbol: Symbol) -> bytes:
    """Return the compressed operators of a symbol for which `is_drawing` holds."""
    found = _streams.get(symbol)
    if found is None:
        pen = Pen()
        pen.draw(symbol.items)
        found = _streams[symbol] = deflated(pen.operators().encode("ascii"))
    return found


def deflated(data: bytes) -> bytes:
    """Return the data of a stream as PDF's FlateDecode reads it."""
    return zlib.compress(data, _LEVEL)


def _all_shapes(items: Iterable[Item]) -> bool:
    return all(isinstance(item, Shape) or (isinstance(item, Group) and _all_shapes(item.items)) for item in items)


def _weight(items: Iterable[Item]) -> int:
    """Return how much there is to write, in path segments."""
    total = 0
    for item in items:
        if isinstance(item, Group):
            total += _weight(item.items)
        elif isinstance(item, Shape):
            total += _SHAPE + len(item.outline.segments)
    return total


class Pen:
    """Writes the operators of shapes and clipped groups; colour and line are set only when they change."""

    def __init__(self) -> None:
        self.out: list[str] = []
        self.state: dict[str, object] = {}

    def operators(self) -> str:
        """Return all that was written."""
        return "\n".join(self.out)

    def draw(self, items: Iterable[Item]) -> None:
        """Write shapes, and groups of them."""
        for item in items:
            if isinstance(item, Shape):
                self.shape(item)
            elif isinstance(item, Group):
                saved = self.begin(item.transform, item.clip)
                self.draw(item.items)
                self.end(saved)

    def begin(self, transform: Affine, clip: Outline | None) -> dict[str, object]:
        """Open a group and return the state to close it with."""
        saved = dict(self.state)
        self.out.append("q")
        if clip is not None:
            self.out.append(f"{path_operators(clip)} W n")
        if transform != IDENTITY:
            self.out.append(matrix_operator(transform))
        return saved

    def end(self, saved: dict[str, object]) -> None:
        """Close a group; what was set of colour and line within it ends with it."""
        self.out.append("Q")
        self.state = saved

    def set(self, key: str, value: object, operator: str) -> None:
        """Write an operator when the value differs from the one in force."""
        if self.state.get(key) != value:
            self.state[key] = value
            self.out.append(operator)

    def fill(self, colour: Colour) -> None:
        """Set the colour of fills and text."""
        self.set("fill", colour, f"{_rgb(colour)} rg")

    def shape(self, item: Shape) -> None:
        """Write one shape."""
        if item.fill is not None:
            self.fill(item.fill)
        stroke = item.stroke
        if stroke is not None:
            self.set("stroke", stroke.colour, f"{_rgb(stroke.colour)} RG")
            self.set("width", stroke.width, f"{number(stroke.width)} w")
            self.set("dash", stroke.dash, f"[{' '.join(map(number, stroke.dash))}] 0 d")
            self.set("ends", stroke.round, "1 J 1 j" if stroke.round else "0 J 0 j")
        self.out.append(path_operators(item.outline))
        self.out.append(_PAINT[item.fill is not None, stroke is not None, item.even_odd])


def path_operators(outline: Outline) -> str:
    """Return the path construction operators of an outline, whose numbers are rounded already.

    The whole path is one format: that is ten times as fast as a call for each number.
    """
    pattern = "\n".join([_PATH[command] for command, _ in outline.segments])
    text = pattern % tuple([value for _, numbers in outline.segments for value in numbers])
    return text if "e" not in text else _exactly(outline)


def _exactly(outline: Outline) -> str:
    """Write numbers too large or small for the short format, which would have exponents: PDF knows none."""
    return "\n".join(
        (_PATH[command].replace("%g", "%s") % tuple(map(number, numbers))) for command, numbers in outline.segments
    )


def matrix_operator(transform: Affine) -> str:
    """Return the operator that concatenates a transform."""
    if transform[:4] == IDENTITY[:4]:
        return f"1 0 0 1 {number(transform.e)} {number(transform.f)} cm"
    a, b, c, d, e, f = (f"{value:.6f}".rstrip("0").rstrip(".") for value in transform)
    return f"{a} {b} {c} {d} {e} {f} cm"


_colours: dict[Colour, str] = {}


def _rgb(colour: Colour) -> str:
    found = _colours.get(colour)
    if found is None:
        channels = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
        found = _colours[colour] = " ".join(map(number, channels))
    return found
