"""Model of booklets: how the pages of a book are imposed on folded sheets. Lengths in mm."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Final

from pydantic import BeforeValidator, Field

from punchboard.geometry import Size
from punchboard.model.values import Measure, Model, Prose, admits, did_you_mean
from punchboard.units import size_to_mm

PAGE_SIZES: Final[Mapping[str, Size]] = MappingProxyType(
    {
        "a5": Size(148, 210),
        "a6": Size(105, 148),
        "a7": Size(74, 105),
        "half letter": Size(139.7, 215.9),
        "quarter letter": Size(107.95, 139.7),
    }
)
"""Page sizes of booklets by name."""

PAPER_FRACTIONS: Final[Mapping[str, int]] = MappingProxyType({"half": 2, "quarter": 4})
"""Page sizes relative to the printed paper, with the number of pages on one side of it."""


@admits({"enum": [*PAPER_FRACTIONS, *PAGE_SIZES]})
def _page(value: object) -> object:
    """Return the name of a page size, or the lengths of a size such as ``120x170mm``."""
    if not isinstance(value, str) or value in PAPER_FRACTIONS or value in PAGE_SIZES:
        return value
    size = size_to_mm(value)
    if size is None:
        known = did_you_mean(value, [*PAPER_FRACTIONS, *PAGE_SIZES])
        raise ValueError(f"{value!r} is not a page size; {known} (or write a size: 120x170mm)")
    return size


class BookletFile(Model):
    """How a book is printed as a booklet that is folded once and stitched through the fold."""

    about: Prose = ""
    page: Annotated[str | tuple[Measure, Measure], BeforeValidator(_page)] = "half"
    """The page size: a part of the paper, a size by name, or a size such as ``120x170mm`` or ``5x8in``."""
    creep: Annotated[Measure, Field(le=1)] = 0.1
    """The thickness of the paper. The pages of each sheet move this much closer to the fold than those of the sheet
    around it."""
    fold: bool = True
    """Whether to print fold marks, where there is space outside the pages."""
    staples: bool = True
    """Whether to mark the positions of two staples on the fold of the outermost sheet."""
    extra: bool = False
    """Whether the booklet is made only with ``--all`` or when it is named."""

    def size(self, paper: Size) -> Size:
        """Return the page size of the booklet for a paper."""
        if not isinstance(self.page, str):
            return Size(*self.page)
        if self.page in PAGE_SIZES:
            return PAGE_SIZES[self.page]
        short, long = sorted(paper)
        return Size(long / 2, short) if self.page == "half" else Size(short / 2, long / 2)
