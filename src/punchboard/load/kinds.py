"""The kinds of a game with their rows: tables read, references checked, components built."""

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from punchboard.load.components import KindSource, components_from_rows, repeated_id_problems
from punchboard.load.errors import raise_any
from punchboard.load.files import MAX_TABLE_BYTES, display_path, read_bytes, read_text, resolve_inside
from punchboard.load.markup import CODE_TAGS, html_as_markdown, html_as_text, html_from_mixed, read_html
from punchboard.load.tables import TableSource, check_suffix, read_grid
from punchboard.load.tables.data_table import DEFAULT_ROWS_FILE, Column, Table, selected_rows, table_from_grid
from punchboard.load.tables.grid import is_plain, plain_text
from punchboard.load.tables.rows import (
    Lists,
    Rows,
    field_columns,
    header_problems,
    repeat_for_each,
    rows_from_game,
    rows_from_table,
)
from punchboard.load.yaml.places import read_yaml
from punchboard.load.yaml.validate import PlaceMap, place_of
from punchboard.model.game.game import Component, Game
from punchboard.model.game.game_file import KindFile
from punchboard.model.game.game_file_parts import RowsFile
from punchboard.model.layout.icon_set import Symbols
from punchboard.model.values import did_you_mean
from punchboard.problem import Place, Problem, Severity
from punchboard.workspace import game_folder, workspace_root


class Folder(NamedTuple):
    """A game's folder, and the places of its ``game.yaml``."""

    path: Path
    workspace: Path
    places: PlaceMap
    unsaved: Mapping[str, bytes] = MappingProxyType({})
    """The bytes of tables that are checked before they are written, by their paths as messages show them."""

    def text(self, relative: str, place: Place) -> tuple[str, str]:
        """Return a file's text, and its path as messages show it.

        Raises:
            ProblemsFound: FILE001, FILE002, FILE003.
        """
        name = display_path(self.path / relative, self.workspace)
        return read_text(resolve_inside(self.path, relative, place), place, name), name

    def table(self, how: RowsFile, place: Place) -> Table:
        """Return a table. ``place`` is where ``game.yaml`` names it.

        Raises:
            ProblemsFound: FILE001, FILE002, FILE003, TABLE001.
        """
        name = display_path(self.path / how.table, self.workspace)
        check_suffix(how.table, place)
        data = self.unsaved.get(name)
        if data is None:
            data = read_bytes(resolve_inside(self.path, how.table, place), place, name, MAX_TABLE_BYTES)
        return table_from_grid(read_grid(TableSource(name, data), how.sheet, place), name, how)

    def place(self, *path: str | int) -> Place:
        """Return the place of a key in ``game.yaml``."""
        return place_of(self.places, path, self.places[()])


class Catalog(NamedTuple):
    """The valid lists and kinds of a ``game.yaml``, and the tables read for them."""

    folder: Folder
    lists: Lists
    kinds: Mapping[str, KindFile]
    declared_lists: frozenset[str]
    """The names of all lists, including invalid ones."""
    symbols: Symbols
    warnings: list[Problem]
    """Warnings about values that have been read."""
    tables_read: dict[str, Table]
    """Tables read so far, by `table_key`: kinds may share one."""
    map_places: dict[tuple[str, str], Place]
    """The places of the rows and terrains of maps, by kind and the value that stands for one, such as ``cell B3``."""

    def table_key(self, how: RowsFile) -> str:
        """Return a key for a table: its file and the settings that it is read with."""
        return f"{how.table}\n{how.sheet}\n{how.header}\n{how.each}\n{how.empty}"

    def table(self, how: RowsFile, place: Place) -> Table:
        """Return a table. Each table is read only once.

        Raises:
            ProblemsFound: FILE001, FILE002, FILE003, TABLE001.
        """
        key = self.table_key(how)
        if key not in self.tables_read:
            self.tables_read[key] = self.folder.table(how, place)
        return self.tables_read[key]

    def has_single_kind(self, how: RowsFile) -> bool:
        """Return whether only one kind uses the table, and uses all its rows."""
        hows = [other for kind in self.kinds.values() if (other := rows_spec(kind)) is not None]
        keys = [self.table_key(other) for other in hows]
        return not (how.where or how.unless) and keys.count(self.table_key(how)) == 1

    def table_warnings(self) -> tuple[Problem, ...]:
        """Return the warnings of all tables, each once: kinds may read one file in several ways."""
        return tuple(dict.fromkeys(warning for table in self.tables_read.values() for warning in table.warnings))

    def drop_cells(self) -> None:
        """Free the cells of all tables. Once all rows are components, only places are needed."""
        self.tables_read.update({key: table._replace(rows=()) for key, table in self.tables_read.items()})


