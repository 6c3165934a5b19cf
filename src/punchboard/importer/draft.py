"""What a table was taken for: kinds with their fields and faces, lists, and a reason for each guess."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from punchboard.importer.columns.value_lists import Choice
from punchboard.importer.kinds.shapes import Shape


class Note(NamedTuple):
    """A guess: what it is of, what was guessed, and why."""

    subject: str
    guess: str
    reason: str


class FieldDraft(NamedTuple):
    """A field: its name, its column, what it holds, and for what it is used."""

    name: str
    column: str
    type: str
    """A type, or ``one_of`` with the name of a list."""
    optional: bool
    role: str
    note: Note

    @property
    def has_column_name(self) -> bool:
        """Whether the field is called what its column is."""
        return self.name == self.column

    @property
    def list_name(self) -> str:
        """The list that it chooses from, if any."""
        return self.type.removeprefix("one_of ") if self.type.startswith("one_of ") else ""


class ListDraft(NamedTuple):
    """A list of choices: its name in the file and in print."""

    key: str
    name: str
    choices: tuple[Choice, ...]
    note: Note


class KindDraft(NamedTuple):
    """A kind: the rows that it takes, its fields, its id, and the stock layouts of its faces."""

    key: str
    name: str
    plural: str
    """The name of several; empty when it is the name with an s."""
    where: str
    """The value of the column by which the table is shared out; empty when it takes all rows."""
    fields: tuple[FieldDraft, ...]
    id_template: str
    shape: Shape
    layout: str
    slots: Mapping[str, str]
    """What each slot of the layout shows: YAML of its box."""
    rows: int
    copies: int
    note: Note


class TableDraft(NamedTuple):
    """The table and how it is read."""

    file: str
    sheet: str | None
    header: int | Literal["none"] | None
    each: Literal["row", "column"]
    kind_column: str
    """The column by which it is shared out among kinds; empty for none."""
    copies_column: str
    """The column of copies; empty for none."""
    note: Note


class PartDraft(NamedTuple):
    """What one table, or one sheet of a workbook, was taken for."""

    table: TableDraft
    kinds: tuple[KindDraft, ...]
    column_notes: tuple[Note, ...]
    """A line for each column."""


class Draft(NamedTuple):
    """All that was guessed: of a table, or of each sheet of a workbook."""

    parts: tuple[PartDraft, ...]
    lists: tuple[ListDraft, ...]
    warnings: tuple[str, ...] = ()
    """What else there is to say: sheets that were left out, pictures of a form that cannot be printed."""

    @property
    def kinds(self) -> tuple[KindDraft, ...]:
        """The kinds of all parts."""
        return tuple(kind for part in self.parts for kind in part.kinds)
