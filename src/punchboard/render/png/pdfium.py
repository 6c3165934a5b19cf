"""Rasteriser (pypdfium2) for our own PDF. PDFium is not thread-safe. No other module imports pypdfium2."""

from __future__ import annotations

import ctypes
from types import TracebackType
from typing import Final, Self

import pypdfium2
from pypdfium2 import raw

from punchboard.render.png.file import Pixels

_FORMATS: Final = {1: raw.FPDFBitmap_Gray, 3: raw.FPDFBitmap_BGR, 4: raw.FPDFBitmap_BGRA}
_FLAGS: Final = {1: raw.FPDF_GRAYSCALE, 3: raw.FPDF_REVERSE_BYTE_ORDER, 4: raw.FPDF_REVERSE_BYTE_ORDER}
_WHITE: Final = 0xFFFFFFFF


def blank(width: int, height: int, channels: int = 3, *, clear: bool = False) -> Pixels:
    """Return a white picture with 1 (grey), 3 (RGB) or 4 (RGBA) bytes per pixel; with ``clear`` it is transparent."""
    if not clear:
        pixels = Pixels(width, height, channels, bytearray(b"\xff") * Pixels.byte_size(width, height, channels))
        if pixels.lead:
            pixels.data[:: pixels.stride] = bytes(height)
        return pixels
    return Pixels(width, height, channels, bytearray(b"\xff\xff\xff\x00") * (width * height))


class PdfPages:
    """The pages of a PDF file, which can be drawn into pictures.

    Args:
        pdf: the bytes of the file.
    """

    def __init__(self, pdf: bytes) -> None:
        self._document = pypdfium2.PdfDocument(pdf)

    def __enter__(self) -> Self:
        """Return the pages."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the file."""
        self._document.close()

    def draw(self, number: int, into: Pixels, *, offset: int = 0, height: int | None = None) -> None:
        """Draw a page over a picture.

        Args:
            number: the index of the page, from 0.
            into: the picture; the page is scaled to its width.
            offset: the number of pixels of the page above the picture.
            height: the page's height in pixels; by default the picture's height.
        """
        page = raw.FPDF_LoadPage(self._document, number)
        first = (ctypes.c_char * len(into.data)).from_buffer(into.data)
        start = ctypes.byref(first, into.lead)
        size = into.width, into.height
        bitmap = raw.FPDFBitmap_CreateEx(*size, _FORMATS[into.channels], start, into.stride)
        try:
            whole = (0, -offset, into.width, height or into.height)
            raw.FPDF_RenderPageBitmap(bitmap, page, *whole, 0, _FLAGS[into.channels])
        finally:
            raw.FPDFBitmap_Destroy(bitmap)
            raw.FPDF_ClosePage(page)
