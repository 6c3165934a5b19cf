"""Pages for a printer that has been measured: drawn with its faults undone, in vectors."""

from __future__ import annotations

from punchboard.geometry import IDENTITY
from punchboard.model.printing.printer import PrinterFile
from punchboard.model.printing.sheet import Flip
from punchboard.scene import Document, Group, LazyPages, Page, symbols_on


def corrected_document(document: Document, printer: PrinterFile, flip: Flip = "long edge") -> Document:
    """Return a document that comes out of a printer as the one given was meant.

    Backs (`Page.side`) get the inverse of drift, angle and scale, all other pages that of the scale, about the middle
    of the page. Sizes and boxes of pages stay as they are: they say what is meant.

    Args:
        document: pages as they shall lie on paper.
        printer: what the printer does to them; `PrinterFile` tells its numbers.
        flip: the edge about which the sheets are turned over.
    """
    pages = document.pages
    made = LazyPages(
        range(len(pages)),
        lambda number: _corrected_page(pages[number], printer, flip),
        lambda number: symbols_on(pages[number : number + 1]),
    )
    return document._replace(pages=made)


def _corrected_page(page: Page, printer: PrinterFile, flip: Flip) -> Page:
    transform = printer.correction_transform(page.size, page.side, flip)
    return page if transform == IDENTITY else page._replace(items=(Group(page.items, transform),))
