"""``index.html``: every component of a game as it will print, on one page that needs only its pictures.

``punchboard preview`` serves the same page, live. It uses `live_page`, `asset` and `view`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Final

from punchboard.model.game.game import TEXT_SHEETS
from punchboard.products.game.composed_game import ComposedGame, Product
from punchboard.products.pictures import components
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
        problems=report.findings.problems,
        keys={},  # only a live page needs to know which faces change
        sheets=tuple(sheets(composed, report.files)),
        books=tuple(books(report.files)),
        checks=checks(report.files),
    )
    yield Product("index.html", Document(composed.game.title, ()), format="data", data=static_page(shown))


# The documents that the static page links to: the PDF files and HTML pages beside it in the output.

SHEETS: Final = ("sheets", "boards", "nets", "boxes", "reference", *TEXT_SHEETS, "booklet")
"""The products whose PDF files the page lists under sheets, in this order."""

RULEBOOK: Final = "rulebook.html"
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
                    yield DocumentView(
                        _file_title(rest, product), file=path, count=built[path][1], group=paper.name or name
                    )


def books(built: BuiltPaths) -> Iterator[DocumentView]:
    """Yield the documents to read: the rulebook as HTML and PDF, the quick reference, the components in words."""
    html = RULEBOOK if RULEBOOK in built else None
    if html or "rulebook.pdf" in built:
        yield DocumentView(
            "Rulebook", file=_path_if_made("rulebook.pdf", built), count=_count("rulebook.pdf", built), html=html
        )
    if REFERENCE in built:
        yield DocumentView("Quick reference", file=REFERENCE, count=_count(REFERENCE, built))
    if CARDS in built:
        yield DocumentView("Components in words", html=CARDS)


def checks(built: BuiltPaths) -> str | None:
    """Return the path of the page of checks; None when the build has not made it."""
    return CHECKS if CHECKS in built else None


def _path_if_made(path: str, built: BuiltPaths) -> str:
    return path if path in built else ""


def _count(path: str, built: BuiltPaths) -> int:
    return built[path][1] if path in built else 0


def _file_title(stem: str, product: str) -> str:
    """Return a file name as a title: ``Rulebook booklet``. The name of a product keeps its hyphens: ``Set-up``."""
    name = stem if stem == product else stem.replace("-", " ")
    return name[:1].upper() + name[1:]
