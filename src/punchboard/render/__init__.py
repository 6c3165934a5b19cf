"""Renderers: documents of scenes as PDF, SVG, PNG and DXF bytes. Each library is imported on first use.

`RENDERERS` lists the formats; `pdf/writer.py`, `svg/writer.py`, `png/pictures.py` and `dxf/writer.py` do the work, and
`printing.py` makes PDF files for a press. Imports scenes, fonts, geometry and options; knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from punchboard.model.options import Raster
from punchboard.scene import Document

PROOF_DPI = 150
"""Resolution of pages rendered as PNG."""


def _pdf(document: Document) -> bytes:
    from punchboard.render.pdf.writer import render_pdf  # noqa: PLC0415 - costs 90 ms

    return render_pdf(document)


def _svg(document: Document) -> bytes:
    from punchboard.render.svg.writer import render_svg  # noqa: PLC0415 - costs 50 ms

    return render_svg(document.pages[0], document.title)


def _png(document: Document) -> bytes:
    return next(render_pictures(document, "png", Raster(PROOF_DPI)))


def _dxf(document: Document) -> bytes:
    from punchboard.render.dxf.writer import render_dxf  # noqa: PLC0415 - costs 400 ms

    return render_dxf(document)


RENDERERS: Mapping[str, Callable[[Document], bytes]] = MappingProxyType(
    {"pdf": _pdf, "svg": _svg, "png": _png, "dxf": _dxf}
)
"""Renderers by file format; svg, png and dxf take documents of one page, and dxf takes outlines only."""


def render(file_format: str, document: Document) -> bytes:
    """Return a document as a file of a format in `RENDERERS`."""
    return RENDERERS[file_format](document)


def render_pictures(document: Document, file_format: str, raster: Raster) -> Iterator[bytes]:
    """Yield every page of a document as a picture file; ``file_format`` is png or jpg."""
    from punchboard.render.png.pictures import page_pictures  # noqa: PLC0415 - costs 40 ms

    yield from page_pictures(document, file_format, raster, _pdf)
