"""Analysis of a table: the role of each column, field names, lists of choices, division into kinds."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Final, NamedTuple

from punchboard.importer.columns.column_names import name_score, words_of_name
from punchboard.importer.columns.field_names import edge_columns, field_names
from punchboard.importer.columns.left_out_rows import NOTHING, LeftOut, emptied, rows_left_out, values_for_nothing
from punchboard.importer.columns.player_counts import (
    NOT_COUNTED,
    PlayerCounts,
    counts_apart,
    names_with_copies,
    player_counts,
)
from punchboard.importer.columns.profile import ColumnProfile, as_plain_text, fold_case
from punchboard.importer.columns.racks import PipName, families, find_rack
from punchboard.importer.columns.role_tests import MIN_TEXT_WORDS
from punchboard.importer.columns.roles import (
    IGNORED,
    MORE_TEXT,
    NO_ROLE,
    OTHER_LANGUAGE,
    PRIVATE,
    Candidate,
    Role,
    decide_roles,
    fitting_roles,
)
from punchboard.importer.columns.several_texts import answers_to_choose
from punchboard.importer.columns.shapes import SharedShape, shared_shape
from punchboard.importer.columns.sheets import Orientation
from punchboard.importer.columns.symbols import icon_for
from punchboard.importer.columns.value_lists import list_choices, with_icons
from punchboard.importer.columns.variants import NONE, Translated, back_columns, translated_columns
from punchboard.importer.draft import ListDraft, list_note
from punchboard.importer.kinds.kind_names import is_descriptive, strip_title
from punchboard.importer.kinds.slots import Boxes
from punchboard.load.tables.data_table import Table
from punchboard.load.tables.grid import BETWEEN
from punchboard.model.values import picture_crop
from punchboard.problem import Place

# Detection of the column that divides the rows of a table among kinds of component.

_MAX_KINDS: Final = 8
"""The highest number of kinds; a column with more values is a field."""


class KindSplit(NamedTuple):
    """The column that divides the rows among kinds, the rows of each of its values, and the reason."""

    column: str
    rows: Mapping[str, tuple[int, ...]]
    reason: str


def _find_kind_split(columns: Sequence[ColumnProfile], role_of: Mapping[str, str]) -> KindSplit | None:
    """Return how the rows of a table are divided among kinds; None when all rows are of one kind.

    The type column divides them if it has few values, and if another column is filled in all rows of one value but
    empty in all rows of another: then the rows are different things with different fields.
    """
    column = next((column for column in columns if role_of.get(column.name) == "type"), None)
    if column is None or not column.is_complete or not 2 <= len(column.distinct) <= _MAX_KINDS:
        return None
    rows = {value: _rows_of(column, value) for value in column.distinct}
    if min(map(len, rows.values())) < 2:
        return None
    for other in columns:
        if other is column or not other.filled:
            continue
        full = next((value for value, numbers in rows.items() if all(other.values[row] for row in numbers)), None)
        empty = next((value for value, numbers in rows.items() if not any(other.values[row] for row in numbers)), None)
        if full is not None and empty is not None:
            because = f"{other.name!r} is filled for every {full!r} and empty for every {empty!r}"
            return KindSplit(column.name, rows, because)
    return None


def _rows_of(column: ColumnProfile, value: str) -> tuple[int, ...]:
    folded = fold_case(value)
    return tuple(row for row, other in enumerate(column.values) if fold_case(other) == folded)


_NO_LIST: Final = frozenset({"title", "text", MORE_TEXT, "flavour", "picture", "icon", "copies", "id", *IGNORED})
"""Roles whose columns never become lists."""


_NO_FIELD: Final = frozenset({"copies", *IGNORED})
"""Roles whose columns are no fields."""


class ImportContext(NamedTuple):
    """The context of an import: icons, built-in layouts, the requested shape and layout, the game's title."""

    icons: Collection[str]
    boxes_of: Callable[[str], Boxes]
    shape: str = ""
    layout: str = ""
    title: str = ""
    find_picture: Callable[[str], str] = lambda _cell: ""
    """Returns the path of the picture beside the table that a cell means; empty if there is none."""
    find_icon: Callable[[str], str] = lambda _text: ""
    """Returns the icon for the noun of a text; empty if no icon pictures it."""
    chosen: Mapping[tuple[str, str], str] = MappingProxyType({})
    """The roles that a person has chosen, by sheet and column; the sheet of a file that has none is empty."""
    kind_names: Mapping[tuple[str, str], str] = MappingProxyType({})
    """The names of kinds that a person has chosen, by sheet and the value in the column that divides its rows."""

    def chosen_in(self, sheet: str | None, columns: Iterable[str]) -> dict[str, str]:
        """Return the roles that a person has chosen in a sheet, by column."""
        return {name: self.chosen[sheet or "", name] for name in columns if (sheet or "", name) in self.chosen}


