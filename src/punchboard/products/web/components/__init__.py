"""``index.html``: every component of a game as it will print, on one page that needs only its pictures.

``punchboard preview`` serves the same page, live. It uses `live_page`, `asset` and `view`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Final

from punchboard.model.game.game import BOOK_TEXTS, TEXT_SHEETS
from punchboard.model.values import capitalized
from punchboard.products.game.composed_game import ComposedGame, Product
from punchboard.products.pictures import components
from punchboard.products.prints import print_of
from punchboard.products.product import BuildReport, BuiltPaths
from punchboard.products.web.components.html import ASSETS, asset, live_page, static_page
from punchboard.products.web.components.shown_parts import face_keys
from punchboard.products.web.components.view import Addresses, DocumentView, View, view
from punchboard.scene import Document

__all__ = [
    "ASSETS",
    "Addresses",
    "DocumentView",
    "View",
    "asset",
    "face_keys",
    "live_page",
    "page",
    "static_page",
    "view",
]


def page(composed: ComposedGame, report: BuildReport) -> Iterator[Product]:
    """Yield ``index.html``, and its pictures unless the build makes them anyway as the product ``components``.

    The page links to the documents that this build has made.
    """
    if not composed.wants("components"):
        yield from components(composed)
    addresses = Addresses(lambda side, _key: f"components/{side.name}.svg")
    shown = view(
        composed,
        addresses,
        keys={},  # only a live page needs to know which faces change
        sheets=tuple(sheets(composed, report.files)),
        books=tuple(books(report.files)),
        checks=CHECKS if CHECKS in report.files else None,
    )
    yield Product("index.html", Document(composed.game.title, ()), format="data", data=static_page(shown))


# The documents that the static page links to: the PDF files and HTML pages beside it in the output.

SHEETS: Final = ("sheets", "boards", "nets", "boxes", "reference", *TEXT_SHEETS, "booklet")
"""The products whose PDF files the page lists under sheets, in this order."""

CARDS: Final = "cards.html"
CHECKS: Final = "checks.html"
REFERENCE: Final = "reference.pdf"


def sheets(composed: ComposedGame, built: BuiltPaths) -> Iterator[DocumentView]:
    """Yield the PDF files to print, paper by paper."""
    files = [(product, path) for path, (product, _) in built.items() if path.endswith(".pdf")]
    for name, paper in composed.papers.items():
        for product in SHEETS:
            for path in (path for made, path in files if made == product):
                prefix, _, rest = PurePosixPath(path).stem.partition("-")
                if prefix == name and rest:
                    how = print_of(composed, path)
                    shown = DocumentView(how.title, file=path, count=built[path][1], group=paper.name or name)
                    yield replace(shown, about=how.about, flip=how.flip)


def books(built: BuiltPaths) -> Iterator[DocumentView]:
    """Yield the documents to read: the books as HTML and PDF, the quick reference, the components in words."""
    pages = {path: count for path, (_, count) in built.items()}
    for name in BOOK_TEXTS:
        html, pdf = (path if path in built else "" for path in (f"{name}.html", f"{name}.pdf"))
        if html or pdf:
            title = capitalized(name.replace("-", " "))
            yield DocumentView(title, file=pdf, count=pages.get(pdf, 0), html=html or None)
    if REFERENCE in built:
        yield DocumentView("Quick reference", file=REFERENCE, count=pages[REFERENCE])
    if CARDS in built:
        yield DocumentView("Components in words", html=CARDS)
