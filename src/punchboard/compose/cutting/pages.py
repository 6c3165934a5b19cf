"""Pages for cutting: the paths of a sheet in layers, and the marks and the plate that its print carries."""

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
    """What is cut and folded on a page; equal patterns are equal values."""

    paths: tuple[Outline, ...]
    folds: tuple[Outline, ...] = ()


def sheet_cut_pattern(sheet: Sheet, machine: MachineFile) -> CutPattern:
    """Return the paths of a sheet's fronts, with the corners that the machine gives each form, and its fold."""
    paths = (
        path
        for lot in sheet.blocks
        if lot.side == "front"
        for path in cut_paths(lot.plan, lot.occupied, machine.form(lot.plan.trim.form).radius)
    )
    return CutPattern(tuple(paths), () if sheet.fold is None else (polyline(sheet.fold),))


def cut_page(paper: Size, cut: CutPattern, machine: MachineFile) -> Page:
    """Return a page of the paper's size with a layer for cuts, folds, marks and the page; empty ones are left out."""
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
    """Return a printed front with the machine's marks, and the paths on a plate of their own where it reads them there.

    Backs carry neither: the machine sees the fronts.
    """
    return page._replace(items=(*page.items, *_machine_marks(page.size, cut, machine)))


def _machine_marks(paper: Size, cut: CutPattern, machine: MachineFile) -> Iterator[Item]:
    if machine.registration:
        yield from printed_marks(paper, machine.registration)
    if machine.cut == "spot":
        yield Shape(join_outlines(cut.paths), stroke=Stroke(machine.colour("cut"), machine.line, spot=machine.plate))


def keep_out_areas(paper: Size, machine: MachineFile, trims: Iterable[Trim]) -> tuple[Rect, ...]:
    """Return where nothing may lie or bleed, for a planner that grows it by the bleed of straight sides."""
    if machine.registration is None:
        return ()
    bleed = machine.sheet.bleed
    more = max((-trim.frame(bleed).y - bleed for trim in trims), default=0.0)  # a hexagon's points reach further
    return tuple(rect.grow(more) for rect in mark_keep_outs(paper, machine.registration))
