"""Print-and-play sheets: which component lies on which sheet and where, fronts and their backs."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from punchboard.compose.faces.face_spec import FaceSpec
from punchboard.compose.sheets.front_areas import (
    FrontArea,
    effective_margins,
    front_areas,
    fullest_plan,
    single_sided_area,
)
from punchboard.compose.sheets.imposition import ANY_GRID, GridRequest, Plan, Slot, clear_area, plan
from punchboard.compose.sheets.mixed_sizes import CompactBlock, compact_block, pack_on_shelves
from punchboard.compose.sheets.problems import no_fit_problem
from punchboard.geometry import Point, Rect, Size
from punchboard.model.layout.trim import Trim
from punchboard.model.printing.printer import PrinterFile
from punchboard.model.printing.sheet import PaperFile, SheetFile
from punchboard.problem import Place

BLOCK_SPACING: Final = 6.0
"""Mm between the bleeds of two blocks on a sheet: room for the marks of both."""

_LAYOUTS: Final = Place("layouts/sheets")

_PAGE_ORDER_STEPS: Final[Mapping[str, int]] = MappingProxyType({"front-back": 1, "back-front": -1})
"""The step through front and back that gives a page order."""


class Piece(NamedTuple):
    """One physical component: its face, its back and its id."""

    front: FaceSpec
    back: FaceSpec | None
    id: str = ""

    @property
    def sides(self) -> tuple[FaceSpec, ...]:
        """The face, and the back where there is one."""
        return (self.front,) if self.back is None else (self.front, self.back)


class SheetBlock(NamedTuple):
    """Components of one trim that lie as one block: the places, and the face in each with its component's id."""

    plan: Plan
    faces: tuple[tuple[Slot, FaceSpec, str], ...]
    side: str = "front"

    @property
    def occupied(self) -> tuple[Slot, ...]:
        """The places that are not empty."""
        return tuple(slot for slot, _, _ in self.faces)


class Sheet(NamedTuple):
    """One printed side of a sheet.

    ``side`` is ``front`` or ``back`` of a paper that is printed on both, else nothing; a sheet with a fold has backs
    beside fronts. Nothing but bleed leaves ``printable``.
    """

    paper: Size
    printable: Rect
    blocks: tuple[SheetBlock, ...]
    number: int
    side: str = ""
    fold: tuple[Point, Point] | None = None

    @property
    def faces(self) -> tuple[tuple[Slot, FaceSpec, str], ...]:
        """All that lies on it."""
        return tuple(face for lot in self.blocks for face in lot.faces)


class _PieceGroup(NamedTuple):
    """Pieces that may lie side by side, and the fullest plan for them."""

    front_area: FrontArea
    plan: Plan
    pieces: list[Piece]

    @property
    def remainder(self) -> list[Piece]:
        """What is left when all full sheets are."""
        full = len(self.pieces) // len(self.plan.slots) * len(self.plan.slots)
        return self.pieces[full:]

    def full_sheets(self) -> Iterator[list[Piece]]:
        size = len(self.plan.slots)
        return (self.pieces[at : at + size] for at in range(0, len(self.pieces) - size + 1, size))


class _SharedSheet(NamedTuple):
    """A sheet that remainders share: the field, and the groups with their places on it."""

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
    """Return the sides to print, in order: each front with its backs as the layout asks.

    Full sheets of one trim come first; what is left of several trims shares sheets, in blocks that straight cuts part.

    Args:
        pieces: the components, copies one after another.
        paper: the sheet.
        file: how components lie on it.
        printer: whose margins count where they are larger.
        place: the file of the sheet layout, for problems.
        keep_out: rectangles of each front that trims and bleeds stay out of.

    Raises:
        ProblemsFound: SHEET001 when a component, or as many as are wished, do not fit the printable area.
    """
    return tuple(_Planner(paper, file, printer, place, keep_out).sheets(pieces))


