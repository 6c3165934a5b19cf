"""Renderers: documents of scenes as PDF, SVG, PNG, JPEG and DXF bytes. Each library is imported on first use.

`FORMATS` has a row for each; `pdf/writer.py`, `svg/writer.py`, `png/pictures.py` and `dxf/__init__.py` do the work,
`printing.py` makes PDF files for a press, and `epub.py` makes an e-book of texts and SVG files. Imports scenes,
fonts, geometry and options; knows no game.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:  # `--help` lists the formats, and needs neither scenes nor options
    from punchboard.model.print_options import Raster
    from punchboard.scene import Document

PROOF_DPI = 150
"""Resolution of pages rendered as PNG."""


class Format(NamedTuple):
    """A row of `FORMATS`: how files of a format are made, and what a build does with them."""

    files: Callable[["Document", "Raster"], Iterator[bytes]]
    """Yields a document as files: a file for each page, or one file."""
    about: str = ""
    """What `build --format` makes of the pages of a product, for its help; empty if it does not accept the format."""
    is_one_file: bool = False
    """Whether one file has all pages."""
    is_verified: bool = False
    """Whether a build reads the finished file again and compares it with what it must show (`punchboard.verify`)."""


def _pdf_file(document: "Document", _raster: "Raster") -> Iterator[bytes]:
    from punchboard.render.pdf.writer import render_pdf  # noqa: PLC0415 - costs 90 ms

    yield render_pdf(document)


def _svg_pages(document: "Document", _raster: "Raster") -> Iterator[bytes]:
    from punchboard.render.svg.writer import render_svg  # noqa: PLC0415 - costs 50 ms

    return (render_svg(page, f"{document.title} {page.label}".strip()) for page in document.pages)


def _dxf_pages(document: "Document", _raster: "Raster") -> Iterator[bytes]:
    from punchboard.render.dxf import render_dxf  # noqa: PLC0415 - costs 400 ms

    return (render_dxf(document._replace(pages=(page,))) for page in document.pages)


def render_pictures(document: "Document", file_format: str, raster: "Raster") -> Iterator[bytes]:
    """Yield every page of a document as a picture file; ``file_format`` is png or jpg."""
    from punchboard.render.png.pictures import page_pictures  # noqa: PLC0415 - costs 40 ms

    yield from page_pictures(document, file_format, raster, partial(render, "pdf"))


FORMATS: Mapping[str, Format] = {
    "pdf": Format(_pdf_file, "a file of all pages, always made", is_one_file=True, is_verified=True),
    "svg": Format(_svg_pages, "a drawing of each page"),
    "png": Format(lambda document, raster: render_pictures(document, "png", raster), "a picture of each page"),
    "jpg": Format(lambda document, raster: render_pictures(document, "jpg", raster)),
    "dxf": Format(_dxf_pages),
}
"""Every file format by its suffix. DXF takes outlines only; `MachineFile.files` names the formats of cut paths."""


def page_formats() -> dict[str, str]:
    """Return the formats that `build --format` accepts for the pages of products, each with what it makes."""
    return {name: row.about for name, row in FORMATS.items() if row.about}


def format_of(path: str) -> Format | None:
    """Return the format of a file by its suffix; None if it is not one that is rendered."""
    return FORMATS.get(path.rpartition(".")[2])


def render(file_format: str, document: "Document") -> bytes:
    """Return a document as a file of a format in `FORMATS`: all of it, or its first page."""
    from punchboard.model.print_options import Raster  # noqa: PLC0415 - brings pydantic

    return next(FORMATS[file_format].files(document, Raster(PROOF_DPI)))
