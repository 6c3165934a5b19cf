"""Pages for cutting machines: cut files with paths in layers, and prints with registration marks and a spot plate."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from punchboard.compose.cutting.cut_paths import cut_paths
from punchboard.compose.sheets.sheet_plan import Sheet
from punchboard.geometry import Outline, Rect, Size, join_outlines, polyline, rectangle
from punchboard.model.layout.trim import Trim
from punchboard.model.printing.cutting_machine import Layer, MachineFile, RegistrationFile
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


# Registration marks, by which a cutting machine finds its position on a printed sheet. Lengths in mm.
#
# These are the three marks of Silhouette's machines: a filled square at the top left, an L at the top right and an L at
# the bottom left.

INK: Final = "#000000"


def square_mark(file: RegistrationFile) -> Rect:
    """Return the filled square, at the top left."""
    return Rect(file.inset, file.inset, file.square, file.square)


def corner_arms(paper: Size, file: RegistrationFile) -> tuple[Rect, ...]:
    """Return the four arms of the two Ls; the inset is measured to their outer edges."""
    near, length, line = file.inset, file.length, file.line
    right, bottom = paper.width - near, paper.height - near
    return (
        Rect(right - length, near, length, line),
        Rect(right - line, near, line, length),
        Rect(near, bottom - line, length, line),
        Rect(near, bottom - length, line, length),
    )


def mark_outlines(paper: Size, file: RegistrationFile) -> tuple[Outline, ...]:
    """Return the outlines of the three marks: the square, and each L as one shape with six corners."""
    near, length, line = file.inset, file.length, file.line
    right, bottom = paper.width - near, paper.height - near
    top_right = [
        (right - length, near),
        (right, near),
        (right, near + length),
        (right - line, near + length),
        (right - line, near + line),
        (right - length, near + line),
    ]
    bottom_left = [
        (near, bottom - length),
        (near + line, bottom - length),
        (near + line, bottom - line),
        (near + length, bottom - line),
        (near + length, bottom),
        (near, bottom),
    ]
    return rectangle(square_mark(file)), polyline(top_right, closed=True), polyline(bottom_left, closed=True)


def printed_marks(paper: Size, file: RegistrationFile) -> Iterator[Item]:
    """Yield the marks as filled shapes."""
    for outline in mark_outlines(paper, file):
        yield Shape(outline, fill=INK)


def mark_keep_outs(paper: Size, file: RegistrationFile) -> tuple[Rect, ...]:
    """Return the rectangle round each mark in which nothing else may be printed.

    For an L, it includes the corner between the arms, where machines mistake dark artwork for a mark.
    """
    across, down, below, left = corner_arms(paper, file)
    return tuple(rect.grow(file.keep_out) for rect in (square_mark(file), across.union(down), below.union(left)))
