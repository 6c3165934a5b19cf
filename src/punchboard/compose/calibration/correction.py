"""Pages corrected for a calibrated printer: transformed so that its drift, rotation and scale cancel out."""

from __future__ import annotations

from punchboard.geometry import IDENTITY
from punchboard.model.printing.printer import PrinterFile
from punchboard.model.printing.sheet import Flip
from punchboard.scene import Document, Group, LazyPages, Page, symbols_on


def corrected_document(document: Document, printer: PrinterFile, flip: Flip = "long edge") -> Document:
    """Return a document that, printed on this printer, looks as the given document should.

    Backs (`Page.side`) get the inverse of drift, angle and scale about the middle of the page, all other pages the
    inverse of the scale alone. Page sizes and page boxes stay as they are.

    Args:
        document: pages as they should look on paper.
        printer: the printer's measured errors.
        flip: the edge on which the sheets are flipped.
    """
    pages = document.pages
    corrected = LazyPages(
        range(len(pages)),
        lambda number: _corrected_page(pages[number], printer, flip),
        lambda number: symbols_on(pages[number : number + 1]),
    )
    return document._replace(pages=corrected)


def _corrected_page(page: Page, printer: PrinterFile, flip: Flip) -> Page:
    transform = printer.correction_transform(page.size, page.side, flip)
    return page if transform == IDENTITY else page._replace(items=(Group(page.items, transform),))
