"""A rulebook as the checker reads it: blocks of plain words that know where each letter stands in the file."""

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, Literal, NamedTuple

from punchboard.checks.prose.english.words import Word, words
from punchboard.problem import Place

BlockKind = Literal["heading", "paragraph", "item", "cell", "head", "front", "card", "rule"]


class Mark(NamedTuple):
    """A stretch of a block that is bold, italic or a link."""

    start: int
    end: int
    kind: Literal["strong", "em", "link"]
    target: str = ""


WHOLE_LINE: Final = 1_000_000_000
"""More letters than a line has."""


class SourceSpan(NamedTuple):
    """From this letter of a block on, letters follow one another on this line from this column, 0 if it is unknown.

    Only columns up to ``exact`` are those of the file.
    """

    start: int
    line: int
    column: int
    exact: int = WHOLE_LINE


@dataclass(frozen=True, eq=False)
class Block:
    """A heading, paragraph, item of a list, cell of a table, or a text on a card, without its markup."""

    kind: BlockKind
    text: str
    file: str
    spans: tuple[SourceSpan, ...]
    marks: tuple[Mark, ...] = ()
    sections: tuple[str, ...] = ()
    """The titles of the headings above it, from the highest down."""
    level: int = 0
    """Of a heading."""
    is_quoted: bool = False
    rule_marks: tuple[tuple[int, tuple[str, ...]], ...] = ()
    """The rules of the game's own document that it tells, each with the letter before which it has told them."""

    @cached_property
    def words(self) -> tuple[Word, ...]:
        """Its words and numbers."""
        return words(self.text)

    @property
    def line(self) -> int:
        """The line that it begins on."""
        return self.spans[0].line

    def place(self, letter: int = 0) -> Place:
        """Return where a letter of the block stands in the file."""
        at = self.spans[max(bisect_right(self.spans, letter, key=lambda one: one.start) - 1, 0)]
        column = at.column + letter - at.start
        return Place(self.file, at.line, column if at.column and column <= at.exact else 0)


@dataclass(frozen=True, eq=False)
class Table:
    """A table: its head, and rows as long as the head."""

    header: tuple[Block, ...]
    rows: tuple[tuple[Block, ...], ...]

    def column(self, number: int) -> tuple[Block, ...]:
        """Return the cells below a head."""
        return tuple(row[number] for row in self.rows if number < len(row))


@dataclass(frozen=True, eq=False)
class ItemList:
    """A list, by the first paragraph of each item; an ordered one has the number that it starts with."""

    blocks: tuple[Block, ...]
    start: int | None = None


@dataclass(frozen=True, eq=False)
class Text:
    """A whole text: blocks in their order, those of tables and lists too."""

    file: str
    blocks: tuple[Block, ...]
    tables: tuple[Table, ...] = ()
    lists: tuple[ItemList, ...] = ()
    front: Mapping[str, Block] = field(default_factory=dict)
    """The front matter: a block for the value of each key."""
    exempt_lines: Mapping[int, frozenset[str]] = field(default_factory=dict)
    """The rules that a comment sets aside, by the lines it speaks for; none stands for all of them."""
    exempt_names: tuple[tuple[str, str], ...] = ()
    """Rules and the names that a comment calls right wherever they stand."""
    code_text: str = ""
    """Fenced and code blocks, which are not prose but may name things."""

    def headings(self) -> Iterator[Block]:
        """Yield the headings."""
        return (block for block in self.blocks if block.kind == "heading")
