"""Markdown parser: CommonMark with tables, ``:icon:``, symbols, rule marks and fenced directives, as blocks.

``^^small caps^^``, ``++underlined++``, ``^superscript^`` and ``~subscript~`` hold plain text. A backslash before one of
their characters, or before a colon, prints that character.

A rule mark, ``[#deal-ten]`` or ``[#deal-ten #exchange]``, prints nothing. It marks the text before it as stating these
rules.

A picture, ``![alt](art/map.png "caption")``, is placed below the block that contains it.

HTML is printed as text. Only two comments print nothing: those that silence the prose checker,
``<!-- right: PROSE002 why -->``, and those that give the source of a translation, ``<!-- source: ... -->``.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from punchboard.compose.text.atoms import Span
from punchboard.compose.text.inline import has_no_break_space
from punchboard.compose.text.text_icons import spans_with_icons
from punchboard.model.layout.icon_set import NO_SYMBOLS, Symbols
from punchboard.problem import Problem, ProblemsFound

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_core import StateCore
    from markdown_it.token import Token
    from markdown_it.tree import SyntaxTreeNode


class Paragraph(NamedTuple):
    """Running text; ``role`` names its style (``p``, ``caption``)."""

    spans: tuple[Span, ...]
    role: str = "p"


class Heading(NamedTuple):
    """A heading of level 1 (chapter) to 4."""

    level: int
    spans: tuple[Span, ...]

    @property
    def title(self) -> str:
        """The heading as plain text."""
        return "".join(span.text for span in self.spans)


class ListBlock(NamedTuple):
    """A list; ``start`` is the first number of an ordered list, None for bullets."""

    items: "tuple[tuple[Block, ...], ...]"
    start: int | None = None


class Table(NamedTuple):
    """A table: header, rows, and the alignment of each column."""

    header: tuple[tuple[Span, ...], ...]
    rows: tuple[tuple[tuple[Span, ...], ...], ...]
    aligns: tuple[str, ...]


class Callout(NamedTuple):
    """A boxed passage, such as an example or a note."""

    blocks: "tuple[Block, ...]"


class Divider(NamedTuple):
    """A horizontal rule between passages."""


class Directive(NamedTuple):
    """A fenced block that is filled from data: its name, its parsed YAML body, its line in the text."""

    name: str
    body: Mapping[str, Any]
    line: int
    problems: tuple[Problem, ...] = ()
    source: str = ""
    """The body as written."""
    """Why the body could not be parsed."""


class PictureBlock(NamedTuple):
    """A picture from the game's folder: its path, alternative text, caption, and line in the text."""

    path: str
    alt: str
    caption: str
    line: int


Block = Paragraph | Heading | ListBlock | Table | Callout | Divider | Directive | PictureBlock


_MARKUP: Final = re.compile(
    r"[*_`\[\]<>#|~^\\&!]|\+\+|^\s*(?:[-+]|\d+[.)])\s|\n\s*\n|^ {4}|^ {0,3}(?:-[- \t]*|=+[ \t]*)$", re.MULTILINE
)
_SWALLOWED: Final = re.compile(r"(?m)^(?:#{1,6} |```|\*\*|> )")
"""Markdown in the body of a fenced block, which is YAML."""
_LONE_MARKER: Final = re.compile(r"\s*(?:[-+]|\d{1,9}[.)])\s*")
"""A cell with just a dash, or a number and a full stop; the parser would make an empty list of it."""
_COMMENTS: Final = re.compile(r"[ \t]*<!--\s*(?:right|source):.*?-->")
_INLINE: Final = re.compile(
    r"\^\^(?P<small>.+?)\^\^|\+\+(?P<under>\S(?:.*?\S)?)\+\+|\^(?P<super>[^\s^]+)\^|~(?P<sub>[^\s~]+)~"
)
"""Our own inline markup. Superscripts and subscripts have no spaces, so that ``~5 or ~6`` stays as it is."""

_LOOKS: Final[Mapping[str, Mapping[str, Any]]] = {
    "small": {"small": True},
    "under": {"underline": True},
    "super": {"position": "super"},
    "sub": {"position": "sub"},
}
_ESCAPED: Final = str.maketrans(":^+~[", "\ufdd2\ufdd3\ufdd4\ufdd5\ufdd6")
"""Noncharacters for escaped characters of our own markup, until that has been read."""

_UNESCAPED: Final = str.maketrans("\ufdd2\ufdd3\ufdd4\ufdd5\ufdd6", ":^+~[")
_JOINER: Final = "\u2060"
"""Word joiners beside emphasis let it begin or end inside a word; they are not printed."""
RULE_MARK: Final = re.compile(r"((?:\s*\[#[a-z0-9-]+(?:[, ]+#[a-z0-9-]+)*\])+)([^\s\[]*)")
"""Rule marks with the space before them, and the rest of the word that they stand in."""

