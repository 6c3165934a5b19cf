"""Splitting a board or mat into overlapping parts that each fit on a page. Pure geometry in mm."""

from collections.abc import Iterator
from math import ceil
from string import ascii_uppercase
from typing import Final, NamedTuple

from punchboard.geometry import Rect, Size
from punchboard.model.layout.trim import Trim
from punchboard.model.printing.printer import PrinterFile
from punchboard.model.printing.sheet import Margins, PaperFile

OVERLAP: Final = 8.0
"""Mm by which neighbouring parts overlap: a strip for glue, wide enough to align by hand."""

MARGIN: Final = 8.0
"""Mm kept free at the paper's edges: cut marks stand there, and few printers print further out."""

MARKS: Final = 5.0
"""Mm that cut marks take round a part."""

FLAT_MARGIN: Final = 5.0
"""Mm at the paper's edges that a board printed whole must keep free."""

FOOT: Final = 18.0
"""Mm at the lower edge for the map of the board, the label and the ruler."""

_TOLERANCE: Final = 0.01


class Part(NamedTuple):
    """One part of a board: its column and row, counted from 0, and the window of the board that it shows, in mm."""

    column: int
    row: int
    window: Rect

    @property
    def name(self) -> str:
        """Column and row as on a map: A1, B1, A2."""
        return f"{column_name(self.column)}{self.row + 1}"


class Tiling(NamedTuple):
    """A board split into parts; ``paper`` is turned by 90 degrees where that takes fewer pages."""

    paper: Size
    columns: int
    rows: int
    parts: tuple[Part, ...]
    part_area: Rect
    """The area of a page for its part: within the margins and above the foot."""


def column_name(column: int) -> str:
    """Return the letters of a column, as in a spreadsheet: A to Z, then AA."""
    before, letter = divmod(column, len(ascii_uppercase))
    return f"{column_name(before - 1) if before else ''}{ascii_uppercase[letter]}"


def is_split(trim: Trim, paper: PaperFile) -> bool:
    """Tell whether a trim is a board or mat that does not fit on a paper, upright or turned."""
    room = Size(paper.width - 2 * FLAT_MARGIN + _TOLERANCE, paper.height - 2 * FLAT_MARGIN + _TOLERANCE)
    return trim.is_large and not any(
        width <= room.width and height <= room.height for width, height in (trim.size, trim.size.turned())
    )


def tiling(area: Rect, paper: Size, printer: PrinterFile | None = None) -> Tiling:
    """Return an area (a board with its bleed) split into equal parts on as few pages as possible.

    Parts and their marks lie within the printable area of the printer, if one is given.

    Raises:
        ValueError: when the paper is too small for a part of two overlaps.
    """
    areas = ((sheet, _part_area(sheet, printer)) for sheet in (paper, paper.turned()))
    choices = [_split(area, sheet, part_area) for sheet, part_area in areas if min(part_area.size) > 2 * OVERLAP]
    if not choices:
        raise ValueError(f"paper of {paper.width:g} x {paper.height:g} mm is too small for parts of a board")
    return min(choices, key=lambda choice: len(choice.parts))


def _part_area(paper: Size, printer: PrinterFile | None) -> Rect:
    margins = Margins(MARGIN, MARGIN, FOOT, MARGIN)
    if printer is not None:
        top, right, bottom, left = (length + MARKS for length in printer.blank_margins(paper))
        margins = margins.larger((top, right, bottom + FOOT - MARGIN, left))
    return margins.printable_area(paper)


def _split(area: Rect, paper: Size, part_area: Rect) -> Tiling:
    across, down = _spans(area.width, part_area.width), _spans(area.height, part_area.height)
    parts = tuple(
        Part(column, row, Rect(area.x + x, area.y + y, width, height))
        for row, (y, height) in enumerate(down)
        for column, (x, width) in enumerate(across)
    )
    return Tiling(paper, len(across), len(down), parts, part_area)


def _spans(length: float, longest: float) -> tuple[tuple[float, float], ...]:
    """Return start and length of equal spans, none over ``longest``, that cover a length and overlap."""
    count = max(1, ceil((length - OVERLAP - _TOLERANCE) / (longest - OVERLAP)))
    span = (length + (count - 1) * OVERLAP) / count
    return tuple((index * (span - OVERLAP), span) for index in range(count))


def neighbour_sides(part: Part, board: Tiling) -> Iterator[str]:
    """Yield the sides on which a part has a neighbour: ``left``, ``top``, ``right``, ``bottom``."""
    sides = {
        "left": part.column > 0,
        "top": part.row > 0,
        "right": part.column + 1 < board.columns,
        "bottom": part.row + 1 < board.rows,
    }
    return (side for side, has_neighbour in sides.items() if has_neighbour)
