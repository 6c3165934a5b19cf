"""Model of a measured printer: its shift, rotation and scale, and its unprintable margins. Lengths in mm."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from punchboard.geometry import IDENTITY, Affine, Point, Rect, Size
from punchboard.model.printing.sheet import Flip, Margins
from punchboard.model.values import Label, Length, Measure, Model

Scale = Annotated[float, Field(ge=0.9, le=1.1)]


class PrinterFile(Model):
    """How one printer prints on both sides: the offset of its backs from its fronts, and the scale of its lengths.

    Coordinates are those of a page as one looks at it, origin top left, x to the right and y down; a back is seen from
    the back. With m the middle of the page and S the scaling by ``scale x`` and ``scale y``, a point p is printed

    * on a front at ``m + S (p - m)``,
    * on a back at ``m + (x, y) + R S (p - m)``, with R the turn by ``angle`` degrees clockwise.

    So ``x: 0.4`` means that backs lie 0.4 mm too far right as one looks at the back, and ``scale x: 1.01`` that 101 mm
    are printed for 100. The position of fronts on the paper is not recorded: only the position of backs relative to
    fronts can be measured and corrected.

    These numbers apply to pages that are at least as high as wide (with ``landscape``, to pages that are wider than
    high) and are turned over about the edge in ``flip``. For the other edge, a duplex unit turns the picture of the
    back by 180 degrees, so x and y change their signs. A page of the other orientation is fed sideways: its scales
    change places and its angle stays, but only the driver knows which edge is fed first, so no offset is assumed.
    """

    name: Label = ""
    x: Annotated[Length, Field(ge=-20, le=20)] = 0.0
    y: Annotated[Length, Field(ge=-20, le=20)] = 0.0
    angle: Annotated[float, Field(ge=-5, le=5)] = 0.0
    scale_x: Scale = Field(1.0, alias="scale x")
    scale_y: Scale = Field(1.0, alias="scale y")
    margins: tuple[Measure, Measure, Measure, Measure] = (5.0, 5.0, 5.0, 5.0)
    """The unprintable margins at the top, right, bottom and left of a sheet."""
    flip: Flip = "long edge"
    landscape: bool = False

    def print_transform(self, size: Size, side: str = "front", flip: Flip = "long edge") -> Affine:
        """Return the transform from points of a page to points on the printed paper.

        Args:
            size: the page's width and height in mm.
            side: ``back`` for a page printed behind a front; anything else is a front.
            flip: the edge about which this page is turned over.
        """
        middle = Rect(0, 0, *size).centre
        scaled = self._scaled(size)
        if side != "back":
            return _about(middle, scaled)
        x, y = self._drift(size, flip)
        return Affine.move(x, y) @ _about(middle, Affine.turn(self.angle) @ scaled)

    def correction_transform(self, size: Size, side: str = "front", flip: Flip = "long edge") -> Affine:
        """Return the inverse of `print_transform`: a page drawn with it is printed in the right place."""
        middle = Rect(0, 0, *size).centre
        scaled = self._scaled(size)
        inverse = Affine.scale(1 / scaled.a, 1 / scaled.d)
        if side != "back":
            return _about(middle, inverse)
        x, y = self._drift(size, flip)
        return _about(middle, inverse @ Affine.turn(-self.angle)) @ Affine.move(-x, -y)

    def blank_margins(self, size: Size) -> Margins:
        """Return the unprintable margins of a page of a size.

        A page of the other orientation may be fed either way round, so opposite sides both get the larger margin.
        """
        if self._is_as_measured(size):
            return Margins(*self.margins)
        top, right, bottom, left = self.margins
        across, down = max(top, bottom), max(left, right)
        return Margins(down, across, down, across)

    def _is_as_measured(self, size: Size) -> bool:
        return (size.width > size.height) is self.landscape

    def _scaled(self, size: Size) -> Affine:
        across, down = self.scale_x, self.scale_y
        return Affine.scale(across, down) if self._is_as_measured(size) else Affine.scale(down, across)

    def _drift(self, size: Size, flip: Flip) -> Point:
        if not self._is_as_measured(size):
            return Point(0, 0)
        return Point(self.x, self.y) if flip == self.flip else Point(-self.x, -self.y)


def _about(middle: Point, transform: Affine) -> Affine:
    """Return a transform about a point; the identity stays exactly the identity."""
    if transform == IDENTITY:
        return IDENTITY
    return Affine.move(*middle) @ transform @ Affine.move(-middle.x, -middle.y)
