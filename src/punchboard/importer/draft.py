"""The draft of an imported game: its kinds with their fields and faces, its lists, and a reason for each guess."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from punchboard.importer.columns.column_names import texts_by
from punchboard.importer.columns.profile import ColumnProfile
from punchboard.importer.columns.roles import Candidate, Role
from punchboard.importer.columns.symbols import FoundSymbol
from punchboard.importer.columns.value_lists import Choice
from punchboard.importer.new_game_options import Shape
from punchboard.model.values import counted


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
    corner: int = 0
    """The most characters of a field in a corner whose longer values are tags; 0 for any."""
    label: str = ""
    """What stands before a further text; the name of its column if empty."""
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
    suit: str = ""
    """What the cards are a suit of, which the front says and the common back does not; empty for others."""
    other_layout: str = ""
    """The built-in layout of that side."""

    @property
    def boxes(self) -> Iterator[tuple[str, str]]:
        """The name and the YAML of each box of both sides."""
        return chain(self.slots.items(), self.other_side.items())


def face_name(kind: KindDraft, kinds: Iterable[KindDraft]) -> str:
    """Return the name of the face of a kind: its key, unless another kind extends the built-in layout of that name."""
    is_layout = any(kind.key == one.layout for one in kinds if one.key != kind.key)
    return f"{kind.key}-face" if is_layout else kind.key


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
    empty: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    """The values that stand for nothing, by column."""


class PartDraft(NamedTuple):
    """The draft of one table, or of one sheet of a workbook."""

    table: TableDraft
    kinds: tuple[KindDraft, ...]
    column_notes: tuple[Note, ...]
    """One note for each column."""
    candidates: tuple[Candidate, ...] = ()
    """Every role that a column could have, with its points."""
    fitting: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    """The roles that the values of each column allow."""


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


_TYPES: Final = texts_by("types")

_ROLES: Final = texts_by("roles")

_TYPE_REASONS: Final = texts_by("reasons for types")


def field_note(
    column: ColumnProfile, role: Role | None, kind: str, chosen: ListDraft | None, *, shows_icons: bool = False
) -> Note:
    """Return the guess about a column, with its reason, and the icons of its choices if a face shows them."""
    content = _content(column, kind, chosen)
    parts = [_ROLES[role.name], content] if role is not None else [content]
    reasons = [role.reason] if role is not None and (chosen is None or role.reason != chosen.note.reason) else []
    if chosen is not None:
        icons = f"; icons: {', '.join(choice.icon for choice in chosen.choices)}" if shows_icons else ""
        reasons.append(chosen.note.reason + icons)
    elif role is None:
        default = "nothing else was recognised"
        fallback = "" if column.html else default
        known = "" if column.html and kind == "markdown" else _TYPE_REASONS.get(kind, fallback)
        reasons.append(known if column.filled else "it is empty so far")
    if column.is_mixed:
        signs = "it mixes markup, or has line breaks as signs"
        reasons.append(signs if kind == "markdown" else "it has signs of Markdown, which are not printed")
    if column.html:
        reasons.append(f"it contains HTML such as {column.html}")
    return Note(column.name, ": ".join(dict.fromkeys(parts)), ", and ".join(dict.fromkeys(filter(None, reasons))))


def _content(column: ColumnProfile, kind: str, chosen: ListDraft | None) -> str:
    if chosen is not None:
        return f"one of {len(chosen.choices)}: {', '.join(choice.name for choice in chosen.choices)}"
    if kind == "integer":
        values = [int(float(value)) for value in column.filled]
        low, high = (min(values), max(values)) if values else (0, 0)
        return f"whole numbers, {low} to {high}" if low < high else f"whole numbers, all {low}"
    return _TYPES[kind]


def list_note(column: ColumnProfile, entries: Sequence[Choice]) -> Note:
    """Return the guess that a column is a list, with its reason."""
    coloured = "" if entries[0].hue else "; too many for distinguishable colours"
    because = f"{counted(len(entries), 'different value')} in {counted(len(column.filled), 'row')}{coloured}"
    return Note(column.name, f"a list of {len(entries)}", because)


def kind_note(rows: int, copies: int, layout: str, because: str) -> Note:
    """Return the guess about a kind, with the reason why its face extends a built-in layout."""
    return Note("", f"{counted(rows, 'row')}, {copies:,} to print; its face extends {layout!r}", because)
