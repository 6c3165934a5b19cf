"""Draft a game from tables: kinds, fields, lists and layouts, each guess with its reason."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Final, NamedTuple

from punchboard.expression import slug
from punchboard.importer.columns.column_names import name_score
from punchboard.importer.columns.field_names import EDGES
from punchboard.importer.columns.profile import ColumnProfile, copies_of
from punchboard.importer.columns.racks import pip_symbols, shows_number
from punchboard.importer.columns.role_tests import NUMBERED
from punchboard.importer.columns.roles import (
    IGNORED,
    MORE_TEXT,
    NO_ROLE,
    OFFERED,
    ONE_OF_SEVERAL,
    OTHER_LANGUAGE,
    PER_PLAYERS,
    Role,
)
from punchboard.importer.columns.several_texts import beside_their_results, letter_of
from punchboard.importer.columns.sheets import Orientation
from punchboard.importer.columns.symbols import (
    FoundSymbol,
    find_symbols,
    icon_naming,
    icons_of_titles,
    missing_set_warning,
    unknown_icons_warning,
)
from punchboard.importer.draft import Draft, FieldDraft, KindDraft, Note, PartDraft, TableDraft, field_note, kind_note
from punchboard.importer.kinds.builtin_layouts import (
    BACK,
    LAYOUT,
    NO_NUMBERS,
    SHAPE,
    CounterNumbers,
    counter_numbers,
    layout_for,
)
from punchboard.importer.kinds.kind_names import kind_key, kind_name, kind_plural
from punchboard.importer.kinds.slots import (
    LayoutBoxes,
    is_printed,
    plain_back,
    shows_icons_of_titles,
    slot_boxes,
    with_suit,
)
from punchboard.importer.kinds.tags import more_text, tag_template, with_long_values_as_tags, with_right_answer
from punchboard.importer.new_game_options import Shape, guess_shape
from punchboard.importer.table_analysis import (
    AnalysedTable,
    ImportContext,
    SourceTable,
    analyse_table,
    icon_of_type,
    suits_of,
)
from punchboard.importer.unprinted_lines import (
    badge_line,
    empty_lines,
    language_line,
    left_out_line,
    player_lines,
    private_line,
    table_warnings,
    unfinished_lines,
    unprinted_warning,
)
from punchboard.model.values import counted

__all__ = ["UNPRINTED", "ImportContext", "SourceTable", "draft_game"]

UNPRINTED: Final = "; not printed yet"

MAY_BE_EMPTY: Final = frozenset({"picture", "alt", "icon", "flavour", "footer"})
"""Roles and types whose fields are optional even when no row lacks them now: rows of the next export may."""

WITHOUT_SYMBOLS: Final = frozenset({"picture", "icon", "copies", "id", *IGNORED})
"""Roles whose columns have no symbols."""

SHORT: Final = frozenset({"title", "cost", "value", "type", "id", "copies", "footer"})
"""Roles whose markup is printed as plain text."""


def draft_game(sources: Sequence[SourceTable], context: ImportContext) -> Draft:
    """Return the draft of a game from tables, each of which has at least one row.

    A column may divide the rows of a single table among several kinds. Of several tables, each is one kind.
    """
    tables: list[AnalysedTable] = []
    for source in sources:
        lists_before = [table.lists for table in tables]
        tables.append(analyse_table(source, context, lists_before, is_single=len(sources) == 1))
    named = Counter(table.kind_source for table in tables)
    tables = [table._replace(has_namesake=named[table.kind_source] > 1) for table in tables]
    suits = suits_of(tables)
    tables = [table._replace(is_suit=number in suits) for number, table in enumerate(tables)]
    pips = _pip_symbols(tables)
    tables = [
        table._replace(tokens={name: pips[pip.label].token for name, pip in table.rack.items()}) for table in tables
    ]
    parts: list[PartDraft] = []
    for table, ident in zip(tables, _id_templates(tables), strict=True):
        parts.append(_part(table, ident, [kind.key for part in parts for kind in part.kinds]))
    used = {field.list_name for part in parts for kind in part.kinds for field in kind.fields}
    lists = {entries.key: entries for table in tables for entries in table.lists.values() if entries.key in used}
    warnings = chain.from_iterable(table_warnings(of.source_table.table, of.columns, of.copies) for of in tables)
    texts = [column for table in tables for column in table.columns if table.role(column.name) not in WITHOUT_SYMBOLS]
    kinds = [kind for part in parts for kind in part.kinds]
    racks = {kind.slots.get("rack", "") for kind in kinds}
    printed = (pip for pip in pips.values() if any(f"{pip.token} {{{{" in rack for rack in racks))
    symbols = {symbol.token: symbol for symbol in (*find_symbols(texts, context.icons), *printed)}
    language = next((table.translated.language for table in tables if table.translated.language), "")
    icon_warnings = chain.from_iterable(map(_icon_warnings, tables))
    return Draft(
        tuple(parts),
        tuple(lists.values()),
        tuple(symbols.values()),
        (
            *(*warnings, *icon_warnings, *empty_lines(sources, tables), *left_out_line(sources, tables)),
            *(*unprinted_warning(kinds), *private_line(tables), *player_lines(tables), *language_line(tables)),
            *(*unfinished_lines(tables), *badge_line(tuple(symbols.values()))),
        ),
        language=Note("language", language, "the language of the printed columns") if language else None,
    )


def _pip_symbols(tables: Sequence[AnalysedTable]) -> Mapping[str, FoundSymbol]:
    """Return the symbol of each pip by its label: columns of the same name in several tables have the same."""
    counts = Counter[str]()
    for table in tables:
        for column in table.columns:
            if column.name in table.rack:
                counts[table.rack[column.name].label] += sum(map(shows_number, column.values))
    return pip_symbols((pip for table in tables for pip in table.rack.values()), counts)


def _part(analysed: AnalysedTable, ident: tuple[str, str], taken: Sequence[str]) -> PartDraft:
    rows_by_value = analysed.split.rows if analysed.split else {"": tuple(range(len(analysed.source_table.table.rows)))}
    kinds: list[KindDraft] = []
    for value, rows in rows_by_value.items():
        kinds.append(_kind(analysed, value, rows, ident[0], [*taken, *(kind.key for kind in kinds)]))
    file, sheet, how = analysed.source_table.file, analysed.source_table.sheet, analysed.source_table.orientation
    note = Note(file if sheet is None else f"{file}, sheet {sheet}", _orientation_text(how), how.reason)
    kind_column, copies = (
        analysed.split.column if analysed.split else "",
        analysed.copies.name if analysed.copies else "",
    )
    private = tuple(column.name for column in analysed.columns if analysed.role(column.name) in IGNORED)
    table = TableDraft(file, sheet, how.header, how.each, kind_column, copies, note, private)
    source = analysed.source_table
    unless = {**analysed.left_out.unless, **({source.list_name: ("",)} if source.list_name else {})}
    table = table._replace(unless=unless, empty=analysed.empty, ignored=(*private, *source.others))
    return PartDraft(table, tuple(kinds), tuple(_column_notes(analysed, kinds)), analysed.candidates, analysed.fitting)


def _icon_warnings(table: AnalysedTable) -> Iterator[str]:
    """Yield a warning for each column with icons of sets that are not installed, or of none."""
    for column in table.columns:
        naming = icon_naming(column.filled, table.context.icons)
        if table.role(column.name) == "icon" and naming is not None and naming.missing_sets:
            yield missing_set_warning(column.name, naming.missing_sets)
        elif column.filled and naming is None and name_score(column.name, "icon") > 2 and not column.has_pictures:
            yield unknown_icons_warning(column.name, column.filled[0])


class _FaceChoice(NamedTuple):
    """What the cards of a kind look like: their shape, the built-in layout and its reason, and a counter's numbers."""

    shape: Shape
    layout: str
    reason: str
    numbers: CounterNumbers


