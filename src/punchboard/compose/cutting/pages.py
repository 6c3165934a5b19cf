"""Pages for cutting machines: cut files with paths in layers, and prints with registration marks and a spot plate."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from punchboard.compose.cutting.cut_paths import cut_paths
from punchboard.compose.cutting.registration_marks import mark_keep_outs, mark_outlines, printed_marks
from punchboard.compose.sheets.sheet_plan import Sheet
from punchboard.geometry import Outline, Rect, Size, join_outlines, polyline, rectangle
from punchboard.model.layout.trim import Trim
from punchboard.model.printing.cutting_machine import Layer, MachineFile
from punchboard.scene import Group, Item, Page, Shape, Stroke


class CutPattern(NamedTuple):
    """The cut paths and fold lines of a page; pages that are cut alike have equal patterns."""

    paths: tuple[Outline, ...]
    folds: tuple[Outline, ...] = ()


def sheet_cut_pattern(sheet: Sheet, machine: MachineFile) -> CutPattern:
    """Return the cut paths of a sheet's fronts, with the machine's corner radius for each form, and the fold."""
    paths = (
        path
        for lot in sheet.blocks
        if lot.side == "front"
        for path in cut_paths(lot.plan, lot.occupied, machine.form(lot.plan.trim.form).radius)
    )
    return CutPattern(tuple(paths), () if sheet.fold is None else (polyline(sheet.fold),))


def cut_page(paper: Size, cut: CutPattern, machine: MachineFile) -> Page:
    """Return a cut file's page: layers for the page outline, marks, folds and cuts; empty layers are left out."""
    marked = mark_outlines(paper, machine.registration) if machine.registration else ()
    lines: tuple[tuple[Layer, Sequence[Outline]], ...] = (
        ("page", (rectangle(Rect(0, 0, *paper)),)),
        ("marks", marked),
        ("fold", cut.folds),
        ("cut", cut.paths),
    )
    return Page(paper, tuple(_layer(name, outlines, machine) for name, outlines in lines if outlines))


def _layer(name: Layer, outlines: Iterable[Outline], machine: MachineFile) -> Group:
    stroke = Stroke(machine.colour(name), machine.line)
    return Group(tuple(Shape(outline, stroke=stroke) for outline in outlines), layer=name)


def print_page(page: Page, cut: CutPattern, machine: MachineFile) -> Page:
    """Return a printed front with the machine's registration marks.

    For a machine that reads cut paths from the print, the front has them as well, on a spot plate.
    """
    return page._replace(items=(*page.items, *_machine_marks(page.size, cut, machine)))


def _machine_marks(paper: Size, cut: CutPattern, machine: MachineFile) -> Iterator[Item]:
    if machine.registration:
        yield from printed_marks(paper, machine.registration)
    if machine.cut == "spot":
        yield Shape(join_outlines(cut.paths), stroke=Stroke(machine.colour("cut"), machine.line, spot=machine.plate))


def keep_out_areas(paper: Size, machine: MachineFile, trims: Iterable[Trim]) -> tuple[Rect, ...]:
    """Return the areas round registration marks that trims and bleeds stay out of, without the bleed of straight sides.

    `plan_sheets` grows them by that bleed.
    """
    if machine.registration is None:
        return ()
    bleed = machine.sheet.bleed
    more = max((-trim.frame(bleed).y - bleed for trim in trims), default=0.0)  # hexagons bleed further at their points
    return tuple(rect.grow(more) for rect in mark_keep_outs(paper, machine.registration))
