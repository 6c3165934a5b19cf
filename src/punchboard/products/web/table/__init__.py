"""``table.html``: the whole game on a table in the browser, set up by its own script and played by hand.

`view` gathers what the page needs, `drawings` what it shows, `html` makes one file of them. ``script/main.js`` is the
entry of the script: its folder `engine` carries out the game's program as `punchboard.engine.program` does, `game`
makes a game again from its history, `surface` draws it, `panels` are beside it, and ``desk.js`` joins them.
"""

from collections.abc import Iterator
from typing import NamedTuple

from punchboard.products.game.composed_game import ComposedGame, Product
from punchboard.products.web.rulebook import rulebook_html
from punchboard.products.web.table.drawings import TableDrawings
from punchboard.products.web.table.html import TablePage, table_page
from punchboard.products.web.table.view import View, view
from punchboard.scene import Document, Page

PATH = "table.html"


def table(composed: ComposedGame) -> Iterator[Product]:
    """Yield ``table.html``, unless nothing can be put on a table."""
    if not composed.game.components:
        return
    page, drawings, _ = open_page(composed)
    game = composed.game
    document = Document(game.title, drawings, language=game.file.language)
    yield Product(PATH, document, format="html", data=page.data)


class OpenPage(NamedTuple):
    """The page of a table with placeholders, its drawings, and what it shows."""

    page: TablePage
    drawings: tuple[Page, ...]
    view: View


def open_page(composed: ComposedGame, *, shared: bool = False) -> OpenPage:
    """Return the page of a game's table; a shared one has its game on the server that sends it."""
    own = TableDrawings(composed)
    shown = view(composed, own)
    has_rulebook = "rulebook" in composed.game.texts and "rulebook" in composed.loaded.layouts.books
    rulebook, figures = rulebook_html(composed) if has_rulebook else (b"", ())
    drawings = own.pages()
    return OpenPage(table_page(composed, shown, len(drawings), rulebook, shared=shared), (*drawings, *figures), shown)
