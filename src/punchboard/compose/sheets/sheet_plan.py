"""The plan of print-and-play sheets: which component lies on which sheet and where, fronts and backs."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import ceil
from typing import Final, NamedTuple

from punchboard.compose.faces.face_spec import FaceSpec
from punchboard.compose.sheets.front_areas import (
    FrontArea,
    effective_margins,
    fold_gutter,
    front_areas,
    fullest_plan,
    single_sided_area,
)
from punchboard.compose.sheets.imposition import (
    ANY_GRID,
    CompactBlock,
    GridRequest,
    Plan,
    Slot,
    clear_area,
    compact_block,
    pack_on_shelves,
    plan_slots,
)
from punchboard.geometry import Point, Rect, Size
from punchboard.model.layout.trim import Trim
from punchboard.model.printing.printer import PrinterFile
from punchboard.model.printing.sheet import Margins, PaperFile, SheetFile
from punchboard.problem import Place, ProblemsFound, fail

BLOCK_SPACING: Final = 6.0
"""Mm between the bleeds of two blocks on a sheet: space for the marks of both."""

_LEGEND_STRIP: Final = 2.4
"""Mm that shared sheets keep free at each edge, if that takes no more sheets: space for label and rulers."""

_LAYOUTS: Final = Place("layouts/sheets")

_PAGE_ORDER_STEPS: Final[Mapping[str, int]] = {"front-back": 1, "back-front": -1}
"""The slice step that puts (front, back) in a page order."""


class Piece(NamedTuple):
    """One physical component: its front, its back and its component id."""

    front: FaceSpec
    back: FaceSpec | None
    id: str = ""

    @property
    def sides(self) -> tuple[FaceSpec, ...]:
        """The front, and the back if there is one."""
        return (self.front,) if self.back is None else (self.front, self.back)


class SheetBlock(NamedTuple):
    """A block of components of one trim: its plan, and the pieces whose fronts or backs lie in its slots."""

    plan: Plan
    pieces: tuple[Piece, ...]
    side: str = "front"

    @property
    def faces(self) -> tuple[tuple[Slot, FaceSpec, str], ...]:
        """The face and component id in each slot; a piece without a back leaves its slot on the back empty."""
        pairs = zip(self.plan.slots, self.pieces, strict=False)
        sides = ((slot, piece.front if self.side == "front" else piece.back, piece.id) for slot, piece in pairs)
        return tuple((slot, face, name) for slot, face, name in sides if face is not None)

    @property
    def occupied(self) -> tuple[Slot, ...]:
        """The slots with a face."""
        return tuple(slot for slot, _, _ in self.faces)


class Sheet(NamedTuple):
    """One printed side of a sheet.

    ``side`` is ``front`` or ``back`` if the paper is printed on both sides, else empty; a sheet with a fold has backs
    beside fronts. Only bleed may extend beyond ``printable``.
    """

    paper: Size
    printable: Rect
    blocks: tuple[SheetBlock, ...]
    number: int
    side: str = ""
    fold: tuple[Point, Point] | None = None

    @property
    def faces(self) -> tuple[tuple[Slot, FaceSpec, str], ...]:
        """The slot, face and component id of everything on the sheet."""
        return tuple(face for block in self.blocks for face in block.faces)


class _PieceGroup(NamedTuple):
    """Pieces that may share a block, and the fullest plan for them."""

    front_area: FrontArea
    plan: Plan
    pieces: list[Piece]

    @property
    def remainder(self) -> list[Piece]:
        """The pieces left over after all full sheets."""
        full = len(self.pieces) // len(self.plan.slots) * len(self.plan.slots)
        return self.pieces[full:]

    def full_sheets(self) -> Iterator[list[Piece]]:
        size = len(self.plan.slots)
        return (self.pieces[at : at + size] for at in range(0, len(self.pieces) - size + 1, size))


class _FilledPaper(NamedTuple):
    """One sheet of paper: the area for its fronts, and each of its plans with the pieces that lie in it."""

    front_area: FrontArea
    parts: tuple[tuple[Plan, Sequence[Piece]], ...]


class _SharedSheet(NamedTuple):
    """A sheet shared by the remainders of several groups: its area, and each group's index with its plan."""

    front_area: FrontArea
    parts: tuple[tuple[int, Plan], ...]


def plan_sheets(
    pieces: Sequence[Piece],
    paper: PaperFile,
    file: SheetFile,
    *,
    printer: PrinterFile | None = None,
    place: Place = _LAYOUTS,
    keep_out: Sequence[Rect] = (),
) -> tuple[Sheet, ...]:
    """Return the sides to print, in order, with fronts and backs as the sheet layout says.

    Full sheets of one trim come first. Then the remainders of several trims share sheets, in blocks that straight cuts
    can separate. Sheets without any back come last; with backs on the other side of the paper, their other sides are
    blank, so that no front is printed behind another.

    Args:
        pieces: the components, copies one after another.
        paper: the paper.
        file: the sheet layout.
        printer: a printer whose margins apply where they are larger than the layout's.
        place: the file of the sheet layout, for problems.
        keep_out: rectangles of each front that trims and bleeds stay out of.

    Raises:
        ProblemsFound: SHEET001 when a component, or the requested columns and rows, do not fit.
    """
    return tuple(_Planner(paper, file, printer, place, keep_out).sheets(pieces))


