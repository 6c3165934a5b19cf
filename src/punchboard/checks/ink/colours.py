"""Colours that some players cannot tell apart, and the marks that tell faces apart without colour.

The colour difference is CIEDE2000 as in Sharma, Wu and Dalal (2005), and colour-blind vision is from Machado, Oliveira
and Fernandes (2009) at full severity.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations
from math import atan2, cos, degrees, exp, fsum, hypot, radians, sin, sqrt
from typing import Final, NamedTuple

from punchboard.checks.ink.painted_areas import leaves_of
from punchboard.expression.filters import painted
from punchboard.geometry import Outline
from punchboard.model.game.game import Entry, Game
from punchboard.model.layout.face import Face
from punchboard.scene import Shape, Text
from punchboard.srgb import LUMINANCE, LinearRgb, linear_rgb


class Lab(NamedTuple):
    """A colour of CIE 1976 L*a*b* under daylight D65."""

    lightness: float
    a: float
    b: float


_TO_XYZ: Final = ((0.4124, 0.3576, 0.1805), LUMINANCE, (0.0193, 0.1192, 0.9505))
_WHITE: Final = tuple(fsum(row) for row in _TO_XYZ)
_GREY: Final = (LUMINANCE, LUMINANCE, LUMINANCE)

VIEWS: Final[Mapping[str, tuple[LinearRgb, LinearRgb, LinearRgb]]] = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
    "greyscale": _GREY,
}
"""The matrix that each view applies to linear red, green and blue."""


@lru_cache(maxsize=4096)
def lab_in_view(colour: str, view: str) -> Lab:
    """Return how ``#rrggbb`` looks in one of the `VIEWS`."""
    light = [min(1.0, max(0.0, value)) for value in _times(VIEWS[view], linear_rgb(colour))]
    x, y, z = (_root(value / white) for value, white in zip(_times(_TO_XYZ, light), _WHITE, strict=True))
    return Lab(116 * y - 16, 500 * (x - y), 200 * (y - z))


def _times(matrix: tuple[LinearRgb, ...], light: LinearRgb | list[float]) -> list[float]:
    return [fsum(factor * value for factor, value in zip(row, light, strict=True)) for row in matrix]


def _root(value: float) -> float:
    return float(value ** (1 / 3)) if value > (6 / 29) ** 3 else value / (3 * (6 / 29) ** 2) + 4 / 29


def colour_difference(colour: Lab, other: Lab) -> float:
    """Return the CIEDE2000 difference of two colours. About 1 is just noticeable, 10 is obvious at a glance."""
    chroma = _chroma_weight((hypot(*colour[1:]) + hypot(*other[1:])) / 2)
    stretch = 1 + (1 - chroma) / 2
    a1, a2 = colour.a * stretch, other.a * stretch
    c1, c2 = hypot(a1, colour.b), hypot(a2, other.b)
    h1, h2 = degrees(atan2(colour.b, a1)) % 360, degrees(atan2(other.b, a2)) % 360
    turn, hue = _hue_turn(h1, h2) if c1 * c2 else (0.0, h1 + h2)
    lightness, mean = (colour.lightness + other.lightness) / 2 - 50, (c1 + c2) / 2

    wave = (
        1
        - 0.17 * cos(radians(hue - 30))
        + 0.24 * cos(radians(2 * hue))
        + 0.32 * cos(radians(3 * hue + 6))
        - 0.20 * cos(radians(4 * hue - 63))
    )
    by_light = (other.lightness - colour.lightness) / (1 + 0.015 * lightness**2 / sqrt(20 + lightness**2))
    by_chroma = (c2 - c1) / (1 + 0.045 * mean)
    by_hue = 2 * sqrt(c1 * c2) * sin(radians(turn / 2)) / (1 + 0.015 * mean * wave)
    rotation = -2 * _chroma_weight(mean) * sin(radians(60 * exp(-(((hue - 275) / 25) ** 2))))
    return sqrt(by_light**2 + by_chroma**2 + by_hue**2 + rotation * by_chroma * by_hue)


def _chroma_weight(chroma: float) -> float:
    return sqrt(chroma**7 / (chroma**7 + 25.0**7))


def _hue_turn(hue: float, other: float) -> tuple[float, float]:
    """Return the shorter turn from one hue to the other, and the hue halfway between them, in degrees."""
    turn, total = other - hue, hue + other
    if abs(turn) <= 180:
        return turn, total / 2
    return turn - 360 if turn > 0 else turn + 360, (total + 360 if total < 360 else total - 360) / 2


MIN_DIFFERENCE: Final = 10.0
"""The least CIEDE2000 difference of two colours that every player can tell apart."""


class Coloured(NamedTuple):
    """An entry of a list with its colour as ``#rrggbb``."""

    entry: Entry
    colour: str

    def __str__(self) -> str:
        """Return the entry with its colour as it is written."""
        written = str(self.entry.properties["colour"])
        return f"{self.entry!r} ({written if written.lower() == self.colour else f'{written}, {self.colour}'})"


def similar_colours(
    game: Game, theme: Mapping[str, str]
) -> Iterator[tuple[str, Coloured, Coloured, Mapping[str, float]]]:
    """Yield each two entries of a list with similar colours: the list, the entries, and their difference by view.

    Views in which the two differ enough are left out. ``theme`` has the colours of the theme.
    """
    for name, coloured in coloured_entries(game, theme).items():
        for first, second in combinations(coloured, 2):
            if alike := similar_views(first.colour, second.colour):
                yield name, first, second, alike


def coloured_entries(game: Game, theme: Mapping[str, str]) -> dict[str, list[Coloured]]:
    """Return the entries with a colour, by list, however it is written: ``#rrggbb``, ``blue 40%``, ``rgb(1, 2, 3)``."""
    return {
        name: [
            Coloured(entry, colour)
            for entry in entries
            if (colour := _colour(str(entry.properties.get("colour", "")), theme)) is not None
        ]
        for name, entries in game.lists.items()
    }


def _colour(paint: str, theme: Mapping[str, str]) -> str | None:
    if not paint or (colour := painted(paint, theme)) is not None:
        return colour if paint else None
    from punchboard.load.icons.style_sheet import css_colour  # noqa: PLC0415 - few games have colours of no theme

    return css_colour(paint)


def similar_views(colour: str, other: str) -> dict[str, float]:
    """Return the views in which two colours differ by less than `MIN_DIFFERENCE`, each with the difference."""
    differences = {view: colour_difference(lab_in_view(colour, view), lab_in_view(other, view)) for view in VIEWS}
    return {view: distance for view, distance in differences.items() if distance < MIN_DIFFERENCE}


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
    marks: set[Mark] = set()
    for leaf in leaves_of(face.symbol):
        if isinstance(leaf.item, Text):
            marks.update(word.text.casefold() for line in leaf.item.lines for word in line.words)
        elif isinstance(leaf.item, Shape) and leaf.item.fill is not None:
            marks.add(_shape_key(leaf.item.outline))
    return frozenset(marks)


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
