"""Parses Markdown into blocks, with the line and column of every letter."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING, Final, NamedTuple

from punchboard.checks.prose.english.parsed_text import (
    WHOLE_LINE,
    Block,
    BlockKind,
    ItemList,
    Mark,
    PictureRef,
    SourceSpan,
    Table,
    Text,
)
from punchboard.model.game.directives import DIRECTIVES
from punchboard.model.layout.icon_set import ICON_PATTERN
from punchboard.problem import Place

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_EXEMPTION: Final = re.compile(r"<!--\s*right:(.*?)-->")
_BREAK: Final = re.compile(r"\r\n?|\n")
_RULE: Final = re.compile(r"[A-Z]+\d+")
_NAME_EXEMPTION: Final = re.compile(r"\s*([A-Z]+\d+)\s+([^,]*[^\s,])\s*")
_FENCE: Final = re.compile(r"---\s*")
_PAIR: Final = re.compile(r"\s*([\w -]+?)\s*:\s*(.*?)\s*")
_ICON_PATTERN: Final = ICON_PATTERN.pattern.replace("([a-z]", "(?:[a-z]", 1)
_UNPRINTED: Final = re.compile(rf"{_EXEMPTION.pattern}|{_ICON_PATTERN}|\[(?P<rules>#[a-z0-9, #-]+)\]|\^\^")
"""What prints no words: comments, and the icons, rule marks and small capitals of Punchboard's own Markdown."""
_SCRIPT: Final = r"\\?(?:~[^\s~^\\]+\\?~|\^[^\s~^\\]+\\?\^)"
_SYMBOLS: Final = re.compile(
    rf"\w*(?<![~^]){_SCRIPT}(?![~^])(?:\w|{_SCRIPT})*"
    r"|(?<!\{)\{[^\s{}%][^{}\n%]{0,15}\}(?!\})"
    r"|(?<!\w)\((?:[A-Z]{1,2}|\d[A-Z])\)"
)
"""Formulas and symbols, which are letters without words: ``H~2~O``, ``{T}``, ``(2R)``."""
_WORD_SYMBOLS: Final = re.compile(
    r"(?<![!\]])\\?\[[A-Za-z0-9+-][\w +/-]{0,19}\\?\](?![(\[])"
    r"|\\?<[A-Za-z/][^<>]{0,60}>"
    r"|(?<![\w:]):[A-Za-z][\w-]{1,20}:(?![\w:])"
)
"""Symbols that are words, on cards only: ``[coin]``, ``<wood>``, ``:gold:``. In a rulebook, brackets can be a link."""
_SIGNS: Final = frozenset("{(~^[<:")
_ID: Final = re.compile(r"#([a-z0-9-]+)")
_MARK_LETTERS: Final = range(0xE200, 0xF800)
"""Private-use characters: each stands for a rule mark until the blocks are made."""
_ICON_LETTER: Final = "\ue1ff"
"""Stands at both ends of an icon until then, so that a list item never begins with spaces."""
_PLACEHOLDERS: Final = re.compile("[\ue1ff-\uf7ff]")


class Line(NamedTuple):
    """A line and its number in the file. Only its first ``exact`` letters are at their original columns."""

    number: int
    text: str
    exact: int = WHOLE_LINE


def lines_of(source: str) -> tuple[Line, ...]:
    """Return the lines of a file."""
    return tuple(Line(number, text) for number, text in enumerate(_BREAK.split(source), 1))


def front_matter(lines: Sequence[Line], file: str) -> tuple[Sequence[Line], dict[str, Block]]:
    """Return the lines after the front matter, and a block for the value of each of its keys."""
    end = next((at for at, line in enumerate(lines[1:], 1) if _FENCE.fullmatch(line.text)), 0)
    if not (end and _FENCE.fullmatch(lines[0].text)):
        return lines, {}
    blocks = {}
    for line in lines[1:end]:
        pair = _PAIR.fullmatch(line.text)
        if pair:
            value = pair[2].strip("\"'")
            column = line.text.find(value, pair.end(1)) + 1
            blocks[pair[1].casefold()] = Block("front", value, file, (SourceSpan(0, line.number, column),))
    return lines[end + 1 :], blocks