class SourceTable(NamedTuple):
    """A table with its file, its sheet and its orientation."""

    table: Table
    file: str
    sheet: str | None
    orientation: Orientation
    list_name: str = ""
    """The column that it consists of, if others beside it are lists of other cards; the rows go on below its end."""
    others: tuple[str, ...] = ()
    """The columns of those lists."""


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
    candidates: tuple[Candidate, ...] = ()
    """Every role that a column could have, with its points."""
    left_out: LeftOut = NOTHING
    """The rows of the file that are no components; the table is without them."""
    empty: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    """The values that stand for nothing, by column."""
    back: Mapping[str, Role] = MappingProxyType({})
    """The roles of the columns of a back of each card's own."""
    translated: Translated = NONE
    """The language that is printed, and the columns in others."""
    per_players: PlayerCounts = NOT_COUNTED
    """The columns that count cards for numbers of players."""
    is_suit: bool = False
    """Whether its cards, or those of each of its kinds, have the names or ranks of others, as those of suits have."""
    has_namesake: bool = False
    """Whether another block of the file has the same name in another part of it."""
    named_copies: ColumnProfile | None = None
    """The numbers of copies that the names hold, if they do."""

    def role(self, column: str) -> str:
        """Return the name of a column's role; empty when it is unknown."""
        return self.roles[column].name if column in self.roles else ""

    def any_role(self, column: str) -> Role | None:
        """Return a column's role on the front or on a back of each card's own; None for none."""
        role = self.back.get(column) or self.roles.get(column)
        return role if role and role.name else None

    @property
    def copies(self) -> ColumnProfile | None:
        """The column with the number of copies; None for a table without one."""
        own = (column for column in self.columns if self.role(column.name) == "copies")
        return next(own, self.named_copies)

    @property
    def shape(self) -> SharedShape | None:
        """The shape that columns say all its rows have."""
        shape = shared_shape(self.columns)
        return shape if shape and all(self.role(name) == PRIVATE for name in shape.columns) else None

    @property
    def ranks(self) -> tuple[str, ...]:
        """What tells the rows of the table apart: their titles, or else their values; none if there are neither."""
        by_role = {self.role(column.name): column for column in self.columns}
        named = next((by_role[role] for role in ("title", "value", "id") if role in by_role), None)
        return tuple(map(fold_case, named.values)) if named is not None else ()

    @property
    def fitting(self) -> dict[str, tuple[str, ...]]:
        """The roles that the values of each column allow."""
        return {column.name: fitting_roles(column, self.context.icons) for column in self.columns}

    def kind_chosen(self, value: str) -> str:
        """Return the name that a person has chosen for the rows with a value; empty for none."""
        return self.context.kind_names.get((self.source_table.sheet or "", value), "")

    @property
    def kind_source(self) -> str:
        """The text that a single kind is named after: the block, the sheet, or the file without the game's title."""
        if self.source_table.list_name:
            return words_of_name(self.source_table.list_name)
        names = [name for name in (self.source_table.sheet or "").split(BETWEEN) if name and is_descriptive(name)]
        if names:
            apart = (one for one in names if not any(one != two and one.casefold() in two.casefold() for two in names))
            return " ".join(apart) if self.has_namesake else names[-1]
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
    chosen = context.chosen_in(source.sheet, (column.name for column in source.table.columns))
    source, columns, first, empty, left_out = _components_alone(source, context, chosen)
    counts, columns = counts_apart(columns, names_with_copies(columns, first))
    translated = translated_columns([column for column in columns if column.name not in chosen])
    printed = [column for column in columns if column.name not in translated.others]
    of_back = back_columns([column for column in printed if column.name not in chosen])
    per_players = player_counts([column for column in printed if column.name not in chosen])
    front = [column for column in printed if column.name not in {*of_back, *per_players.columns}]
    edges = edge_columns(front)
    private = {name for name, role in first.items() if role.name == PRIVATE}
    kin = families([one for one in front if one.name not in {*chosen, *edges, *private, *answers_to_choose(front)}])
    no_roles = {*kin, *edges}
    backs = [replace(column, name=of_back[column.name]) for column in columns if column.name in of_back]
    named = [column for column in front if column.name not in no_roles]
    roles, candidates = decide_roles(named, context.icons, chosen, backs)
    if source.list_name and not chosen and front[0].mean_words >= MIN_TEXT_WORDS:
        roles = {source.list_name: Role("text", "a list of texts beside another")}
    roles = {name: role for name, role in roles.items() if role.name}  # the others are pips or tags
    rack = find_rack([column for column in front if column.name not in edges], roles, kin, context.icons)
    back_roles, _ = decide_roles(backs, context.icons)
    back_roles |= {
        column.name: Role("text", "its name") for column in backs if column.name == "text" and column.is_number
    }
    printed_language = Role(OTHER_LANGUAGE, f"{translated.language or 'the first language'} is printed")
    roles |= dict.fromkeys(translated.others, printed_language)
    roles = {name: role for name, role in roles.items() if name not in rack} | per_players.roles(roles)
    role_names = {name: role.name for name, role in roles.items()}
    html = {column.name for column in columns if column.raw}
    one_kind = {name: role for name, role in role_names.items() if name not in html}  # its cells select the rows
    split = _find_kind_split(columns, one_kind) if is_single else None
    fields = [column for column in columns if role_names.get(column.name) not in _NO_FIELD]
    names = field_names(fields, role_names, edges)
    no_lists = {*of_back, split.column if split else ""}
    listed = [column for column in columns if column.name not in no_lists]
    lists = _lists_by_role(listed, names, role_names, others, context)
    return AnalysedTable(
        context,
        source,
        columns,
        roles,
        names,
        lists,
        split,
        rack,
        candidates=candidates,
        left_out=left_out,
        empty=empty,
        back={name: back_roles.get(own, NO_ROLE) for name, own in of_back.items()},
        translated=translated,
        per_players=per_players,
        named_copies=counts,
    )