def fits_on_sheet(
    piece: Piece,
    paper: PaperFile,
    file: SheetFile,
    *,
    printer: PrinterFile | None = None,
    keep_out: Sequence[Rect] = (),
) -> bool:
    """Tell whether a component fits on a sheet at all; for the arguments see `plan_sheets`."""
    return _Planner(paper, file, printer, _LAYOUTS, keep_out).fits(piece)


def without_blank_end(sides: Sequence[Sheet]) -> Sequence[Sheet]:
    """Return the sides to print without a blank one at the end: nothing is printed behind the last front."""
    last = sides[-1] if sides else None
    is_blank = last is not None and last.side == "back" and _has_no_back((one.plan, one.pieces) for one in last.blocks)
    return sides[:-1] if is_blank else sides


def _has_no_back(parts: Iterable[tuple[Plan, Sequence[Piece]]]) -> bool:
    return all(piece.back is None for _, pieces in parts for piece in pieces)


class _Planner:
    """Plans the sheets of one paper in one sheet layout."""

    def __init__(
        self, paper: PaperFile, file: SheetFile, printer: PrinterFile | None, place: Place, keep_out: Sequence[Rect]
    ) -> None:
        self.paper, self.file, self.place = paper, file, place
        self.margins = effective_margins(file, printer)
        self.keep_out = tuple(rect.grow(file.bleed) for rect in keep_out)
        self.areas = front_areas(paper.size, self.margins, file)
        self.single_sided_areas = (single_sided_area(paper.size, self.margins),)
        self.number = 0

    def fits(self, piece: Piece) -> bool:
        return self._fullest(piece.front.trim, ANY_GRID, folded=self._is_folded(piece)) is not None

    def sheets(self, pieces: Sequence[Piece]) -> Iterator[Sheet]:
        for paper in sorted(self._filled_papers(pieces), key=self._is_without_backs):
            yield from self._sides(paper)

    def _is_without_backs(self, paper: _FilledPaper) -> bool:
        return self.file.faces == "duplex" and _has_no_back(paper.parts)

    def _filled_papers(self, pieces: Sequence[Piece]) -> Iterator[_FilledPaper]:
        groups = self._groups(pieces)
        shared = self._shared_sheets(groups)
        on_shared = {index for sheet in shared for index, _ in sheet.parts}
        for index, group in enumerate(groups):
            for batch in group.full_sheets():
                yield _FilledPaper(group.front_area, ((group.plan, batch),))
            if group.remainder and index not in on_shared:
                yield _FilledPaper(group.front_area, ((group.plan, group.remainder),))
        for front_area, parts in shared:
            yield _FilledPaper(front_area, tuple((plan, groups[index].remainder) for index, plan in parts))

    def _groups(self, pieces: Sequence[Piece]) -> list[_PieceGroup]:
        """Return pieces grouped by trim and by what else separates them, in the order of their first pieces."""
        grouped: dict[tuple[Trim, str, bool], list[Piece]] = {}
        for piece in pieces:
            key = (piece.front.trim, _separation_key(piece, self.file), self._is_folded(piece))
            grouped.setdefault(key, []).append(piece)
        plans = {
            (trim, folded): self._plan(trim, folded=folded) for trim, folded in dict.fromkeys(k[::2] for k in grouped)
        }
        return [_PieceGroup(*plans[trim, folded], same) for (trim, _, folded), same in grouped.items()]

    def _is_folded(self, piece: Piece) -> bool:
        return self.file.faces == "gutterfold" and piece.back is not None

    def _plan(self, trim: Trim, *, folded: bool) -> tuple[FrontArea, Plan]:
        requested = GridRequest(self.file.columns, self.file.rows)
        best = self._fullest(trim, requested, folded=folded)
        if best is None:
            layout = (self.file, self.place)
            raise _no_fit_problem(trim, self.paper, self.margins, layout, self._fullest(trim, ANY_GRID, folded=folded))
        return best

    def _fullest(self, trim: Trim, requested: GridRequest, *, folded: bool) -> tuple[FrontArea, Plan] | None:
        areas = self._front_areas(folded=folded)
        return fullest_plan((front_area, self._plan_in(front_area, trim, requested)) for front_area in areas)

    def _front_areas(self, *, folded: bool) -> tuple[FrontArea, ...]:
        return self.areas if folded or self.file.faces != "gutterfold" else self.single_sided_areas

    def _plan_in(self, front_area: FrontArea, trim: Trim, requested: GridRequest) -> Plan | None:
        return plan_slots(
            self.paper.size,
            trim,
            gap=self.file.gap,
            room=front_area.area,
            requested=requested,
            keep_out=self.keep_out,
            turns=front_area.turns,
        )

    def _shared_sheets(self, groups: Sequence[_PieceGroup]) -> tuple[_SharedSheet, ...]:
        """Return the sheets that the remainders of several groups share."""
        if self.file.decks == "apart" or self.file.columns or self.file.rows:
            return ()
        shared: list[_SharedSheet] = []
        for folded in (False, True):
            same = [
                index
                for index, group in enumerate(groups)
                if group.remainder and (group.front_area.fold is not None) == folded
            ]
            if len(same) > 1:
                choices = [
                    self._pack_remainders(area, groups, same, strip)
                    for strip in (self.file.bleed + _LEGEND_STRIP, _LEGEND_STRIP, 0.0)
                    for area in self._front_areas(folded=folded)
                ]
                shared += min(choices, key=lambda sheets: len(same) - sum(len(sheet.parts) - 1 for sheet in sheets))
        return tuple(shared)

    def _pack_remainders(
        self, front_area: FrontArea, groups: Sequence[_PieceGroup], indices: Sequence[int], strip: float
    ) -> list[_SharedSheet]:
        """Return the sheets with at least two blocks, ``strip`` mm from the edges of the area.

        A group alone on a sheet keeps its own plan.
        """
        room = clear_area(front_area.area.shrink(strip), self.keep_out, across=False)
        blocks: dict[int, CompactBlock] = {}
        for index in indices:
            trim, count = groups[index].plan.trim, len(groups[index].remainder)
            block = compact_block(trim, count, self.file.gap, room.size, front_area.turns)
            if block is not None:
                blocks[index] = block
        order = list(blocks)
        packed = pack_on_shelves([blocks[index].size for index in order], room, 2 * self.file.bleed + BLOCK_SPACING)
        return [
            _SharedSheet(
                front_area,
                tuple((order[number], blocks[order[number]].plan_at(front_area.paper, at)) for number, at in sheet),
            )
            for sheet in packed
            if len(sheet) > 1
        ]

    def _sides(self, filled: _FilledPaper) -> tuple[Sheet, ...]:
        """Return the sides of one sheet of paper, in the order in which they are printed."""
        front_area, parts = filled
        self.number += 1
        fronts = tuple(SheetBlock(plan, tuple(pieces)) for plan, pieces in parts)
        sheet = Sheet(front_area.paper, front_area.printable, fronts, self.number, fold=front_area.fold)
        if self.file.faces == "fronts" or (self.file.faces == "gutterfold" and front_area.fold is None):
            return (sheet,)
        backs = tuple(
            SheetBlock(front_area.back_plan(front.plan, self.file.flip), front.pieces, "back") for front in fronts
        )
        if front_area.fold is not None:
            return (sheet._replace(blocks=fronts + backs),)
        both = (sheet._replace(side="front"), sheet._replace(side="back", blocks=backs))
        return both[:: _PAGE_ORDER_STEPS[self.file.order]]


