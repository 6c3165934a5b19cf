"""Print-and-play sheets: which component lies on which sheet and where, fronts and their backs."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from punchboard.compose.faces.face_spec import FaceSpec
from punchboard.compose.sheets.imposition import ANY, Plan, Slot, Wish, clear, plan
from punchboard.compose.sheets.mixed_sizes import Compact, compact, shelved
from punchboard.compose.sheets.printable_fields import Field, fields_of, fullest, margins_of, plain_field
from punchboard.compose.sheets.problems import no_room
from punchboard.geometry import Point, Rect, Size
from punchboard.model.layout.trim import Trim
from punchboard.model.printing.printer import PrinterFile
from punchboard.model.printing.sheet import PaperFile, SheetFile
from punchboard.problem import Place

AIR: Final = 6.0
"""Mm between the bleeds of two blocks on a sheet: room for the marks of both."""

_LAYOUTS: Final = Place("layouts/sheets")

_OF_BACKS: Final[Mapping[str, int]] = MappingProxyType({"front-back": 1, "back-front": -1})
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


class Lot(NamedTuple):
    """Components of one trim that lie as one block: the places, and the face in each with its component's id."""

    plan: Plan
    faces: tuple[tuple[Slot, FaceSpec, str], ...]
    side: str = "front"

    @property
    def taken(self) -> tuple[Slot, ...]:
        """The places that are not empty."""
        return tuple(slot for slot, _, _ in self.faces)


class Sheet(NamedTuple):
    """One printed side of a sheet.

    ``side`` is ``front`` or ``back`` of a paper that is printed on both, else nothing; a sheet with a fold has backs
    beside fronts. Nothing but bleed leaves ``printable``.
    """

    paper: Size
    printable: Rect
    lots: tuple[Lot, ...]
    number: int
    side: str = ""
    fold: tuple[Point, Point] | None = None

    @property
    def faces(self) -> tuple[tuple[Slot, FaceSpec, str], ...]:
        """All that lies on it."""
        return tuple(face for lot in self.lots for face in lot.faces)


class _Group(NamedTuple):
    """Pieces that may lie side by side, and the fullest plan for them."""

    field: Field
    plan: Plan
    pieces: list[Piece]

    @property
    def rest(self) -> list[Piece]:
        """What is left when all full sheets are."""
        full = len(self.pieces) // len(self.plan.slots) * len(self.plan.slots)
        return self.pieces[full:]

    def full(self) -> Iterator[list[Piece]]:
        size = len(self.plan.slots)
        return (self.pieces[at : at + size] for at in range(0, len(self.pieces) - size + 1, size))


class _Shared(NamedTuple):
    """A sheet that remainders share: the field, and the groups with their places on it."""

    field: Field
    parts: tuple[tuple[int, Plan], ...]