class _Planner:
    """Lays pieces out on one paper."""

    def __init__(
        self, paper: PaperFile, file: SheetFile, printer: PrinterFile | None, place: Place, keep_out: Sequence[Rect]
    ) -> None:
        self.paper, self.file, self.place = paper, file, place
        self.margins = effective_margins(file, printer)
        self.keep_out = tuple(rect.grow(file.bleed) for rect in keep_out)
        self.areas = front_areas(paper.size, self.margins, file)
        self.single_sided_areas = (single_sided_area(paper.size, self.margins),)
        self.number = 0

    def sheets(self, pieces: Sequence[Piece]) -> Iterator[Sheet]:
        groups = self._groups(pieces)
        shared = self._shared_sheets(groups)
        gone = {index for sheet in shared for index, _ in sheet.parts}
        for index, group in enumerate(groups):
            for lying in group.full_sheets():
                yield from self._sides(group.front_area, [(group.plan, lying)])
            if group.remainder and index not in gone:
                yield from self._sides(group.front_area, [(group.plan, group.remainder)])
        for field, parts in shared:
            yield from self._sides(field, [(places, groups[index].remainder) for index, places in parts])

    def _groups(self, pieces: Sequence[Piece]) -> list[_PieceGroup]:
        """Return pieces by their trim, and by what else keeps them apart, in the order of the first of each."""
        found: dict[tuple[Trim, str, bool], list[Piece]] = {}
        for piece in pieces:
            folded = self.file.faces == "gutterfold" and piece.back is not None
            found.setdefault((piece.front.trim, _separation_key(piece, self.file), folded), []).append(piece)
        plans = {
            (trim, folded): self._plan(trim, folded=folded) for trim, folded in dict.fromkeys(k[::2] for k in found)
        }
        return [_PieceGroup(*plans[trim, folded], same) for (trim, _, folded), same in found.items()]

    def _plan(self, trim: Trim, *, folded: bool) -> tuple[FrontArea, Plan]:
        wish = GridRequest(self.file.columns, self.file.rows)
        best = self._fullest(trim, wish, folded=folded)
        if best is None:
            asked = (self.file, self.place)
            raise no_fit_problem(trim, self.paper, self.margins, asked, self._fullest(trim, ANY_GRID, folded=folded))
        return best

    def _fullest(self, trim: Trim, wish: GridRequest, *, folded: bool) -> tuple[FrontArea, Plan] | None:
        return fullest_plan((field, self._plan_in(field, trim, wish)) for field in self._front_areas(folded=folded))

    def _front_areas(self, *, folded: bool) -> tuple[FrontArea, ...]:
        return self.areas if folded or self.file.faces != "gutterfold" else self.single_sided_areas

    def _plan_in(self, field: FrontArea, trim: Trim, wish: GridRequest) -> Plan | None:
        gap, size = self.file.gap, self.paper.size
        return plan(size, trim, gap=gap, room=field.area, requested=wish, keep_out=self.keep_out, turns=field.turns)

    def _shared_sheets(self, groups: Sequence[_PieceGroup]) -> tuple[_SharedSheet, ...]:
        """Return the sheets that what is left of several groups shares."""
        if self.file.decks == "apart" or self.file.columns or self.file.rows:
            return ()
        found: list[_SharedSheet] = []
        for folded in (False, True):
            same = [
                index
                for index, one in enumerate(groups)
                if one.remainder and (one.front_area.fold is not None) == folded
            ]
            if len(same) > 1:
                tried = [self._pack_remainders(field, groups, same) for field in self._front_areas(folded=folded)]
                found += min(tried, key=lambda one: len(same) - sum(len(sheet.parts) - 1 for sheet in one))
        return tuple(found)

    def _pack_remainders(
        self, field: FrontArea, groups: Sequence[_PieceGroup], rests: Sequence[int]
    ) -> list[_SharedSheet]:
        """Return the sheets with two blocks or more; a block alone lies as it would without any other."""
        room = clear_area(field.area, self.keep_out, across=False)
        blocks: dict[int, CompactBlock] = {}
        for index in rests:
            trim, count = groups[index].plan.trim, len(groups[index].remainder)
            block = compact_block(trim, count, self.file.gap, room.size, field.turns)
            if block is not None:
                blocks[index] = block
        names = list(blocks)
        laid = pack_on_shelves([blocks[name].size for name in names], room, 2 * self.file.bleed + BLOCK_SPACING)
        return [
            _SharedSheet(field, tuple((names[one], blocks[names[one]].plan_at(field.paper, at)) for one, at in sheet))
            for sheet in laid
            if len(sheet) > 1
        ]

    def _sides(self, field: FrontArea, parts: Sequence[tuple[Plan, Sequence[Piece]]]) -> Iterator[Sheet]:
        """Yield the sides of one sheet of paper."""
        self.number += 1
        fronts = tuple(_fronts(places, lying) for places, lying in parts)
        sheet = Sheet(field.paper, field.printable, fronts, self.number, fold=field.fold)
        if self.file.faces == "fronts" or (self.file.faces == "gutterfold" and field.fold is None):
            yield sheet
            return
        backs = tuple(_backs(field.back_plan(places, self.file.flip), lying) for places, lying in parts)
        if field.fold is not None:
            yield sheet._replace(blocks=fronts + backs)
            return
        both = (sheet._replace(side="front"), sheet._replace(side="back", blocks=backs))
        yield from both[:: _PAGE_ORDER_STEPS[self.file.order]]


def _separation_key(piece: Piece, file: SheetFile) -> str:
    """Return what keeps a piece out of the blocks of others: its kind of back, where backs would share a cut.

    A cut that is a little off would leave a sliver of the other back, and so mark the card.
    """
    back = piece.back.layout if piece.back is not None else ""
    if file.decks == "apart":
        return back or piece.front.layout
    return back if file.faces != "fronts" and not file.gap else ""


def _fronts(places: Plan, lying: Sequence[Piece]) -> SheetBlock:
    return SheetBlock(places, tuple((slot, one.front, one.id) for slot, one in zip(places.slots, lying, strict=False)))


def _backs(places: Plan, lying: Sequence[Piece]) -> SheetBlock:
    pairs = zip(places.slots, lying, strict=False)
    return SheetBlock(places, tuple((slot, one.back, one.id) for slot, one in pairs if one.back is not None), "back")
