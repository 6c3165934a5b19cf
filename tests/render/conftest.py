"""Small pages, and readers for the bytes that renderers make of them."""

from __future__ import annotations

import struct
from collections.abc import Callable
from itertools import product

import pikepdf
import pypdfium2
import pytest

from punchboard.geometry import Size
from punchboard.model.print_options import IccProfile
from punchboard.render.pdf.writer import render_pdf
from punchboard.scene import Document, Item, Line, Page, Text


@pytest.fixture(scope="session")
def text_item(typeface) -> Callable[..., Text]:
    """Return a text item of words on one baseline."""

    def text_item(text: str, features: str = "", **changes: object) -> Text:
        words = tuple(typeface.word(word, features) for word in text.split())
        return Text(typeface, 4.0, "#000000", (Line(10, 20, words),))._replace(**changes)  # type: ignore[arg-type]

    return text_item


@pytest.fixture(scope="session")
def document() -> Callable[..., Document]:
    """Return a document of one page, 100 x 60 mm, with items."""

    def document(*items: Item, **changes: object) -> Document:
        return Document("Test", (Page(Size(100, 60), items)._replace(**changes),))  # type: ignore[arg-type]

    return document


@pytest.fixture(scope="session")
def opened(document) -> Callable[..., pikepdf.Pdf]:
    """Return the PDF of items, opened."""

    def opened(*items: Item, **changes: object) -> pikepdf.Pdf:
        import io

        return pikepdf.open(io.BytesIO(render_pdf(document(*items, **changes))))

    return opened


@pytest.fixture(scope="session")
def read_text() -> Callable[[bytes], list[str]]:
    """Return the text of each page of a PDF, as a viewer copies it, with normalised white space."""

    def read_text(data: bytes) -> list[str]:
        pdf = pypdfium2.PdfDocument(data)
        try:
            texts = []
            for index in range(len(pdf)):
                page = pdf[index].get_textpage()
                texts.append(" ".join(page.get_text_range().split()))
                page.close()
            return texts
        finally:
            pdf.close()

    return read_text


def _srgb_to_lab(red: float, green: float, blue: float) -> tuple[float, float, float]:
    """Return CIE Lab (D50) of light from 0 to 1 in sRGB's primaries, with a plain gamma of 2.2."""
    r, g, b = (max(0.0, value) ** 2.2 for value in (red, green, blue))
    x = (0.4361 * r + 0.3851 * g + 0.1431 * b) / 0.9642
    y = 0.2225 * r + 0.7169 * g + 0.0606 * b
    z = (0.0139 * r + 0.0971 * g + 0.7141 * b) / 0.8249
    fx, fy, fz = (v ** (1 / 3) if v > 216 / 24389 else (v * 24389 / 27 + 16) / 116 for v in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def _lab_to_srgb(light: float, a: float, b: float) -> tuple[float, ...]:
    fy = (light + 16) / 116
    x, y, z = (v**3 if v**3 > 216 / 24389 else (116 * v - 16) * 27 / 24389 for v in (fy + a / 500, fy, fy - b / 200))
    x, z = x * 0.9642, z * 0.8249
    light_of = (
        3.1339 * x - 1.6169 * y - 0.4906 * z,
        -0.9788 * x + 1.9161 * y + 0.0335 * z,
        0.0719 * x - 0.2290 * y + 1.4052 * z,
    )
    return tuple(min(1.0, max(0.0, value)) ** (1 / 2.2) for value in light_of)


def _printed(cyan: float, magenta: float, yellow: float, black: float) -> bytes:
    """Return the Lab colour that inks print, in 8 bits: each ink absorbs part of the light, never all."""
    left = [(1 - 0.97 * ink) * (1 - 0.9 * black) for ink in (cyan, magenta, yellow)]
    light, a, b = _srgb_to_lab(*left)
    return bytes(min(255, max(0, round(value))) for value in (light * 2.55, a + 128, b + 128))


def _separated(light: float, a: float, b: float) -> bytes:
    """Return the inks for a colour, in 8 bits: much black in dark colours, and 360 % for black."""
    red, green, blue = _lab_to_srgb(light, a, b)
    black = 0.6 * (1 - max(red, green, blue)) ** 2
    colours = [min(1.0, max(0.0, 1 - value / (1 - 0.9 * black))) for value in (red, green, blue)]
    return bytes(round(255 * ink) for ink in (*colours, black))


def _lut8(inputs: int, outputs: int, grid: int, points: bytes) -> bytes:
    """Return an ICC table of 8 bits with straight curves (ICC.1:2001-04, 6.5.8)."""
    curve = bytes(range(256))
    matrix = struct.pack(">9i", 65536, 0, 0, 0, 65536, 0, 0, 0, 65536)
    return b"mft1\0\0\0\0" + bytes((inputs, outputs, grid, 0)) + matrix + curve * inputs + points + curve * outputs


@pytest.fixture(scope="session")
def press_profile() -> IccProfile:
    """The ICC profile of an invented press: CMYK, version 2, black at 360 %."""
    inks = product([step / 4 for step in range(5)], repeat=4)
    lab = product([step * 100 / 16 for step in range(17)], *[[step * 255 / 16 - 128 for step in range(17)]] * 2)
    forward = _lut8(4, 3, 5, b"".join(_printed(*one) for one in inks))
    back = _lut8(3, 4, 17, b"".join(_separated(*one) for one in lab))
    text = b"desc\0\0\0\0" + struct.pack(">I", 11) + b"Test press\0" + bytes(78)
    parts = {b"desc": text, b"cprt": b"text\0\0\0\0none\0", b"A2B0": forward, b"B2A0": back}
    parts |= {b"wtpt": b"XYZ \0\0\0\0" + struct.pack(">3i", 63190, 65536, 54061)}
    table, data, at = struct.pack(">I", len(parts)), b"", 128 + 4 + 12 * len(parts)
    for name, part in parts.items():
        padded = part + bytes(-len(part) % 4)
        table += name + struct.pack(">2I", at, len(part))
        data, at = data + padded, at + len(padded)
    head = struct.pack(">I4sI4s4s4s", at, b"\0\0\0\0", 0x02400000, b"prtr", b"CMYK", b"Lab ")
    head += struct.pack(">6H4s", 2000, 1, 1, 0, 0, 0, b"acsp") + bytes(28)
    head += struct.pack(">3i", 63190, 65536, 54061)
    return IccProfile("test", head + bytes(128 - len(head)) + table + data)
