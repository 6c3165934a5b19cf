"""``rulebook.epub``: the rulebook as an EPUB 3 e-book, with the text and figures of ``rulebook.html``."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple
from uuid import NAMESPACE_URL, uuid5

from markupsafe import Markup

from punchboard.compose.text.column import Figure
from punchboard.compose.text.markdown import Block, Heading
from punchboard.compose.text.phrases import phrase
from punchboard.geometry import Outline, Size, path_to_svg
from punchboard.products.game.composed_game import ComposedGame, Product
from punchboard.products.web.assets import web_page
from punchboard.products.web.palette import page_head
from punchboard.products.web.rulebook import BookText, book_text
from punchboard.products.web.rulebook.html_text import PIXELS, Drawings, Entry, Icons, TextWriter, square_view
from punchboard.scene import Page

PATH: Final = "rulebook.epub"


def epub(composed: ComposedGame) -> Iterator[Product]:
    """Yield ``rulebook.epub`` if the game has a rulebook."""
    if composed.rulebook is None:
        return
    book = publication(composed, composed.rulebook.document.pages[0])
    document = composed.document(tuple(book.figures.values()))
    yield Product(PATH, document, format="epub", members=book.members, page_paths=tuple(book.figures))


# The files of `rulebook.epub`: chapters, contents, style, and the package document with its metadata.

HERE: Final = Path(__file__).parent
FOLDER: Final = "EPUB"
COVER: Final = "cover.svg"
_HEADING_LEVEL: Final = 1
"""The level of a chapter's heading: each chapter is a document."""


class Publication(NamedTuple):
    """The members of a package by their paths, and its drawings by theirs."""

    members: dict[str, bytes]
    figures: dict[str, Page]


def publication(composed: ComposedGame, cover: Page) -> Publication:
    """Return the e-book of a game that has a rulebook; ``cover`` is the page that stands for it on a shelf."""
    game = composed.game
    drawings = FigureFiles()
    writer = TextWriter(InlineIcons(game, composed.loaded.icons), _HEADING_LEVEL)
    text = chapters(book_text(composed, "rulebook", drawings, writer), game.title)
    pages = {FIGURE.format(number): page for number, page in enumerate(drawings.pages(), 1)}
    values: dict[str, Any] = {
        **page_head(game, composed.loaded.layouts.theme.colours),
        "identifier": uuid5(NAMESPACE_URL, f"{game.output_name} {game.title} {game.file.version}"),
        "chapters": text,
        "nav": _nav_entries(writer.contents(), text),
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


# The chapters of an e-book: the text of the rulebook as XHTML, a file for each chapter.

FILE: Final = "chapter-{:02}.xhtml"
"""The file of a chapter, numbered from 1."""

_ID: Final = re.compile(r'\bid="([^"]+)"')
_LINK: Final = re.compile(r'href="#([^"]*)"')
_CLOSED: Final[Mapping[str, str]] = {"<br>": "<br/>", "<hr>": "<hr/>"}
"""Elements without content, as XML has them; texts are escaped, so these are our own."""

_NOT_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Chapter(NamedTuple):
    """A chapter: its file, the text of its heading, and its content as XHTML."""

    file: str
    title: str
    body: Markup

    @property
    def has_svg(self) -> bool:
        """Whether it has a drawing within its text."""
        return "<svg" in self.body


def chapters(text: BookText, untitled: str) -> tuple[Chapter, ...]:
    """Return the chapters of a rulebook, with links from one to another.

    Args:
        text: the rulebook.
        untitled: the title of what stands before the first chapter.
    """
    written = [
        Chapter(FILE.format(number), _title(blocks) or untitled, xml(text.writer.blocks(blocks, text.directives.block)))
        for number, blocks in enumerate(_split(text.blocks), 1)
    ]
    files = _files(written)
    return tuple(chapter._replace(body=_linked(chapter, files)) for chapter in written)


class NavEntry(NamedTuple):
    """A line of the contents: where it leads, its text, and the lines below it."""

    href: str
    title: str
    sections: "tuple[NavEntry, ...]" = ()


def _nav_entries(entries: Iterable[Entry], chapters: Iterable[Chapter]) -> tuple[NavEntry, ...]:
    """Return the contents of a rulebook as links to its chapters and to sections in them."""
    files = _files(chapters)

    def line(entry: Entry) -> NavEntry:
        return NavEntry(f"{files[entry.id]}#{entry.id}", entry.title.striptags(), tuple(map(line, entry.sections)))

    return tuple(map(line, entries))


def _files(chapters: Iterable[Chapter]) -> dict[str, str]:
    """Return the file of each anchor."""
    return {name: chapter.file for chapter in chapters for name in _ID.findall(chapter.body)}


def xml(html: Markup) -> Markup:
    """Return HTML as XHTML."""
    text = _NOT_XML.sub("", str(html))
    for tag, closed in _CLOSED.items():
        text = text.replace(tag, closed)
    return Markup(text)  # noqa: S704 - from markup


def _split(blocks: Iterable[Block]) -> Iterator[Sequence[Block]]:
    """Yield the blocks of each chapter; a heading of the first level begins one."""
    chapter: list[Block] = []
    for block in blocks:
        if isinstance(block, Heading) and block.level == 1 and chapter:
            yield chapter
            chapter = []
        chapter.append(block)
    if chapter:
        yield chapter


def _title(blocks: Sequence[Block]) -> str:
    first = blocks[0]
    return first.title.strip() if isinstance(first, Heading) else ""


def _linked(chapter: Chapter, files: dict[str, str]) -> Markup:
    """Return the content of a chapter with the file in each link to another; a link to nothing leads to its top."""

    def link(match: re.Match[str]) -> str:
        file = files.get(match[1])
        if file is None:
            return f'href="{chapter.file}"'
        return match[0] if file == chapter.file else f'href="{file}#{match[1]}"'

    return Markup(_LINK.sub(link, str(chapter.body)))  # noqa: S704 - from markup
