"""The raw rows of a kind, each with its place, and the Pydantic types that validate them."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Annotated, Any, Final, Literal, NamedTuple, NotRequired

from pydantic import AfterValidator, BeforeValidator, ConfigDict, Field, PlainValidator, TypeAdapter, with_config
from pydantic_core import PydanticKnownError
from typing_extensions import TypedDict

from punchboard.load.tables.copies import copies_digits, split_copies
from punchboard.load.tables.data_table import (
    DEFAULT_ROWS_FILE,
    Column,
    Table,
    TableRows,
    header_problem,
    selected_rows,
)
from punchboard.load.tables.grid import normalized
from punchboard.load.yaml.validate import PlaceMap
from punchboard.model.game.game import Entry
from punchboard.model.game.game_file import FieldFile, KindFile
from punchboard.model.game.game_file_parts import RowsFile
from punchboard.model.values import MAX_COPIES, Label, Path, Prose, closest_word, did_you_mean, standing_from_text
from punchboard.problem import Place, Problem

Lists = Mapping[str, tuple[Entry, ...]]
Row = dict[str, Any]

STANDING: Final = "standing"
COPIES: Final = "copies"


def _reject_boolean(value: object) -> object:
    """Reject true and false, which Python accepts as numbers."""
    if isinstance(value, bool):
        raise ValueError(f"{str(value).lower()} is not a number")  # noqa: TRY004 - Pydantic passes on ValueError
    return value


def _copies_number(value: object) -> object:
    return _reject_boolean((copies_digits(value) or value) if isinstance(value, str) else value)


_Integer = Annotated[int, BeforeValidator(_reject_boolean)]
_Number = Annotated[float, Field(allow_inf_nan=False), BeforeValidator(_reject_boolean)]

_Path = Annotated[Label, AfterValidator(lambda path: path.replace("\\", "/"))]
"""The path of a picture, with the backslashes of Windows replaced."""

_TYPES: Final[Mapping[str | None, Any]] = {
    "text": Prose,
    "markdown": Prose,
    "integer": _Integer,
    "number": _Number,
    "boolean": bool,
    "picture": _Path,
}

_MANY_MORE: Final = 2
"""As many columns that are unknown besides one have the same cause."""

EVERY_ROW: Final[Mapping[str, Any]] = {
    COPIES: Annotated[int, Field(ge=0, le=MAX_COPIES, default=1), BeforeValidator(_copies_number)],
    STANDING: NotRequired[Annotated[tuple[str, str], BeforeValidator(standing_from_text)]],
    "stated": NotRequired[Label],
    "derived": NotRequired[Prose],
    "prototype": NotRequired[Prose],
}
"""Columns allowed in every row besides the fields of its kind."""


def row_adapter(fields: Mapping[str, FieldFile], lists: Lists, defaults: Mapping[str, Any]) -> TypeAdapter[list[Row]]:
    """Return the validator for a list of raw rows. Validated rows have every field, with defaults filled in."""
    columns = {name: _column(field, field_type(field, lists), defaults.get(name)) for name, field in fields.items()}
    row = TypedDict("row", {**columns, **EVERY_ROW})  # type: ignore[misc]  # its keys come from the game
    rows: Any = list[with_config(ConfigDict(extra="forbid"))(row)]  # type: ignore[misc]
    return TypeAdapter(rows)


def field_type(field: FieldFile, lists: Lists) -> Any:
    """Return the type of a field's values."""
    if isinstance(field.one_of, str):
        return Annotated[Any, PlainValidator(_choice_function(lists[field.one_of]))]
    if field.one_of is not None:
        return Literal[field.one_of]
    return Annotated[_TYPES[field.type], *_bounds(field)]


def _choice_function(choices: tuple[Entry, ...]) -> Callable[[Any], Entry]:
    """Return a function that finds the entry of a list by its id, or by its printed name in any case."""
    entries = {str(entry): entry for entry in choices}
    by_name = {normalized(entry.properties["name"]): entry for entry in reversed(choices)}
    names = [str(entry.properties["name"]) for entry in choices]

    def choose(value: Any) -> Entry:
        chosen = entries.get(value) if isinstance(value, str) else None
        chosen = by_name.get(normalized(value)) if chosen is None else chosen
        if chosen is None:
            known = entries if str(value).islower() else names  # as the sheet writes them
            raise PydanticKnownError("literal_error", {"expected": " or ".join(map(repr, known))})
        return chosen

    return choose


def _bounds(field: FieldFile) -> Iterator[Any]:
    yield Field()
    if field.min is not None:
        yield Field(ge=field.min)
    if field.max is not None:
        yield Field(le=field.max)


def _column(field: FieldFile, value_type: Any, default: Any) -> Any:
    if is_required(field):
        return value_type
    return Annotated[value_type | None if default is None else value_type, Field(default=default)]


def is_required(field: FieldFile) -> bool:
    """Return whether every row must have a value for the field."""
    return field.default is None and not field.optional


