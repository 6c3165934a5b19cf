"""Renderers: a document of scenes becomes the bytes of a file. Each library is imported when its form is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from punchboard.model.options import Raster
from punchboard.scene import Document

PROOF_DPI = 150
"""Resolution of pages rendered as PNG."""


def _pdf(document: Document) -> bytes:
    from punchboard.render.pdf.writer import render_pdf

    return render_pdf(document)


def _svg(document: Document) -> bytes:
    from punchboard.render.svg.writer import render_svg

    return render_svg(document.pages[0], document.title)


def _png(document: Document) -> bytes:
    return next(render_pictures(document, "png", Raster(PROOF_DPI)))


def _dxf(document: Document) -> bytes:
    from punchboard.render.dxf.writer import render_dxf

    return render_dxf(document)


RENDERERS: Mapping[str, Callable[[Document], bytes]] = MappingProxyType(
    {"pdf": _pdf, "svg": _svg, "png": _png, "dxf": _dxf}
)
"""Renderers by form; svg, png and dxf take documents of one page, dxf one of outlines alone."""


def render(form: str, document: Document) -> bytes:
    """Return the bytes of a document in a form of `RENDERERS`."""
    return RENDERERS[form](document)


def render_pictures(document: Document, form: str, raster: Raster) -> Iterator[bytes]:
    """Yield every page of a document as the bytes of a picture; ``form`` is png or jpg."""
    from punchboard.render.png.pictures import page_pictures

    yield from page_pictures(document, form, raster, _pdf)
