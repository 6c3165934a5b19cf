"""Options of a build beside games, products and papers: ink, PDF standard, printer, rasters."""

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

from punchboard.geometry import Outline
from punchboard.model.printing.printer import PrinterFile

Ink = Literal["full", "low", "grey"]
"""How much ink faces use: everything; only outlines, icons and black text; or greys instead of colours."""

Standard = Literal["", "x-4", "x-1a", "a-2b"]
"""The standard of PDF files: plain PDF 1.7 when empty, PDF/X-4, PDF/X-1a:2003 or PDF/A-2b."""


class IccProfile(NamedTuple):
    """An ICC profile of a press: its name as the user wrote it, and its bytes."""

    name: str
    data: bytes


class Raster(NamedTuple):
    """How pages become pictures: at a resolution in dpi or in exact pixels, with corners of a radius in mm."""

    dpi: float = 300.0
    pixels: tuple[int, int] | None = None
    radius: float = 0.0
    transparent: bool = False
    """Whether areas without any drawing stay transparent (PNG)."""
    shape: Outline | None = None
    """The visible part of a page, a convex outline in mm from its top left corner; the whole page when None."""
    outside_shape: Literal["clear", "edge"] = "clear"
    """What fills the area outside the shape or the round corners: nothing (PNG), or the extended edge colours."""
    crop_sizes: tuple[tuple[int, int], ...] = ()
    """Sizes in pixels: each page is drawn once, and pictures of these sizes are cropped from its middle, in order."""


class ChangedParts(NamedTuple):
    """What to print after a change: the copies of each new or changed part by id, and the version compared with.

    Parts are components, and dice, quick-reference cards and tuck boxes by the names that
    `punchboard.products.game.snapshots` gives them.
    """

    version: str
    copies: Mapping[str, int]
    is_chosen: bool = False
    """Whether a person chose the parts, however old they are."""


class PrintOptions(NamedTuple):
    """Options of a build, loaded and checked."""

    everything: bool = False
    """Whether to make all products, not only the default ones."""
    ink: Ink = "full"
    players: int | None = None
    """The number of seats to print reference cards for; the largest number of players when None."""
    printer: PrinterFile | None = None
    profile: IccProfile | None = None
    standard: Standard = ""
    dpi: int = 300
    changed: ChangedParts | None = None
    """The parts to lay on sheets; all when None."""


DEFAULT_OPTIONS: Final = PrintOptions()
"""A build of the default products without further options."""
