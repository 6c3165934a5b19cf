"""Boards and mats larger than the paper: split into overlapping parts, and a page for each part with its marks."""

from collections.abc import Iterator
from math import ceil
from string import ascii_uppercase
from typing import Final, NamedTuple

from punchboard.compose.sheets.marks import CUT_LINE, MARK, Marker, SheetArea
from punchboard.compose.text.lines import one_line
from punchboard.compose.text.phrases import Words, phrase
from punchboard.compose.text.style import TextStyle
from punchboard.geometry import Affine, Point, Rect, Size, join_outlines, polyline, rectangle
from punchboard.model.layout.face import Face
from punchboard.model.layout.trim import Trim
from punchboard.model.printing.printer import PrinterFile
from punchboard.model.printing.sheet import Margins, PaperFile
from punchboard.scene import Group, Item, Page, Shape, Stroke, Use

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


_TICK: Final = 4.0
"""Length in mm of a mark at the end of a cut."""
_STAND_OFF: Final = 0.8
"""Mm between such a mark and the picture."""

_HATCH: Final = 2.5
"""Mm between the hatch lines of a glue strip."""
_HATCH_STROKE: Final = Stroke("#8a8a8a", 0.2)
_JOINT_MARGIN: Final = 1.5
"""Mm of a glue strip beside the joint that are not hatched, so that an inaccurate cut shows no hatching."""
_LABEL_BACKGROUND: Final = "#ffffff"

_CELL: Final = Size(5.0, 3.6)
"""Size in mm of one part on the map."""


class PlacedPart(NamedTuple):
    """A part on its page: where its window lies, and the transform of the board's face onto the page."""

    window: Rect
    transform: Affine


class PartComposer(NamedTuple):
    """Makes the pages of boards; ``words`` are those of the game's language."""

    marker: Marker
    style: TextStyle
    words: Words
    label: str
    printer: PrinterFile | None = None
    """The printer whose printable area limits the parts; None for the default margins."""

    def pages(self, face: Face, name: str, paper: PaperFile) -> tuple[Page, ...]:
        """Return a page for each part of a board, row by row."""
        board = tiling(face.trim.frame(face.bleed), Size(paper.width, paper.height), self.printer)
        return tuple(self._page(face, name, board, part) for part in board.parts)

    def _page(self, face: Face, name: str, board: Tiling, part: Part) -> Page:
        placed = _placed_part(part, board)
        items = (
            Group((Use(face.symbol),), placed.transform, rectangle(placed.window)),
            *self._glue_strips(placed, part, board),
            *_cut_marks(placed, part, board, face.trim.frame()),
            *self._map(part, board),
            *self._legend(name, board, part),
        )
        return Page(board.paper, items, label=part.name)

    def _glue_strips(self, placed: PlacedPart, part: Part, board: Tiling) -> Iterator[Item]:
        """Yield the hatched strips that neighbouring parts are glued onto, each with the word for glue."""
        window, sides = placed.window, set(neighbour_sides(part, board))
        depth = OVERLAP - _JOINT_MARGIN
        strips = {
            "right": Rect(window.right - depth, window.y, depth, window.height),
            "bottom": Rect(window.x, window.bottom - depth, window.width, depth),
        }
        for side, strip in strips.items():
            if side in sides:
                yield Group(
                    (Shape(join_outlines(map(polyline, _hatch_lines(strip))), stroke=_HATCH_STROKE),),
                    clip=rectangle(strip),
                )
                yield from self._strip_label(strip, phrase(self.words, "glue"))

    def _strip_label(self, strip: Rect, word: str) -> Iterator[Item]:
        """Yield a word in the middle of a strip, along its length, on a white background."""
        style = self.style
        line = one_line(word, style, self.marker.setter)
        width, height = line.width + 3.0, style.cap_height + 2.4
        turn = 90 if strip.height > strip.width else 0
        background = Shape(rectangle(Rect(-width / 2, -height / 2, width, height)), fill=_LABEL_BACKGROUND)
        words = Group(line.items, Affine.move(-line.width / 2, style.cap_height / 2))
        yield Group((background, words), Affine.move(*strip.centre) @ Affine.turn(turn))

    def _map(self, part: Part, board: Tiling) -> Iterator[Item]:
        """Yield the map of the board: one cell for each part, the cell of this part black."""
        left, top = board.part_area.x, board.part_area.bottom + 4.5
        height = min(_CELL.height, (FOOT - 8.0) / board.rows)
        width = height * _CELL.width / _CELL.height
        for other in board.parts:
            cell = rectangle(Rect(left + other.column * width, top + other.row * height, width, height))
            yield Shape(cell, fill=MARK.colour if other == part else None, stroke=MARK)

    def _legend(self, name: str, board: Tiling, part: Part) -> Iterator[Item]:
        """Yield the label and the glue instructions beside the map, and the rulers."""
        area, paper = board.part_area, board.paper
        text = phrase(self.words, "board part", name=name, part=part.name, parts=len(board.parts))
        beside = area.x + board.columns * _CELL.width + 4.0
        foot = area.bottom + 4.5
        yield from one_line(
            f"{self.label} · {text}", self.style, self.marker.setter, beside, foot + self.style.cap_height
        ).items
        instructions = phrase(self.words, "board glue")
        yield from one_line(
            instructions, self.style, self.marker.setter, beside, foot + self.style.cap_height + self.style.leading
        ).items
        yield from self.marker.ruler(SheetArea(paper, Rect(area.x, area.y, area.width, area.bottom + 6 - area.y)))


