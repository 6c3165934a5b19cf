"""Markup in cells that is not Markdown: HTML read as blocks, and written as Markdown or plain text.

Neither of the ready-made parsers fits. For 30,000 cells, markdownify takes 18 s, and it loses underlining and tokens
such as ``<wood>``. `html.parser` raises AssertionError for ``<![x[``, and each Python version reads unfinished tags in
its own way. So a pattern finds the tags, and `html.unescape` reads the entities.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import unescape
from itertools import groupby, zip_longest
from typing import Final, NamedTuple

from punchboard.expression import escape_markdown
from punchboard.model.layout.icon_set import NO_SYMBOLS, Symbols

TAGS: Final[Mapping[str, str]] = {
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
"""What each known tag means; empty for tags of which only the content counts."""

CODE_TAGS: Final = ("script", "style")
"""The tags whose content is left out with them."""

STRUCK_TAGS: Final = ("s", "strike", "del")
"""The tags of what is struck out, which is left out with them."""

_ATTRIBUTE: Final = r"\s+[\w:.-]+(?:\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s\"'<>=]+))?"
_PIECE: Final = re.compile(
    rf"<!--(?:.*?-->)?|<({'|'.join((*CODE_TAGS, *STRUCK_TAGS))})\b[^<>]*>.*?</\1\s*>|<[!?][A-Za-z\[/][^<>]*>"
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
            elif match[1]:
                self.unknown += [match[1].lower()] if match[1].lower() in CODE_TAGS else []
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
    trimmed: list[Run] = []
    last = "\n"
    for run in runs:
        text = re.sub(r" *\n *", "\n", run.text)
        text = text.lstrip(" ") if last in " \n" else text
        if text.startswith("\n"):
            while trimmed and trimmed[-1].text.endswith(" "):
                trimmed[-1] = trimmed[-1]._replace(text=trimmed[-1].text[:-1])
        text = text.lstrip("\n") if not any(earlier.text for earlier in trimmed) else text
        if text:
            if trimmed and trimmed[-1].styles == run.styles:
                trimmed[-1] = trimmed[-1]._replace(text=trimmed[-1].text + text)
            else:
                trimmed.append(run._replace(text=text))
            last = text[-1]
    while trimmed and not (text := trimmed[-1].text.rstrip(" \n")):
        trimmed.pop()
    if trimmed:
        trimmed[-1] = trimmed[-1]._replace(text=text)
    yield from trimmed


_FOOTNOTE: Final = re.compile(r"(?<=[^\W\d][.!?,;:)])\[\d{1,2}\](?=\s|$)|(?<=[^\W\d])\[\d{1,2}\](?=[\s.,;:]|$)")
"""The mark of a wiki's footnote right after a word: ``two spaces.[2]``."""

_CODE: Final = re.compile(r"(?:\\r)?\\n|\\r|\\13\\(?:10\\)?|\\10\\|_x000[AD]_\n?")
"""What other programs write for a line break."""

_BAR: Final = re.compile(r"\s+\|\s+|(?<=[.!?:;])\|\s*|\s*\|(?=[A-Z-])")
_LEAST_WORDS: Final = 2
"""A bar is a line break if this many words are on each side of it, or a sentence before it; not in ``Fire | Ice``.

So is one between words with capitals and a sentence at the end: ``End | Draw a card.``
"""
_ENDS: Final = (".", "!", "?", "\u2026", "\u3002")

_SIGNS: Final = (
    (re.compile(r"!?\[(?:\d{1,2})?\]\([^\s()]*\)|!\[[^\[\]\n]*\]\([^\s()]+\)"), ""),
    (re.compile(r"!\[\[[^\[\]\n]+\]\]"), ""),
    (re.compile(r"\[\[(?:[^\[\]|\n]+\|)?([^\W\d][^\[\]|#\n]*)(?:#[^\[\]|\n]*)?\]\]"), r"\1"),
    (re.compile(r"\[([^\[\]\n]+)\]\((?:[a-z]+:|www\.|[./#])[^\s()]*\)"), r"\1"),
    (re.compile(r"\s?(?<![~\w])~~(?=[^\s~])[^~\n]+?(?<=\S)~~(?![~\w])"), ""),
    (re.compile(r"(?<![=\w])==(?=[^\s=])([^=\n]+?)(?<=\S)==(?![=\w])"), r"<b>\1</b>"),
    (re.compile(r"`{1,3}(?=[^\s`])([^`\n]+?)(?<=\S)`{1,3}"), r"\1"),
)
"""Signs of Markdown that a card has no use for: addresses, links between notes (``[[Page|its words]]``), pictures,
struck-out words, marks, code.
"""

