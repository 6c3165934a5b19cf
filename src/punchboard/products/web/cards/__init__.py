"""``cards.html``: every component as text, as its faces are read aloud; with a search and filters."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from punchboard.products.game.composed_game import ComposedGame, Product
from punchboard.products.web.assets import policy_hash, trusted
from punchboard.products.web.cards.content import content
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
