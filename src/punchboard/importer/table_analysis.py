"""Analysis of a table: the role of each column, field names, lists of choices, division into kinds."""

from collections.abc import Callable, Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from punchboard.importer.columns.kind_column import KindSplit, find_kind_split
from punchboard.importer.columns.markup import as_plain_text
from punchboard.importer.columns.orientation import Orientation
from punchboard.importer.columns.profile import ColumnProfile
from punchboard.importer.columns.racks import PipName, families, find_rack
from punchboard.importer.columns.roles import Role, find_roles, is_partly_copies
from punchboard.importer.columns.value_lists import list_choices
from punchboard.importer.draft import ListDraft
from punchboard.importer.kinds.field_names import field_names
from punchboard.importer.kinds.kind_names import is_descriptive, strip_title
from punchboard.importer.kinds.slots import Boxes
from punchboard.importer.messages import list_note
from punchboard.load.tables.blocks import BETWEEN
from punchboard.load.tables.table import Table

_NO_LIST: Final = frozenset({"title", "text", "flavour", "picture", "icon", "copies", "id"})
"""Roles whose columns never become lists."""


class ImportContext(NamedTuple):
    """The context of an import: icons, built-in layouts, the requested shape and layout, the game's title."""

    icons: Collection[str]
    boxes_of: Callable[[str], Boxes]
    shape: str = ""
    layout: str = ""
    title: str = ""


class SourceTable(NamedTuple):
    """A table with its file, its sheet and its orientation."""

    table: Table
    file: str
    sheet: str | None
    orientation: Orientation


class AnalysedTable(NamedTuple):
    """A table with the results of the analysis; ``roles``, ``names`` (of fields) and ``lists`` are by column."""

    context: ImportContext
    source_table: SourceTable
    columns: tuple[ColumnProfile, ...]
    roles: Mapping[str, Role]
    names: Mapping[str, str]
    lists: Mapping[str, ListDraft]
    split: KindSplit | None
    rack: Mapping[str, PipName]
    """The pips of the cards, by column."""
    tokens: Mapping[str, str] = MappingProxyType({})
    """The token of each pip's symbol, by column; set once the pips of all tables are known."""

    def role(self, column: str) -> str:
        """Return the name of a column's role; empty when it is unknown."""
        return self.roles[column].name if column in self.roles else ""

    @property
    def copies(self) -> ColumnProfile | None:
        """The column with the number of copies; None for a table without one."""
        return next((column for column in self.columns if self.role(column.name) == "copies"), None)

    @property
    def kind_source(self) -> str:
        """The text that a single kind is named after: the block, the sheet, or the file without the game's title."""
        for name in reversed((self.source_table.sheet or "").split(BETWEEN)):
            if name and is_descriptive(name):
                return name
        return strip_title(self.source_table.file, self.context.title)


def analyse_table(
    source: SourceTable, context: ImportContext, others: Sequence[Mapping[str, ListDraft]], *, is_single: bool
) -> AnalysedTable:
    """Return a table with the roles, field names and lists of its columns.

    Args:
        source: the table.
        context: the context of the import.
        others: the lists of the tables before it.
        is_single: whether it is the only table; then a column may divide its rows among kinds.
    """
    table = source.table
    columns = tuple(
        as_plain_text(ColumnProfile(column.name, column.number, tuple(row[column.name] for row in table.rows)))
        for column in table.columns
    )
    kin = families(columns)
    roles = find_roles([column for column in columns if column.name not in kin], context.icons)
    rack = find_rack(columns, roles, kin, context.icons)
    roles = {name: role for name, role in roles.items() if name not in rack}
    role_names = {name: role.name for name, role in roles.items()}
    html = {column.name for column in columns if column.html}
    one_kind = {name: role for name, role in role_names.items() if name not in html}  # its cells select the rows
    split = find_kind_split(columns, one_kind) if is_single else None
    names = field_names([column for column in columns if role_names.get(column.name) != "copies"], role_names)
    lists = {}
    for column in columns:
        is_kind_column = split is not None and split.column == column.name
        if role_names.get(column.name) in _NO_LIST or is_partly_copies(column) or is_kind_column:
            continue
        entries = list_choices(column)
        if entries:
            draft = ListDraft(names[column.name], column.name, entries, list_note(column, entries))
            lists[column.name] = _shared_or_renamed(draft, [other for each in others for other in each.values()])
    return AnalysedTable(context, source, columns, roles, names, lists, split, rack)


def _shared_or_renamed(draft: ListDraft, others: Sequence[ListDraft]) -> ListDraft:
    """Return a list with the choices of another table's list, or under a new key where the choices differ."""
    by_key = {other.key: other for other in others}
    same = by_key.get(draft.key)
    if same is not None and {choice.key for choice in draft.choices} <= {choice.key for choice in same.choices}:
        return draft._replace(choices=same.choices)
    stem, number = draft.key, 2
    while draft.key in by_key and by_key[draft.key].choices != draft.choices:
        draft, number = draft._replace(key=f"{stem}_{number}"), number + 1
    return draft
