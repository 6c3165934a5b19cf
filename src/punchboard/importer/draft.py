"""The draft of an imported game: its kinds with their fields and faces, its lists, and a reason for each guess."""

from collections.abc import Iterator, Mapping
from itertools import chain
from types import MappingProxyType
from typing import Literal, NamedTuple

from punchboard.importer.columns.roles import Candidate
from punchboard.importer.columns.text_symbols import FoundSymbol
from punchboard.importer.columns.value_lists import Choice
from punchboard.importer.kinds.shapes import Shape


class Note(NamedTuple):
    """A guess: its subject, such as a column, the guess itself, and the reason."""

    subject: str
    guess: str
    reason: str


class FieldDraft(NamedTuple):
    """A field: its name, its column, its type and its role."""

    name: str
    column: str
    type: str
    """A type, or ``one_of`` with the name of a list."""
    optional: bool
    role: str
    note: Note
    markup: str = ""
    """The markup of its values, such as ``html``; empty for that of its type."""
    icon: str = ""
    """For the role ``icon``, an expression for the name of the icon."""
    part: str = ""
    """For a field without a role, the template of its pip or its tag."""
    slot: str = ""
    """The slot of the part: ``rack`` or ``tags``."""
    missing_sets: tuple[str, ...] = ()
    """For the role ``icon``, the sets that are not installed; until they are, the icon is not printed."""

    @property
    def has_column_name(self) -> bool:
        """Whether the field has the same name as its column."""
        return self.name == self.column

    @property
    def list_name(self) -> str:
        """The name of the list that it chooses from; empty for other types."""
        return self.type.removeprefix("one_of ") if self.type.startswith("one_of ") else ""


class ListDraft(NamedTuple):
    """A list of choices: its key in the file, its printed name and its entries."""

    key: str
    name: str
    choices: tuple[Choice, ...]
    note: Note


class KindDraft(NamedTuple):
    """A kind: its rows, its fields, the template of its ids, and the built-in layout of its face."""

    key: str
    name: str
    plural: str
    """The plural name; empty when it is the name with an s."""
    where: str
    """The value that its rows have in the kind column; empty when all rows are of this kind."""
    fields: tuple[FieldDraft, ...]
    id_template: str
    shape: Shape
    layout: str
    slots: Mapping[str, str]
    """The YAML of the box of each slot of the layout."""
    rows: int
    copies: int
    note: Note
    other_side: Mapping[str, str] = MappingProxyType({})
    """The YAML of the boxes of a back of each component's own: a weaker side of counters, the other side of cards."""
    other_layout: str = ""
    """The built-in layout of that side."""

    @property
    def boxes(self) -> Iterator[tuple[str, str]]:
        """The name and the YAML of each box of both sides."""
        return chain(self.slots.items(), self.other_side.items())


class TableDraft(NamedTuple):
    """A table and how to read it."""

    file: str
    sheet: str | None
    header: int | Literal["none"] | None
    each: Literal["row", "column"]
    kind_column: str
    """The column that divides the rows among kinds; empty for none."""
    copies_column: str
    """The column with the number of copies; empty for none."""
    note: Note
    ignored: tuple[str, ...] = ()
    """The columns that are no fields."""
    unless: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    """The values of rows that are no components, by column."""


class PartDraft(NamedTuple):
    """The draft of one table, or of one sheet of a workbook."""

    table: TableDraft
    kinds: tuple[KindDraft, ...]
    column_notes: tuple[Note, ...]
    """One note for each column."""
    candidates: tuple[Candidate, ...] = ()
    """Every role that a column could have, with its points."""


class Draft(NamedTuple):
    """The draft of a game, made from a table or from the sheets of a workbook."""

    parts: tuple[PartDraft, ...]
    lists: tuple[ListDraft, ...]
    symbols: tuple[FoundSymbol, ...] = ()
    """The symbols in the texts of all tables."""
    warnings: tuple[str, ...] = ()
    """Warnings about the tables, such as pictures in a format that cannot be printed."""
    theme: Note | None = None
    """The theme, unless it was requested."""
    language: Note | None = None
    """The language, if it is read from right to left."""

    @property
    def kinds(self) -> tuple[KindDraft, ...]:
        """The kinds of all parts."""
        return tuple(kind for part in self.parts for kind in part.kinds)