def _placed_part(part: Part, board: Tiling) -> PlacedPart:
    """Return a part in the middle of the page's part area."""
    area, window = board.part_area, part.window
    x, y = area.x + (area.width - window.width) / 2, area.y + (area.height - window.height) / 2
    return PlacedPart(Rect(x, y, *window.size), Affine.move(x - window.x, y - window.y))


def _cut_marks(placed: PlacedPart, part: Part, board: Tiling, trim: Rect) -> Iterator[Item]:
    """Yield the cut marks of a part, and the dashed marks to which neighbours on the right and below are glued.

    A part is cut at its joints on the left and at the top, and at the board's own edges.
    """
    window, sides = placed.window, set(neighbour_sides(part, board))
    frame = placed.transform.bounds(trim)
    cuts_x = [window.x] if "left" in sides else [frame.x]
    cuts_y = [window.y] if "top" in sides else [frame.y]
    cuts_x += [] if "right" in sides else [frame.right]
    cuts_y += [] if "bottom" in sides else [frame.bottom]
    glue_x = [window.right - OVERLAP] if "right" in sides else []
    glue_y = [window.bottom - OVERLAP] if "bottom" in sides else []
    yield Shape(
        join_outlines(map(polyline, [*_vertical_ticks(cuts_x, window), *_horizontal_ticks(cuts_y, window)])),
        stroke=MARK,
    )
    if glue_x or glue_y:
        edges = [*_vertical_ticks(glue_x, window), *_horizontal_ticks(glue_y, window)]
        yield Shape(join_outlines(map(polyline, edges)), stroke=CUT_LINE._replace(dash=(0.8, 0.6)))


def _vertical_ticks(xs: list[float], window: Rect) -> Iterator[tuple[Point, Point]]:
    """Yield a mark above and below a window at each x."""
    for x in xs:
        yield Point(x, window.y - _STAND_OFF - _TICK), Point(x, window.y - _STAND_OFF)
        yield Point(x, window.bottom + _STAND_OFF), Point(x, window.bottom + _STAND_OFF + _TICK)


def _horizontal_ticks(ys: list[float], window: Rect) -> Iterator[tuple[Point, Point]]:
    """Yield a mark left and right of a window at each y."""
    for y in ys:
        yield Point(window.x - _STAND_OFF - _TICK, y), Point(window.x - _STAND_OFF, y)
        yield Point(window.right + _STAND_OFF, y), Point(window.right + _STAND_OFF + _TICK, y)


def _hatch_lines(strip: Rect) -> Iterator[tuple[Point, Point]]:
    """Yield lines at 45 degrees that cross a strip; they run over its edges and must be clipped."""
    reach = strip.width + strip.height
    steps = int(reach / _HATCH) + 1
    for step in range(steps + 1):
        x = strip.x + step * _HATCH
        yield Point(x, strip.y), Point(x - strip.height, strip.bottom)
