"""What a build was asked for, beside games, products and papers."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from punchboard.model.printer import PrinterFile

Ink = Literal["full", "low", "grey"]
"""How much ink faces take: all; outlines, icons and black text alone; or greys in the place of colours."""

Standard = Literal["", "x-4", "x-1a", "a-2b"]
"""What the PDF files are built to: nothing but PDF 1.7, PDF/X-4, PDF/X-1a:2003, PDF/A-2b."""


class Profile(NamedTuple):
    """An ICC profile of a press: what the user calls it, and its bytes."""

    name: str
    data: bytes


class Raster(NamedTuple):
    """How pages become pictures: so many pixels an inch, or fitted to exact pixels; corners round by a radius in mm."""

    dpi: float = 300.0
    pixels: tuple[int, int] | None = None
    radius: float = 0.0


class Wishes(NamedTuple):
    """What a build was asked for; the values are loaded and checked."""

    everything: bool = False
    """All products, not the table set alone."""
    ink: Ink = "full"
    players: int | None = None
    """For how many seats reference cards are printed; the most that can play when None."""
    printer: PrinterFile | None = None
    profile: Profile | None = None
    standard: Standard = ""
    dpi: int = 300
    changed: frozenset[str] | None = None
    """The ids of components that are new or changed, when only those are to be laid on sheets."""


NOTHING_MORE: Final = Wishes()
"""A build of the table set, as it is."""
