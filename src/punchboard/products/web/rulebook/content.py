"""The values for the template of ``rulebook.html``, and the drawings on the page."""

import re
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from punchboard import __version__
from punchboard.compose.books.book import BookLook
from punchboard.compose.books.directives import Directives
from punchboard.compose.books.prose import filled_text
from punchboard.compose.text.blocks import Block
from punchboard.compose.text.markdown import parse_blocks
from punchboard.compose.text.phrases import phrase
from punchboard.fonts.scripts import is_rtl_language
from punchboard.problem import Place
from punchboard.products.game.composed_game import ComposedGame
from punchboard.products.product import SHARED_PLACEHOLDER
from punchboard.products.web.palette import day_palette, night_palette
from punchboard.products.web.rulebook.directives import DirectiveWriter
from punchboard.products.web.rulebook.figures import Drawings, Icons
from punchboard.products.web.rulebook.fonts import EMBEDDED_FAMILY, embedded_font_rule, font_stack
from punchboard.products.web.rulebook.text import TextWriter
from punchboard.scene import Page

TEXT: str = "rulebook"
_HEADING: Final = re.compile(r"<h[2-6][^>]*>(.*?)</h[2-6]>", re.DOTALL)


class RulebookText(NamedTuple):
    """The blocks of a rulebook, and what writes them."""

    blocks: tuple[Block, ...]
    writer: TextWriter
    directives: DirectiveWriter


def rulebook_text(composed: ComposedGame, sketches: Drawings, writer: TextWriter) -> RulebookText:
    """Return the blocks of a game's rulebook; its figures are collected in ``sketches``."""
    game, loaded = composed.game, composed.loaded
    place = Place(game.text_file(TEXT))
    look = BookLook(loaded.layouts.books[TEXT], loaded, composed.composer, place)
    directives = DirectiveWriter(composed, Directives(game, loaded.layouts, composed.composer), look, sketches, writer)
    read = parse_blocks(filled_text(game, TEXT), lambda body: loaded.read_yaml(body, place.file) or {}, loaded.symbols)
    return RulebookText(tuple(read), writer, directives)


def content(composed: ComposedGame) -> tuple[dict[str, Any], tuple[Page, ...]]:
    """Return the values for the template, and the drawings of its figures."""
    game, loaded = composed.game, composed.loaded
    sketches, icons = Drawings(), Icons(game, loaded.icons)
    text = rulebook_text(composed, sketches, TextWriter(icons))
    body = text.writer.blocks(text.blocks, text.directives.block)
    contents = phrase(game.words, "contents")
    colours, styles = loaded.layouts.theme.colours, loaded.layouts.books[TEXT].styles
    return {
        "title": game.title,
        "tagline": game.file.tagline,
        "version": game.file.version,
        "program": __version__,
        "language": game.file.language,
        "direction": "rtl" if is_rtl_language(game.file.language) else "ltr",
        "contents_word": contents,
        "skip_word": phrase(game.words, "skip to text"),
        "entries": text.writer.contents(),
        "body": body,
        "icons": icons.html(),
        "shared": SHARED_PLACEHOLDER,
        "day": day_palette(colours),
        "night": night_palette(colours),
        "paper": colours.get("paper", "#ffffff"),
        "text_font": font_stack(composed, styles.get("p", "p")),
        "head_font": f'"{EMBEDDED_FAMILY}", {font_stack(composed, styles.get("h1", "h1"))}',
        "brought": embedded_font_rule(
            composed, styles.get("h1", "h1"), f"{game.title} {contents} {_headings(body)} 0123456789"
        ),
    }, sketches.pages()


def _headings(body: Markup) -> str:
    """Return the text of all headings, whose characters the embedded typeface needs."""
    return Markup(" ").join(map(Markup, _HEADING.findall(body))).striptags()
