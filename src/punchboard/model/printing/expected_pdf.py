"""What a finished PDF must show, as plain values: its proof reads the file alone and holds it against this.

It is made from the catalog and the layouts, never from the pages that were composed. Lengths in mm.
"""

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

from punchboard.geometry import Size
from punchboard.model.printing.printer import PrinterFile

Backing = Literal["", "long edge", "short edge", "fold"]
"""How backs come behind fronts: not at all, by flipping the sheet over an edge, or by folding it in the middle."""

FirstSide = Literal["", "front", "back"]


class ExpectedPart(NamedTuple):
    """What a file must hold of one component: its trim, and how often its front and its back lie in it.

    ``form`` is that of a `Trim`: hexagons and circles may lie closer than their frames.
    """

    size: Size
    fronts: int = 1
    backs: int = 0
    form: str = "card"


class ExpectedPdf(NamedTuple):
    """What a file must show; what is None is not held against anything."""

    paper: Size | None = None
    """The size of every page."""
    can_be_rotated: bool = False
    """Whether pages may also lie across."""
    pages: int | None = None
    parts: Mapping[str, ExpectedPart] | None = None
    """Every component by its id; what is not among them must not be there."""
    backing: Backing = ""
    first: FirstSide = ""
    """Which side of each sheet comes first, where its sides are two pages."""
    is_back_upside_down: bool = False
    """Whether a back stands on its head behind its front: a card that one turns over on its short edge."""
    bleed: float | None = None
    """Each page is one component with so much bleed round it, and the page's trim box is the component's trim."""
    printer: PrinterFile | None = None
    """The printer that the file is made for, which shifts, turns and stretches what the file says."""


ANY_PDF: Final = ExpectedPdf()
"""A file of which nothing is known but that it can be read and that its fonts are in it."""
