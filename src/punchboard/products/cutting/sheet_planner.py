"""Sheet plans for cutting machines; shapes with different gaps get separate sheets."""

from collections.abc import Iterator
from typing import NamedTuple

from punchboard.compose.cutting import keep_out_areas
from punchboard.compose.sheets.front_areas import effective_margins
from punchboard.compose.sheets.sheet_plan import Piece, Sheet, fits_on_sheet, plan_sheets, without_blank_end
from punchboard.geometry import Rect
from punchboard.model.layout.trim import Trim
from punchboard.model.printing.destinations import MachineFile
from punchboard.model.printing.printer import PrinterFile
from punchboard.model.printing.sheet import PaperFile, SheetFile
from punchboard.problem import Place
from punchboard.products.game.composed_game import ComposedGame


class SheetPlanner:
    """Plans sheets of components; machines with equal requirements share a plan.

    Components that are too large for a machine's sheet are left out; `left_out_problems` reports them.
    """

    def __init__(self, composed: ComposedGame) -> None:
        self._composed = composed
        self._plans: dict[str, tuple[Sheet, ...]] = {}

    def sides(self, paper: PaperFile, name: str, machine: MachineFile) -> tuple[Sheet, ...]:
        """Return the printed sheet sides; shapes with equal gaps share sheets."""
        key = f"{paper} {machine.sheet} {machine.forms} {machine.registration}"
        if key not in self._plans:
            self._plans[key] = tuple(without_blank_end(tuple(self._plan(paper, name, machine))))
        return self._plans[key]

    def _plan(self, paper: PaperFile, name: str, machine: MachineFile) -> Iterator[Sheet]:
        printer = self._composed.print_options.printer
        printable = effective_margins(SheetFile(), printer).printable_area(
            paper.size
        )  # labels may be close to the edge
        place = Place(f"layouts/machines/{name}.yaml")
        number = 0
        for group in _groups(self._composed, paper, machine):
            pieces = [piece for piece in group.pieces if piece.front.trim not in group.too_large]
            found = plan_sheets(pieces, paper, group.file, printer=printer, place=place, keep_out=group.keep_out)
            yield from (side._replace(number=number + side.number, printable=printable) for side in found)
            number += max((side.number for side in found), default=0)


def trims_too_large(composed: ComposedGame, paper: PaperFile, machine: MachineFile) -> frozenset[Trim]:
    """Return the trims of components that do not fit on a machine's sheet of a paper."""
    return frozenset().union(*(group.too_large for group in _groups(composed, paper, machine)))


class _Group(NamedTuple):
    """Components that are cut with one gap, and the sheets that they go on."""

    pieces: tuple[Piece, ...]
    file: SheetFile
    keep_out: tuple[Rect, ...]
    paper: PaperFile
    printer: PrinterFile | None

    @property
    def too_large(self) -> frozenset[Trim]:
        """The trims that do not fit on a sheet."""
        one_each = {(piece.front.trim, piece.back is None): piece for piece in self.pieces}
        return frozenset(
            trim
            for (trim, _), piece in one_each.items()
            if not fits_on_sheet(piece, self.paper, self.file, printer=self.printer, keep_out=self.keep_out)
        )


def _groups(composed: ComposedGame, paper: PaperFile, machine: MachineFile) -> Iterator[_Group]:
    by_gap: dict[float, list[Piece]] = {}
    for piece in composed.flat_pieces(paper):
        by_gap.setdefault(machine.form(piece.front.trim.form).gap, []).append(piece)
    for gap, pieces in by_gap.items():
        keep_out = keep_out_areas(paper.size, machine, {piece.front.trim for piece in pieces})
        file = machine.sheet.model_copy(update={"gap": gap})
        yield _Group(tuple(pieces), file, keep_out, paper, composed.print_options.printer)
