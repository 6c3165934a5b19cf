"""HTML as people write it in tables, read as blocks of styled text. Nothing is required to be closed or well formed.

Neither of the ready-made parsers fits. For 30,000 cells, markdownify takes 18 s, and it loses underlining and tokens
such as ``<wood>``. `html.parser` raises AssertionError for ``<![x[``, and each Python version reads unfinished tags in
its own way. So a pattern finds the tags, and `html.unescape` reads the entities.
"""

import re
from collections.abc import Iterator, Mapping
from html import unescape
from types import MappingProxyType
from typing import Final, NamedTuple

from punchboard.model.layout.icon_set import NO_SYMBOLS, Symbols

TAGS: Final[Mapping[str, str]] = MappingProxyType(
    {
        **dict.fromkeys(("b", "strong"), "bold"),
        **dict.fromkeys(("i", "em"), "italic"),
        **dict.fromkeys(("u", "ins"), "underline"),
        "sup": "super",
        "sub": "sub",
        "br": "break",
        "ul": "list",
        "ol": "list",
        "li": "item",
        **dict.fromkeys(("p", "div", "h1", "h2", "h3", "h4", "h5", "h6"), "paragraph"),
        **dict.fromkeys(("span", "font", "a", "html", "body"), ""),
    }
)
"""What each known tag means; empty for tags of which only the content counts."""

_ATTRIBUTE: Final = r"\s+[\w:.-]+(?:\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s\"'<>=]+))?"
_PIECE: Final = re.compile(
    r"<!--(?:.*?-->)?|<(script|style)\b[^<>]*>.*?</\1\s*>|<[!?][A-Za-z\[/][^<>]*>"
    rf"|<(?P<end>/?)(?P<tag>[A-Za-z][A-Za-z0-9-]*)(?:{_ATTRIBUTE})*\s*/?>"
    r"|<(?P<open>/?[A-Za-z][A-Za-z0-9-]*)(?:\s+[\w:.-]+\s*=\s*(?:\"[^\"]*\"?|'[^']*'?|[^\s\"'<>]*))*\s*/?$",
    re.DOTALL | re.IGNORECASE,
)
_BLANKS: Final = re.compile(r"[ \t\r\n\f]+")
_PARAGRAPHS: Final = re.compile(r"[ \t]*\n\s*\n[ \t]*")
_STYLES: Final = ("bold", "italic", "underline", "super", "sub")


class Run(NamedTuple):
    """Text in one style; a line feed is a line break."""

    text: str
    styles: frozenset[str] = frozenset()


class HtmlBlock(NamedTuple):
    """A paragraph, or an item of a list at a depth from 1, with its number in an ordered list."""

    runs: tuple[Run, ...]
    depth: int = 0
    number: int = 0


class Html(NamedTuple):
    """The blocks of a cell, and its unknown tags."""

    blocks: tuple[HtmlBlock, ...]
    unknown: tuple[str, ...] = ()


def read_html(text: str, symbols: Symbols = NO_SYMBOLS) -> Html:
    """Return the blocks of a cell. Symbols are protected, and what looks like an unknown tag is left out."""
    reader = _Reader(text, symbols)
    return Html(tuple(reader.blocks()), tuple(dict.fromkeys(reader.unknown)))


class _Reader:
    def __init__(self, text: str, symbols: Symbols) -> None:
        self._symbols = symbols
        self._text = symbols.protect(text.replace("\r\n", "\n"))
        self.unknown: list[str] = []
        self._depths = dict.fromkeys(_STYLES, 0)
        self._lists: list[int | None] = []
        """The next number of each open list; None for bullets."""
        self._block = (0, 0)
        self._runs: list[Run] = []
        self._keeps_lines = False

    def blocks(self) -> Iterator[HtmlBlock]:
        pieces = list(_PIECE.finditer(self._text))
        names = {(match["tag"] or "").lower() for match in pieces}
        self._keeps_lines = not any(TAGS.get(name) in {"break", "paragraph", "list", "item"} for name in names)
        end = 0
        for match in pieces:
            yield from self._words(self._text[end : match.start()])
            end = match.end()
            if match["open"] and not self._is_cut_off(match["open"]):
                yield from self._words(match[0])
            elif match["tag"]:
                yield from self._tag(match["tag"].lower(), is_end=bool(match["end"]))
        yield from self._words(self._text[end:])
        yield from self._finished()

    @staticmethod
    def _is_cut_off(name: str) -> bool:
        """Return whether the beginning of a tag at the end of a cell is that of a known tag."""
        name = name.lstrip("/").lower()
        return any(tag.startswith(name) for tag in TAGS)

    def _words(self, text: str) -> Iterator[HtmlBlock]:
        if not text:
            return
        text = self._symbols.protect(unescape(text))
        if not self._keeps_lines:
            self._add(_BLANKS.sub(" ", text))
            return
        for number, paragraph in enumerate(_PARAGRAPHS.split(text)):
            if number:
                yield from self._finished()
            self._add("\n".join(_BLANKS.sub(" ", line) for line in paragraph.split("\n")))

    def _add(self, text: str) -> None:
        self._runs.append(Run(text, frozenset(style for style, depth in self._depths.items() if depth)))

    def _tag(self, name: str, *, is_end: bool) -> Iterator[HtmlBlock]:
        meaning = TAGS.get(name)
        if meaning is None:
            self.unknown.append(name)
        elif meaning in self._depths:
            self._depths[meaning] = max(0, self._depths[meaning] + (-1 if is_end else 1))
        elif meaning == "break" or (meaning == "paragraph" and self._block != (0, 0)):
            self._add("\n")
        elif meaning:
            yield from self._finished()
            self._begin(name, meaning, is_end=is_end)

    def _begin(self, name: str, meaning: str, *, is_end: bool) -> None:
        self._block = (0, 0)
        if meaning == "list":
            if not is_end:
                self._lists.append(1 if name == "ol" else None)
            elif self._lists:
                self._lists.pop()
        elif meaning == "item" and not is_end:
            number = self._lists[-1] if self._lists else None
            if number is not None:
                self._lists[-1] = number + 1
            self._block = (max(len(self._lists), 1), number or 0)

    def _finished(self) -> Iterator[HtmlBlock]:
        """Yield the current block, unless it is empty."""
        runs = tuple(_trimmed(self._runs))
        if runs:
            yield HtmlBlock(runs, *self._block)
            self._block = (0, 0)
        self._runs = []


def _trimmed(runs: list[Run]) -> Iterator[Run]:
    """Yield runs with single spaces between words, without spaces beside line breaks, and without blank ends."""
    found: list[Run] = []
    last = "\n"
    for run in runs:
        text = re.sub(r" *\n *", "\n", run.text)
        text = text.lstrip(" ") if last in " \n" else text
        if text.startswith("\n"):
            while found and found[-1].text.endswith(" "):
                found[-1] = found[-1]._replace(text=found[-1].text[:-1])
        text = text.lstrip("\n") if not any(one.text for one in found) else text
        if text:
            if found and found[-1].styles == run.styles:
                found[-1] = found[-1]._replace(text=found[-1].text + text)
            else:
                found.append(run._replace(text=text))
            last = text[-1]
    while found and not (text := found[-1].text.rstrip(" \n")):
        found.pop()
    if found:
        found[-1] = found[-1]._replace(text=text)
    yield from found
