"""Booklets: how the pages of a book are imposed on folded sheets. Lengths in mm."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Final

from pydantic import BeforeValidator, Field

from punchboard.geometry import Size
from punchboard.model.values import Measure, Model, Prose, admits, did_you_mean

PAGE_SIZES: Final[Mapping[str, Size]] = MappingProxyType(
    {
        "a5": Size(148, 210),
        "a6": Size(105, 148),
        "a7": Size(74, 105),
        "half letter": Size(139.7, 215.9),
        "quarter letter": Size(107.95, 139.7),
    }
)
"""Sizes of a booklet's pages by name."""

PAPER_FRACTIONS: Final[Mapping[str, int]] = MappingProxyType({"half": 2, "quarter": 4})
"""Pages that are a part of whatever paper is printed on, by how many of them it has on a side."""

_SIZE: Final = re.compile(r"(\d+(?:\.\d+)?) *x *(\d+(?:\.\d+)?) *mm")


@admits({"enum": [*PAPER_FRACTIONS, *PAGE_SIZES]})
def _page(value: object) -> object:
    """Return the name of a page, or the numbers of a size such as ``120x170mm``."""
    if not isinstance(value, str) or value in PAPER_FRACTIONS or value in PAGE_SIZES:
        return value
    match = _SIZE.fullmatch(value)
    if match is None:
        known = did_you_mean(value, [*PAPER_FRACTIONS, *PAGE_SIZES])
        raise ValueError(f"{value!r} is not a page; {known}; or write a size: 120x170mm")
    return tuple(map(float, match.groups()))


class BookletFile(Model):
    """How a book becomes a booklet that is folded once and stitched through the fold."""

    about: Prose = ""
    page: Annotated[str | tuple[Measure, Measure], BeforeValidator(_page)] = "half"
    """The booklet's page: a part of the paper, a size by name, or a size."""
    creep: Annotated[Measure, Field(le=1)] = 0.1
    """The thickness of the paper: pages move so much further to the fold than those of the sheet round theirs."""
    fold: bool = True
    """Whether there are marks of the fold, where they have room outside the pages."""
    staples: bool = True
    """Whether the outermost sheet shows on its fold where two staples go."""
    extra: bool = False
    """Whether it is made with ``--all``, or when it is named, alone."""

    def size(self, paper: Size) -> Size:
        """Return the size of the booklet's page on a paper."""
        if not isinstance(self.page, str):
            return Size(*self.page)
        if self.page in PAGE_SIZES:
            return PAGE_SIZES[self.page]
        short, long = sorted(paper)
        return Size(long / 2, short) if self.page == "half" else Size(short / 2, long / 2)