def _separation_key(piece: Piece, file: SheetFile) -> str:
    """Return a key that keeps pieces in separate blocks: the layout of the back, where backs would share a cut.

    An inaccurate cut would leave a sliver of the other back, and so mark the card. Circles share no cut.
    """
    back = piece.back.layout if piece.back is not None else ""
    if file.decks == "apart":
        return back or piece.front.layout
    shares_cuts = not file.gap and piece.front.trim.form != "circle"
    return back if file.faces != "fronts" and shares_cuts else ""


def _no_fit_problem(
    trim: Trim, paper: PaperFile, margins: Margins, layout: tuple[SheetFile, Place], best: tuple[FrontArea, Plan] | None
) -> ProblemsFound:
    """Return the problem of a trim that does not fit.

    Args:
        trim: the trim of the components.
        paper: the paper.
        margins: the margins of the layout and the printer.
        layout: the sheet layout, and the place of its file.
        best: the fullest plan without requested columns and rows, if any component fits at all.
    """
    file, place = layout
    half = "half of " if file.faces == "gutterfold" and (best is None or best[0].fold) else ""
    where = f"on {half}{paper.name} with margins of {margins}"
    if best is None:
        width, height = trim.size
        message = f"{trim.name!r} is {width:g} x {height:g} mm and does not fit {where}"
        least_width, least_height = _min_paper_size(trim, margins, file, folded=bool(half))
        hint = f"use paper of at least {least_width:g} x {least_height:g} mm, or a smaller margin in the sheet layout"
        return fail("SHEET001", place, message, hint)
    columns, rows = best[1].columns_and_rows
    requested = f"{file.columns or 'any number of'} columns and {file.rows or 'any number of'} rows"
    hint = f"{columns} x {rows} fit; change 'columns' and 'rows' in the sheet layout"
    return fail("SHEET001", place, f"{requested} of {trim.name!r} do not fit {where}", hint)


def _min_paper_size(trim: Trim, margins: Margins, file: SheetFile, *, folded: bool) -> Size:
    """Return the size in mm of the smallest portrait paper that one component fits on."""
    narrow, wide = sorted(trim.size)
    if folded:
        margins, (narrow, wide) = margins.for_both_sides("short edge"), (wide, 2 * (narrow + fold_gutter(file)))
    elif file.faces == "duplex":
        margins = margins.for_both_sides(file.flip)
    size = Size(narrow + margins.left + margins.right, wide + margins.top + margins.bottom)
    return Size(*(ceil(round(10 * side, 3)) / 10 for side in size))
