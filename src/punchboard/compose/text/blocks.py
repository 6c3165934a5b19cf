"""Block types that Markdown is parsed into: paragraphs, headings, lists, tables, pictures, directives."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from punchboard.compose.text.atoms import Span
from punchboard.problem import Problem


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
    """Why the body could not be parsed."""


class PictureBlock(NamedTuple):
    """A picture from the game's folder: its path, alternative text, caption, and line in the text."""

    path: str
    alt: str
    caption: str
    line: int


Block = Paragraph | Heading | ListBlock | Table | Callout | Divider | Directive | PictureBlock
