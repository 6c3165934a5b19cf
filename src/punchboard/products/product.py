"""A product: a document or bytes, the files that are made from it, and what a build has found and made so far."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from punchboard.checks.severities import ReportedProblems
from punchboard.model.print_options import Raster, Standard
from punchboard.model.printing.expected_pdf import ExpectedPdf
from punchboard.model.printing.sheet import Flip
from punchboard.scene import Document

DRAWING_PLACEHOLDER: Final = "<!--drawing {}-->"
"""Placeholder of a drawing in HTML, numbered from 0; no text of a catalog can contain it."""

SHARED_PLACEHOLDER: Final = "<!--drawings-->"
"""Placeholder in HTML, before all drawings, for the definitions that drawings share."""

PACKED_PLACEHOLDER: Final = "<!--packed drawings {}-->"
"""Placeholder in HTML for the first drawings together, packed for a script; their number is filled in."""

PACKED_PAGE: Final = "<!--packed page-->{}<!--/packed page-->"
"""Placeholder in HTML for a whole other page, packed for a script; it shows the drawings after those."""


class Product(NamedTuple):
    """One document, and the file or files that are made from it.

    ``format`` is html, epub, data, or a file format of `punchboard.render`. If each page is a file, ``page_paths`` has
    their paths, or ``path`` is the path of a single page. For data, ``data`` is written as it is. For html, ``data`` is
    a page in which the document's pages replace `DRAWING_PLACEHOLDER` with their numbers, or `PACKED_PLACEHOLDER`. For
    epub, ``members`` are the texts of the package by their paths in it, and ``page_paths`` those of its SVG files.
    """

    path: str
    document: Document = Document("", ())
    format: str = "pdf"
    pieces: int = 0
    data: bytes = b""
    page_paths: tuple[str, ...] = ()
    members: Mapping[str, bytes] = MappingProxyType({})
    duplicates: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    """Further paths for the same picture, by its path in ``page_paths``; it is rendered once."""
    raster: Raster = Raster()
    standard: Standard | None = None
    """The PDF standard that a shop requires, in place of the build's; None to use the build's."""
    ink_limit: int = 0
    """The shop's limit of total ink in per cent; 0 for none."""
    is_home_print: bool = False
    """Whether it is for a home printer, whose measured profile applies."""
    is_screen_only: bool = False
    """Whether it is only for screens: plain PDF in RGB, whatever profile and standard the build uses."""
    expected: ExpectedPdf | None = None
    """What the PDF must contain; None to verify only that it can be read and has its fonts."""
    paper: str = ""
    """The name of its paper, for products that are made for each paper."""
    flip: Flip = "long edge"
    """The edge on which double-sided sheets are turned over."""


def picture_files(document: Document, paths: Iterable[Sequence[str]], raster: Raster, pieces: int = 1) -> Product:
    """Return PNG pictures of the pages of a document; each page is drawn once and written to all of its paths."""
    files = [*paths]
    names = tuple(first for first, *_ in files)
    others = {first: tuple(more) for first, *more in files if more}
    return Product(names[0], document, "png", pieces, page_paths=names, duplicates=others, raster=raster)


BuiltPaths = Mapping[str, tuple[str, int]]
"""Files of an output by path: the product that each belongs to and its number of pages."""


class BuildReport(NamedTuple):
    """The problems of a game, and the files that already lie in its output."""

    findings: ReportedProblems = ReportedProblems()
    files: BuiltPaths = MappingProxyType({})


NOTHING_BUILT: Final = BuildReport()
"""The report of a build that has neither checked nor made anything yet."""
