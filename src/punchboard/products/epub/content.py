"""The files of ``rulebook.epub``: chapters, contents, style, and the package document with its metadata."""

from pathlib import Path
from typing import Any, Final, NamedTuple
from uuid import NAMESPACE_URL, uuid5

from markupsafe import Markup

from punchboard import __version__
from punchboard.compose.text.layout.column import Figure
from punchboard.compose.text.phrases import phrase
from punchboard.fonts.scripts import is_rtl_language
from punchboard.geometry import Outline, Size, path_to_svg
from punchboard.products.epub.chapters import chapters, nav_entries
from punchboard.products.game.composed_game import ComposedGame
from punchboard.products.web.rulebook.content import rulebook_text
from punchboard.products.web.rulebook.figures import PIXELS, Drawings, Icons, square_view
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


# The drawings of an e-book: figures as SVG files of their own, and icons within the text.

FIGURE: Final = "figures/{:03}.svg"
"""The path of a figure beside the chapters, numbered from 1."""


class FigureFiles(Drawings):
    """Collects figures, each of which becomes a file; chapters show them as pictures with a text."""

    def svg(self, figure: Figure, label: str) -> Markup:
        """Return the element that shows a figure, with a text for screen readers."""
        self._pages.append(Page(Size(figure.width, figure.height), tuple(figure.draw(0.0, 0.0))))
        return Markup('<img class="drawing" src="{}" width="{}" height="{}" alt="{}"/>').format(
            FIGURE.format(len(self._pages)), round(figure.width * PIXELS), round(figure.height * PIXELS), label
        )


class InlineIcons(Icons):
    """Icons drawn where they are in the text, in its colour: a symbol would have to be in every chapter."""

    def _element(self, name: str, outline: Outline, reading: Markup) -> Markup:
        del name
        return Markup(
            '<svg xmlns="http://www.w3.org/2000/svg" class="icon" {} viewBox="{}"><path d="{}"/></svg>'
        ).format(reading, square_view(outline), path_to_svg(outline))
