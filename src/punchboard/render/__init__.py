"""Renderers: a document of scenes becomes the bytes of a file. Each library is imported when its form is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from punchboard.model.wishes import Raster
from punchboard.scene import Document

PROOF_DPI = 150
"""Resolution of pages rendered as PNG."""


def _pdf(document: Document) -> bytes:
    from punchboard.render.pdf import render_pdf  # noqa: PLC0415 - costs 90 ms

    return render_pdf(document)


def _svg(document: Document) -> bytes:
    from punchboard.render.svg import render_svg  # noqa: PLC0415 - costs 50 ms

    return render_svg(document.pages[0], document.title)


def _png(document: Document) -> bytes:
    from punchboard.render.png import render_png  # noqa: PLC0415 - costs 40 ms

    return render_png(_pdf(document), 0, PROOF_DPI)


RENDERERS: Mapping[str, Callable[[Document], bytes]] = MappingProxyType({"pdf": _pdf, "svg": _svg, "png": _png})
"""Renderers by form; svg and png take documents of one page."""


def render(form: str, document: Document) -> bytes:
    """Return the bytes of a document in a form of `RENDERERS`."""
    return RENDERERS[form](document)


def render_pictures(document: Document, form: str, raster: Raster) -> Iterator[bytes]:
    """Yield every page of a document as the bytes of a picture; ``form`` is png or jpg."""
    from punchboard.render.png import render_png  # noqa: PLC0415 - costs 40 ms

    del form
    pdf = _pdf(document)
    yield from (render_png(pdf, number, raster.dpi) for number in range(len(document.pages)))