def _kind(
    analysed: AnalysedTable, value: str, rows: Sequence[int], id_template: str, taken: Sequence[str]
) -> KindDraft:
    columns = [replace(col, values=tuple(col.values[row] for row in rows)) for col in analysed.columns]
    several = {ONE_OF_SEVERAL, OFFERED}
    columns = beside_their_results(columns, {name for name, of in analysed.roles.items() if of.reason in several})
    shown = [col for col in columns if col.name in analysed.names and (col.filled or not value)]
    fields = with_right_answer([_field(analysed, column) for column in shown], shown)
    source = analysed.kind_chosen(value) or value or analysed.kind_source
    name, plural = kind_name(source), kind_plural(source)
    face = _face_choice(analysed, plural or name, shown, fields)
    # a number in the corner of a counter is no part of another box
    fields = [
        field._replace(role="", part="", slot="")
        if field.column in face.numbers.columns
        else with_long_values_as_tags(field, column, face.shape.trim)
        for field, column in zip(fields, shown, strict=True)
    ]

    def boxes(extends: str, slot_of: Mapping[str, str], *, is_back: bool = False) -> dict[str, str]:
        offer = LayoutBoxes(face.layout, analysed.context.boxes_of(extends))
        own = [field for field in fields if (field.column in analysed.back) == is_back]
        filled = [field._replace(role=slot_of.get(field.column, field.role)) for field in own]
        return slot_boxes(offer, filled, {column.name: column for column in shown}, analysed.lists, face.shape.trim)

    other_layout, other = BACK, boxes(BACK, face.numbers.back) if face.numbers.back else {}
    of_back = [column for column in shown if column.name in analysed.back]
    back_roles = {analysed.back[column.name].name for column in of_back if column.filled}
    if back_roles and face.layout != LAYOUT:
        other_layout = face.layout if back_roles & {"title", "text"} else "picture"
        other = boxes(other_layout, {}, is_back=True)
        if not all(any(column.values[row] for column in of_back) for row in range(len(rows))):
            other |= plain_back([field.name for field in fields if field.column in analysed.back])
    suit = (value or analysed.kind_source) if analysed.is_suit else ""
    unsaid = "" if analysed.split and analysed.role(analysed.split.column) == "title" else suit
    count = sum(_copies(analysed.copies.values[row]) for row in rows) if analysed.copies else len(rows)
    return KindDraft(
        key=kind_key(source, taken),
        name=name,
        plural=plural,
        where=value,
        fields=tuple(fields),
        id_template=id_template,
        shape=face.shape,
        layout=face.layout,
        slots=with_suit(boxes(face.layout, face.numbers.front), unsaid, icon_of_type(analysed.context, unsaid)),
        suit=suit,
        rows=len(rows),
        copies=count,
        note=kind_note(len(rows), count, face.layout, face.reason),
        other_side=other,
        other_layout=other_layout,
    )


