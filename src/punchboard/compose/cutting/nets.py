"""Cut and fold paths of pages of nets, taken from their printed lines, and space for registration marks around them."""

from __future__ import annotations

from typing import Final

from punchboard.compose.cutting.cutting_pages import CutPattern
from punchboard.compose.folding.net_blocks import CUT
from punchboard.compose.folding.net_sheets import MARGIN
from punchboard.compose.sheets.marks import FOLD_LINE
from punchboard.geometry import Affine, Outline, Size
from punchboard.model.printing.destinations import RegistrationFile
from punchboard.model.printing.sheet import PaperFile
from punchboard.scene import Group, Page, Shape, Use

_LABEL: Final = 5.0
"""Mm by which the label starts to the left of the nets."""


def paper_within_marks(paper: PaperFile, marks: RegistrationFile | None) -> PaperFile:
    """Return the area between the registration marks of a paper, as a smaller paper."""
    across, down = _rim_widths(marks)
    return PaperFile(name=paper.name, width=paper.width - 2 * across, height=paper.height - 2 * down)


def page_on_paper(page: Page, paper: Size, marks: RegistrationFile | None) -> Page:
    """Return a page made for the area between the marks, moved onto the whole paper."""
    rims = _rim_widths(marks)
    return page._replace(size=paper, items=(Group(page.items, Affine.move(*rims)),)) if marks else page


def _rim_widths(marks: RegistrationFile | None) -> tuple[float, float]:
    """Return the widths of the rims left and right, and above and below, that registration marks need."""
    if marks is None:
        return 0.0, 0.0
    rim = marks.inset + max(marks.square, marks.line) + marks.keep_out
    return max(rim, marks.inset + marks.length + marks.keep_out - MARGIN + _LABEL), rim


def net_cut_pattern(page: Page) -> CutPattern:
    """Return the cut and fold lines of the blocks on a page, without lines drawn on faces or in the legend."""
    cuts: list[Outline] = []
    folds: list[Outline] = []
    whole = page.items[0] if len(page.items) == 1 else None
    inner, outer = (whole.items, whole.transform) if isinstance(whole, Group) else (page.items, Affine())
    for use in inner:
        if isinstance(use, Use) and use.transform != Affine():  # only the legend is not moved
            for item in use.symbol.items:
                if isinstance(item, Shape) and item.stroke in {CUT, FOLD_LINE}:
                    lines = cuts if item.stroke == CUT else folds
                    lines.append(item.outline.placed(outer @ use.transform))
    return CutPattern(tuple(cuts), tuple(folds))