def line_exemptions(lines: Sequence[Line]) -> dict[int, frozenset[str]]:
    """Return the rules that comments exempt, by line: the comment's own, and the next if it stands alone.

    A comment that names no rule exempts all rules, which is an empty set here.
    """
    by_line: dict[int, frozenset[str]] = {}
    for line in lines:
        comments = _EXEMPTION.findall(line.text) if "<!--" in line.text else ()
        rules = [frozenset(_RULE.findall(comment)) for comment in comments]
        alone = bool(rules) and not _EXEMPTION.sub("", line.text).strip()
        for number in (line.number, line.number + 1)[: len(rules) and 1 + alone]:
            known = [*rules, by_line[number]] if number in by_line else rules
            by_line[number] = frozenset().union(*known) if all(known) else frozenset()
    return by_line


def name_exemptions(lines: Sequence[Line]) -> Iterator[tuple[str, str]]:
    """Yield (rule, name) for comments that exempt a name everywhere: ``right: PROSE005 Shy``."""
    for line in lines:
        for comment in _EXEMPTION.findall(line.text):
            yield from ((match[1], match[2]) for match in map(_NAME_EXEMPTION.fullmatch, comment.split(",")) if match)


def blank_symbols(text: str, *, on_card: bool = False) -> str:
    """Return a text with spaces in place of its symbols and formulas, which keeps all columns."""
    if _SIGNS.isdisjoint(text):
        return text
    for pattern in (_SYMBOLS, _WORD_SYMBOLS) if on_card else (_SYMBOLS,):
        text = pattern.sub(lambda match: " " * len(match[0]), text)
    return text


def blank_markup(lines: Sequence[Line]) -> tuple[tuple[Line, ...], tuple[tuple[str, ...], ...]]:
    """Return the lines with unprinted markup blanked, which keeps all columns, and the ids in each rule mark.

    Each rule mark becomes a character that `extract_rule_marks` finds again.
    """
    rule_marks: list[tuple[str, ...]] = []

    def blank(match: re.Match[str]) -> str:
        if match[0][0] == ":":
            return f"{_ICON_LETTER}{'':{len(match[0]) - 2}}{_ICON_LETTER}"
        letter = ""
        if match["rules"] and len(rule_marks) < len(_MARK_LETTERS):
            letter = f" {chr(_MARK_LETTERS[len(rule_marks)])}"
            rule_marks.append(tuple(_ID.findall(match["rules"])))
        return letter.ljust(len(match[0]))

    texts = (blank_symbols(_UNPRINTED.sub(blank, line.text)) for line in lines)
    clean = (line._replace(text=text.rstrip() if text.strip() else "") for line, text in zip(lines, texts, strict=True))
    return tuple(clean), tuple(rule_marks)


def extract_rule_marks(
    text: str, marks: Sequence[tuple[str, ...]]
) -> tuple[str, tuple[tuple[int, tuple[str, ...]], ...]]:
    """Return a text without the placeholders of icons and marks, and (letter, rule ids) for each mark."""
    if text.isascii():
        return text, ()
    numbers = [(match.start(), ord(match[0]) - _MARK_LETTERS[0]) for match in _PLACEHOLDERS.finditer(text)]
    text_without = _PLACEHOLDERS.sub(" ", text) if numbers else text
    return text_without.rstrip(), tuple((at, marks[number]) for at, number in numbers if 0 <= number < len(marks))


_MARKUP: Final = frozenset("*_[`<\\&#>\n")

_DIRECTIVE_WORDS: Final = re.compile(
    r"(?:^|[\s{,])(?:caption|label|note|corner|ask): *(\"(?:[^\"\\]|\\.)*\"|'[^']*'|[^\s,}|>][^,}]*)"
)
"""The words of a directive's YAML, quoted or up to the next comma."""

LONGEST_TITLE: Final = 8
"""A line in capitals with more words is a sentence."""