def _face_choice(
    analysed: AnalysedTable, plural: str, shown: Sequence[ColumnProfile], fields: Sequence[FieldDraft]
) -> _FaceChoice:
    """Return the requested layout; else a counter for units with numbers; else the layout that fits the roles."""
    by_role = {
        role.name: col
        for col in shown
        if col.filled and (role := analysed.roles.get(col.name, NO_ROLE)).name and role.reason not in NUMBERED
    }
    by_role = {"text": by_role[MORE_TEXT], **by_role} if MORE_TEXT in by_role else by_role
    names = [field.name for field in fields]
    shape = guess_shape(analysed.context.shape, plural, by_role.get("text"), names, analysed.shape)
    layout, reason = layout_for(shape.trim, by_role, plural, names)
    numbers = counter_numbers(plural, shown, by_role.get("text"))
    if numbers.front and not analysed.context.shape:
        if shape.trim.form != "square" or analysed.shape is None:
            shape = Shape(SHAPE, f"units with {' and '.join(numbers.front)}")
        layout, reason = LAYOUT, "a counter has a number in each corner"
    if analysed.context.layout:
        layout, reason = analysed.context.layout, "as requested"
    return _FaceChoice(shape, layout, reason, numbers if layout == LAYOUT else NO_NUMBERS)


def _copies(value: str) -> int:
    """Return the number of copies of a row: an empty cell is one."""
    copies = copies_of(value) if value else 1
    return 1 if copies is None else copies


def _field(analysed: AnalysedTable, column: ColumnProfile) -> FieldDraft:
    name, chosen = analysed.names[column.name], analysed.lists.get(column.name)
    role = analysed.any_role(column.name)
    kind = f"one_of {chosen.key}" if chosen else _type(column, role)
    note = field_note(column, role, kind, chosen)
    optional = not column.is_complete or (role.name if role else kind) in MAY_BE_EMPTY
    markup = "" if kind == "picture" else "mixed" if column.is_mixed else "html" if column.html else ""
    naming = icon_naming(column.filled, analysed.context.icons) if role and role.name == "icon" else None
    icon, missing = (naming.template.format(name), naming.missing_sets) if naming else ("", ())
    field = FieldDraft(name, column.name, kind, optional, role.name if role else "", note, markup, icon)
    if column.name in analysed.tokens:
        return field._replace(part=f"{analysed.tokens[column.name]} {{{{ {name} }}}}", slot="rack")
    if role is not None and role.name == MORE_TEXT:
        field = field._replace(label=letter_of(column) if role.reason == OFFERED else "")
        return field._replace(part=more_text(field, column), slot="text")
    if role is None:
        part = tag_template(field, column, analysed.context.icons)
        return field._replace(part=part, slot="tags" if part else "")
    return field._replace(missing_sets=missing)


def _type(column: ColumnProfile, role: Role | None) -> str:
    if role is not None and role.name == "picture":
        return "picture"
    if column.is_integer:
        return "integer"
    if column.is_decimal:
        return "number"
    if column.is_boolean and not (role is not None and role.name == MORE_TEXT):
        return "boolean"
    if column.html or column.is_mixed:
        is_label = role is None and not (column.html or column.has_sentences)
        return "text" if is_label or (role is not None and role.name in SHORT) else "markdown"
    return "markdown" if column.has_markup else "text"