class Rows(NamedTuple):
    """Raw rows, the place of each, and the places of their values."""

    values: Callable[[], Iterable[dict[str, Any]]]
    """Returns the rows, created one by one so that no table is in memory twice."""
    places: list[Place]
    value_places: Callable[[], PlaceMap]
    """Returns the places of rows and values, by ``(row,)`` and ``(row, field)``."""


def rows_from_table(table: Table, kind: KindFile, read_again: Callable[[], Table] | None = None) -> Rows:
    """Return a table's rows with the field names of a kind, without empty cells.

    Args:
        table: the table.
        kind: the kind that uses all rows of the table, or some of them.
        read_again: reads the table once more. Given when no other kind uses the table, so that its rows can be freed
            as they are consumed.
    """
    how = kind.rows if isinstance(kind.rows, RowsFile) else DEFAULT_ROWS_FILE
    names = field_columns(kind, table)
    field_of = {column: field for field, column in reversed(names.items())}  # a name comes before its copies
    without = {" ".join(name.split()) for name in how.ignore} - field_of.keys()
    numbers = selected_rows(table, how)
    if how.where:
        without |= set(table.header) - field_of.keys() - EVERY_ROW.keys()
    kept = {name: field_of.get(name, name) for name in table.header if name not in without}
    shared = names[COPIES] if name_with_copies(names) else ""

    def table_rows() -> Iterator[dict[str, str]]:
        if read_again is None or not isinstance(table.rows, TableRows):
            return map(table.rows.__getitem__, numbers)
        return (table.rows if table.rows.is_complete else read_again().rows).consume()  # type: ignore[attr-defined,no-any-return]  # as these are

    def values() -> Iterator[dict[str, Any]]:
        rows = ({field: row[name] for name, field in kept.items() if row[name]} for row in table_rows())
        return map(partial(_with_copies_apart, field_of[shared]), rows) if shared else rows

    def details() -> PlaceMap:
        places: dict[Path, Place] = {(row,): table.places[number] for row, number in enumerate(numbers)}
        for row, number in enumerate(numbers):
            places |= {(row, field_of.get(name, name)): table.cell(number, name) for name in table.header}
            places |= {(row, COPIES): table.cell(number, shared)} if shared else {}
        return places

    return Rows(values, [table.places[number] for number in numbers], details)


def _with_copies_apart(field: str, row: dict[str, Any]) -> dict[str, Any]:
    """Return a row whose field holds the number of copies, too, with both apart."""
    count, name = split_copies(row.get(field, ""))
    return {**row, field: name, COPIES: count} if count else row


def name_with_copies(columns: Mapping[str, str]) -> str:
    """Return the field whose column holds the numbers of copies, too; empty for none. ``columns`` are by field."""
    return next((name for name, column in columns.items() if name != COPIES and column == columns.get(COPIES)), "")


def field_columns(kind: KindFile, table: Table) -> dict[str, str]:
    """Return the table's column for each field, and for the copies, where the table has it."""
    columns = {name: " ".join((field.column or name).split()) for name, field in kind.fields.items()}
    if isinstance(kind.rows, RowsFile) and kind.rows.copies:
        columns[COPIES] = " ".join(kind.rows.copies.split())
    header = set(table.header)
    return {name: column for name, column in columns.items() if column in header}


def rows_from_game(values: tuple[dict[str, Any], ...], path: Path, places: PlaceMap) -> Rows:
    """Return the rows written in ``game.yaml`` at a path. Null values are dropped, like empty cells."""
    depth = len(path)
    rows = [{name: value for name, value in row.items() if value is not None} for row in values]

    def details() -> PlaceMap:
        return {where[depth:]: place for where, place in places.items() if where[:depth] == path and len(where) > depth}

    return Rows(lambda: rows, [places.get((*path, row), places[()]) for row in range(len(rows))], details)


def repeat_for_each(rows: Rows, field: str, entries: tuple[str, ...]) -> Rows:
    """Return every row once for each entry of a list, with the field set to the entry."""
    count = len(entries)

    def values() -> Iterator[dict[str, Any]]:
        return ({**row, field: str(entry)} for row in rows.values() for entry in entries)

    places = [place for place in rows.places for _ in entries]

    def details() -> PlaceMap:
        return {
            (int(row) * count + turn, *rest): place
            for (row, *rest), place in rows.value_places().items()
            for turn in range(count)
        }

    return Rows(values, places, details)