class _Components(NamedTuple):
    """A table without rows that are no components and values that mean nothing, and what was taken out of it."""

    source: SourceTable
    columns: tuple[ColumnProfile, ...]
    roles: Mapping[str, Role]
    empty: Mapping[str, tuple[str, ...]]
    left_out: LeftOut


def _components_alone(source: SourceTable, context: ImportContext, chosen: Mapping[str, str]) -> _Components:
    """Return the components of a table, with the roles that its columns have at first sight."""
    columns = _profiles(source.table, context)
    roles, _ = decide_roles(columns, context.icons, chosen)
    empty = values_for_nothing([column for column in columns if column.name not in chosen], roles)
    if empty:
        source = source._replace(table=source.table._replace(rows=emptied(source.table.rows, empty)))
        columns = _profiles(source.table, context)
        roles, _ = decide_roles(columns, context.icons, chosen)
    left_out = rows_left_out(columns, roles, source.table.totals)
    if left_out.rows:
        source = source._replace(table=without_rows(source.table, left_out.rows))
    return _Components(source, _profiles(source.table, context) if left_out.rows else columns, roles, empty, left_out)


def _lists_by_role(
    columns: Sequence[ColumnProfile],
    names: Mapping[str, str],
    role_names: Mapping[str, str],
    others: Sequence[Mapping[str, ListDraft]],
    context: ImportContext,
) -> dict[str, ListDraft]:
    """Return the lists of columns that may have one; those of types have icons, unless a column has the icons."""
    may_be_lists = [column for column in columns if role_names.get(column.name) not in _NO_LIST]
    lists = _lists(may_be_lists, names, [other for each in others for other in each.values()])
    return lists | {
        name: draft._replace(choices=with_icons(draft.choices, partial(icon_of_type, context)))
        for name, draft in lists.items()
        if role_names.get(name) == "type" and "icon" not in role_names.values()
    }


