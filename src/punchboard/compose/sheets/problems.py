"""What is said when components do not fit on a sheet."""

from __future__ import annotations

from math import ceil

from punchboard.compose.sheets.front_areas import FrontArea, fold_gutter
from punchboard.compose.sheets.imposition import Plan
from punchboard.geometry import Size
from punchboard.model.layout.trim import Trim
from punchboard.model.printing.sheet import Margins, PaperFile, SheetFile
from punchboard.problem import Place, ProblemsFound, fail


def no_fit_problem(
    trim: Trim, paper: PaperFile, margins: Margins, asked: tuple[SheetFile, Place], best: tuple[FrontArea, Plan] | None
) -> ProblemsFound:
    """Return the problem of a trim that has no plan.

    Args:
        trim: what does not fit.
        paper: the sheet.
        margins: those of the layout and the printer.
        asked: the sheet layout and its file.
        best: the fullest plan without a wish for columns and rows, if there is any.
    """
    file, place = asked
    half = "half of " if file.faces == "gutterfold" and (best is None or best[0].fold) else ""
    where = f"on {half}{paper.name} with margins of {margins}"
    if best is None:
        width, height = trim.size
        message = f"{trim.name!r} is {width:g} x {height:g} mm and does not fit {where}"
        least_width, least_height = _min_paper_size(trim, margins, file, folded=bool(half))
        needed = f"it needs a paper of {least_width:g} x {least_height:g} mm at least"
        return fail("SHEET001", place, message, f"{needed}, or a smaller margin in the sheet layout")
    columns, rows = best[1].columns_and_rows
    wished = f"{file.columns or 'any number of'} columns and {file.rows or 'any number of'} rows"
    return fail("SHEET001", place, f"{wished} of {trim.name!r} do not fit {where}", f"{columns} x {rows} would")


def _min_paper_size(trim: Trim, margins: Margins, file: SheetFile, *, folded: bool) -> Size:
    """Return the size in mm of the least paper that a trim fits on, upright; folded paper is folded across."""
    narrow, wide = sorted(trim.size)
    if folded:
        margins, (narrow, wide) = margins.for_both_sides("short edge"), (wide, 2 * (narrow + fold_gutter(file)))
    elif file.faces == "duplex":
        margins = margins.for_both_sides(file.flip)
    size = Size(narrow + margins.left + margins.right, wide + margins.top + margins.bottom)
    return Size(*(ceil(round(10 * side, 3)) / 10 for side in size))
