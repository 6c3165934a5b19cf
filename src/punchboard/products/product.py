"""What a product is: a document, or bytes, and the file or files that it becomes."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from punchboard.model.options import Raster, Standard
from punchboard.model.printing.expected_pdf import ExpectedPdf
from punchboard.model.printing.sheet import Flip
from punchboard.scene import Document

DRAWING_PLACEHOLDER: Final = "<!--drawing {}-->"
"""What stands in a page of HTML for one of its drawings, counted from 0; no text of a catalog can hold it."""

SHARED_PLACEHOLDER: Final = "<!--drawings-->"
"""What stands once in it, before them, for what they share."""


class Product(NamedTuple):
    """One document and the file, or the files, it becomes.

    ``form`` is pdf, svg, dxf, png, jpg, html or data. Of png and jpg, each page is a file: ``names`` has a path for
    each, or ``path`` is that of the only one. What is ``data`` is written as it is; in ``html`` it is a page whose
    drawings are the document's pages, each where ``DRAWING`` stands with its number.
    """

    path: str
    document: Document = Document("", ())
    format: str = "pdf"
    pieces: int = 0
    data: bytes = b""
    page_paths: tuple[str, ...] = ()
    duplicates: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    """Further paths of pictures by their names: the same bytes, rendered once."""
    raster: Raster = Raster()
    standard: Standard | None = None
    """What this PDF is built to, whatever the build was asked for; a shop's wish."""
    ink_limit: int = 0
    """The most ink in all that its shop takes, in per cent; 0 when none is known."""
    is_home_print: bool = False
    """Whether it is printed at home, on a printer that a profile may have measured."""
    is_screen_only: bool = False
    """Whether it is for screens alone: plain and in RGB, whatever profile and standard the build was asked for."""
    expected: ExpectedPdf | None = None
    """What its PDF must show; where nothing is said, that it can be read and that its fonts are in it."""
    paper: str = ""
    """The name of the paper that it is laid on, of products that are made for each paper."""
    flip: Flip = "long edge"
    """The edge that its sheets are turned over on, where they have backs."""
