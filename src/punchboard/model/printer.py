"""A printer as it was measured: what it does to a page, and where it cannot print. Lengths in mm."""

from typing import Annotated

from pydantic import Field

from punchboard.model.values import Label, Length, Measure, Model

Scale = Annotated[float, Field(ge=0.9, le=1.1)]


class PrinterFile(Model):
    """How one printer prints: the drift of its second side against its first, and how true its lengths are.

    ``x`` and ``y`` are how far a back lies right of and below its place, seen from the back; ``angle`` is how far it is
    turned clockwise, in degrees. A scale of 1.01 prints 101 mm for 100.
    """

    name: Label = ""
    x: Annotated[Length, Field(ge=-20, le=20)] = 0.0
    y: Annotated[Length, Field(ge=-20, le=20)] = 0.0
    angle: Annotated[float, Field(ge=-5, le=5)] = 0.0
    scale_x: Scale = Field(1.0, alias="scale x")
    scale_y: Scale = Field(1.0, alias="scale y")
    margins: tuple[Measure, Measure, Measure, Measure] = (5.0, 5.0, 5.0, 5.0)
    """What stays blank at the top, right, bottom and left of a sheet."""