def sheets(
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
        self.margins = margins_of(file, printer)
        self.keep_out = tuple(rect.grow(file.bleed) for rect in keep_out)
        self.fields = fields_of(paper.size, self.margins, file)
        self.plain = (plain_field(paper.size, self.margins),)
        self.number = 0

    def sheets(self, pieces: Sequence[Piece]) -> Iterator[Sheet]:
        groups = self._groups(pieces)
        shared = self._shared(groups)
        gone = {index for sheet in shared for index, _ in sheet.parts}
        for index, group in enumerate(groups):
            for lying in group.full():
                yield from self._sides(group.field, [(group.plan, lying)])
            if group.rest and index not in gone:
                yield from self._sides(group.field, [(group.plan, group.rest)])
        for field, parts in shared:
            yield from self._sides(field, [(places, groups[index].rest) for index, places in parts])

    def _groups(self, pieces: Sequence[Piece]) -> list[_Group]:
        """Return pieces by their trim, and by what else keeps them apart, in the order of the first of each."""
        found: dict[tuple[Trim, str, bool], list[Piece]] = {}
        for piece in pieces:
            folded = self.file.faces == "gutterfold" and piece.back is not None
            found.setdefault((piece.front.trim, _kept_apart(piece, self.file), folded), []).append(piece)
        plans = {
            (trim, folded): self._plan(trim, folded=folded) for trim, folded in dict.fromkeys(k[::2] for k in found)
        }
        return [_Group(*plans[trim, folded], same) for (trim, _, folded), same in found.items()]

    def _plan(self, trim: Trim, *, folded: bool) -> tuple[Field, Plan]:
        wish = Wish(self.file.columns, self.file.rows)
        best = self._fullest(trim, wish, folded=folded)
        if best is None:
            asked = (self.file, self.place)
            raise no_room(trim, self.paper, self.margins, asked, self._fullest(trim, ANY, folded=folded))
        return best

    def _fullest(self, trim: Trim, wish: Wish, *, folded: bool) -> tuple[Field, Plan] | None:
        return fullest((field, self._plan_in(field, trim, wish)) for field in self._fields(folded=folded))

    def _fields(self, *, folded: bool) -> tuple[Field, ...]:
        return self.fields if folded or self.file.faces != "gutterfold" else self.plain

    def _plan_in(self, field: Field, trim: Trim, wish: Wish) -> Plan | None:
        gap, size = self.file.gap, self.paper.size
        return plan(size, trim, gap=gap, room=field.room, wish=wish, keep_out=self.keep_out, turns=field.turns)

    def _shared(self, groups: Sequence[_Group]) -> tuple[_Shared, ...]:
        """Return the sheets that what is left of several groups shares."""
        if self.file.decks == "apart" or self.file.columns or self.file.rows:
            return ()
        found: list[_Shared] = []
        for folded in (False, True):
            same = [index for index, one in enumerate(groups) if one.rest and (one.field.fold is not None) == folded]
            if len(same) > 1:
                tried = [self._on_shelves(field, groups, same) for field in self._fields(folded=folded)]
                found += min(tried, key=lambda one: len(same) - sum(len(sheet.parts) - 1 for sheet in one))
        return tuple(found)

    def _on_shelves(self, field: Field, groups: Sequence[_Group], rests: Sequence[int]) -> list[_Shared]:
        """Return the sheets with two blocks or more; a block alone lies as it would without any other."""
        room = clear(field.room, self.keep_out, across=False)
        blocks: dict[int, Compact] = {}
        for index in rests:
            trim, count = groups[index].plan.trim, len(groups[index].rest)
            block = compact(trim, count, self.file.gap, room.size, field.turns)
            if block is not None:
                blocks[index] = block
        names = list(blocks)
        laid = shelved([blocks[name].size for name in names], room, 2 * self.file.bleed + AIR)
        return [
            _Shared(field, tuple((names[one], blocks[names[one]].plan(field.paper, at)) for one, at in sheet))
            for sheet in laid
            if len(sheet) > 1
        ]

    def _sides(self, field: Field, parts: Sequence[tuple[Plan, Sequence[Piece]]]) -> Iterator[Sheet]:
        """Yield the sides of one sheet of paper."""
        self.number += 1
        fronts = tuple(_fronts(places, lying) for places, lying in parts)
        sheet = Sheet(field.paper, field.printable, fronts, self.number, fold=field.fold)
        if self.file.faces == "fronts" or (self.file.faces == "gutterfold" and field.fold is None):
            yield sheet
            return
        backs = tuple(_backs(field.behind(places, self.file.flip), lying) for places, lying in parts)
        if field.fold is not None:
            yield sheet._replace(lots=fronts + backs)
            return
        both = (sheet._replace(side="front"), sheet._replace(side="back", lots=backs))
        yield from both[:: _OF_BACKS[self.file.order]]


def _kept_apart(piece: Piece, file: SheetFile) -> str:
    """Return what keeps a piece out of the blocks of others: its kind of back, where backs would share a cut.

    A cut that is a little off would leave a sliver of the other back, and so mark the card.
    """
    back = piece.back.layout if piece.back is not None else ""
    if file.decks == "apart":
        return back or piece.front.layout
    return back if file.faces != "fronts" and not file.gap else ""


def _fronts(places: Plan, lying: Sequence[Piece]) -> Lot:
    return Lot(places, tuple((slot, one.front, one.id) for slot, one in zip(places.slots, lying, strict=False)))


def _backs(places: Plan, lying: Sequence[Piece]) -> Lot:
    pairs = zip(places.slots, lying, strict=False)
    return Lot(places, tuple((slot, one.back, one.id) for slot, one in pairs if one.back is not None), "back")
