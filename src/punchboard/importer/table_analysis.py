"""A table after all its columns were looked at."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final, NamedTuple

from punchboard.importer.columns.kind_column import KindSplit, find_kind_split
from punchboard.importer.columns.orientation import Orientation
from punchboard.importer.columns.profile import ColumnProfile
from punchboard.importer.columns.roles import Role, is_partly_copies, roles
from punchboard.importer.columns.value_lists import list_choices
from punchboard.importer.draft import ListDraft
from punchboard.importer.kinds.field_names import field_names
from punchboard.importer.kinds.kind_names import is_descriptive, strip_title
from punchboard.importer.kinds.slots import Boxes
from punchboard.importer.messages import list_note
from punchboard.load.tables.table import Table

_NO_LIST: Final = frozenset({"title", "text", "flavour", "picture", "icon", "copies", "id"})
"""Roles whose values are never chosen from a list."""


class ImportContext(NamedTuple):
    """What is known beside the tables: icons, stock layouts, the shape and layout that were asked for, the title."""

    icons: Collection[str]
    boxes_of: Callable[[str], Boxes]
    shape: str = ""
    layout: str = ""
    title: str = ""


class SourceTable(NamedTuple):
    """A table with its file, its sheet, and how it lies."""

    table: Table
    file: str
    sheet: str | None
    orientation: Orientation


class AnalysedTable(NamedTuple):
    """A table after all its columns were looked at."""

    context: ImportContext
    source_table: SourceTable
    columns: tuple[ColumnProfile, ...]
    roles: Mapping[str, Role]
    names: Mapping[str, str]
    lists: Mapping[str, ListDraft]
    split: KindSplit | None

    def role(self, column: str) -> str:
        """Return what a column is for; nothing when that is not known."""
        return self.roles[column].name if column in self.roles else ""

    @property
    def copies(self) -> ColumnProfile | None:
        """The column that says how many of each there are."""
        return next((column for column in self.columns if self.role(column.name) == "copies"), None)

    @property
    def kind_source(self) -> str:
        """What the kind is called after, where the rows are all of one."""
        sheet = self.source_table.sheet
        if sheet is not None and is_descriptive(sheet):
            return sheet
        return strip_title(self.source_table.file, self.context.title)


def analyse_table(
    given: SourceTable, known: ImportContext, others: Sequence[Mapping[str, ListDraft]], *, alone: bool
) -> AnalysedTable:
    """Return a table with what its columns are for.

    Args:
        given: the table.
        known: what is known beside it.
        others: the lists of the tables before it.
        alone: whether it is the only one, whose rows a column may share out among kinds.
    """
    table = given.table
    columns = tuple(
        ColumnProfile(column.name, column.number, tuple(row[column.name] for row in table.rows))
        for column in table.columns
    )
    found = roles(columns, known.icons)
    by_role = {name: role.name for name, role in found.items()}
    split = find_kind_split(columns, by_role) if alone else None
    names = field_names([one for one in columns if by_role.get(one.name) != "copies"], by_role)
    lists = {}
    for column in columns:
        if by_role.get(column.name) in _NO_LIST or is_partly_copies(column) or (split and split.column == column.name):
            continue
        entries = list_choices(column)
        if entries:
            made = ListDraft(names[column.name], column.name, entries, list_note(column, entries))
            lists[column.name] = _shared_or_renamed(made, [one for each in others for one in each.values()])
    return AnalysedTable(known, given, columns, found, names, lists, split)


def _shared_or_renamed(made: ListDraft, others: Sequence[ListDraft]) -> ListDraft:
    """Return a list as another sheet has it, or under another key where its entries differ."""
    by_key = {one.key: one for one in others}
    same = by_key.get(made.key)
    if same is not None and {choice.key for choice in made.choices} <= {choice.key for choice in same.choices}:
        return made._replace(choices=same.choices)
    stem, number = made.key, 2
    while made.key in by_key and by_key[made.key].choices != made.choices:
        made, number = made._replace(key=f"{stem}_{number}"), number + 1
    return made
