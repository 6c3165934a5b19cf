"""The areas of a paper for fronts, so that they and their backs can be printed, flipped or folded. Lengths in mm."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from punchboard.compose.sheets.imposition import Plan, Slot
from punchboard.geometry import Point, Rect, Size
from punchboard.model.printing.printer import PrinterFile
from punchboard.model.printing.sheet import Margins, SheetFile

_GUTTER: Final = 6.0
"""The least distance in mm between a fold and the trims beside it: space for bleed and short marks."""

_BEYOND_BLEED: Final = 3.0
"""Mm by which a gutter is at least wider than the bleed."""


class FrontArea(NamedTuple):
    """The area of a paper for fronts, within the printable area, and how the backs are arranged.

    Flipping the paper on the edge ``flip`` brings a back behind its front. With a ``fold`` (its two ends), fronts and
    backs share a side of the paper, and the area is one half of it.
    """

    paper: Size
    printable: Rect
    area: Rect
    flip: str = "long edge"
    fold: tuple[Point, Point] | None = None

    def back_plan(self, fronts: Plan, turned_on: str = "long edge") -> Plan:
        """Return the plan of the backs; on folded paper, ``short edge`` rotates the backs by 180 degrees."""
        backs = fronts.back_plan(self.flip)
        if self.fold is None or turned_on == "long edge":
            return backs
        return backs._replace(slots=tuple(Slot(middle, (turn + 180) % 360) for middle, turn in backs.slots))

    @property
    def turns(self) -> tuple[int, int]:
        """The allowed rotations of components in degrees; first the one that puts tops towards the fold."""
        return (90, 0) if self.fold is not None and self.flip == "long edge" else (0, 90)

    def tops_meet(self, fronts: Plan) -> bool:
        """Tell whether the tops of fronts point towards the fold."""
        return self.fold is not None and (self.flip == "long edge") == (fronts.slots[0].turn == 90)


def effective_margins(file: SheetFile, printer: PrinterFile | None = None) -> Margins:
    """Return the larger of the sheet layout's and the printer's margins, side by side."""
    margins = Margins(*file.margin)
    return margins.larger(printer.margins) if printer is not None else margins


def fold_gutter(file: SheetFile) -> float:
    """Return the distance in mm between a fold and the trims on each side of it."""
    return max(_GUTTER, file.bleed + _BEYOND_BLEED)


def front_areas(paper: Size, margins: Margins, file: SheetFile) -> tuple[FrontArea, ...]:
    """Return the front areas that a sheet layout allows on a paper: two for a gutterfold, else one."""
    printable = margins.printable_area(paper)
    if file.faces == "fronts":
        return (single_sided_area(paper, margins),)
    if file.faces == "duplex":
        edge = _upright_edge(paper, file.flip)
        return (FrontArea(paper, printable, margins.for_both_sides(edge).printable_area(paper), edge),)
    gutter = fold_gutter(file)
    return (_beside_vertical_fold(paper, margins, gutter), _below_horizontal_fold(paper, margins, gutter))


def _upright_edge(paper: Size, flip: str) -> str:
    """Return the edge on which a portrait sheet would be flipped to exchange the same sides as this paper does.

    A landscape sheet flipped on its long edge exchanges top and bottom, as a portrait sheet does on its short edge.
    """
    if paper.height >= paper.width:
        return flip
    return "short edge" if flip == "long edge" else "long edge"


def single_sided_area(paper: Size, margins: Margins) -> FrontArea:
    """Return the front area of a paper that is printed on one side."""
    return FrontArea(paper, margins.printable_area(paper), margins.printable_area(paper))


def _beside_vertical_fold(paper: Size, margins: Margins, gutter: float) -> FrontArea:
    """Return the front area to the left of a vertical fold."""
    x, y, width, height = margins.for_both_sides("long edge").printable_area(paper)
    middle, printable = paper.width / 2, margins.printable_area(paper)
    fold = (Point(middle, printable.y), Point(middle, printable.bottom))
    return FrontArea(paper, printable, Rect(x, y, width / 2 - gutter, height), "long edge", fold)


def _below_horizontal_fold(paper: Size, margins: Margins, gutter: float) -> FrontArea:
    """Return the front area below a horizontal fold."""
    x, _, width, height = margins.for_both_sides("short edge").printable_area(paper)
    middle, printable = paper.height / 2, margins.printable_area(paper)
    fold = (Point(printable.x, middle), Point(printable.right, middle))
    return FrontArea(paper, printable, Rect(x, middle + gutter, width, height / 2 - gutter), "short edge", fold)


def fullest_plan(candidates: Iterable[tuple[FrontArea, Plan | None]]) -> tuple[FrontArea, Plan] | None:
    """Return the area and plan with the most slots; of equal ones, one whose tops meet at the fold."""
    ranked = [(len(plan.slots), area.tops_meet(plan), area, plan) for area, plan in candidates if plan is not None]
    if not ranked:
        return None
    _, _, area, plan = max(ranked, key=lambda rank: rank[:2])
    return area, plan