def kind_components(catalog: Catalog, name: str) -> tuple[Component, ...]:
    """Return the components of one kind.

    Raises:
        ProblemsFound: REF001 for lists that do not exist, and all problems of its rows.
    """
    kind = catalog.kinds[name]
    raise_any(_reference_problems(catalog, name, kind))
    if any(isinstance(field.one_of, str) and field.one_of not in catalog.lists for field in kind.fields.values()):
        return ()  # the list exists but is invalid, which has been reported
    markup, rows = MarkupFields(kind, catalog.symbols), _rows(catalog, name, kind)
    source = KindSource(name, kind, catalog.lists, catalog.folder.places)
    components = components_from_rows(source, markup.converted(rows))
    catalog.warnings.extend(markup.problems(rows))
    if kind.map is not None:
        from punchboard.load.maps import map_component, map_places  # noqa: PLC0415 - few games have maps

        board = map_component(source, kind.map, components, partial(value_place, catalog))
        catalog.map_places.update(((name, value), place) for value, place in map_places(source, kind.map, components))
        return (board,)
    return components


def _reference_problems(catalog: Catalog, name: str, kind: KindFile) -> Iterator[Problem]:
    """Yield a problem for each list that a kind names and the game lacks, and for a wrong ``for each``."""
    for key, field in kind.fields.items():
        are_known = len(catalog.declared_lists) == len(catalog.lists)  # the name of one that is invalid may be lost
        if isinstance(field.one_of, str) and are_known and field.one_of not in catalog.declared_lists:
            place = catalog.folder.place("kinds", name, "fields", key, "one of")
            hint = did_you_mean(field.one_of, catalog.declared_lists)
            hint = hint or f"write it under 'lists': {field.one_of}: {{entries: {{first: {{name: First}}}}}}"
            yield Problem("REF001", place, f"no list {field.one_of!r}", hint)
    choices = [key for key, field in kind.fields.items() if field.one_of is not None]
    if kind.for_each is not None and kind.for_each not in choices:
        place = catalog.folder.place("kinds", name, "for each")
        message = f"'for each' names {kind.for_each!r}, which is not a field with 'one of'"
        yield Problem("REF001", place, message, did_you_mean(kind.for_each, choices))


def _rows(catalog: Catalog, name: str, kind: KindFile) -> Rows:
    place = catalog.folder.place("kinds", name, "rows")
    how = rows_spec(kind)
    if how is not None:
        table = catalog.table(how, place)
        raise_any(header_problems(table, kind, partial(catalog.folder.place, "kinds", name)))
        again = partial(catalog.folder.table, how, place) if catalog.has_single_kind(how) else None
        rows = rows_from_table(table, kind, again)
    else:
        assert isinstance(kind.rows, tuple)
        rows = rows_from_game(kind.rows, ("kinds", name, "rows"), catalog.folder.places)
    return repeat_for_each(rows, kind.for_each, _choices(catalog, kind, kind.for_each)) if kind.for_each else rows


def rows_spec(kind: KindFile) -> RowsFile | None:
    """Return the table of a kind's rows, with its settings; None for rows written in ``game.yaml``."""
    if isinstance(kind.rows, str):
        return DEFAULT_ROWS_FILE.model_copy(update={"table": kind.rows})
    return kind.rows if isinstance(kind.rows, RowsFile) else None


