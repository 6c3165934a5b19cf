"""The expected contents of a finished PDF, which verification compares with the file itself.

Expectations are made from the catalog and the layouts, never from the composed pages. Lengths in mm.
"""

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

from punchboard.geometry import Size
from punchboard.model.printing.printer import PrinterFile

Backing = Literal["", "long edge", "short edge", "fold"]
"""How backs get behind fronts: not at all, by flipping the sheet over an edge, or by folding it in the middle."""

FirstSide = Literal["", "front", "back"]


class ExpectedPart(NamedTuple):
    """The expected appearance of one component: its trim size, and how often its front and its back are printed.

    ``form`` is that of a `Trim`: the frames of hexagons and circles may overlap.
    """

    size: Size
    fronts: int = 1
    backs: int = 0
    form: str = "card"


class ExpectedPdf(NamedTuple):
    """The expected contents of a file; values that are None are not compared."""

    paper: Size | None = None
    """The size of every page."""
    can_be_rotated: bool = False
    """Whether pages may also be turned by a quarter."""
    pages: int | None = None
    parts: Mapping[str, ExpectedPart] | None = None
    """Every component by its id; no others may be in the file."""
    backing: Backing = ""
    first: FirstSide = ""
    """The side of each sheet that comes first, where its sides are two pages."""
    is_back_upside_down: bool = False
    """Whether a back is upside down behind its front, as on a card that is turned over on its short edge."""
    bleed: float | None = None
    """The bleed around the single component of each page, whose trim box is the component's trim."""
    printer: PrinterFile | None = None
    """The printer that the file is corrected for: it shifts, turns and scales what it prints."""


ANY_PDF: Final = ExpectedPdf()
"""Any file: it must only be readable and contain its fonts."""
