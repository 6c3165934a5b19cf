"""Boards and mats larger than the paper: which part of one lies on which page, and how pages overlap. Pure geometry."""

from collections.abc import Iterator
from math import ceil
from string import ascii_uppercase
from typing import Final, NamedTuple

from punchboard.geometry import Rect, Size
from punchboard.model.layout.trim import Trim
from punchboard.model.printing.printer import PrinterFile
from punchboard.model.printing.sheet import Margins, PaperFile

OVERLAP: Final = 8.0
"""Mm by which neighbouring parts show the same: a strip that glue holds, wide enough for a hand."""

MARGIN: Final = 8.0
"""Mm at the paper's edges: few printers reach further out, and cut marks stand there."""

MARKS: Final = 5.0
"""Mm round a part that its cut marks take."""

FLAT_MARGIN: Final = 5.0
"""Mm at the edges that a board which lies flat on a sheet may not take."""

FOOT: Final = 18.0
"""Mm at the lower edge for the map of the parts, the label and the ruler."""

_TOLERANCE: Final = 0.01


class Part(NamedTuple):
    """One part of a board: its column and row from 0, and the window of the board that it shows, in mm."""

    column: int
    row: int
    window: Rect

    @property
    def name(self) -> str:
        """Column and row as on a map: A1, B1, A2."""
        return f"{column_name(self.column)}{self.row + 1}"


class Tiling(NamedTuple):
    """A board split for a paper; ``paper`` is turned where that takes fewer pages."""

    paper: Size
    columns: int
    rows: int
    parts: tuple[Part, ...]
    part_area: Rect
    """Where on the page a part lies: within the margins and above the foot."""


def column_name(column: int) -> str:
    """Return a column's letter, and from the 27th on two of them, as in a table."""
    before, letter = divmod(column, len(ascii_uppercase))
    return f"{column_name(before - 1) if before else ''}{ascii_uppercase[letter]}"


def is_split(trim: Trim, paper: PaperFile) -> bool:
    """Tell whether a board or mat is too large to lie flat on a paper, upright or turned."""
    room = Size(paper.width - 2 * FLAT_MARGIN + _TOLERANCE, paper.height - 2 * FLAT_MARGIN + _TOLERANCE)
    return trim.is_large and not any(
        width <= room.width and height <= room.height for width, height in (trim.size, trim.size.turned())
    )


def tiling(area: Rect, paper: Size, printer: PrinterFile | None = None) -> Tiling:
    """Return an area (a board with its bleed) split into parts of one size, on as few pages as can be.

    Parts and their marks lie within the reach of a printer.

    Raises:
        ValueError: when the paper has no room for a strip of two overlaps.
    """
    rooms = ((sheet, _part_area(sheet, printer)) for sheet in (paper, paper.turned()))
    choices = [_split(area, sheet, room) for sheet, room in rooms if min(room.size) > 2 * OVERLAP]
    if not choices:
        raise ValueError(f"a paper of {paper.width:g} x {paper.height:g} mm has no room for parts")
    return min(choices, key=lambda found: len(found.parts))


def _part_area(paper: Size, printer: PrinterFile | None) -> Rect:
    margins = Margins(MARGIN, MARGIN, FOOT, MARGIN)
    if printer is not None:
        top, right, bottom, left = (length + MARKS for length in printer.blank_margins(paper))
        margins = margins.larger((top, right, bottom + FOOT - MARGIN, left))
    return margins.printable_area(paper)


def _split(area: Rect, paper: Size, room: Rect) -> Tiling:
    across, down = _spans(area.width, room.width), _spans(area.height, room.height)
    parts = tuple(
        Part(column, row, Rect(area.x + x, area.y + y, width, height))
        for row, (y, height) in enumerate(down)
        for column, (x, width) in enumerate(across)
    )
    return Tiling(paper, len(across), len(down), parts, room)


def _spans(length: float, room: float) -> tuple[tuple[float, float], ...]:
    """Return start and length of equal spans that cover a length, each overlapping the next."""
    count = max(1, ceil((length - OVERLAP - _TOLERANCE) / (room - OVERLAP)))
    span = (length + (count - 1) * OVERLAP) / count
    return tuple((index * (span - OVERLAP), span) for index in range(count))


def neighbour_sides(part: Part, of: Tiling) -> Iterator[str]:
    """Yield on which sides a part has a neighbour: left, top, right, bottom."""
    sides = {
        "left": part.column > 0,
        "top": part.row > 0,
        "right": part.column + 1 < of.columns,
        "bottom": part.row + 1 < of.rows,
    }
    return (side for side, there in sides.items() if there)