_ANY_SIGN: Final = re.compile(
    "|".join(pattern.pattern for pattern, _ in _SIGNS) + r"|^\s{0,3}(?:#{1,6}|>+)[ \t]+\S|^\s*[-*] \[[ xX]\] ",
    re.MULTILINE,
)
_QUOTED: Final = re.compile(r"^\s{0,3}>+[ \t]+|(?<=[-*] )\[[ xX]\] ")
"""What stands before a line that is quoted from elsewhere, and the box of a line to tick."""

_HEADING: Final = re.compile(r"^\s{0,3}#{1,6}[ \t]+(.*?)[ \t#]*$")

_EMPHASIS: Final = (
    (re.compile(r"(?<![\w*\\])\*{3}(?=[^\s*])([^*]+?)(?<=\S)\*{3}(?![\w*])"), r"<b><i>\1</i></b>"),
    (re.compile(r"(?<![\w*\\])\*\*(?=[^\s*])(.+?)(?<=[^\s*])\*\*(?![\w*])"), r"<b>\1</b>"),
    (re.compile(r"(?<![\w_\\])__(?=[^\s_])(.+?)(?<=[^\s_])__(?![\w_])"), r"<b>\1</b>"),
    (re.compile(r"(?<![\w*\\])\*(?=[^\s*])([^*]+?)(?<=\S)\*(?![\w*])"), r"<i>\1</i>"),
    (re.compile(r"(?<![\w_\\])_(?=[^\s_])([^_]+?)(?<=\S)_(?![\w_])"), r"<i>\1</i>"),
)
"""Emphasis stands around whole words: ``2*3*4`` and ``snake_case_name`` have none."""

_EMPHASIZED: Final = re.compile("|".join(pattern.pattern for pattern, _ in _EMPHASIS))
_ITEM: Final = re.compile(r"\s*[-*\u2022]\s+(?=\S)")
_BREAKS: Final = "|".join(tag for tag, meaning in TAGS.items() if meaning in {"break", "paragraph", "list", "item"})
_BREAKING_TAG: Final = re.compile(rf"</?(?:{_BREAKS})\b[^<>]*>", re.IGNORECASE)
_FACTOR: Final = re.compile(r"\d\*\w|\w\*\d")


def is_mixed(text: str, *, is_html: bool, is_markdown: bool) -> bool:
    """Return whether a cell needs ``markup: mixed``: it would print signs or lose line breaks that its author typed.

    Args:
        text: the cell.
        is_html: whether its column has HTML.
        is_markdown: whether its column has Markdown.
    """
    if any(pattern.search(text) for pattern in (_CODE, _FOOTNOTE, _ANY_SIGN)) or _with_bars_as_breaks(text) != text:
        return True
    if is_html and (_EMPHASIZED.search(text) or any(map(_ITEM.match, text.split("\n")))):
        return True
    lines = [line.strip() for line in text.split("\n")]
    is_broken = len(lines) > 1 and any(line and not _ITEM.match(line) for line in lines[1:])
    return is_markdown and (is_broken or _FACTOR.search(text) is not None)


def has_emphasis(text: str) -> bool:
    """Return whether a cell has bold or italic words, or a link between notes, in Markdown."""
    return _EMPHASIZED.search(text) is not None or ("[[" in text and _ANY_SIGN.search(text) is not None)


def html_from_mixed(text: str) -> str:
    """Return a cell with its Markdown emphasis, headings, lists and line breaks as HTML tags, without its addresses.

    What is struck out is left out.
    """
    for pattern, instead in _SIGNS:
        text = pattern.sub(instead, text)
    text = _with_bars_as_breaks(_FOOTNOTE.sub("", text))
    if _BREAKING_TAG.search(text):  # then line feeds mean nothing, as in HTML
        text = re.sub(r"\s*\n\s*", " ", text)
    paragraphs = re.split(r"\n\s*\n", _CODE.sub("\n", text).strip())
    parts = ["".join(_tagged_lines(paragraph)) for paragraph in paragraphs]
    return parts[0] if len(parts) == 1 else "".join(f"<p>{paragraph}</p>" for paragraph in parts)


def _tagged_lines(paragraph: str) -> Iterator[str]:
    """Yield the lines of a paragraph: items in lists, headings alone, all others with breaks in between."""
    every = (_QUOTED.sub("", line, count=1) for line in paragraph.split("\n"))
    for kind, lines in groupby(every, _kind_of_line):
        if kind == "heading":
            headings = (_HEADING.sub(r"\1", line) for line in lines)
            yield from (f"<p><b>{_with_emphasis(heading)}</b></p>" for heading in headings)
        elif kind == "item":
            items = (_with_emphasis(_ITEM.sub("", line, count=1)) for line in lines)
            yield f"<ul>{''.join(f'<li>{item}</li>' for item in items)}</ul>"
        else:
            yield "<br>".join(map(_with_emphasis, lines))


