"""What a build was asked for, beside games, products and papers."""

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

from punchboard.geometry import Outline
from punchboard.model.printing.printer import PrinterFile

Ink = Literal["full", "low", "grey"]
"""How much ink faces take: all; outlines, icons and black text alone; or greys in the place of colours."""

Standard = Literal["", "x-4", "x-1a", "a-2b"]
"""What the PDF files are built to: nothing but PDF 1.7, PDF/X-4, PDF/X-1a:2003, PDF/A-2b."""


class IccProfile(NamedTuple):
    """An ICC profile of a press: what the user calls it, and its bytes."""

    name: str
    data: bytes


class Raster(NamedTuple):
    """How pages become pictures: so many pixels an inch, or fitted to exact pixels; corners round by a radius in mm."""

    dpi: float = 300.0
    pixels: tuple[int, int] | None = None
    radius: float = 0.0
    transparent: bool = False
    """Whether what nothing is drawn on stays transparent (png)."""
    shape: Outline | None = None
    """What shows of a page, in mm from its top left corner, convex; all of it when None."""
    outside_shape: Literal["clear", "edge"] = "clear"
    """What lies outside the shape, or the round corners: nothing (png), or the colours of the edge carried on."""
    crop_sizes: tuple[tuple[int, int], ...] = ()
    """Sizes in pixels: each page is drawn once, and a picture of each size is cut from its middle, in this order."""


class ChangedParts(NamedTuple):
    """What is new or changed since an older version of a game: how many copies of which parts must be printed, by id.

    Beside components there are dice, quick-reference cards and tuck boxes, by the names of
    `punchboard.products.game.snapshots`.
    """

    version: str
    copies: Mapping[str, int]


class PrintOptions(NamedTuple):
    """What a build was asked for; the values are loaded and checked."""

    everything: bool = False
    """All products, not the table set alone."""
    ink: Ink = "full"
    players: int | None = None
    """For how many seats reference cards are printed; the most that can play when None."""
    printer: PrinterFile | None = None
    profile: IccProfile | None = None
    standard: Standard = ""
    dpi: int = 300
    changed: ChangedParts | None = None
    """What alone is to be laid on sheets; everything when None."""


DEFAULT_OPTIONS: Final = PrintOptions()
"""A build of the table set, as it is."""
