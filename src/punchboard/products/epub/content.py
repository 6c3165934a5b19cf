"""The files of ``rulebook.epub``: chapters, contents, style, and the package document with its metadata."""

from pathlib import Path
from typing import Any, Final, NamedTuple
from uuid import NAMESPACE_URL, uuid5

from punchboard import __version__
from punchboard.compose.text.phrases import phrase
from punchboard.fonts.scripts import is_rtl_language
from punchboard.products.epub.chapters import chapters, nav_entries
from punchboard.products.epub.figures import FIGURE, FigureFiles, InlineIcons
from punchboard.products.game.composed_game import ComposedGame
from punchboard.products.web.rulebook.content import rulebook_text
from punchboard.products.web.rulebook.text import TextWriter
from punchboard.products.web.templates import web_page
from punchboard.scene import Page

HERE: Final = Path(__file__).parent
FOLDER: Final = "EPUB"
COVER: Final = "cover.svg"
HEADING_LEVEL: Final = 1
"""The level of a chapter's heading: each chapter is a document."""


class Publication(NamedTuple):
    """The members of a package by their paths, and its drawings by theirs."""

    members: dict[str, bytes]
    figures: dict[str, Page]


def publication(composed: ComposedGame, cover: Page) -> Publication:
    """Return the e-book of a game that has a rulebook; ``cover`` is the page that stands for it on a shelf."""
    game = composed.game
    drawings = FigureFiles()
    writer = TextWriter(InlineIcons(game, composed.loaded.icons), HEADING_LEVEL)
    text = chapters(rulebook_text(composed, drawings, writer), game.title)
    pages = {FIGURE.format(number): page for number, page in enumerate(drawings.pages(), 1)}
    values: dict[str, Any] = {
        "title": game.title,
        "tagline": game.file.tagline,
        "version": game.file.version,
        "program": __version__,
        "language": game.file.language,
        "direction": "rtl" if is_rtl_language(game.file.language) else "ltr",
        "identifier": uuid5(NAMESPACE_URL, f"{game.output_name} {game.title} {game.file.version}"),
        "chapters": text,
        "nav": nav_entries(writer.contents(), text),
        "figures": pages,
        "contents_word": phrase(game.words, "contents"),
        "text_word": phrase(game.words, "text"),
        "summary": phrase(game.words, "accessible book"),
    }
    files = {
        "package.opf": _filled("package.opf", **values),
        "nav.xhtml": _filled("nav.xhtml", **values),
        "title.xhtml": _filled("title.xhtml", **values),
        **{chapter.file: _filled("chapter.xhtml", **values, chapter=chapter) for chapter in text},
        "book.css": (HERE / "book.css").read_bytes(),
    }
    return Publication(
        {
            "META-INF/container.xml": (HERE / "container.xml").read_bytes(),
            **{f"{FOLDER}/{name}": data for name, data in files.items()},
        },
        {f"{FOLDER}/{name}": page for name, page in {COVER: cover, **pages}.items()},
    )


def _filled(template: str, **values: Any) -> bytes:
    return web_page(HERE / f"{template}.jinja").render(values).encode()
