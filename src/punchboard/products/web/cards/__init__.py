"""``cards.html``: every component as text, as its faces are read aloud; with a search and filters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from markupsafe import Markup

from punchboard.compose.text.phrases import phrase
from punchboard.fonts.script_table import is_rtl_language
from punchboard.model.layout.face import SpokenPart
from punchboard.products.game.composed_game import ComposedGame, Product
from punchboard.products.web.assets import policy_hash, trusted
from punchboard.products.web.cards.card_filters import Choices
from punchboard.products.web.cards.entries import CardEntry, sections
from punchboard.products.web.page_head import page_head
from punchboard.products.web.rulebook.page_fonts import font_stack
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
        "front": _entry_html(entry.parts, entry.name),
        "back": _entry_html(entry.back, entry.name),
    }


# What is read of a face as HTML, in the same order; all text is escaped.

_TAGS: Final = MappingProxyType({"L": "ul", "OL": "ol", "Table": "table", "TR": "tr"})
_NOT_LETTERS: Final = re.compile(r"[\W_]+")
_NUMBER: Final = re.compile(r"\d+")


def _entry_html(parts: Iterable[SpokenPart], name: str) -> Markup:
    """Return the parts of a face below a heading that has the name already: a title that says the same is left out."""
    said = _letters(name)
    shown = (
        _part(part)
        if part.role != "H1"
        else Markup("<p><strong>{}</strong></p>\n").format(part.whole_text)
        if _letters(part.whole_text) != said
        else Markup("")
        for part in parts
    )
    return Markup("").join(shown)


def parts_html(parts: Iterable[SpokenPart]) -> Markup:
    """Return parts one after another."""
    return Markup("").join(map(_part, parts))


def _part(part: SpokenPart) -> Markup:
    tag = _TAGS.get(part.role) if not part.text else None
    if tag == "table":
        return Markup('<div class="wide" role="region" tabindex="0" aria-label="{}"><table>{}</table></div>').format(
            part.parts[0].whole_text if part.parts else "…", parts_html(part.parts)
        )
    if tag is not None:
        return Markup("<{tag}>{within}</{tag}>\n").format(tag=tag, within=parts_html(part.parts))
    if part.role == "LI":
        return _item(part)
    if part.role in {"TH", "RowHeader", "TD"}:
        return _cell(part)
    if part.parts:
        return parts_html(part.parts)
    tag = "h4" if re.fullmatch("H[1-6]", part.role) else "p"
    return Markup("<{tag}>{text}</{tag}>\n").format(tag=tag, text=part.text) if part.text else Markup("")


def _item(part: SpokenPart) -> Markup:
    """Return an item of a list, with its own number in a numbered list; one paragraph needs no element."""
    number = next((_NUMBER.search(one.text) for one in part.parts if one.role == "Lbl"), None)
    value = Markup(' value="{}"').format(number[0]) if number else ""
    inner = [one for body in part.parts if body.role != "Lbl" for one in (body.parts or (body,))]
    text = part.text or (inner[0].text if len(inner) == 1 and inner[0].role == "P" else "")
    return Markup("<li{value}>{text}</li>").format(value=value, text=text or parts_html(inner))


def _cell(part: SpokenPart) -> Markup:
    text = part.whole_text
    if part.role == "TD" or not text:
        return Markup("<td>{}</td>").format(text)
    scope = "row" if part.role == "RowHeader" else "col"
    return Markup('<th scope="{}">{}</th>').format(scope, text)


def _letters(text: str) -> str:
    return _NOT_LETTERS.sub("", text).casefold()
