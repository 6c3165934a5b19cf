"""Trims: the finished shapes and sizes of components; tuck boxes, and the thickness of paper stock.

Sizes in inches are those of the print shops that sell them; poker (2.5 x 3.5 in) and euro-poker (63 x 88 mm) differ.
"""

import re
from collections.abc import Iterable, Mapping
from math import sqrt
from types import MappingProxyType
from typing import Annotated, Final, NamedTuple

from pydantic import Field

from punchboard.geometry import Outline, Rect, Size, ellipse, hexagon, rectangle, triangle
from punchboard.model.values import MAX_MM, Label, Measure, Model, Prose, did_you_mean
from punchboard.units import to_mm

CARD_SIZES: Final[Mapping[str, Size]] = {
    "poker": Size(63.5, 88.9),
    "euro-poker": Size(63, 88),
    "bridge": Size(57.15, 88.9),
    "tarot": Size(69.85, 120.65),
    "mini": Size(44.45, 63.5),
    "mini-euro": Size(44, 67),
    "square": Size(63.5, 63.5),
    "jumbo": Size(88.9, 139.7),
    "domino": Size(44.45, 88.9),
}

"""Width and height in mm of card sizes that print shops know by name."""

_HEX = 2 / sqrt(3)
"""Height of a pointy-topped regular hexagon as a multiple of its width across the flats."""

_TRIANGLE = sqrt(3) / 2
"""Height of an equilateral triangle as a multiple of its side."""

_MEASURED = re.compile(r"(hex|square|circle|triangle|card|board|mat|pawn) +(\S+?)(?: *x *(\S+))?")

_UNIT = re.compile(r"[a-z]+$")

_OBLONG = frozenset({"card", "board", "mat", "pawn"})
"""Forms with a width and a height."""

_HEIGHTS = MappingProxyType({"hex": _HEX, "triangle": _TRIANGLE})
"""Height of forms with one length as a multiple of it, if it is not the same."""

_OUTLINES = MappingProxyType({"hex": hexagon, "circle": ellipse, "triangle": triangle})
"""The outlines of forms that do not fill their frame."""


class Trim(NamedTuple):
    """A finished shape: its form and the size of its upright frame in mm.

    Forms are ``card``, ``hex``, ``square``, ``circle``, ``triangle`` (with equal sides, one of them at the bottom),
    ``board`` and ``mat`` (with square corners; split over pages if larger than the paper) and ``pawn`` (folded; the
    frame is one of its two sides).
    """

    form: str
    size: Size
    name: str

    @property
    def is_large(self) -> bool:
        """Whether the shape may be larger than any sheet of paper."""
        return self.form in {"board", "mat"}

    @property
    def is_rectangular(self) -> bool:
        """Whether the shape fills its frame."""
        return self.form not in _OUTLINES

    @property
    def is_folded(self) -> bool:
        """Whether the component is a standee, folded from one piece of paper."""
        return self.form == "pawn"

    def frame(self, margin: float = 0.0) -> Rect:
        """Return the upright frame around the trim, grown or shrunk by a margin; origin at the trim's top left.

        The corners of a hexagon move further than its flat sides, by a factor of 2/sqrt(3); those of a triangle move
        twice as far as its sides.
        """
        if self.form == "triangle":
            across = sqrt(3) * margin
            return Rect(-across, -2 * margin, self.size.width + 2 * across, self.size.height + 3 * margin)
        down = margin * _HEX if self.form == "hex" else margin
        return Rect(-margin, -down, self.size.width + 2 * margin, self.size.height + 2 * down)

    def outline(self, area: Rect) -> Outline:
        """Return the outline of the shape in an area such as `frame` returns."""
        return _OUTLINES.get(self.form, rectangle)(area)


def trim_from_text(text: str, also: Iterable[str] = ()) -> Trim:
    """Return the shape for ``poker``, ``poker landscape``, ``hex 50mm`` (across the flats), ``triangle 50mm`` (a side).

    Args:
        text: the shape.
        also: other shapes that are suggested instead of an unknown one.

    Raises:
        ValueError: for any other text, and for sizes below 5 mm or above `MAX_MM`.
    """
    name, _, side = text.partition(" ")
    if name in CARD_SIZES and side in {"", "landscape"}:
        upright = CARD_SIZES[name]
        return Trim("card", Size(upright.height, upright.width) if side else upright, text)
    match = _MEASURED.fullmatch(text.strip())
    if match is None:
        measured = ("hex 50mm", "square 50mm", "circle 25mm", "triangle 50mm", "card 60mm x 80mm", "pawn 20mm x 32mm")
        hint = did_you_mean(text, [*CARD_SIZES, *measured, *also])
        raise ValueError(f"{text!r} is not a shape; {hint}")
    form, first, height = match.groups()
    unit = _UNIT.search(height or "")
    width = to_mm(f"{first}{unit.group()}" if unit and first[-1].isdigit() else first)
    if height is not None and form not in _OBLONG:
        raise ValueError(f"{text!r} has two lengths, but a {form} has one: '{form} 50mm'")
    if form in _OBLONG and height is None:
        raise ValueError(f"{text!r} has one length, but a {form} has two: '{form} 60mm x 80mm'")
    size = Size(width, to_mm(height) if height else width * _HEIGHTS.get(form, 1.0))
    if not (5 <= size.width <= MAX_MM and 5 <= size.height <= MAX_MM):
        raise ValueError(f"{text!r} is smaller than 5 mm or longer than {MAX_MM:g} mm")
    return Trim(form, size, text)


BOX_LAYOUTS: Final = ("tuck-front", "tuck-back", "tuck-side", "tuck-lid", "tuck-tongue", "tuck-flap")
"""The layouts of the faces of a box, in the order in which its net refers to them."""


class StockFile(Model):
    """A paper or card stock: its weight in g/m2 and its bulk in cm3/g (the specific volume of ISO 534)."""

    name: Label
    weight: Annotated[float, Field(ge=30, le=2000)]
    bulk: Annotated[float, Field(ge=0.5, le=3)] = 1.0

    @property
    def thickness(self) -> float:
        """The thickness of one sheet in mm."""
        return self.weight * self.bulk / 1000


class BoxFile(Model):
    """A tuck box for some of a game's cards."""

    name: Label | None = None
    """The text printed on it; by default the game's short title."""
    holds: Prose
    """A selection of components, or the name of a deck."""
    stock: str = "card"
    """The stock of its cards, a name in ``layouts/stocks.yaml``."""
    sleeves: Annotated[Measure, Field(le=1)] = 0.0
    """The thickness in mm that a sleeve adds to each card. The box is also made wider and higher for sleeved cards."""
