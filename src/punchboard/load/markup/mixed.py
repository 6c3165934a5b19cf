"""Cells as people type them: Markdown and HTML together, line breaks as codes of other programs. All becomes HTML."""

import re
from collections.abc import Collection, Iterator
from itertools import groupby
from typing import Final

from punchboard.load.markup.html import TAGS

_CODE: Final = re.compile(r"(?:\\r)?\\n|\\r|\\13\\(?:10\\)?|\\10\\|_x000[AD]_\n?")
"""What other programs write for a line break."""

_BAR: Final = re.compile(r"\s+\|\s+|(?<=[.!?:;])\|\s*|\s*\|(?=[A-Z-])")
_LEAST_WORDS: Final = 2
"""A bar is a line break if this many words are on each side of it; in ``Fire | Ice``, it is a bar."""

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
_NAME: Final = re.compile(r"\{\{(\s*([A-Za-z][\w-]*)\s*)\}\}")
_FACTOR: Final = re.compile(r"\d\*\w|\w\*\d")


def is_mixed(text: str, *, is_html: bool, is_markdown: bool) -> bool:
    """Return whether a cell needs ``markup: mixed``: it would print signs or lose line breaks that its author typed.

    Args:
        text: the cell.
        is_html: whether its column has HTML.
        is_markdown: whether its column has Markdown.
    """
    if _CODE.search(text) or _with_bars_as_breaks(text) != text or _NAME.search(text):
        return True
    if is_html and (_EMPHASIZED.search(text) or any(map(_ITEM.match, text.split("\n")))):
        return True
    lines = [line.strip() for line in text.split("\n")]
    is_broken = len(lines) > 1 and any(line and not _ITEM.match(line) for line in lines[1:])
    return is_markdown and (is_broken or _FACTOR.search(text) is not None)


def html_from_mixed(text: str) -> str:
    """Return a cell with its Markdown emphasis, its lists and its line breaks as HTML tags."""
    text = _with_bars_as_breaks(text)
    if _BREAKING_TAG.search(text):  # then line feeds mean nothing, as in HTML
        text = re.sub(r"\s*\n\s*", " ", text)
    paragraphs = re.split(r"\n\s*\n", _CODE.sub("\n", text).strip())
    found = ["".join(_tagged_lines(paragraph)) for paragraph in paragraphs]
    return found[0] if len(found) == 1 else "".join(f"<p>{paragraph}</p>" for paragraph in found)


def _tagged_lines(paragraph: str) -> Iterator[str]:
    """Yield the lines of a paragraph: items in lists, all others with breaks in between."""
    for is_list, lines in groupby(paragraph.split("\n"), lambda line: _ITEM.match(line) is not None):
        if is_list:
            items = (_emphasized(_ITEM.sub("", line, count=1)) for line in lines)
            yield f"<ul>{''.join(f'<li>{item}</li>' for item in items)}</ul>"
        else:
            yield "<br>".join(map(_emphasized, lines))


def _emphasized(line: str) -> str:
    for pattern, tags in _EMPHASIS:
        line = pattern.sub(tags, line)
    return line


def names_as_text(text: str, known: Collection[str]) -> str:
    """Return a text in which ``{{ gold }}`` prints as it is written, unless it is the name of a known value."""
    return _NAME.sub(lambda match: match[0] if match[2] in known else f"{{{{ '{match[0]}' }}}}", text)


def _with_bars_as_breaks(text: str) -> str:
    parts = _BAR.split(text)
    is_text = len(parts) > 1 and all(len(part.split()) >= _LEAST_WORDS for part in parts)
    return "\n".join(part.strip() for part in parts) if is_text else text