_NUMBERED: Final = ("{{ kind }}-{{ '%03d' % row }}", "no column is unique, so rows are numbered")


def _id_templates(analysed: Sequence[AnalysedTable]) -> list[tuple[str, str]]:
    """Return the template of the ids of each table and the reason.

    When tables have ids in common, the kind comes before each of them.
    """
    templates = [_id_template(table) for table in analysed]
    every = [ident for _, _, idents in templates for ident in idents]
    if len(set(every)) == len(every):
        return [(text, why) for text, why, _ in templates]
    return [(f"{{{{ kind }}}}-{text}" if idents else text, why) for text, why, idents in templates]


def _id_template(analysed: AnalysedTable) -> tuple[str, str, list[str]]:
    """Return the template of the ids, the reason, and the ids from a column that is unique, if there is one."""
    for role in ("title", "id"):
        column = next((col for col in analysed.columns if analysed.role(col.name) == role), None)
        if column is None:
            continue
        idents = [slug(value) for value in column.values]
        if all(idents) and len(set(idents)) == len(idents):
            return (
                f"{{{{ {analysed.names[column.name]} | slug }}}}",
                f"every row has a different {column.name!r}",
                idents,
            )
    return *_NUMBERED, []


def _orientation_text(how: Orientation) -> str:
    header = "no header" if how.header == "none" else "the header comes first" if how.header is None else ""
    noun = "line" if how.each == "row" else "column"
    return f"{header or f'the header is {noun} {how.header}'}, each {how.each} is a component"


_PARTS: Final[Mapping[str, str]] = {"rack": "a pip: ", "tags": "a tag: ", "text": "", "": "below the text: "}
"""What a field is called that is a part of a slot."""


def _where(field: FieldDraft, kinds: Sequence[KindDraft]) -> str:
    """Return where a field is printed that has no role of its own, as the report says it."""
    if field.name in EDGES:
        return "at its edge: "
    if any(f"{{{{ {field.name}.colour }}}}" in box for kind in kinds for _, box in kind.boxes):
        return "the colour: "
    in_corner = not field.slot and any(kind.layout == LAYOUT for kind in kinds)
    return "in a corner: " if in_corner else _PARTS[field.slot]


def _column_notes(analysed: AnalysedTable, kinds: Sequence[KindDraft]) -> Iterator[Note]:
    for column in analysed.columns:
        if analysed.split and analysed.split.column == column.name:
            guess = f"{counted(len(kinds), 'kind')}: {', '.join(kind.name for kind in kinds)}"
            yield Note(column.name, guess, analysed.split.reason)
            continue
        if analysed.role(column.name) in IGNORED:
            language = analysed.translated.others.get(column.name)
            why = {OTHER_LANGUAGE: language or "another language", PER_PLAYERS: "copies for a number of players"}
            guess = f"not printed: {why.get(analysed.role(column.name), 'yours alone')}"
            yield Note(column.name, guess, analysed.roles[column.name].reason)
            continue
        if analysed.role(column.name) == "copies":
            count = sum(kind.copies for kind in kinds)
            yield Note(column.name, f"the number of copies: {count} in all", analysed.roles[column.name].reason)
            continue
        fields = [field for kind in kinds for field in kind.fields if field.column == column.name]
        if fields:
            shown = any(is_printed(field, kind) for kind in kinds for field in fields)
            chosen, icon = analysed.lists.get(column.name), f"{{{{ {fields[0].name}.icon }}}}"
            has_icons = any(icon in box for kind in kinds for _, box in kind.boxes)
            note = field_note(column, analysed.any_role(column.name), fields[0].type, chosen, shows_icons=has_icons)
            if analysed.named_copies and column.name == analysed.named_copies.name:
                copies = sum(kind.copies for kind in kinds)
                note = note._replace(guess=f"{note.guess}, with the number of copies: {copies} in all")
            if column.name in analysed.back:
                note = note._replace(guess=f"on the back: {note.guess}")
            pictured = any(shows_icons_of_titles(kind, analysed.context.boxes_of(kind.layout)) for kind in kinds)
            if pictured and fields[0].role == "title":
                note = note._replace(guess=note.guess + icons_of_titles(column.values, analysed.context.find_icon))
            if shown and (fields[0].slot or not fields[0].role):
                note = note._replace(guess=f"{_where(fields[0], kinds)}{note.guess}")
            unprinted = UNPRINTED.removesuffix(" yet") if fields[0].role == "id" else UNPRINTED
            yield note if shown else note._replace(guess=f"{note.guess}{unprinted}")
        else:
            yield Note(column.name, "left out", "it is empty")
