"""Print-and-play sheets: components of one trim on a stack of sheets, fronts and, behind them, backs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from punchboard.compose.imposition import Plan, Slot, clip_outline, plan
from punchboard.compose.marks import Marker
from punchboard.geometry import Affine, Outline, Rect, Size
from punchboard.model.face import Face
from punchboard.model.layout import PaperFile, SheetFile
from punchboard.model.trim import Trim
from punchboard.problem import Place, ProblemsFound, fail
from punchboard.scene import Group, Item, Mark, Page, Symbol, Use


class Piece(NamedTuple):
    """One physical component: its face, its back and its id."""

    front: Face
    back: Face | None
    id: str = ""

    @property
    def sides(self) -> tuple[Face, ...]:
        """The face, and the back where there is one."""
        return (self.front,) if self.back is None else (self.front, self.back)


class Sheet(NamedTuple):
    """One side of a printed sheet: the places, and the face that lies in each with the id of its component."""

    plan: Plan
    faces: tuple[tuple[Slot, Face, str], ...]
    name: str
    side: str = "front"


def sheets(pieces: Sequence[Piece], paper: PaperFile, file: SheetFile) -> tuple[Sheet, ...]:
    """Return the sides to print, in order: all fronts, or each front followed by its backs.

    Raises:
        ProblemsFound: when a component is larger than the paper's printable area.
    """
    result: list[Sheet] = []
    number = 0
    groups: dict[tuple[Trim, str], list[Piece]] = {}
    for piece in pieces:
        groups.setdefault((piece.front.trim, _back_apart(piece, file)), []).append(piece)
    for (trim, _), same in groups.items():
        places = _plan(trim, paper, file)
        size = len(places.slots)
        for start in range(0, len(same), size):
            number += 1
            result += _both_sides(places, same[start : start + size], file, str(number))
    return tuple(result)


def _back_apart(piece: Piece, file: SheetFile) -> str:
    """Return what keeps a piece off the sheets of others: its kind of back, where backs would share a cut.

    A cut that is a little off would leave a sliver of the other back, and so mark the card.
    """
    butted = file.faces == "duplex" and not file.gap
    return piece.back.layout if butted and piece.back is not None else ""


def _both_sides(places: Plan, pieces: Sequence[Piece], file: SheetFile, number: str) -> Iterator[Sheet]:
    fronts = tuple((slot, piece.front, piece.id) for slot, piece in zip(places.slots, pieces, strict=False))
    if file.faces == "fronts":
        yield Sheet(places, fronts, number)
        return
    yield Sheet(places, fronts, f"{number} front")
    behind = places.backs(file.flip)
    backs = tuple(
        (slot, piece.back, piece.id)
        for slot, piece in zip(behind.slots, pieces, strict=False)
        if piece.back is not None
    )
    yield Sheet(behind, backs, f"{number} back", "back")


def _plan(trim: Trim, paper: PaperFile, file: SheetFile) -> Plan:
    found = plan(Size(paper.width, paper.height), trim, gap=file.gap, margin=file.margin)
    if found is None:
        raise _too_large(trim, paper, file)
    return found


def _too_large(trim: Trim, paper: PaperFile, file: SheetFile) -> ProblemsFound:
    width, height = trim.size
    return fail(
        "SHEET001",
        Place("layouts/papers.yaml"),
        f"{trim.name!r} is {width:g} x {height:g} mm and does not fit on {paper.name}"
        f" with margins of {file.margin:g} mm",
        "choose a larger paper, or a smaller margin in the sheet layout",
    )


class SheetComposer:
    """Makes the pages of sheets; what pages of one pattern share is worked out once and drawn as a symbol."""

    def __init__(self, marker: Marker, label: str) -> None:
        self._marker, self._label = marker, label
        self._patterns: dict[tuple[Plan, tuple[Slot, ...], float], _Pattern] = {}

    def page(self, sheet: Sheet, number: int, pages: int) -> Page:
        """Return the scene of one side, with its name and number in the label."""
        bleed = min([self._marker.file.bleed, *(face.bleed for _, face, _ in sheet.faces)])
        pattern = self._pattern(sheet.plan, tuple(slot for slot, _, _ in sheet.faces), bleed)
        label = f"{self._label} · sheet {sheet.name} · page {number} of {pages}"
        items: list[Item] = [pattern.below]
        for (_, face, id_), place, clip in zip(sheet.faces, pattern.places, pattern.clips, strict=True):
            items.append(Group((Use(face.symbol),), place, clip, Mark(id_, sheet.side, face.trim.size)))
        items += pattern.above
        items += self._marker.label(sheet.plan, label)
        return Page(sheet.plan.paper, tuple(items), label=sheet.name, side=sheet.side)

    def _pattern(self, plan_: Plan, taken: tuple[Slot, ...], bleed: float) -> _Pattern:
        key = (plan_, taken, bleed)
        found = self._patterns.get(key)
        if found is None:
            found = self._patterns[key] = self._new_pattern(plan_, taken, bleed)
        return found

    def _new_pattern(self, plan_: Plan, taken: tuple[Slot, ...], bleed: float) -> _Pattern:
        marker = self._marker
        whole = Rect(0, 0, *plan_.paper)
        below = (*marker.marks(plan_, taken), *marker.ruler(plan_))
        above = tuple(marker.cut_lines(plan_, taken))
        return _Pattern(
            Use(Symbol("marks", whole, below)),
            (Use(Symbol("cut lines", whole, above)),) if above else (),
            tuple(slot.transform(plan_.trim) for slot in taken),
            tuple(clip_outline(slot, plan_, taken, bleed) for slot in taken),
        )


class _Pattern(NamedTuple):
    below: Use
    above: tuple[Use, ...]
    places: tuple[Affine, ...]
    clips: tuple[Outline, ...]
