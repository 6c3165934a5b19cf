"""``index.html``: every component of a game as it will print, on one page that needs only its pictures.

``punchboard preview`` serves the same page, live. It uses `live_page`, `asset` and `view`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import Any, Final

from pydantic_core import to_json

from punchboard import __version__
from punchboard.checks.ink.colours import VIEWS
from punchboard.model.game.game import BOOK_TEXTS, TEXT_SHEETS
from punchboard.model.values import capitalized
from punchboard.products.game.composed_game import ComposedGame, Product
from punchboard.products.pictures import components
from punchboard.products.prints import print_of
from punchboard.products.product import BuildReport, BuiltPaths
from punchboard.products.web.assets import bundle, policy_hash, script_modules, trusted, web_page
from punchboard.products.web.components.shown_parts import face_keys
from punchboard.products.web.components.view import Addresses, DocumentView, View, view
from punchboard.scene import Document

HERE: Final = Path(__file__).parent
TEMPLATE: Final = "page.html.jinja"

ASSETS: Final = {"page.css": "text/css; charset=utf-8", "page.js": "text/javascript; charset=utf-8"}
"""The files that a live page loads, with their media types."""

POLICY: Final = (
    "default-src 'none'; img-src 'self' file: data:; style-src '{style}'; script-src '{script}'; base-uri 'none'"
)
"""The content security policy of the static page: its own script and style, and pictures beside it."""


def static_page(view: View) -> bytes:
    """Return the page with its view, script and style embedded. Pictures are loaded from the view's addresses."""
    game, script, style = view["game"], _text("page.js"), _text("page.css")
    policy = POLICY.format(style=policy_hash(style), script=policy_hash(script))
    given = {"view": _escaped_json(view), "script": trusted(script), "style": trusted(style), "policy": policy}
    return _page(game["title"], game["language"], tagline=game["tagline"], checks=view["checks"], **given)


def live_page(
    title: str, language: str = "en", *, script: str = "page.js", styles: Sequence[str] = ("page.css",)
) -> bytes:
    """Return the page without a view. It loads its script and styles, ``view.json`` and ``events``, beside it.

    It works with ``default-src 'none'`` and ``'self'`` for scripts, styles, pictures and connections.
    """
    return _page(title, language, tagline="", view=None, script=script, style=styles, policy="", checks=None)


def asset(name: str) -> tuple[str, bytes]:
    """Return the media type and the bytes of one of `ASSETS`.

    Raises:
        KeyError: when there is no such file.
    """
    return ASSETS[name], _text(name).encode()


def _page(title: str, language: str, **given: Any) -> bytes:
    eyes = [(name, _matrix(name)) for name in VIEWS if name != "normal"]
    text = web_page(HERE / TEMPLATE).render(title=title, language=language, program=__version__, eyes=eyes, **given)
    return text.encode()


def _matrix(view: str) -> str:
    """Return a colour vision simulation as the 20 values of feColorMatrix."""
    rows = [f"{red} {green} {blue} 0 0" for red, green, blue in VIEWS[view]]
    return " ".join((*rows, "0 0 0 1 0"))


@cache
def _text(name: str) -> str:
    if name == "page.js":
        return bundled_script()
    return (HERE / name).read_text(encoding="utf-8")


def bundled_script(more: Mapping[str, str] = MappingProxyType({})) -> str:
    """Return the modules as one script, each in a scope of its own that returns its exports.

    ``more`` has the texts of further modules by name, each after the modules that it imports.
    """
    return bundle({**script_modules(HERE / "script"), **more})


def _escaped_json(view: View) -> str:
    """Return the view as JSON without ``<``, so that nothing in it can end the script element."""
    from markupsafe import Markup  # noqa: PLC0415 - needed only for this page

    return Markup(to_json(view).decode().replace("<", "\\u003c"))  # noqa: S704 - without "<" there is no markup


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
