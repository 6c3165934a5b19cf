"""PNG by pypdfium2, from our own PDF: the one file that imports it."""

from __future__ import annotations

import io

import pypdfium2

_PNG_LEVEL = 3
"""Level 3 writes in a third of the default's time and no larger; see the benchmarks."""


def render_png(pdf: bytes, page: int, dpi: float) -> bytes:
    """Return one page of a PDF file (counted from 0) as the bytes of a PNG picture at a resolution."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        picture = document[page].render(scale=dpi / 72).to_pil()
    finally:
        document.close()
    out = io.BytesIO()
    picture.save(out, "PNG", compress_level=_PNG_LEVEL, dpi=(dpi, dpi))
    return out.getvalue()