def _kind_of_line(line: str) -> str:
    return "item" if _ITEM.match(line) else "heading" if _HEADING.fullmatch(line) else ""


def _with_emphasis(line: str) -> str:
    for pattern, tags in _EMPHASIS:
        line = pattern.sub(tags, line)
    return line


def _with_bars_as_breaks(text: str) -> str:
    parts = _BAR.split(text)
    long = [len(part.split()) >= _LEAST_WORDS for part in parts]
    ends = any(is_long and part.endswith(_ENDS) for part, is_long in zip(parts[:-1], long[:-1], strict=True))
    labels = all(part[:1] != part[:1].lower() for part in parts) and long[-1] and parts[-1].endswith(_ENDS)
    is_text = len(parts) > 1 and (all(long) or ends or labels)
    return "\n".join(part.strip() for part in parts) if is_text else text


_JOINER: Final = "\u2060"
"""A word joiner between emphasis and a character that is no letter, without which Markdown may not see emphasis."""

_COLON: Final = re.compile(r":(?=[a-z][a-z0-9:-]*:)")
_EDGES: Final = ("", " ", "\n")
"""What may stand beside emphasis that begins or ends with any character."""

NO_BREAK_SPACE: Final = "\u00a0"
_INDENT: Final = "    "


def markdown_from_html(text: str, symbols: Symbols = NO_SYMBOLS) -> str:
    """Return a cell of HTML as Markdown."""
    return html_as_markdown(read_html(text, symbols), symbols)


def text_from_html(text: str, symbols: Symbols = NO_SYMBOLS) -> str:
    """Return a cell of HTML as plain text, with a line for each block."""
    return html_as_text(read_html(text, symbols), symbols)


def html_as_text(html: Html, symbols: Symbols) -> str:
    """Return blocks as plain text, with a line for each block."""
    return symbols.restore("\n".join("".join(run.text for run in block.runs) for block in html.blocks)).strip()


def html_as_markdown(html: Html, symbols: Symbols, *, has_icons: bool = False) -> str:
    """Return blocks as Markdown; with ``has_icons``, ``:name:`` in them stays an icon."""
    return symbols.restore("".join(_blocks(html.blocks, has_icons=has_icons)))


def _blocks(blocks: Iterable[HtmlBlock], *, has_icons: bool) -> Iterator[str]:
    before: HtmlBlock | None = None
    depth = 0
    for block in blocks:
        if before is not None:
            yield "\n" if before.depth and block.depth else "\n\n"
        depth = min(block.depth, depth + 1)
        marker = f"{block.number}. " if block.number else "- " if depth else ""
        yield _INDENT * max(depth - 1, 0) + marker + _markdown(block.runs, has_icons=has_icons)
        before = block


def _markdown(runs: Sequence[Run], *, has_icons: bool) -> str:
    text, in_emphasis = "", False
    for run, after in zip_longest(runs, runs[1:]):
        lines = run.text.split("\n")
        for number, line in enumerate(lines, 1):
            if number > 1:
                text, in_emphasis = f"{text}\\\n", False
            words = line.strip(" ")
            if not words:
                text, in_emphasis = text + line, in_emphasis and not line
                continue
            delimiter = "*" * (("italic" in run.styles) + 2 * ("bold" in run.styles))
            left, right = line[: len(line) - len(line.lstrip(" "))], line[len(line.rstrip(" ")) :]
            text += left + (_JOINER if in_emphasis and delimiter and not left else "")
            before, following = text[-1:], right or (after.text[:1] if after and number == len(lines) else "")
            text += _emphasized(_styled(words, run.styles, has_icons=has_icons), delimiter, before, following) + right
            in_emphasis = bool(delimiter) and not right
    return re.sub(r"(?:\\\n)+$", "", text)


def _emphasized(inner: str, delimiter: str, before: str, following: str) -> str:
    """Return emphasized text; ``before`` and ``following`` are the characters beside it."""
    if not delimiter:
        return inner
    begin = _JOINER if not inner[0].isalnum() and before not in _EDGES else ""
    end = _JOINER if not inner[-1].isalnum() and following not in _EDGES else ""
    return f"{delimiter}{begin}{inner}{end}{delimiter}"


def _styled(words: str, styles: frozenset[str], *, has_icons: bool) -> str:
    inner = escape_markdown(words) if has_icons else _COLON.sub(r"\\:", escape_markdown(words))
    for style, mark in (("super", "^"), ("sub", "~")):
        if style in styles:
            return mark + inner.replace(" ", NO_BREAK_SPACE) + mark
    return f"++{inner}++" if "underline" in styles else inner
