"""``cards.html``: every component as text, as its faces are read aloud; with a search and filters."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from punchboard.compose.text.phrases import phrase
from punchboard.fonts.scripts import is_rtl_language
from punchboard.products.game.composed_game import ComposedGame, Product
from punchboard.products.web.assets import policy_hash, trusted
from punchboard.products.web.cards.choices import Choices
from punchboard.products.web.cards.entries import CardEntry, sections
from punchboard.products.web.cards.spoken_html import entry_html
from punchboard.products.web.page_head import page_head
from punchboard.products.web.rulebook.fonts import font_stack
from punchboard.products.web.templates import web_page
from punchboard.scene import Document

PATH: Final = "cards.html"
HERE: Final = Path(__file__).parent

POLICY: Final = "default-src 'none'; img-src data:; style-src '{style}'; script-src '{script}'; base-uri 'none'"
"""The content security policy: its own script and style, and no requests."""


def cards(composed: ComposedGame) -> Iterator[Product]:
    """Yield ``cards.html``, unless the game has nothing to show on it."""
    values = content(composed)
    if not values["sections"]:
        return
    style = web_page(HERE / "cards.css.jinja").render(values)
    script = (HERE / "cards.js").read_text(encoding="utf-8")
    policy = POLICY.format(style=policy_hash(style), script=policy_hash(script))
    page = web_page(HERE / "cards.html.jinja").render(
        **values, style=trusted(style), script=trusted(script), policy=policy
    )
    game = composed.game
    document = Document(game.title, (), language=game.file.language)
    yield Product(PATH, document, format="data", data=page.encode())


_WORDS: Final = ("skip to text", "contents", "search", "kind", "all", "show all", "back")


def content(composed: ComposedGame) -> dict[str, Any]:
    """Return the values for the page, its style and its script."""
    game, colours = composed.game, composed.loaded.layouts.theme.colours
    words, choices = game.words, Choices(game)
    found = [
        {"id": one.id, "title": one.title, "entries": [_entry(composed, entry) for entry in one.entries]}
        for one in sections(composed, choices)
    ]
    return {
        **page_head(game, colours),
        "direction": "rtl" if is_rtl_language(game.file.language) else "ltr",
        "heading": phrase(words, "components in words"),
        "words": {name.replace(" ", "_"): phrase(words, name) for name in _WORDS},
        "found": phrase(words, "found", found="#", every="%"),
        "sections": found,
        "filters": choices.filters(),
        "text_font": font_stack(composed, "body"),
        "head_font": font_stack(composed, "h1"),
    }


def _entry(composed: ComposedGame, entry: CardEntry) -> dict[str, Any]:
    return {
        "id": entry.id,
        "name": entry.name,
        "copies": phrase(composed.game.words, "copies", copies=entry.copies) if entry.copies != 1 else "",
        "choices": entry.choices,
        "front": entry_html(entry.parts, entry.name),
        "back": entry_html(entry.back, entry.name),
    }
