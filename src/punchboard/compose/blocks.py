"""Blocks: what Markdown becomes before it is laid out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from punchboard.compose.inline import Span


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Running text; ``role`` names the style it takes (``p``, ``caption``)."""

    spans: tuple[Span, ...]
    role: str = "p"


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of level 1 (chapter) to 4."""

    level: int
    spans: tuple[Span, ...]

    @property
    def title(self) -> str:
        """The heading as plain text."""
        return "".join(span.text for span in self.spans)


@dataclass(frozen=True, slots=True)
class ListBlock:
    """A list; ``start`` is the first number of an ordered one, None for bullets."""

    items: tuple[tuple[Block, ...], ...]
    start: int | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """A table: head, rows, and the alignment of each column."""

    head: tuple[tuple[Span, ...], ...]
    rows: tuple[tuple[tuple[Span, ...], ...], ...]
    aligns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Callout:
    """A passage set apart in a box: an example, a note."""

    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Divider:
    """A rule between passages."""


@dataclass(frozen=True, slots=True)
class Directive:
    """A fenced block that the book fills: its name, its YAML body read as plain values, its line in the text."""

    name: str
    body: Mapping[str, Any]
    line: int


Block = Paragraph | Heading | ListBlock | Table | Callout | Divider | Directive
