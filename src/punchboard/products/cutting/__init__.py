"""Sheets for cutting machines: prints with registration marks, cut files, and instructions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from punchboard.compose.cutting.nets import net_cut_pattern, page_on_paper, paper_within_marks
from punchboard.compose.cutting.pages import CutPattern, cut_page, keep_out_areas, print_page, sheet_cut_pattern
from punchboard.compose.sheets.marks import Marker
from punchboard.compose.sheets.pages import SheetComposer
from punchboard.compose.sheets.sheet_plan import Sheet
from punchboard.model.printing.cutting_machine import MachineFile
from punchboard.model.printing.sheet import PaperFile
from punchboard.products.cutting.instructions import InstructionContext, instructions
from punchboard.products.cutting.prints import PrintFile, cut_contents, cut_file_names
from punchboard.products.cutting.sheet_planner import SheetPlanner, trims_too_large
from punchboard.products.expected import expected_nets, expected_sheets
from punchboard.products.game.composed_game import ComposedGame, Product
from punchboard.products.nets import net_pages
from punchboard.scene import Document, Page


def cutting(composed: ComposedGame) -> Iterator[Product]:
    """Yield, for each paper and machine, the prints, the files of each cut pattern, and instructions.

    Pages with equal cuts share cut files, which the instructions and the label of each sheet name. Components that are
    too large for a machine's sheet are left out; `left_out_problems` reports them.
    """
    planner = SheetPlanner(composed)
    for paper_name, paper in composed.papers.items():
        for name, machine in composed.loaded.layouts.machines.items():
            if composed.wants("cutting", name):
                job = _Job(composed, f"{paper_name}{composed.suffix}", paper, name, machine)
                files = job.products(planner.sides(paper, name, machine))
                yield from (product._replace(paper=paper_name) for product in files)


class _Job:
    """The files of one machine on one paper."""

    def __init__(self, composed: ComposedGame, stem: str, paper: PaperFile, name: str, machine: MachineFile) -> None:
        self.composed, self.stem, self.paper, self.name, self.machine = composed, stem, paper, name, machine
        self.has_cut_files = machine.cut == "files"

    def products(self, sides: Sequence[Sheet]) -> Iterator[Product]:
        """Yield the files for the printed sides of flat components, and for nets and stickers."""
        prints = [printed for printed in (self._sheets(sides), self._nets()) if printed is not None]
        for printed in prints:
            yield from self._files(printed)
        if prints:
            game = self.composed.game
            context = InstructionContext(
                f"{game.title} {game.file.version}", self.name, self.machine, self.paper, tuple(prints)
            )
            yield Product(self._path(f"{self.stem}.txt"), format="data", data=instructions(context).encode("utf-8"))

    def _path(self, name: str) -> str:
        return f"cutting/{self.name}/{name}"

    def _files(self, printed: PrintFile) -> Iterator[Product]:
        """Yield a print and, if the machine needs cut files, the files of each pattern."""
        game = self.composed.game
        pages = tuple(
            page if cut is None else print_page(page, cut, self.machine)
            for page, cut in zip(printed.pages, printed.cuts, strict=True)
        )
        document = Document(game.title, pages, subject=f"cutting, {self.name}", language=game.file.language)
        path = self._path(f"{printed.name}.pdf")
        yield Product(
            path, document, pieces=printed.pieces, is_home_print=self.has_cut_files, expected=printed.expected
        )
        for cut, name in printed.patterns.items() if self.has_cut_files else ():
            page = cut_page(self.paper.size, cut, self.machine)
            for form in self.machine.files:
                yield Product(self._path(f"{name}.{form}"), Document(f"{game.title}: {name}", (page,)), format=form)

    def _sheets(self, sides: Sequence[Sheet]) -> PrintFile | None:
        """Return the print of flat components, if any."""
        if not sides:
            return None
        cuts = tuple(None if side.side == "back" else sheet_cut_pattern(side, self.machine) for side in sides)
        left_out = trims_too_large(self.composed, self.paper, self.machine)
        return PrintFile(
            self.stem,
            self._pages(sides, cuts),
            cuts,
            tuple(map(cut_contents, sides)),
            sum(len(side.faces) for side, cut in zip(sides, cuts, strict=True) if cut is not None),
            expected_sheets(self.composed, self.paper, self.machine.sheet, left_out),
        )

    def _pages(self, sides: Sequence[Sheet], cuts: Sequence[CutPattern | None]) -> tuple[Page, ...]:
        """Return the pages of sheet sides; the label of each front names its cut files."""
        names = cut_file_names(self.stem, cuts) if self.has_cut_files else {}
        notes = ["" if cut is None else names.get(cut, "") for cut in cuts]
        composers = {note: self._composer(note) for note in dict.fromkeys(notes)}
        return tuple(
            composers[note].page(side, number, len(sides))
            for number, (side, note) in enumerate(zip(sides, notes, strict=True), 1)
        )

    def _composer(self, note: str) -> SheetComposer:
        tools, label = self.composed.composer.tools, self.composed.label
        marker = Marker(self.machine.sheet, tools.styles.get("label"), tools.setter)
        words = self.composed.loaded.layouts.words
        kept = keep_out_areas(self.paper.size, self.machine, ())
        return SheetComposer(self.composed.draw, marker, f"{label} · {note}" if note else label, words, kept)

    def _nets(self) -> PrintFile | None:
        """Return the print of nets and stickers, inside the registration marks, if any."""
        marks = self.machine.registration
        pages, blocks = net_pages(self.composed, paper_within_marks(self.paper, marks))
        if not pages:
            return None
        pages = tuple(page_on_paper(page, self.paper.size, marks) for page in pages)
        cuts = tuple(map(net_cut_pattern, pages))
        expected = expected_nets(self.composed, self.paper)
        return PrintFile(f"{self.stem}-nets", pages, cuts, ("nets",) * len(pages), blocks, expected)