def icon_of_type(context: ImportContext, name: str) -> str:
    """Return the icon that pictures a type by its name; empty for none."""
    return icon_for(name, context.icons)[0] or context.find_icon(name)


def _lists(
    columns: Iterable[ColumnProfile], names: Mapping[str, str], others: Sequence[ListDraft]
) -> dict[str, ListDraft]:
    """Return the lists of choices of columns; ``names`` are those of their fields, ``others`` other tables' lists."""
    lists = {}
    for column in columns:
        entries = list_choices(column)
        if entries:
            draft = ListDraft(names[column.name], column.name, entries, list_note(column, entries))
            lists[column.name] = _shared_or_renamed(draft, others)
    return lists


def _profiles(table: Table, context: ImportContext) -> tuple[ColumnProfile, ...]:
    profiles = (
        as_plain_text(ColumnProfile(column.name, column.number, tuple(row[column.name] for row in table.rows)))
        for column in table.columns
    )
    return tuple(replace(one, has_files=_has_files(one, context.find_picture)) for one in profiles)


def _has_files(column: ColumnProfile, find_picture: Callable[[str], str]) -> bool:
    """Return whether a column is called a picture, and some of its values mean files beside the table."""
    return name_score(column.name, "picture") > 0 and any(
        find_picture(picture_crop(value).path) for value in column.filled
    )


def without_rows(table: Table, rows: Collection[int]) -> Table:
    """Return a table without some rows."""
    kept = [row for row in range(len(table.rows)) if row not in rows]

    def cell(row: int, name: str) -> Place:
        return table.cell(kept[row] if row >= 0 else row, name)

    return table._replace(rows=[table.rows[row] for row in kept], places=[table.places[row] for row in kept], cell=cell)


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


def suits_of(tables: Sequence[AnalysedTable]) -> frozenset[int]:
    """Return the numbers of the tables that are suits of one deck, or that a column divides into suits."""
    alike: dict[tuple[str, ...], list[int]] = {}
    for number, table in enumerate(tables):
        alike.setdefault(table.source_table.table.header, []).append(number)
    suits = {one for many in alike.values() if _share_ranks([tables[one].ranks for one in many]) for one in many}
    for number, table in enumerate(tables):
        ranks = table.ranks
        if table.split and ranks and _share_ranks([[ranks[row] for row in rows] for rows in table.split.rows.values()]):
            suits.add(number)
    return frozenset(suits)


def _share_ranks(groups: Sequence[Sequence[str]]) -> bool:
    """Return whether most ranks in each of several groups are also in another one; all of them, if they are names.

    Within a group, each rank is there once.
    """
    ranks = [{*group} for group in groups]
    if len(ranks) < 2 or any("" in own or len(own) < len(group) for own, group in zip(ranks, groups, strict=True)):
        return False
    others = [{rank for other in ranks if other is not own for rank in other} for own in ranks]
    most = 2 if all(rank.isdigit() or len(rank) < 2 for own in ranks for rank in own) else 1
    return all(0 < len(own) <= most * len(own & more) for own, more in zip(ranks, others, strict=True))