@lru_cache(maxsize=1)
def _parser() -> "MarkdownIt":
    from markdown_it import MarkdownIt  # noqa: PLC0415 - costs 30 ms, and most commands check no prose

    return MarkdownIt("commonmark", {"html": False}).enable("table")


def parse_markdown(source: str | Sequence[Line], file: str) -> Text:
    """Return a Markdown text in blocks.

    Args:
        source: the text, or its lines if they are elsewhere in the file.
        file: the file's name in messages.
    """
    lines = lines_of(source) if isinstance(source, str) else tuple(source)
    body, front = front_matter(lines, file)
    text = _Reader(body, file).text()
    return replace(text, front=front, exempt_lines=line_exemptions(lines), exempt_names=tuple(name_exemptions(lines)))


def printed_blocks(text: str, place: Place) -> tuple[Block, ...]:
    """Return the text printed on a component as blocks without symbols, all at the place of its cell or row."""
    at, text = (SourceSpan(0, place.line, 0),), blank_symbols(text, on_card=True)
    if not _MARKUP.intersection(text):
        return (Block("card", text, place.file, at, home=place),) if text else ()
    lines = [Line(place.line, line, exact=0) for line in text.split("\n")]
    return tuple(
        Block("card", block.text, place.file, at, block.marks, home=place)
        for block in parse_markdown(lines, place.file).blocks
    )


