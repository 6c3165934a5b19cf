"""The values for the templates of ``cards.html``."""

from __future__ import annotations

from typing import Any, Final

from punchboard.compose.text.phrases import phrase
from punchboard.fonts.scripts import is_rtl_language
from punchboard.products.game.composed_game import ComposedGame
from punchboard.products.web.cards.choices import Choices
from punchboard.products.web.cards.entries import CardEntry, sections
from punchboard.products.web.cards.spoken_html import entry_html
from punchboard.products.web.page_head import page_head
from punchboard.products.web.rulebook.fonts import font_stack

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
