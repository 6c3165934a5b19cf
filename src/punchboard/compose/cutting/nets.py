"""Cut and fold paths of pages of nets: the very lines that are printed on them, and room for marks round them."""

from __future__ import annotations

from typing import Final

from punchboard.compose.cutting.pages import CutPattern
from punchboard.compose.folding.blocks import CUT, FOLD
from punchboard.compose.folding.sheets import MARGIN
from punchboard.geometry import Affine, Outline, Size
from punchboard.model.printing.cutting_machine import RegistrationFile
from punchboard.model.printing.sheet import PaperFile
from punchboard.scene import Group, Page, Shape, Use

_LABEL: Final = 5.0
"""Mm by which the label begins left of the nets."""


def paper_within_marks(paper: PaperFile, marks: RegistrationFile | None) -> PaperFile:
    """Return the part of a paper between registration marks, as a paper of its own."""
    across, down = _rim_widths(marks)
    return PaperFile(name=paper.name, width=paper.width - 2 * across, height=paper.height - 2 * down)


def page_on_paper(page: Page, paper: Size, marks: RegistrationFile | None) -> Page:
    """Return a page of the part between the marks, on the whole paper."""
    rims = _rim_widths(marks)
    return page._replace(size=paper, items=(Group(page.items, Affine.move(*rims)),)) if marks else page


def _rim_widths(marks: RegistrationFile | None) -> tuple[float, float]:
    """Return how wide the rims left and right, above and below are: nets keep out of the corners of the Ls as well."""
    if marks is None:
        return 0.0, 0.0
    rim = marks.inset + max(marks.square, marks.line) + marks.keep_out
    return max(rim, marks.inset + marks.length + marks.keep_out - MARGIN + _LABEL), rim


def net_cut_pattern(page: Page) -> CutPattern:
    """Return the lines to cut and to fold of the blocks on a page; those of faces, and the legend's, are none."""
    found: dict[bool, list[Outline]] = {True: [], False: []}
    whole = page.items[0] if len(page.items) == 1 else None
    inner, place = (whole.items, whole.transform) if isinstance(whole, Group) else (page.items, Affine())
    for use in inner:
        if isinstance(use, Use) and use.transform != Affine():  # the legend is drawn where it is
            for item in use.symbol.items:
                if isinstance(item, Shape) and item.stroke in {CUT, FOLD}:
                    found[item.stroke == CUT].append(item.outline.placed(place @ use.transform))
    return CutPattern(tuple(found[True]), tuple(found[False]))
