"""The chapters of an e-book: the text of the rulebook as XHTML, a file for each chapter."""

import re
from collections.abc import Iterable, Iterator, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from markupsafe import Markup

from punchboard.compose.text.blocks import Block, Heading
from punchboard.products.web.rulebook.content import RulebookText
from punchboard.products.web.rulebook.text import Entry

FILE: Final = "chapter-{:02}.xhtml"
"""The file of a chapter, numbered from 1."""

_ID: Final = re.compile(r'\bid="([^"]+)"')
_LINK: Final = re.compile(r'href="#([^"]*)"')
_CLOSED: Final = MappingProxyType({"<br>": "<br/>", "<hr>": "<hr/>"})
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


def chapters(text: RulebookText, untitled: str) -> tuple[Chapter, ...]:
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


def nav_entries(entries: Iterable[Entry], chapters: Iterable[Chapter]) -> tuple[NavEntry, ...]:
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
    found: list[Block] = []
    for block in blocks:
        if isinstance(block, Heading) and block.level == 1 and found:
            yield found
            found = []
        found.append(block)
    if found:
        yield found


def _title(blocks: Sequence[Block]) -> str:
    first = blocks[0]
    return first.title.strip() if isinstance(first, Heading) else ""


def _linked(chapter: Chapter, files: dict[str, str]) -> Markup:
    """Return the content of a chapter with the file in each link to another; a link to nothing leads to its top."""

    def link(found: re.Match[str]) -> str:
        file = files.get(found[1])
        if file is None:
            return f'href="{chapter.file}"'
        return found[0] if file == chapter.file else f'href="{file}#{found[1]}"'

    return Markup(_LINK.sub(link, str(chapter.body)))  # noqa: S704 - from markup
