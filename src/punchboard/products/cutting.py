"""Sheets for cutting machines: prints with registration marks, cut files, and instructions."""

from collections import Counter
from collections.abc import Iterator, Sequence
from textwrap import fill
from typing import Final, NamedTuple

from punchboard.compose.boards import is_split
from punchboard.compose.cutting import (
    CutPattern,
    cut_page,
    keep_out_areas,
    net_cut_pattern,
    page_on_paper,
    paper_within_marks,
    print_page,
    sheet_cut_pattern,
)
from punchboard.compose.sheets.front_areas import effective_margins
from punchboard.compose.sheets.marks import Marker
from punchboard.compose.sheets.pages import SheetComposer
from punchboard.compose.sheets.sheet_plan import Piece, Sheet, fits_on_sheet, plan_sheets, without_blank_end
from punchboard.expression import ExpressionError, template
from punchboard.geometry import Rect
from punchboard.model.layout.trim import Trim
from punchboard.model.printing.destinations import MachineFile
from punchboard.model.printing.expected_pdf import ExpectedPdf
from punchboard.model.printing.printer import PrinterFile
from punchboard.model.printing.sheet import PaperFile, SheetFile
from punchboard.problem import Place, Problem, Severity, fail
from punchboard.products.expected import expected_nets, expected_sheets
from punchboard.products.game.composed_game import ComposedGame, Product
from punchboard.products.sheets import net_pages
from punchboard.scene import Document, Page


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
            sides = plan_sheets(pieces, paper, group.file, printer=printer, place=place, keep_out=group.keep_out)
            yield from (side._replace(number=number + side.number, printable=printable) for side in sides)
            number += max((side.number for side in sides), default=0)


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


# Print files for cutting machines, and the names of their cut files.


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
        return _cut_file_names(self.name, self.cuts)


def _cut_file_names(name: str, cuts: Sequence[CutPattern | None]) -> dict[CutPattern, str]:
    """Return the name of the cut files of each distinct pattern of a print."""
    different = dict.fromkeys(cut for cut in cuts if cut is not None)
    return {cut: f"{name}-cut-{number}" for number, cut in enumerate(different, 1)}


def _cut_contents(side: Sheet) -> str:
    """Return what is cut out of a sheet side, as in ``18 x hex 50mm``."""
    count = Counter(lot.plan.trim.name for lot in side.blocks for _ in lot.faces if lot.side == "front")
    return ", ".join(f"{number} x {name}" for name, number in count.items())


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
        document = self.composed.document(pages, subject=f"cutting, {self.name}")
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
            tuple(map(_cut_contents, sides)),
            sum(len(side.faces) for side, cut in zip(sides, cuts, strict=True) if cut is not None),
            expected_sheets(self.composed, self.paper, self.machine.sheet, left_out),
        )

    def _pages(self, sides: Sequence[Sheet], cuts: Sequence[CutPattern | None]) -> tuple[Page, ...]:
        """Return the pages of sheet sides; the label of each front names its cut files."""
        names = _cut_file_names(self.stem, cuts) if self.has_cut_files else {}
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


# Instructions for a cutting machine: which cut file belongs to which page, and the machine's steps.

_WIDTH: Final = 96


class InstructionContext(NamedTuple):
    """What the instructions are about: the game, the machine, the paper, and the prints (sheets, then nets)."""

    game: str
    name: str
    machine: MachineFile
    paper: PaperFile
    prints: tuple[PrintFile, ...]

    @property
    def values(self) -> dict[str, object]:
        """The names that a machine's steps can use."""
        marks = self.machine.registration
        return {
            "paper": self.paper.name,
            "width": f"{self.paper.width:g}",
            "height": f"{self.paper.height:g}",
            "print": " and ".join(f"{printed.name}.pdf" for printed in self.prints),
            "plate": self.machine.plate,
            **({key: f"{value:g}" for key, value in marks.model_dump().items()} if marks else {}),
        }


