"""``index.html``: every component of a game as it will print, on one page that needs only its pictures.

``punchboard preview`` serves the same page, live. It uses `live_page`, `asset` and `view`.
"""

from __future__ import annotations

from collections.abc import Iterator

from punchboard.products.build_report import BuildReport
from punchboard.products.component_svg import components
from punchboard.products.game.composed_game import ComposedGame, Product
from punchboard.products.web.components.documents import books, checks, sheets
from punchboard.products.web.components.html import ASSETS, asset, live_page, static_page
from punchboard.products.web.components.picture_keys import face_keys
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