def value_place(catalog: Catalog, component: Component, field: str) -> Place:
    """Return the place of a component's value: its cell in a table, its line in ``game.yaml``, its default, its row."""
    kind = catalog.kinds[component.kind]
    how = rows_spec(kind)
    if (component.kind, field) in catalog.map_places:
        return catalog.map_places[component.kind, field]
    if how is None:
        rows = range(len(kind.rows)) if isinstance(kind.rows, tuple) else ()
        paths = (("kinds", component.kind, "rows", row) for row in rows)
        path = next((path for path in paths if catalog.folder.places.get(path) == component.place), ())
        return catalog.folder.places.get((*path, field), component.place)
    table = catalog.tables_read.get(catalog.table_key(how))
    column = field_columns(kind, table).get(field) if table is not None else None
    if table is None or column is None:
        return catalog.folder.places.get(("kinds", component.kind, "fields", field, "default"), component.place)
    if component.place not in table.places:  # as that of a map without cells
        return component.place
    return table.cell(table.places.index(component.place), column)


def unclaimed_row_problems(catalog: Catalog) -> Iterator[Problem]:
    """Yield TABLE002 for each row that no kind selects, in tables where every kind selects rows with ``where``."""
    users: dict[str, list[RowsFile]] = {}
    for kind in catalog.kinds.values():
        how = rows_spec(kind)
        if how is not None:
            users.setdefault(catalog.table_key(how), []).append(how)
    for key, hows in users.items():
        table = catalog.tables_read.get(key)
        if table is not None and all(how.where for how in hows):
            taken = {number for how in hows for number in selected_rows(table, how)}
            # what `unless` leaves out is not meant to be selected, so it counts as taken
            unfiltered = (selected_rows(table, how.model_copy(update={"where": {}})) for how in hows)
            taken |= {*range(len(table.rows))}.difference(*unfiltered)
            yield from _unclaimed(table, hows, taken)


def _unclaimed(table: Table, hows: list[RowsFile], taken: set[int]) -> Iterator[Problem]:
    selectors = dict.fromkeys(" ".join(name.split()) for how in hows for name in how.where)
    names = [name for name in selectors if name in table.header]
    known = [str(value) for how in hows for values in how.where.values() for value in values]
    for number, row in enumerate(table.rows):
        if number not in taken and names:
            value, place = row[names[0]], table.cell(number, names[0])
            selected = f"rows with {value!r} in column {names[0]!r}" if value else "this row"
            message = f"no kind selects {selected}"
            yield Problem("TABLE002", place, message, did_you_mean(value, known))


def _choices(catalog: Catalog, kind: KindFile, field: str) -> tuple[str, ...]:
    one_of = kind.fields[field].one_of
    return catalog.lists[one_of] if isinstance(one_of, str) else one_of or ()


# Rows whose fields have a markup of their own, converted before they are validated.

RULE: Final = "MARKUP001"


class _UnknownTag(NamedTuple):
    times: int
    row: int
    field: str


