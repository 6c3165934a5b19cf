"""Where the passages of a Markdown text stand on the pages that were made from it.

The pages know only words. So the first words of each passage are looked for on the pages, from one heading to the next;
headings are known by their anchors. A passage that is filled from data has no place: the one before it stands for it.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from punchboard.geometry import IDENTITY, Affine, Point
from punchboard.scene import Anchor, Document, Group, Item, Text, Use

_WORDS: Final = 4
"""The first words by which a passage is recognised."""
_SAME_LINE: Final = 0.3
"""Millimetres by which the baselines of one line may differ."""
_GAP: Final = 8.0
"""Millimetres between words from which they stand in different columns or cells."""

_MARKER: Final = re.compile(r"\s*(?:>\s*)*(?:[-*+]|\d+[.)])?\s+|\s*(?:>\s*)+|\s*\|")
_HEADING: Final = re.compile(r"(#{1,4})\s+(.*)")
_FILLED: Final = re.compile(r"\{\{.*?\}\}|\{[{%].*|(?<!\w):[\w:-]+:|\[#[\w-]+\]|\]\([^)]*\)")
_FENCE: Final = re.compile(r"\s*(?:```|~~~)")
_WORD: Final = re.compile(r"[^\W_]+(?:[\u2019'.,-][^\W_]+)*")


class SourcePlace(NamedTuple):
    """A passage: its line in the text, its page from 1, and its point there as shares of width and height."""

    line: int
    page: int
    x: float
    y: float


class _Passage(NamedTuple):
    """A passage: its line, the words that it begins with, and those after the last part that is filled from data."""

    line: int
    words: tuple[str, ...]
    is_heading: bool
    is_filled: bool
    last_words: tuple[str, ...]

    def heads(self, title: tuple[str, ...]) -> bool:
        """Return whether the page may print this heading with these words."""
        if not self.is_heading or not self.is_filled:
            return self.is_heading and title == self.words
        known = len(self.words) + len(self.last_words)
        begins, ends = title[: len(self.words)], title[len(title) - len(self.last_words) :]
        return 0 < known <= len(title) and (begins, ends) == (self.words, self.last_words)


class _Row(NamedTuple):
    page: int
    x: float
    y: float
    words: tuple[str, ...]


def source_places(text: str, document: Document) -> tuple[SourcePlace, ...]:
    """Return the places of a text's passages that are found on the pages of a document, by line."""
    rows, anchors = _rows(document), _headings(document)
    first = anchors[0].page if anchors else 1
    used = set[_Row]()
    found: list[SourcePlace] = []
    passages = tuple(_passages(text))
    for index, passage in enumerate(passages):
        page = found[-1].page if found else first
        at = next((at for at, one in enumerate(anchors) if passage.heads(one.words)), None)
        if at is not None:
            row: _Row | None = anchors[at]
            del anchors[: at + 1]
        else:
            last = _last_page(passages[index + 1 :], anchors, document)
            there = (one for one in rows if passage.words and page <= one.page <= last and one not in used)
            row = next((one for one in there if _is(one, passage.words)), None)
        if row is not None:
            used.add(row)
            size = document.pages[row.page - 1].size
            found.append(
                SourcePlace(passage.line, row.page, round(row.x / size.width, 4), round(row.y / size.height, 4))
            )
    return tuple(found)


def _last_page(rest: Iterable[_Passage], anchors: Sequence[_Row], document: Document) -> int:
    """Return the page of the next heading, or the last page."""
    pages = {one.words: one.page for one in reversed(anchors)}
    found = (pages[one.words] for one in rest if one.is_heading and one.words in pages)
    return next(found, len(document.pages))


def _is(row: _Row, words: tuple[str, ...]) -> bool:
    """Return whether a row begins with these words, perhaps after a number; a row may end within them."""
    for start in (0, 1):
        shown = row.words[start : start + min(len(words), _WORDS)]
        enough = len(shown) == min(len(words), _WORDS) or (len(shown) > 1 and start + len(shown) == len(row.words))
        if enough and all(map(str.startswith, words, shown)) and shown[:-1] == words[: len(shown) - 1]:
            return len(words) > 1 or len(row.words) == start + 1
    return False


def _passages(text: str) -> Iterator[_Passage]:
    """Yield the passages of a text that have words of their own."""
    begins, fenced, front = True, False, text.startswith("---\n")
    for number, line in enumerate(text.split("\n"), 1):
        if front:
            front = number == 1 or line.rstrip() != "---"
            continue
        if _FENCE.match(line):
            fenced, begins = not fenced, True
            continue
        heading = _HEADING.match(line)
        marker = _MARKER.match(line)
        if not fenced and line.strip() and (begins or heading or marker):
            said = _FILLED.sub("\0", heading[2] if heading else line[marker.end() if marker else 0 :])
            words = () if heading and said.startswith("\0") else _plain(said)
            last_words = _plain(said.rsplit("\0", 1)[-1])
            if words or (heading and last_words):
                yield _Passage(number, words, heading is not None, "\0" in said, last_words)
        begins = not line.strip() or heading is not None


def _plain(text: str) -> tuple[str, ...]:
    """Return the words before the first part that is filled, in lower case."""
    head = text.lstrip("\0* ").split("\0", 1)[0]
    return tuple(word.lower() for word in _WORD.findall(head.replace("*", "")))


def _headings(document: Document) -> list[_Row]:
    """Return the headings of all pages in their order."""
    found = []
    for number, page in enumerate(document.pages, 1):
        for item, transform in _placed(page.items, IDENTITY):
            if isinstance(item, Anchor) and item.title:
                found.append(_Row(number, *transform.apply(item.at), _plain(item.title)))
    return found


def _rows(document: Document) -> tuple[_Row, ...]:
    """Return the words of all pages, line by line: the lines of a page from the left column to the right."""
    return tuple(row for number, page in enumerate(document.pages, 1) for row in _page_rows(number, page.items))


def _page_rows(number: int, items: Iterable[Item]) -> Iterator[_Row]:
    pieces: list[tuple[Point, float, str]] = []
    for item, transform in _placed(items, IDENTITY):
        if isinstance(item, Text):
            for line in item.lines:
                width = sum(word.width for word in line.words) * item.size
                pieces.append((transform.apply(Point(line.x, line.y)), width, line.text))
    pieces.sort(key=lambda piece: (round(piece[0].y / _SAME_LINE), piece[0].x))
    rows: list[list[tuple[Point, float, str]]] = []
    for piece in pieces:
        last = rows[-1][-1] if rows else None
        is_same = last is not None and abs(last[0].y - piece[0].y) <= _SAME_LINE
        if last is not None and is_same and piece[0].x - last[0].x - last[1] < _GAP:
            rows[-1].append(piece)
        else:
            rows.append([piece])
    for row in sorted(rows, key=lambda row: (round(row[0][0].x / 25), row[0][0].y)):
        words = tuple(word for _, _, text in row for word in _plain(text))
        if words:
            yield _Row(number, *row[0][0], words)


def _placed(items: Iterable[Item], transform: Affine) -> Iterator[tuple[Item, Affine]]:
    """Yield the items of a page and of all that is placed on it, each with the transform to the page."""
    for item in items:
        match item:
            case Group():
                yield from _placed(item.items, transform @ item.transform)
            case Use():
                yield from _placed(item.symbol.items, transform @ item.transform)
            case _:
                yield item, transform
