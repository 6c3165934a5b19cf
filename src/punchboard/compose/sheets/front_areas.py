"""Where on a paper fronts may lie, so that they and their backs can be printed, flipped or folded. Lengths in mm."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from punchboard.compose.sheets.imposition import Plan, Slot
from punchboard.geometry import Point, Rect, Size
from punchboard.model.printing.printer import PrinterFile
from punchboard.model.printing.sheet import Margins, SheetFile

_GUTTER: Final = 6.0
"""Mm between a fold and the trims beside it: room for bleed and short marks, cut off after folding."""

_BEYOND_BLEED: Final = 3.0
"""Mm of a gutter beyond the bleed."""


class FrontArea(NamedTuple):
    """The part of a paper for fronts, within ``printable``, and how its backs lie to it.

    ``flip`` is the edge that turns a front's place into that of its back; with a ``fold``, from end to end, they share
    a side of the paper, and the field is one half of it.
    """

    paper: Size
    printable: Rect
    area: Rect
    flip: str = "long edge"
    fold: tuple[Point, Point] | None = None

    def back_plan(self, fronts: Plan, turned_on: str = "long edge") -> Plan:
        """Return the places of the backs; folded cards that are turned on their short edge have their backs so."""
        backs = fronts.back_plan(self.flip)
        if self.fold is None or turned_on == "long edge":
            return backs
        return backs._replace(slots=tuple(Slot(middle, (turn + 180) % 360) for middle, turn in backs.slots))

    @property
    def turns(self) -> tuple[int, int]:
        """How components may be turned; first the turn that brings tops to the fold."""
        return (90, 0) if self.fold is not None and self.flip == "long edge" else (0, 90)

    def tops_meet(self, fronts: Plan) -> bool:
        """Tell whether the tops of fronts point to the fold."""
        return self.fold is not None and (self.flip == "long edge") == (fronts.slots[0].turn == 90)


def effective_margins(file: SheetFile, printer: PrinterFile | None = None) -> Margins:
    """Return the margins of a sheet layout or, where they are larger, those of a printer."""
    margins = Margins(*file.margin)
    return margins.larger(printer.margins) if printer is not None else margins


def fold_gutter(file: SheetFile) -> float:
    """Return the mm between a fold and the trims on each side of it."""
    return max(_GUTTER, file.bleed + _BEYOND_BLEED)


def front_areas(paper: Size, margins: Margins, file: SheetFile) -> tuple[FrontArea, ...]:
    """Return the fields that a sheet layout may lay out a paper with: two for a gutterfold, else one."""
    printable = margins.printable_area(paper)
    if file.faces == "fronts":
        return (single_sided_area(paper, margins),)
    if file.faces == "duplex":
        edge = _upright_edge(paper, file.flip)
        return (FrontArea(paper, printable, margins.for_both_sides(edge).printable_area(paper), edge),)
    gutter = fold_gutter(file)
    return (_beside_vertical_fold(paper, margins, gutter), _below_horizontal_fold(paper, margins, gutter))


def _upright_edge(paper: Size, flip: str) -> str:
    """Return the edge of an upright sheet that turns it over as a sheet is by ``flip``: lying across, it is the other.

    A sheet that lies across and is flipped on its long edge changes top and bottom, not left and right.
    """
    if paper.height >= paper.width:
        return flip
    return "short edge" if flip == "long edge" else "long edge"


def single_sided_area(paper: Size, margins: Margins) -> FrontArea:
    """Return the field of a paper that is printed on one side."""
    return FrontArea(paper, margins.printable_area(paper), margins.printable_area(paper))


def _beside_vertical_fold(paper: Size, margins: Margins, gutter: float) -> FrontArea:
    """Fronts on the left of an upright fold."""
    x, y, width, height = margins.for_both_sides("long edge").printable_area(paper)
    middle, printable = paper.width / 2, margins.printable_area(paper)
    fold = (Point(middle, printable.y), Point(middle, printable.bottom))
    return FrontArea(paper, printable, Rect(x, y, width / 2 - gutter, height), "long edge", fold)


def _below_horizontal_fold(paper: Size, margins: Margins, gutter: float) -> FrontArea:
    """Fronts below a level fold, with their tops to it."""
    x, _, width, height = margins.for_both_sides("short edge").printable_area(paper)
    middle, printable = paper.height / 2, margins.printable_area(paper)
    fold = (Point(printable.x, middle), Point(printable.right, middle))
    return FrontArea(paper, printable, Rect(x, middle + gutter, width, height / 2 - gutter), "short edge", fold)


def fullest_plan(found: Iterable[tuple[FrontArea, Plan | None]]) -> tuple[FrontArea, Plan] | None:
    """Return the field and plan with most places; of equals, one whose tops meet at its fold."""
    ranked = [(len(plan.slots), field.tops_meet(plan), field, plan) for field, plan in found if plan is not None]
    if not ranked:
        return None
    _, _, field, plan = max(ranked, key=lambda one: one[:2])
    return field, plan
