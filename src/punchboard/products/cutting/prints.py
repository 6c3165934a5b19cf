"""Print files and sheet plans for cutting machines; shapes with different gaps get separate sheets."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from punchboard.compose.cutting.pages import CutPattern, keep_out_areas
from punchboard.compose.sheets.front_areas import effective_margins
from punchboard.compose.sheets.sheet_plan import Piece, Sheet, plan_sheets
from punchboard.model.printing.cutting_machine import MachineFile
from punchboard.model.printing.expected_pdf import ExpectedPdf
from punchboard.model.printing.sheet import PaperFile, SheetFile
from punchboard.problem import Place
from punchboard.products.game.composed_game import ComposedGame
from punchboard.scene import Page


class PrintFile(NamedTuple):
    """A printed file: its name without suffix, its pages, the cut and the contents of each (a back has no cut)."""

    name: str
    pages: tuple[Page, ...]
    cuts: tuple[CutPattern | None, ...]
    contents: tuple[str, ...]
    pieces: int
    expected: ExpectedPdf

    @property
    def patterns(self) -> dict[CutPattern, str]:
        """The name of each pattern's cut files, in page order."""
        return cut_file_names(self.name, self.cuts)


def cut_file_names(name: str, cuts: Sequence[CutPattern | None]) -> dict[CutPattern, str]:
    """Return the name of the cut files of each distinct pattern of a print."""
    different = dict.fromkeys(cut for cut in cuts if cut is not None)
    return {cut: f"{name}-cut-{number}" for number, cut in enumerate(different, 1)}


def cut_contents(side: Sheet) -> str:
    """Return what is cut out of a sheet side, as in ``18 x hex 50mm``."""
    count = Counter(lot.plan.trim.name for lot in side.blocks for _ in lot.faces if lot.side == "front")
    return ", ".join(f"{number} x {name}" for name, number in count.items())


class SheetPlanner:
    """Plans sheets of components; machines with equal requirements share a plan."""

    def __init__(self, composed: ComposedGame) -> None:
        self._composed = composed
        self._plans: dict[str, tuple[Sheet, ...]] = {}

    def sides(self, paper: PaperFile, name: str, machine: MachineFile) -> tuple[Sheet, ...]:
        """Return the printed sheet sides; shapes with equal gaps share sheets.

        Raises:
            ProblemsFound: SHEET001 if a component does not fit.
        """
        key = f"{paper} {machine.sheet} {machine.forms} {machine.registration}"
        if key not in self._plans:
            self._plans[key] = tuple(self._plan(paper, name, machine))
        return self._plans[key]

    def _plan(self, paper: PaperFile, name: str, machine: MachineFile) -> Iterator[Sheet]:
        by_gap: dict[float, list[Piece]] = {}
        for piece in self._composed.flat_pieces(paper):
            by_gap.setdefault(machine.form(piece.front.trim.form).gap, []).append(piece)
        number = 0
        for gap, pieces in by_gap.items():
            found = self._plan_with_gap(paper, name, machine.sheet.model_copy(update={"gap": gap}), machine, pieces)
            yield from (side._replace(number=number + side.number) for side in found)
            number += max(side.number for side in found)

    def _plan_with_gap(
        self, paper: PaperFile, name: str, file: SheetFile, machine: MachineFile, pieces: Sequence[Piece]
    ) -> tuple[Sheet, ...]:
        """Return the sheet sides of some pieces; labels may be closer to the edge than the machine cuts."""
        printer = self._composed.print_options.printer
        keep_out = keep_out_areas(paper.size, machine, {piece.front.trim for piece in pieces})
        place = Place(f"layouts/machines/{name}.yaml")
        found = plan_sheets(pieces, paper, file, printer=printer, place=place, keep_out=keep_out)
        printable = effective_margins(SheetFile(), printer).printable_area(paper.size)
        return tuple(side._replace(printable=printable) for side in found)
