"""Pages of a few items, and what is read back from the bytes that renderers make of them."""

from __future__ import annotations

from collections.abc import Callable

import pikepdf
import pypdfium2
import pytest

from punchboard.geometry import Size
from punchboard.render.pdf import render_pdf
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
    """Return the text of each page of a PDF, as a viewer copies it, with white space made plain."""

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