_RULE_ID: Final = re.compile(r"#([a-z0-9-]+)")

ReadBody = Callable[[str], Mapping[str, Any]]


@lru_cache(maxsize=1)
def _parser() -> "MarkdownIt":
    from markdown_it import MarkdownIt  # noqa: PLC0415 - costs 30 ms, and plain text needs no parser

    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    parser.core.ruler.before("text_join", "keep_escapes", _keep_escapes)
    return parser


def _keep_escapes(state: "StateCore") -> None:
    """Encode escaped characters of our own markup."""
    for token in state.tokens:
        for child in token.children or ():
            if child.type == "text_special":
                child.content = child.content.translate(_ESCAPED)


def parse_blocks(text: str, read_body: ReadBody | None = None, symbols: Symbols = NO_SYMBOLS) -> tuple[Block, ...]:
    """Return the blocks of a Markdown text.

    Args:
        text: the Markdown.
        read_body: parses the body of a fenced directive; without it, fenced blocks are text.
        symbols: the symbols of the game.
    """
    text = symbols.protect(_COMMENTS.sub("", text) if "<!--" in text else text)
    if (_LONE_MARKER.fullmatch(text) or not _MARKUP.search(text)) and not has_no_break_space(text):
        stripped = " ".join(text.split())
        return (Paragraph(tuple(spans_with_icons(stripped, symbols))),) if stripped else ()
    return tuple(_parsed_blocks(text, read_body, symbols))


def _parsed_blocks(text: str, read_body: ReadBody | None, symbols: Symbols) -> Iterator[Block]:
    from markdown_it.tree import SyntaxTreeNode  # noqa: PLC0415 - as in `_parser`

    return _Reader(read_body, symbols).blocks(SyntaxTreeNode(_parser().parse(text)).children)


def parse_inline(text: str, symbols: Symbols = NO_SYMBOLS) -> tuple[Span, ...]:
    """Return the spans of one line of Markdown, without block structure."""
    text = symbols.protect(text)
    if not _MARKUP.search(text):
        return tuple(spans_with_icons(text, symbols))
    return tuple(_spans(_parser().parseInline(text)[0].children or (), symbols))


class _Reader(NamedTuple):
    """Makes blocks of the parser's tree. The pictures of a block are placed below it."""

    read_body: ReadBody | None
    symbols: Symbols

    def blocks(self, nodes: "Sequence[SyntaxTreeNode]") -> Iterator[Block]:
        for node in nodes:
            yield from self._block(node)
            if node.type in {"paragraph", "heading", "table"}:
                yield from self._pictures(node)

    def _block(self, node: "SyntaxTreeNode") -> Iterator[Block]:
        match node.type:
            case "paragraph":
                yield from self._paragraph(node)
            case "heading":
                yield Heading(int(node.tag[1:]), self._spans(node))
            case "bullet_list":
                yield ListBlock(self._items(node))
            case "ordered_list":
                yield ListBlock(self._items(node), int(node.attrs.get("start", 1)))
            case "blockquote":
                yield Callout(tuple(self.blocks(node.children)))
            case "table":
                yield self._table(node)
            case "hr":
                yield Divider()
            case "fence" if self.read_body is not None:
                yield self._directive(node, self.read_body)
            case "fence" | "code_block" | "html_block":
                yield Paragraph((Span(self.symbols.restore(node.content.strip())),))

    def _paragraph(self, node: "SyntaxTreeNode") -> Iterator[Paragraph]:
        """Yield a paragraph; nothing if it has only pictures."""
        spans = self._spans(node)
        if any(span.text.strip() or span.icon or span.marks for span in spans) or not any(self._pictures(node)):
            yield Paragraph(spans)

    def _directive(self, node: "SyntaxTreeNode", read_body: ReadBody) -> Directive:
        name, line = node.info.strip(), (node.map or (0, 0))[0] + 1
        source = self.symbols.restore(node.content)
        try:
            return Directive(name, read_body(source), line, source=source)
        except ProblemsFound as error:
            problems = tuple(one.moved_down(line) for one in error.problems)
            if _SWALLOWED.search(source):  # a text goes on where the block should have ended
                message, hint = "this ``` is not closed", "write ``` on a line of its own where the block ends"
                place = problems[0].place._replace(line=line, column=1)
                problems = (Problem(problems[0].rule, place, message, hint),)
            return Directive(name, {}, line, problems)

    def _items(self, node: "SyntaxTreeNode") -> tuple[tuple[Block, ...], ...]:
        return tuple(tuple(self.blocks(item.children)) for item in node.children)

    def _table(self, node: "SyntaxTreeNode") -> Table:
        rows = [row.children for section in node.children for row in section.children]
        header, *body = (tuple(map(self._spans, row)) for row in rows)
        styles = (str(cell.attrs.get("style", "")) for cell in rows[0])
        aligns = ("right" if "right" in style else "centre" if "center" in style else "left" for style in styles)
        return Table(header, tuple(body), tuple(aligns))

    def _spans(self, node: "SyntaxTreeNode") -> tuple[Span, ...]:
        """Return the text directly in a block."""
        texts = (text.token.children or () for text in node.children if text.token is not None)
        return tuple(
            span for text in texts for span in _spans([child for child in text if child.type != "image"], self.symbols)
        )

    def _pictures(self, node: "SyntaxTreeNode") -> Iterator[PictureBlock]:
        """Yield the pictures of a block."""
        for text in node.walk(include_self=False):
            if text.type == "inline" and text.token is not None:
                yield from _pictures(text.token.children or (), (text.map or (0, 0))[0] + 1, self.symbols)


