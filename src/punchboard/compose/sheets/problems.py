"""The problem reported when components do not fit on a sheet."""

from __future__ import annotations

from math import ceil

from punchboard.compose.sheets.front_areas import FrontArea, fold_gutter
from punchboard.compose.sheets.imposition import Plan
from punchboard.geometry import Size
from punchboard.model.layout.trim import Trim
from punchboard.model.printing.sheet import Margins, PaperFile, SheetFile
from punchboard.problem import Place, ProblemsFound, fail


def no_fit_problem(
    trim: Trim, paper: PaperFile, margins: Margins, layout: tuple[SheetFile, Place], best: tuple[FrontArea, Plan] | None
) -> ProblemsFound:
    """Return the problem of a trim that does not fit.

    Args:
        trim: the trim of the components.
        paper: the paper.
        margins: the margins of the layout and the printer.
        layout: the sheet layout, and the place of its file.
        best: the fullest plan without requested columns and rows, if any component fits at all.
    """
    file, place = layout
    half = "half of " if file.faces == "gutterfold" and (best is None or best[0].fold) else ""
    where = f"on {half}{paper.name} with margins of {margins}"
    if best is None:
        width, height = trim.size
        message = f"{trim.name!r} is {width:g} x {height:g} mm and does not fit {where}"
        least_width, least_height = _min_paper_size(trim, margins, file, folded=bool(half))
        hint = f"use paper of at least {least_width:g} x {least_height:g} mm, or a smaller margin in the sheet layout"
        return fail("SHEET001", place, message, hint)
    columns, rows = best[1].columns_and_rows
    requested = f"{file.columns or 'any number of'} columns and {file.rows or 'any number of'} rows"
    hint = f"{columns} x {rows} fit; change 'columns' and 'rows' in the sheet layout"
    return fail("SHEET001", place, f"{requested} of {trim.name!r} do not fit {where}", hint)


def _min_paper_size(trim: Trim, margins: Margins, file: SheetFile, *, folded: bool) -> Size:
    """Return the size in mm of the smallest portrait paper that one component fits on."""
    narrow, wide = sorted(trim.size)
    if folded:
        margins, (narrow, wide) = margins.for_both_sides("short edge"), (wide, 2 * (narrow + fold_gutter(file)))
    elif file.faces == "duplex":
        margins = margins.for_both_sides(file.flip)
    size = Size(narrow + margins.left + margins.right, wide + margins.top + margins.bottom)
    return Size(*(ceil(round(10 * side, 3)) / 10 for side in size))