class _Reader:
    """Collects blocks, tables and lists from the flat list of tokens."""

    def __init__(self, lines: Sequence[Line], file: str) -> None:
        self._lines, self._marks = blank_markup(lines)
        self._file = file
        self._tokens = _parser().parse("\n".join(line.text for line in self._lines))
        self._has_headings = any(token.type == "heading_open" for token in self._tokens)
        self._at = 0
        self._cell = (0, 0)  # the row of the last cell, and the column after it
        self._sections: list[tuple[int, str]] = []
        self._quotes = 0
        self._blocks: list[Block] = []
        self._tables: list[Table] = []
        self._lists: list[ItemList] = []
        self._pictures: list[PictureRef] = []
        self._code: list[str] = []

    def text(self) -> Text:
        while self._at < len(self._tokens):
            self._take("paragraph")
        parts = tuple(self._blocks), tuple(self._tables), tuple(self._lists), tuple(self._pictures)
        return Text(self._file, *parts, code_text="\n".join(self._code))

    def _take(self, kind: BlockKind) -> None:
        """Process one token and everything that it opens."""
        token = self._tokens[self._at]
        self._at += 1
        match token.type:
            case "heading_open":
                self._heading(int(token.tag[1:]))
            case "inline" if kind == "paragraph" and not self._has_headings and _is_title(token.content):
                self._title(1 if not self._sections and not self._blocks else 2, token)
            case "inline":
                self._add(kind, token)
            case "blockquote_open" | "blockquote_close":
                self._quotes += token.nesting
            case "bullet_list_open" | "ordered_list_open":
                self._list(token)
            case "table_open":
                self._table()
            case "fence" | "code_block":
                self._code.append(token.content)
                if token.info.strip() in DIRECTIVES:
                    self._directive(token)

    def _heading(self, level: int) -> None:
        self._title(level, self._tokens[self._at])
        self._at += 1

    def _title(self, level: int, token: "Token") -> None:
        self._sections = [section for section in self._sections if section[0] < level]
        block = self._add("heading", token, level)
        self._sections.append((level, block.text))

    def _directive(self, token: "Token") -> None:
        """Add the words that a directive prints, such as captions, as examples."""
        self._quotes += 1
        for row, line in enumerate(token.content.split("\n"), (token.map or [0])[0] + 1):
            for match in _DIRECTIVE_WORDS.finditer(line):
                written = match[1].strip("\"' ")
                for inline in _parser().parseInline(written) if written else ():
                    inline.map = [row, row + 1]
                    self._add("paragraph", inline)
        self._quotes -= 1

    def _list(self, opening: "Token") -> None:
        items: list[Block] = []
        closing = opening.type.replace("open", "close")
        while (token := self._tokens[self._at]).type != closing:
            first = len(self._blocks)
            self._take("item")
            if token.type == "inline" and self._tokens[self._at - 3].type == "list_item_open":
                items.append(self._blocks[first])
        self._at += 1
        start = int(opening.attrs.get("start", 1)) if opening.type == "ordered_list_open" else None
        self._lists.append(ItemList(tuple(items), start))

    def _table(self) -> None:
        rows: list[list[Block]] = []
        while (token := self._tokens[self._at]).type != "table_close":
            self._at += 1
            if token.type == "tr_open":
                rows.append([])
            elif token.type == "inline":
                rows[-1].append(self._add("cell" if len(rows) > 1 else "head", token))
        self._at += 1
        self._tables.append(Table(tuple(rows[0]), tuple(map(tuple, rows[1:]))))

    def _add(self, kind: BlockKind, token: "Token", level: int = 0) -> Block:
        written, marks, stretches = self._plain(token)
        plain, rules = extract_rule_marks(written, self._marks)
        sections = tuple(title for _level, title in self._sections)
        block = Block(kind, plain, self._file, stretches, marks, sections, level, bool(self._quotes), rules)
        self._pictures += self._pictures_of(token)
        self._blocks.append(block)
        return block

    def _pictures_of(self, token: "Token") -> Iterator[PictureRef]:
        """Yield the pictures of an inline token, each with its line of the file."""
        row = (token.map or [0])[0]
        for child in token.children or ():
            if child.type in {"softbreak", "hardbreak"}:
                row += 1
            elif child.type == "image":
                number = self._lines[min(row, len(self._lines) - 1)].number
                yield PictureRef(str(child.attrs.get("src", "")), child.content.strip(), number)

    def _plain(self, token: "Token") -> tuple[str, tuple[Mark, ...], tuple[SourceSpan, ...]]:
        """Return the words of an inline token without markup, with marks and source spans."""
        starts = tuple(self._starts(token))
        breaks = tuple(accumulate((len(line) + 1 for line in token.content.split("\n")), initial=0))
        parts: list[str] = []
        marks: list[Mark] = []
        stretches: list[SourceSpan] = []
        opened: list[tuple[int, Token]] = []
        at = raw = 0
        for child in token.children or ():
            if child.nesting == 1:
                opened.append((at, child))
            elif child.nesting == -1 and opened:
                marks += _mark(*opened.pop(), at)
            content = "\n" if child.type in {"softbreak", "hardbreak"} else child.content
            if not content:
                continue
            raw = max(token.content.find(content, raw), raw)
            row = sum(1 for start in breaks[1:-1] if start <= raw)
            line, column = starts[row]
            stretches.append(SourceSpan(at, line.number, column + raw - breaks[row], line.exact))
            parts.append(content.replace("\n", " "))
            at += len(content)
            raw += len(content)
        return "".join(parts), tuple(marks), tuple(stretches) or (SourceSpan(0, starts[0][0].number, 0),)

    def _starts(self, token: "Token") -> Iterator[tuple[Line, int]]:
        """Yield each line with the column of an inline token's own text."""
        first = (token.map or [0])[0]
        for row, content in enumerate(token.content.split("\n"), first):
            line = self._lines[min(row, len(self._lines) - 1)]
            after = self._cell[1] if self._cell[0] == row else 0
            column = max(line.text.find(content.strip(), after), after)
            self._cell = (row, column + len(content.strip()))
            indent = len(content) - len(content.lstrip())
            yield line, column - indent + 1


def _is_title(content: str) -> bool:
    """Return whether a paragraph is a heading of a plain text: one line in capitals, such as ``WHAT YOU NEED``."""
    return (
        content.isupper()
        and "\n" not in content
        and len(content.split()) <= LONGEST_TITLE
        and content[-1] not in ".:;,"
    )


def _mark(start: int, token: "Token", end: int) -> Iterator[Mark]:
    match token.type:
        case "strong_open":
            yield Mark(start, end, "strong")
        case "em_open":
            yield Mark(start, end, "em")
        case "link_open":
            yield Mark(start, end, "link", str(token.attrs.get("href", "")))
