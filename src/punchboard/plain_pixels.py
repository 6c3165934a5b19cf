"""Pictures turned, scaled and made grey where Pillow is missing: PDFium draws each as a page of its own.

Its pixels are not those of Pillow: each mixes neighbours in its own way.
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Final

from punchboard.picture_files import JPEG, PngData, jpeg_frame, png_file, split_png

if TYPE_CHECKING:
    import pypdfium2

_TURNS: Final = {
    1: (1, 0, 0, 1, 0, 0),
    2: (-1, 0, 0, 1, 1, 0),
    3: (-1, 0, 0, -1, 1, 1),
    4: (1, 0, 0, -1, 0, 1),
    5: (0, -1, -1, 0, 1, 1),
    6: (0, -1, 1, 0, 0, 1),
    7: (0, 1, 1, 0, 0, 0),
    8: (0, 1, -1, 0, 1, 0),
}
"""How PDF turns a picture on a page of size 1 upright (8.3.4), by its orientation in Exif."""

_SPACES: Final = {1: "/DeviceGray", 3: "/DeviceRGB", 4: "/DeviceCMYK/Decode[1 0 1 0 1 0 1 0]"}
_CLEAR: Final = (255, 255, 255, 0)
_WHITE: Final = (255, 255, 255, 255)


def redrawn(data: bytes, width: int, height: int, turn: int = 1, greys: bytes = b"") -> bytes:
    """Return a PNG or JPEG picture as PNG.

    Args:
        data: the picture.
        width: its pixels across, as it is shown.
        height: its pixels down.
        turn: its orientation in Exif; 1 is upright.
        greys: the grey that takes the place of each of 256; empty for a picture in its colours.

    Raises:
        ValueError: when it is damaged.
    """
    import pypdfium2  # noqa: PLC0415 - few games have pictures
    from pypdfium2 import raw  # noqa: PLC0415

    is_clear = not greys and not data.startswith(JPEG)
    kind = raw.FPDFBitmap_BGRA if is_clear else raw.FPDFBitmap_Gray if greys else raw.FPDFBitmap_BGR
    bitmap = pypdfium2.PdfBitmap.new_native(width, height, kind, rev_byteorder=not greys)
    bitmap.fill_rect(_CLEAR if is_clear else _WHITE, 0, 0, width, height)
    _draw(_page(data, width, height, turn), bitmap, raw.FPDF_GRAYSCALE if greys else raw.FPDF_REVERSE_BYTE_ORDER)
    drawn, stride, size = bytes(bitmap.buffer), bitmap.stride, width * bitmap.n_channels
    rows = (drawn[at * stride :][:size] for at in range(height))
    whole = b"".join(b"\0" + (row.translate(greys) if greys else row) for row in rows)
    return png_file(width, height, bitmap.n_channels, zlib.compress(whole, 4))


def _draw(pdf: bytes, bitmap: pypdfium2.PdfBitmap, flags: int) -> None:
    import pypdfium2  # noqa: PLC0415
    from pypdfium2 import raw  # noqa: PLC0415

    with pypdfium2.PdfDocument(pdf) as document:
        raw.FPDF_RenderPageBitmap(bitmap, document[0], 0, 0, bitmap.width, bitmap.height, 0, flags)


def _page(data: bytes, width: int, height: int, turn: int) -> bytes:
    """Return a PDF whose page is filled with a picture. PDFium finds its objects without a table."""
    a, b, c, d, e, f = _TURNS[turn]
    matrix = (a * width, b * height, c * width, d * height, e * width, f * height)
    content = f"{' '.join(map(str, matrix))} cm /I Do".encode()
    parts = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 %d %d]/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>>>"
        % (width, height),
        _stream("", content),
        *_picture(data),
    ]
    body = b"".join(b"%d 0 obj%b\nendobj\n" % (number, part) for number, part in enumerate(parts, 1))
    return b"%PDF-1.4\n" + body + b"trailer<</Root 1 0 R>>\n"


def _stream(entries: str, data: bytes) -> bytes:
    return f"<</Length {len(data)}{entries}>>stream\n".encode() + data + b"\nendstream"


def _picture(data: bytes) -> list[bytes]:
    """Return a picture as an object of a PDF, and the mask of one that is transparent."""
    if data.startswith(JPEG):
        frame = jpeg_frame(data)
        if frame is None or frame.channels not in _SPACES:
            raise ValueError("a JPEG without a frame")
        size = f"/Width {frame.width}/Height {frame.height}/BitsPerComponent 8"
        entries = f"/Subtype/Image{size}/Filter/DCTDecode/ColorSpace{_SPACES[frame.channels]}"
        return [_stream(entries, data)]
    found = split_png(data)
    if found is None:
        raise ValueError("a PNG that has to be decoded")
    colours, clear = found
    if clear is None:
        return [_stream(_rows(colours), colours.data)]
    return [_stream(f"{_rows(colours)}/SMask 6 0 R", colours.data), _stream(_rows(clear), clear.data)]


def _rows(png: PngData) -> str:
    """Return the entries of a picture made of PNG rows."""
    space = _SPACES[png.colours]
    if png.palette:
        space = f"[/Indexed/DeviceRGB {len(png.palette) // 3 - 1}<{png.palette.hex()}>]"
    bits = f"/BitsPerComponent {png.bits}"
    rows = f"/DecodeParms<</Predictor 15/Colors {png.colours}{bits}/Columns {png.width}>>"
    return f"/Subtype/Image/Width {png.width}/Height {png.height}{bits}/ColorSpace{space}/Filter/FlateDecode{rows}"
