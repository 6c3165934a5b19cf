"""Blocks of HTML written as Markdown or as plain text. No character of their text acts as markup."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Final

from punchboard.expression import escape_markdown
from punchboard.load.markup.html import Html, HtmlBlock, Run, read_html
from punchboard.model.layout.icon_set import NO_SYMBOLS, Symbols

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