class MarkupFields:
    """Converts the fields of a kind that have ``markup``, and counts the unknown tags in them."""

    def __init__(self, kind: KindFile, symbols: Symbols) -> None:
        self._fields = {name: field for name, field in kind.fields.items() if field.markup}
        self._symbols = symbols
        self._unknown: dict[str, _UnknownTag] = {}

    def converted(self, rows: Rows) -> Rows:
        """Return rows with their markup as Markdown, or as plain text in fields that are not Markdown."""
        if not self._fields:
            return rows

        def values() -> Iterator[dict[str, Any]]:
            self._unknown.clear()
            return (self._row(row, number) for number, row in enumerate(rows.values()))

        return rows._replace(values=values)

    def _row(self, row: dict[str, Any], number: int) -> dict[str, Any]:
        for name, field in self._fields.items():
            cell = row.get(name)
            if not isinstance(cell, str):
                continue
            is_mixed = field.markup == "mixed"
            html = read_html(html_from_mixed(self._symbols.protect(cell)) if is_mixed else cell, self._symbols)
            if field.type == "markdown":
                text = html_as_markdown(html, self._symbols, has_icons=is_mixed)
            else:
                text = html_as_text(html, self._symbols)
            row = {**row, name: text}
            if not text:
                del row[name]
            for tag in html.unknown:
                unknown = self._unknown.get(tag, _UnknownTag(0, number, name))
                self._unknown[tag] = unknown._replace(times=unknown.times + 1)
        return row

    def problems(self, rows: Rows) -> Iterator[Problem]:
        """Yield a warning for each unknown tag in the rows read last, with its count and its first place."""
        places = rows.value_places() if self._unknown else {}
        for tag, unknown in self._unknown.items():
            count = f"{unknown.times} values" if unknown.times > 1 else "one value"
            message = f"unknown HTML tag <{tag}> is left out of {count} of {unknown.field!r}"
            content = f"all up to </{tag}> is left out, too" if tag in CODE_TAGS else "its content is kept"
            hint = f"{content}; if it stands for a symbol, add '<{tag}>' to 'symbols'"
            place = places.get((unknown.row, unknown.field), rows.places[unknown.row])
            yield Problem(RULE, place, message, hint, Severity.WARNING)


def unsaved_components(game: Game, workspace: Path, kind: str, file: str, data: bytes) -> tuple[Component, ...]:
    """Return the components of a kind.

    Args:
        game: the game as it is loaded; the other kinds stay as they are.
        workspace: the folder with the games.
        kind: the kind's id.
        file: the path of the file with its rows, as messages show it.
        data: the bytes that the file would have.

    Raises:
        ProblemsFound: every value that its field does not allow, ids that are not unique, an unreadable file.
    """
    places, kinds, root = game.places, dict(game.file.kinds), workspace_root(workspace)
    if file == game.place.file:
        raw, own_places = read_yaml(TableSource(file, data).text(), file)
        kinds[kind] = kinds[kind].model_copy(update={"rows": tuple(raw["kinds"][kind]["rows"])})
        places = {(): Place(file, 1), **own_places}
    folder = Folder(game_folder(game.id, root), root, places, MappingProxyType({file: data}))
    symbols = Symbols(dict.fromkeys(game.file.symbols, ""))
    catalog = Catalog(folder, game.lists, kinds, frozenset(game.lists), symbols, [], {}, {})
    new = kind_components(catalog, kind)
    raise_any(repeated_id_problems((*(other for other in game.components if other.kind != kind), *new)))
    return new


def kind_table(data: bytes, file: str, kind: str, how: RowsFile | None) -> Table:
    """Return the table of a kind's rows.

    Args:
        data: the bytes of the file.
        file: its path, as messages show it.
        kind: the kind's id.
        how: the table with its settings; None for rows in ``game.yaml``.

    Raises:
        ProblemsFound: for an unreadable file, as loading the game does.
    """
    source = TableSource(file, data)
    if how is not None:
        return table_from_grid(read_grid(source, how.sheet, Place(file)), file, how)
    raw, places = read_yaml(source.text(), file)
    path = ("kinds", kind, "rows")
    records = raw["kinds"][kind]["rows"]
    header = tuple(dict.fromkeys(name for record in records for name in record))
    rows = [{name: _cell(record.get(name)) for name in header} for record in records]
    starts = [places[(*path, number)] for number in range(len(records))]

    def cell(row: int, name: str) -> Place:
        return Place(file, places[path].line) if row < 0 else places.get((*path, row, name), starts[row])

    return Table(header, rows, starts, tuple(Column(name, name, at) for at, name in enumerate(header)), cell)


def _cell(value: object) -> str:
    return plain_text(value) if is_plain(value) else ", ".join(map(str, value))  # type: ignore[call-overload]
