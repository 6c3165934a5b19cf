"""``rulebook.html``: the rulebook as one self-contained page for any screen."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Final

from punchboard.products.game.composed_game import ComposedGame, Product
from punchboard.products.web.rulebook.page import content
from punchboard.products.web.rulebook.security_policy import with_policy
from punchboard.products.web.templates import web_page
from punchboard.scene import Document, Page

PATH: Final = "rulebook.html"
TEMPLATE: Final = Path(__file__).with_name("rulebook.html.jinja")


def rulebook_page(composed: ComposedGame) -> Iterator[Product]:
    """Yield ``rulebook.html`` if the game has a rulebook, with the same text and figures as the printed one."""
    if composed.rulebook is None:
        return
    data, drawings = rulebook_html(composed)
    game = composed.game
    document = Document(game.title, drawings, language=game.file.language)
    yield Product(PATH, document, format="html", data=data)


@lru_cache(maxsize=1)  # the product of the rulebook makes it, and then the table
def rulebook_html(composed: ComposedGame) -> tuple[bytes, tuple[Page, ...]]:
    """Return the page of a game that has a rulebook, with placeholders for its drawings, and the drawings."""
    values, drawings = content(composed)
    return with_policy(web_page(TEMPLATE).render(values).encode()), drawings