def _pictures(tokens: "Sequence[Token]", line: int, symbols: Symbols) -> Iterator[PictureBlock]:
    """Yield the pictures of a text that starts on line ``line``; a picture's Markdown title is its caption."""
    for token in tokens:
        if token.type in {"softbreak", "hardbreak"}:
            line += 1
        elif token.type == "image":
            from urllib.parse import unquote  # noqa: PLC0415 - few texts have pictures

            path = unquote(symbols.restore(str(token.attrs.get("src", "")))).removeprefix("./")
            alt = "".join(span.text for span in _spans(token.children or (), symbols))
            caption = symbols.restore(str(token.attrs.get("title", "")) or token.content)
            yield PictureBlock(path, alt, caption, line)


def _spans(tokens: "Sequence[Token]", symbols: Symbols) -> Iterator[Span]:
    bold = italic = 0
    link: str | None = None
    for token, after in zip_longest(tokens, tokens[1:]):
        match token.type:
            case "strong_open" | "strong_close":
                bold += token.nesting
            case "em_open" | "em_close":
                italic += token.nesting
            case "link_open":
                link = _target(symbols.restore(str(token.attrs.get("href", ""))))
            case "link_close":
                link = None
            case "softbreak" if after is not None and RULE_MARK.match(after.content):
                pass  # the space before a mark belongs to the mark
            case "softbreak":
                yield Span(" ", bool(bold), bool(italic), link=link)
            case "hardbreak":
                yield Span("\n", bool(bold), bool(italic), link=link)
            case "image":
                yield Span(symbols.restore(token.content), bool(bold), bool(italic))
            case _:
                content = token.content if token.type == "code_inline" else token.content.strip(_JOINER)
                yield from _with_own_markup(Span(content, bool(bold), bool(italic), link=link), symbols)


def _target(href: str) -> str:
    """Return where a link leads; the parser escapes letters such as ä, which the anchors of headings have."""
    from urllib.parse import unquote  # noqa: PLC0415 - few texts have links

    return unquote(href) if href.startswith("#") else href


def rule_mark(rules: Sequence[str]) -> str:
    """Return the mark for some rules, with the space before it; empty for no rules."""
    return f" [{' '.join(f'#{rule}' for rule in rules)}]" if rules else ""


def marked_rule_ids(text: str) -> tuple[str, ...]:
    """Return the rule ids in marks such as ``[#deal-ten #exchange]``."""
    return tuple(_RULE_ID.findall(text))


def _marked(span: Span) -> Iterator[Span]:
    """Yield the span with its marks as separate spans, each after the word that it stands in."""
    if "[#" not in span.text:
        yield span
        return
    end = 0
    for mark in RULE_MARK.finditer(span.text):
        words = span.text[end : mark.start()] + mark.group(2)
        if words:
            yield span._replace(text=words)
        yield Span("", marks=marked_rule_ids(mark.group(1)))
        end = mark.end()
    if end < len(span.text):
        yield span._replace(text=span.text[end:])


def _with_own_markup(span: Span, symbols: Symbols) -> Iterator[Span]:
    """Yield the span with small capitals, underlined text, superscripts, subscripts, icons and marks as own spans."""
    end = 0
    for match in _INLINE.finditer(span.text):
        yield from _with_icons(span._replace(text=span.text[end : match.start()]), symbols)
        kind = match.lastgroup or ""
        yield from _with_icons(span._replace(text=match[kind], **_LOOKS[kind]), symbols)
        end = match.end()
    yield from _with_icons(span._replace(text=span.text[end:]), symbols)


def _with_icons(span: Span, symbols: Symbols) -> Iterator[Span]:
    for piece in spans_with_icons(span.text, symbols):
        part = span._replace(text=piece.text, icon=piece.icon, token=piece.token)
        for marked in _marked(part):
            yield marked._replace(text=marked.text.translate(_UNESCAPED))