def header_problems(table: Table, kind: KindFile, place_of: Callable[..., Place]) -> Iterator[Problem]:
    """Yield a problem for each column that is not a field, and for each required field without a column.

    Args:
        table: the table.
        kind: the kind that uses all rows of the table, or some of them.
        place_of: returns the place of one of the kind's keys in ``game.yaml``.
    """
    how = kind.rows if isinstance(kind.rows, RowsFile) else DEFAULT_ROWS_FILE
    filled = {kind.for_each} if kind.for_each else set()
    names, head = field_columns(kind, table), table.place
    named = [
        " ".join(name.split()) for name in (*how.where, *how.unless, *how.empty, *([how.copies] if how.copies else []))
    ]
    lost = [name for name in named if name not in table.header]
    others = table.header if how.where else [" ".join(name.split()) for name in how.ignore]  # may be of other kinds
    free = {*table.header} - {*others, *names.values()}
    columns = {name: " ".join((field.column or "").split()) for name, field in kind.fields.items() if name not in names}
    wrong = {name: column for name, column in columns.items() if column and closest_word(column, free)}
    typed = (closest_word(name, table.header) for name in (*lost, *wrong.values()))  # these are wrong in the game
    claimed = {*names.values(), *typed}
    needed = {name for name, field in kind.fields.items() if is_required(field)} - {*names, *filled, *wrong}
    is_renamed = len(needed) == len(free - {*EVERY_ROW, *claimed, *filled}) == 1
    lone = next(iter(needed)) if is_renamed else ""
    unknown = tuple(_unknown_columns(table, kind, how, filled, claimed, lone=lone))
    if unknown and len(unknown) + len(kind.fields) > 2 and not names and not any(meant for _, meant in unknown):
        hint = f"begin it with the names of the fields: {', '.join(kind.fields)}"
        yield Problem("VALUE001", head, "the table has no row of headings, or none of its columns is a field", hint)
        return
    yield from _as_one(table, unknown)
    misspelt = {meant for _, meant in unknown}
    for name, field in kind.fields.items():
        if name in needed - misspelt:
            column = field.column or name
            message = f"no column {column!r} for field {name!r}" if field.column else f"no column for field {name!r}"
            hint = did_you_mean(column, table.header) if field.column else "add the column, or give the field a default"
            yield Problem("VALUE001", head, message, hint)
    mistyped = [(place_of("fields", name, "column"), column) for name, column in wrong.items()]
    for place, column in (*mistyped, *((place_of("rows"), column) for column in lost)):
        yield Problem("REF001", place, f"the table has no column {column!r}", did_you_mean(column, table.header))


def _as_one(table: Table, unknown: tuple[tuple[Problem, str], ...]) -> Iterator[Problem]:
    """Yield the problems of unknown columns; of many only the first, which counts the others."""
    first, more = unknown[0][0] if unknown else None, len(unknown) - 1
    if first is None or more < _MANY_MORE:
        yield from (problem for problem, _ in unknown)
        return
    is_row = not any(row[column.name] for row in table.rows for column in table.columns[-more:])
    hint = "the second line was joined to the first: begin it on a line of its own" if is_row else first.hint
    yield first._replace(message=f"{first.message}, and {more} more columns are unknown", hint=hint)


def _unknown_columns(
    table: Table, kind: KindFile, how: RowsFile, filled: set[str], claimed: set[str], *, lone: str
) -> Iterator[tuple[Problem, str]]:
    """Yield a problem for each column that is not a field, with the field that was probably meant; empty for none.

    A field that alone lacks a column, where a single column is unknown, is meant by it.
    """
    known = (kind.fields.keys() - filled) | EVERY_ROW.keys()
    ignored = {" ".join(name.split()) for name in (*how.ignore, *how.where)}
    numbers = selected_rows(table, how) if how.where else []
    for column in table.columns:
        name, place = column.name, _heading(table, column.name)
        if name in filled:
            yield Problem("KEY001", place, f"'for each' already fills column {name!r}", "delete the column"), ""
        elif name in claimed or name in ignored or name in EVERY_ROW:
            continue
        elif how.where:
            yield from ((problem, "") for problem in _ignored_value_problems(table, column, numbers))
        elif not column.is_clearly_named:
            yield header_problem(column, table), ""
        else:
            meant = closest_word(name, known)
            hint = did_you_mean(name, known) if meant else "add a field for it, or list it under 'ignore' of 'rows'"
            message = f"unknown column {name!r}"
            if lone and not meant:
                message, meant = f"{message}, and no column for field {lone!r}", lone
                hint = f"rename the column to {lone!r}, or write 'column: {name}' in the field"
            yield Problem("KEY001", place, message, hint), meant


def _heading(table: Table, name: str) -> Place:
    """Return the place of a column's heading; in a file of records, where it is first written."""
    place = table.cell(-1, name)
    if place.column or place.sheet:
        return place
    return next((table.cell(number, name) for number, row in enumerate(table.rows) if row[name]), place)


def _ignored_value_problems(table: Table, column: Column, numbers: Sequence[int]) -> Iterator[Problem]:
    """Yield a problem for the first selected row with a value in a column that is not a field of its kind."""
    for number in numbers:
        if table.rows[number][column.name]:
            message = f"this row has a value in column {column.name!r}, which is not a field of its kind"
            hint = "add the field, delete the value, or list the column under 'ignore'"
            yield Problem("KEY001", table.cell(number, column.name), message, hint)
            return
