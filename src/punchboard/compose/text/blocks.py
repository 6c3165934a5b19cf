"""Blocks: what Markdown becomes before it is laid out."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from punchboard.compose.text.atoms import Span
from punchboard.problem import Problem


class Paragraph(NamedTuple):
    """Running text; ``role`` names the style it takes (``p``, ``caption``)."""

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
    """A list; ``start`` is the first number of an ordered one, None for bullets."""

    items: "tuple[tuple[Block, ...], ...]"
    start: int | None = None


class Table(NamedTuple):
    """A table: head, rows, and the alignment of each column."""

    header: tuple[tuple[Span, ...], ...]
    rows: tuple[tuple[tuple[Span, ...], ...], ...]
    aligns: tuple[str, ...]


class Callout(NamedTuple):
    """A passage set apart in a box: an example, a note."""

    blocks: "tuple[Block, ...]"


class Divider(NamedTuple):
    """A rule between passages."""


class Directive(NamedTuple):
    """A fenced block that the book fills: its name, its YAML body read as plain values, its line in the text."""

    name: str
    body: Mapping[str, Any]
    line: int
    problems: tuple[Problem, ...] = ()
    """Why the body could not be read."""


class PictureBlock(NamedTuple):
    """A picture of the game's folder: its path, what it shows in words, what stands below it, its line in the text."""

    path: str
    alt: str
    caption: str
    line: int


Block = Paragraph | Heading | ListBlock | Table | Callout | Divider | Directive | PictureBlock
