"""Tables are looked at, and a draft of the game comes out: every guess with its reason."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from punchboard.expression import slug
from punchboard.importer.columns.orientation import Orientation
from punchboard.importer.columns.profile import ColumnProfile
from punchboard.importer.columns.roles import Role
from punchboard.importer.columns.warnings import table_warnings
from punchboard.importer.draft import Draft, FieldDraft, KindDraft, Note, PartDraft, TableDraft
from punchboard.importer.kinds.builtin_layouts import layout_for
from punchboard.importer.kinds.kind_names import kind_key, kind_name, kind_plural
from punchboard.importer.kinds.shapes import guess_shape
from punchboard.importer.kinds.slots import LayoutBoxes, slot_boxes
from punchboard.importer.messages import field_note, kind_note
from punchboard.importer.table_analysis import AnalysedTable, ImportContext, SourceTable, analyse_table

__all__ = ["UNPRINTED", "ImportContext", "SourceTable", "draft_game"]

UNPRINTED: Final = "; not printed yet"


MAY_BE_EMPTY: Final = frozenset({"picture", "icon", "flavour", "footer"})
"""What a row of the next export may lack, even when no row lacks it now."""


def draft_game(given: Sequence[SourceTable], known: ImportContext) -> Draft:
    """Return what tables are taken for, each with at least one row.

    The rows of one table may be shared out among kinds by a column; of several tables each is a kind.
    """
    tables: list[AnalysedTable] = []
    for one in given:
        tables.append(analyse_table(one, known, [each.lists for each in tables], alone=len(given) == 1))
    parts: list[PartDraft] = []
    for table, ident in zip(tables, _id_templates(tables), strict=True):
        parts.append(_part(table, ident, [kind.key for part in parts for kind in part.kinds]))
    used = {field.list_name for part in parts for kind in part.kinds for field in kind.fields}
    lists = {found.key: found for one in tables for found in one.lists.values() if found.key in used}
    told = (line for one in tables for line in table_warnings(one.source_table.table, one.columns, one.copies))
    return Draft(tuple(parts), tuple(lists.values()), tuple(told))


def _part(seen: AnalysedTable, ident: tuple[str, str], taken: Sequence[str]) -> PartDraft:
    shares = seen.split.rows if seen.split else {"": tuple(range(len(seen.source_table.table.rows)))}
    kinds: list[KindDraft] = []
    for value, rows in shares.items():
        kinds.append(_kind(seen, value, rows, ident, [*taken, *(kind.key for kind in kinds)]))
    file, sheet, lie = seen.source_table.file, seen.source_table.sheet, seen.source_table.orientation
    note = Note(file if sheet is None else f"{file}, sheet {sheet}", _orientation_text(lie), lie.reason)
    by, copies = seen.split.column if seen.split else "", seen.copies.name if seen.copies else ""
    table = TableDraft(file, sheet, lie.header, lie.each, by, copies, note)
    return PartDraft(table, tuple(kinds), tuple(_column_notes(seen, kinds)))


def _kind(
    seen: AnalysedTable, value: str, rows: Sequence[int], ident: tuple[str, str], taken: Sequence[str]
) -> KindDraft:
    columns = [ColumnProfile(one.name, one.index, tuple(one.values[row] for row in rows)) for one in seen.columns]
    shown = [one for one in columns if seen.role(one.name) != "copies" and (one.filled or not value)]
    fields = tuple(_field(seen, column) for column in shown)
    by_role = {seen.role(one.name): one for one in shown if seen.role(one.name) and one.filled}
    source = value or seen.kind_source
    key, name = kind_key(source, taken), kind_name(source)
    shape = guess_shape(seen.context.shape, kind_plural(source) or name, by_role.get("text"))
    layout, because = layout_for(shape.trim, by_role)
    if seen.context.layout:
        layout, because = seen.context.layout, "asked for"
    copies = next((one for one in columns if seen.role(one.name) == "copies"), None)
    count = sum(int(number.strip("xX\u00d7 ") or 1) for number in copies.values) if copies else len(rows)
    slots = slot_boxes(
        LayoutBoxes(layout, seen.context.boxes_of(layout)), fields, {one.name: one for one in shown}, seen.lists
    )
    note = kind_note(len(rows), count, layout, because)
    return KindDraft(
        key, name, kind_plural(source), value, fields, ident[0], shape, layout, slots, len(rows), count, note
    )


def _field(seen: AnalysedTable, column: ColumnProfile) -> FieldDraft:
    name, role, chosen = seen.names[column.name], seen.roles.get(column.name), seen.lists.get(column.name)
    kind = f"one_of {chosen.key}" if chosen else _type(column, role)
    note = field_note(column, role, kind, chosen)
    optional = not column.is_complete or (role.name if role else kind) in MAY_BE_EMPTY
    return FieldDraft(name, column.name, kind, optional, role.name if role else "", note)


def _type(column: ColumnProfile, role: Role | None) -> str:
    if role is not None and role.name == "picture":
        return "picture"
    if column.is_integer:
        return "integer"
    if column.is_number:
        return "number"
    if column.is_boolean:
        return "boolean"
    return "markdown" if column.has_markup else "text"


_COUNTED: Final = ("{{ kind }}-{{ '%03d' % row }}", "no column tells all rows apart, so they are counted")


def _id_templates(seen: Sequence[AnalysedTable]) -> list[tuple[str, str]]:
    """Return the expression of the ids of each table; two tables with a title in common put their kind before it."""
    found = [_id_template(one) for one in seen]
    every = [word for _, _, words in found for word in words]
    if len(set(every)) == len(every):
        return [(text, why) for text, why, _ in found]
    return [(f"{{{{ kind }}}}-{text}" if words else text, why) for text, why, words in found]


def _id_template(seen: AnalysedTable) -> tuple[str, str, list[str]]:
    """Return the expression of the ids, why, and what they are: by what tells all rows apart, or by counting them."""
    for role in ("title", "id"):
        column = next((one for one in seen.columns if seen.role(one.name) == role), None)
        if column is None:
            continue
        made = [slug(value) for value in column.values]
        if all(made) and len(set(made)) == len(made):
            return f"{{{{ {seen.names[column.name]} | slug }}}}", f"no two rows share their {column.name!r}", made
    return *_COUNTED, []


def _orientation_text(lie: Orientation) -> str:
    header = "no header" if lie.header == "none" else "the header comes first" if lie.header is None else ""
    noun = "line" if lie.each == "row" else "column"
    return f"{header or f'the header is {noun} {lie.header}'}, each {lie.each} is a component"


def _column_notes(seen: AnalysedTable, kinds: Sequence[KindDraft]) -> Iterator[Note]:
    for column in seen.columns:
        if seen.split and seen.split.column == column.name:
            yield Note(column.name, f"{len(kinds)} kinds: {', '.join(kind.name for kind in kinds)}", seen.split.reason)
            continue
        if seen.role(column.name) == "copies":
            count = sum(kind.copies for kind in kinds)
            yield Note(column.name, f"how many of each: {count} in all", seen.roles[column.name].reason)
            continue
        found = [field for kind in kinds for field in kind.fields if field.column == column.name]
        if found:
            shown = any(
                f"{{{{ {field.name}" in text for kind in kinds for text in kind.slots.values() for field in found
            )
            note = field_note(column, seen.roles.get(column.name), found[0].type, seen.lists.get(column.name))
            yield note if shown or found[0].role == "id" else note._replace(guess=f"{note.guess}{UNPRINTED}")
        else:
            yield Note(column.name, "left out", "it is empty")