def instructions(context: InstructionContext) -> str:
    """Return the text of the instructions.

    Raises:
        ProblemsFound: EXPR001 if a step of the machine file uses an unknown name.
    """
    title = f"{context.game}, {context.paper.name}: {context.name}"
    parts = [
        f"{title}\n{'=' * len(title)}",
        _filled(context.machine.about),
        "\n".join(line for printed in context.prints for line in _files(printed, context.machine)),
        "\n".join(_layers(context)),
        "\n".join(_steps(context)),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _files(printed: PrintFile, machine: MachineFile) -> Iterator[str]:
    """Yield lines that say which cut files belong to which pages of a print."""
    fronts = sum(cut is not None for cut in printed.cuts)
    backs = len(printed.cuts) - fronts
    sides = f", {fronts} fronts and {backs} backs" if backs else ""
    yield _filled(
        f"{printed.name}.pdf is a print of {len(printed.cuts)} {'page' if len(printed.cuts) == 1 else 'pages'}{sides}."
    )
    if machine.cut == "spot":
        return
    for cut, name in printed.patterns.items():
        numbers = [number for number, other in enumerate(printed.cuts, 1) if other == cut]
        endings = " or ".join(f"{name}.{form}" for form in machine.files)
        yield _filled(f"{endings}: {_pages(numbers)}; {printed.contents[numbers[0] - 1]}.", "  ")


def _pages(numbers: Sequence[int]) -> str:
    return f"page{'s' if len(numbers) > 1 else ''} {', '.join(map(str, numbers))}"


def _layers(context: InstructionContext) -> Iterator[str]:
    """Yield lines that describe the layers of the cut files."""
    if context.machine.cut == "spot":
        return
    machine = context.machine
    yield "Layers of the cut files, in SVG by small letters, and their colours there:"
    yield f"  CUT {machine.colour('cut')}: the cut paths"
    if any(cut is not None and cut.folds for printed in context.prints for cut in printed.cuts):
        yield f"  FOLD {machine.colour('fold')}: folds, to be scored"
    if machine.registration:
        yield f"  MARKS {machine.colour('marks')}: the registration marks as they are printed"
    yield f"  PAGE {machine.colour('page')}: the edges of the sheet"


def _steps(context: InstructionContext) -> Iterator[str]:
    values = context.values
    for number, step in enumerate(context.machine.steps, 1):
        try:
            text = str(template(step)(values))
        except ExpressionError as error:
            place = Place(f"layouts/machines/{context.name}.yaml")
            raise fail(
                "EXPR001", place, f"step {number}: {error}", f"known names: {', '.join(sorted(values))}"
            ) from error
        yield _filled(f"{number}. {text}", "   ")


def _filled(text: str, indent: str = "") -> str:
    first = "" if not indent or text[:1].isdigit() else indent
    return fill(text.strip(), _WIDTH, initial_indent=first, subsequent_indent=indent)


def left_out_problems(composed: ComposedGame) -> Iterator[Problem]:
    """Yield a warning for each machine and trim that is left out of its sheets, with the papers that are too small."""
    for name, machine in composed.loaded.layouts.machines.items():
        if not composed.wants("cutting", name):
            continue
        papers: dict[Trim, list[str]] = {}
        for paper in composed.papers.values():
            for trim in sorted(trims_too_large(composed, paper, machine), key=lambda trim: trim.name):
                papers.setdefault(trim, []).append(paper.name)
        for trim, too_small in papers.items():
            what = f"{trim.name!r} does not fit on this machine's sheets of {' and '.join(too_small)}"
            hint = f"{_larger_paper(composed, machine, trim)}cut it by hand from the print-and-play sheets"
            place = Place(f"layouts/machines/{name}.yaml")
            yield Problem("SHEET001", place, f"{what}, so it is left out of cutting/{name}", hint, Severity.WARNING)


def _larger_paper(composed: ComposedGame, machine: MachineFile, trim: Trim) -> str:
    """Return the beginning of a hint: the smallest known paper that has room, if there is one."""
    papers = sorted(composed.loaded.layouts.papers.items(), key=lambda item: item[1].width * item[1].height)
    for name, paper in papers:
        if not is_split(trim, paper) and trim not in trims_too_large(composed, paper, machine):
            return f"use larger paper, such as --paper {name}, or "
    return ""
