"""A parsed text: blocks of plain words that know the file position of each letter."""

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, Literal, NamedTuple

from punchboard.checks.prose.english.words import Word, words
from punchboard.problem import Place

BlockKind = Literal["heading", "paragraph", "item", "cell", "head", "front", "card", "rule"]


class Mark(NamedTuple):
    """A part of a block that is bold, italic or a link."""

    start: int
    end: int
    kind: Literal["strong", "em", "link"]
    target: str = ""


WHOLE_LINE: Final = 1_000_000_000
"""More letters than any line has."""


class SourceSpan(NamedTuple):
    """From letter ``start`` of a block on, letters follow one another on a line from a column, which is 0 if unknown.

    Columns are those of the file only up to ``exact``.
    """

    start: int
    line: int
    column: int
    exact: int = WHOLE_LINE


@dataclass(frozen=True, eq=False)
class Block:
    """A heading, paragraph, list item, table cell or text on a card, without markup."""

    kind: BlockKind
    text: str
    file: str
    spans: tuple[SourceSpan, ...]
    marks: tuple[Mark, ...] = ()
    sections: tuple[str, ...] = ()
    """The titles of the headings above it, from the highest level down."""
    level: int = 0
    """The level of a heading."""
    is_quoted: bool = False
    rule_marks: tuple[tuple[int, tuple[str, ...]], ...] = ()
    """The rules of the game's own document that it covers, each with the letter that its mark follows."""

    @cached_property
    def words(self) -> tuple[Word, ...]:
        """Its words and numbers."""
        return words(self.text)

    @property
    def line(self) -> int:
        """The line on which it begins."""
        return self.spans[0].line

    def place(self, letter: int = 0) -> Place:
        """Return the file position of a letter of the block."""
        span = self.spans[max(bisect_right(self.spans, letter, key=lambda span: span.start) - 1, 0)]
        column = span.column + letter - span.start
        return Place(self.file, span.line, column if span.column and column <= span.exact else 0)


@dataclass(frozen=True, eq=False)
class Table:
    """A table: its header, and rows of the same length."""

    header: tuple[Block, ...]
    rows: tuple[tuple[Block, ...], ...]

    def column(self, number: int) -> tuple[Block, ...]:
        """Return the cells of a column, without its header."""
        return tuple(row[number] for row in self.rows if number < len(row))


@dataclass(frozen=True, eq=False)
class ItemList:
    """A list, by the first paragraph of each item. An ordered list has the number that it starts with."""

    blocks: tuple[Block, ...]
    start: int | None = None


class PictureRef(NamedTuple):
    """A picture of a text: the path of its file, its alternative text, and the line that shows it."""

    path: str
    alt: str
    line: int


@dataclass(frozen=True, eq=False)
class Text:
    """A whole text: its blocks in order, including those of tables and lists."""

    file: str
    blocks: tuple[Block, ...]
    tables: tuple[Table, ...] = ()
    lists: tuple[ItemList, ...] = ()
    pictures: tuple[PictureRef, ...] = ()
    front: Mapping[str, Block] = field(default_factory=dict)
    """The front matter: a block for the value of each key."""
    exempt_lines: Mapping[int, frozenset[str]] = field(default_factory=dict)
    """The rules that comments suppress, by line; an empty set stands for all rules."""
    exempt_names: tuple[tuple[str, str], ...] = ()
    """Rules and the names for which comments suppress them anywhere."""
    code_text: str = ""
    """Fenced and code blocks, which are not prose but may name components."""
