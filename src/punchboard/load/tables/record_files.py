"""Reading tables from JSON and YAML files, whatever the shape of the document."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import PurePosixPath
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from punchboard.load.tables.grid import (
    MAX_CELLS,
    NAMELESS,
    OF_PACK,
    RULE,
    Grid,
    Sheets,
    TableSource,
    Unusable,
    left_out,
    listed,
    record_cells,
)
from punchboard.load.tables.json_places import JsonPlaces
from punchboard.load.tables.record_packs import Record, RecordTable
from punchboard.load.tables.record_tables import record_tables
from punchboard.load.yaml.places import read_yaml
from punchboard.load.yaml.syntax_faults import json_problem
from punchboard.model.values import Path, counted, did_you_mean
from punchboard.problem import Place, Problem, ProblemsFound, fail

# JSON lines: a text with an object of JSON on each line, as databases and chat tools export tables.

SUFFIXES: Final = (".jsonl", ".ndjson")
"""Suffixes of files with JSON lines; files with the suffix of JSON have them, too."""

MAX_LINE: Final = 200_000
"""The first two lines of a text with JSON lines end within this many characters."""


def _has_json_lines(text: str) -> bool:
    """Return whether the first two lines of a text that are not blank are an object each."""
    lines = [line for line in text[:MAX_LINE].split("\n") if line.strip()][:2]
    return len(lines) > 1 and lines[1].lstrip().startswith("{") and all(map(_is_object, lines))


def _is_object(line: str) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def _value(line: str, place: Place) -> Any:
    try:
        return json.loads(line)
    except json.JSONDecodeError as error:
        raise json_problem(error, place, RULE) from error
    except RecursionError as error:
        raise fail(RULE, place, "lists or objects are nested too deep", "export it with fewer levels") from error
    except ValueError as error:  # a whole number too long for Python to convert
        raise fail(RULE, place, "a number has thousands of digits", "put it in quotes") from error


_LONG_NUMBER: Final = re.compile(r"\d{4301}")
"""A number with more digits than Python converts."""

_SLASHES: Final = re.compile(r"^([ \t]*)//", re.MULTILINE)
"""The beginning of a comment as other languages write it, which is no YAML."""

_LIST_HINT: Final = 'write a list with an object for each component: [{"name": "Owl", "cost": 2}]'


class _Places(NamedTuple):
    """The places of records, and a function that returns the place of a value by record number and column."""

    records: Sequence[Place]
    value: Callable[[int, str], Place]


class _Document(NamedTuple):
    """The tables of a file, and a function that finds the places of records."""

    tables: tuple[RecordTable, ...]
    find: Callable[[Sequence[Path]], _Places]


def read_sheet(source: TableSource, name: str | None) -> Grid:
    """Return the cells of a table in a JSON or YAML file.

    Args:
        source: the file.
        name: the name of the table; None for the first that has objects.

    Raises:
        ProblemsFound: TABLE001 where it is not JSON, for a document without a table, and for an unknown name; YAML001
            and others where it is not YAML.
    """
    document = _read(source)
    table = _first(document.tables) if name is None else _table_named(document.tables, name, source)
    grid = _grid(table, document.find, source.name)
    if not grid.rows:
        raise _nothing_usable(grid, source.name)
    return grid


def _nothing_usable(grid: Grid, file: str) -> ProblemsFound:
    """Return the problem of a table without a single cell: it is empty, or everything in it is left out."""
    for left in grid.warnings:
        hint = "export it with fewer levels, or save the table as .csv"
        return fail(RULE, left.place, f"nothing in the table can be used: {left.message}", hint)
    return fail(RULE, Place(file, 1), "the table is empty", _LIST_HINT)


def read_sheets(source: TableSource) -> Sheets:
    """Return the tables in a JSON or YAML file, by name.

    Raises:
        ProblemsFound: as `read_sheet`.
    """
    document = _read(source)
    return {table.name: partial(_grid, table, document.find, source.name) for table in document.tables}


def read_title(source: TableSource) -> str:
    """Return what a document that holds tables calls itself; empty for one that does not.

    Raises:
        ProblemsFound: as `read_sheet`.
    """
    raw, _ = _read_raw(source)
    holds = isinstance(raw, Mapping) and any(isinstance(value, list | Mapping) for value in raw.values())
    titles = [raw[key] for key in ("title", "name") if isinstance(raw.get(key), str)] if holds else []
    return next((" ".join(title.split()) for title in titles if title.strip()), "")


def _read_raw(source: TableSource) -> "_Read":
    return _READ.get(PurePosixPath(source.name).suffix.lower(), _read_yaml)(source)


def _read(source: TableSource) -> _Document:
    raw, find = _read_raw(source)
    tables = tuple(table for table in record_tables(raw) if table.records or raw == [])
    if not tables:
        raise fail(RULE, Place(source.name, 1), "the file contains no list of objects or texts", _LIST_HINT)
    return _Document(tables, find)


_Read = tuple[Any, Callable[[Sequence[Path]], _Places]]


def _read_yaml(source: TableSource) -> _Read:
    text = source.text()
    try:
        raw, places = read_yaml(text, source.name)
    except ProblemsFound:
        plain = _SLASHES.sub(r"\1# ", text)
        if plain == text:
            raise
        raw, places = read_yaml(plain, source.name)

    def find(paths: Sequence[Path]) -> _Places:
        records = [places.get(path) or Place(source.name) for path in paths]

        def value(number: int, column: str) -> Place:
            keys = (column[:end] for end in _ends(column))
            return next((places[at] for key in keys if (at := (*paths[number], key)) in places), records[number])

        return _Places(records, value)

    return raw, find


def _ends(column: str) -> list[int]:
    """Return the lengths of a column's name and of its parts before a dot, longest first."""
    return [len(column), *(at for at in range(len(column) - 1, 0, -1) if column[at] == ".")]


def _read_json_lines(source: TableSource) -> _Read:
    """Read a value from each line that is not blank.

    Raises:
        ProblemsFound: TABLE001 at a line that is not JSON.
    """
    lines = [(number, line) for number, line in enumerate(source.text().split("\n"), 1) if line.strip()]

    def line_of(path: Path) -> tuple[int, JsonPlaces]:
        """Return the number of the line with the record at a path, whose first key is the number of its value."""
        number, line = lines[int(path[0])]
        return number, JsonPlaces(line, source.name, [path[1:]])

    def record(path: Path) -> Place:
        number, places = line_of(path)
        return places.records[0]._replace(line=number)

    def find(paths: Sequence[Path]) -> _Places:
        def value(row: int, column: str) -> Place:
            number, places = line_of(paths[row])
            return places.value(0, column)._replace(line=number)

        return _Places(list(map(record, paths)), value)

    return [_value(line, Place(source.name, number)) for number, line in lines], find


def _read_json(source: TableSource) -> _Read:
    text = source.text()
    if _has_json_lines(text):
        return _read_json_lines(source)
    try:
        try:
            raw = json.loads(text)
        except json.JSONDecodeError:
            text = without_comments(text)
            raw = json.loads(text)
    except json.JSONDecodeError as error:
        raise json_problem(error, Place(source.name), RULE) from error
    except RecursionError as error:
        hint = "save the table as .csv, or export it with fewer levels"
        raise fail(RULE, Place(source.name), "lists or objects are nested too deep", hint) from error
    except ValueError as error:  # a whole number too long for Python to convert
        raise _long_number(text, source.name) from error

    def find(paths: Sequence[Path]) -> _Places:
        places = JsonPlaces(text, source.name, paths)
        return _Places(places.records, places.value)

    return raw, find


_JSON_PART: Final = re.compile(r'"(?:[^"\\\n]|\\.)*"|//[^\n]*|/\*.*?\*/|\#[^\n]*|,(?=\s*[\]}])', re.DOTALL)


def without_comments(text: str) -> str:
    """Return JSON with spaces in place of comments and of commas after the last value, as people write them."""
    while True:  # a comma may stand before a comment
        plain = _JSON_PART.sub(lambda match: match[0] if match[0][0] == '"' else re.sub(r"[^\n]", " ", match[0]), text)
        if plain == text:
            return plain
        text = plain


def _long_number(text: str, file: str) -> ProblemsFound:
    number = _LONG_NUMBER.search(text)
    at = number.start() if number else 0
    place = Place(file, text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at))
    return fail(RULE, place, "a number has thousands of digits", "put it in quotes")


_READ: Final = MappingProxyType({".json": _read_json, **dict.fromkeys(SUFFIXES, _read_json_lines)})
"""The function that reads a file by its suffix; other files are YAML."""


def _first(tables: Sequence[RecordTable]) -> RecordTable:
    """Return the first table that is not a list of bare texts, else the first."""
    with_objects = (table for table in tables if any(record.values.keys() != {"text"} for record in table.records))
    return next(with_objects, tables[0])


def _table_named(tables: Sequence[RecordTable], name: str, source: TableSource) -> RecordTable:
    named = next((table for table in tables if table.name == " ".join(name.split())), None)
    if named is None:
        hint = did_you_mean(name, [table.name for table in tables])
        raise fail(RULE, Place(source.name), f"there is no list {name!r}", hint)
    return named


def _grid(table: RecordTable, find: Callable[[Sequence[Path]], _Places], file: str) -> Grid:
    records = table.records
    cells = record_cells(record.values for record in records)
    used = dict.fromkeys(name for row in cells.rows for name in row)
    nested = {name[:end] for name in used for end in _ends(name)[1:]}
    nulls = {name for name in nested & used.keys() if not any(row.get(name) for row in cells.rows)}  # of an object
    names = [name for name in used if name not in nulls]
    filled = [number for number, row in enumerate(cells.rows) if any(row.values())]
    if len(names) * len(filled) > MAX_CELLS:
        message = f"the table has {counted(len(filled), 'row')} and {counted(len(names), 'column')}"
        raise fail(RULE, Place(file), message, "export fewer keys, or put values that are keys now into lists")
    places = find([record.path for record in records])
    warnings = (
        *(_warning(one, _place_of(one, records[one.first], find)) for one in cells.unusable),
        *_strays(table.strays, find),
        *_details(table.details, file),
    )

    def cell(row: int, column: int) -> Place:
        if row == 0:  # the header collects the keys of all objects, so it has no place of its own
            return Place(file, 1)
        return places.value(filled[row - 1], names[column])

    if not names:
        return Grid([], [], cell, warnings=warnings)
    rows = [names, *([cells.rows[number].get(name, "") for name in names] for number in filled)]
    starts = [Place(file, 1), *(places.records[number] for number in filled)]
    return Grid(rows, starts, cell, warnings=warnings, has_keys=True)


def _place_of(unusable: Unusable, record: Record, find: Callable[[Sequence[Path]], _Places]) -> Place:
    """Return the place of a value of a record's pack that is left out; of its own value, that of the record."""
    if unusable.what != OF_PACK:
        return find([record.path]).records[0]
    pack = record.path[:-2]  # the record is an item of a list of the pack
    return find([(*pack, unusable.column.removeprefix("pack."))]).records[0]


def _warning(unusable: Unusable, place: Place) -> Problem:
    if unusable.what == OF_PACK:
        message = f"{unusable.column!r} is {OF_PACK}: it is left out ({counted(unusable.rows, 'row')})"
        return left_out(place, message, "write what the cards need into each of them")
    message = (
        f"column {unusable.column!r} contains {unusable.what}, which a cell cannot hold: "
        f"it is left out ({counted(unusable.rows, 'row')})"
    )
    hint = "give each of them a name" if unusable.what == NAMELESS else "write a separate key for each value"
    return left_out(place, message, hint)


def _strays(strays: Sequence[Record], find: Callable[[Sequence[Path]], _Places]) -> Iterator[Problem]:
    """Yield a warning for what stands among the objects of a list and is none, with all of it."""
    if strays:
        names = listed([json.dumps(stray.values["text"], ensure_ascii=False) for stray in strays])
        verbs = ("stands", "is none: it is") if len(strays) == 1 else ("stand", "are none: they are")
        message = f"{names} {verbs[0]} among objects and {verbs[1]} left out"
        hint = 'delete it, or write an object for a component: {"name": "Owl"}'
        yield left_out(find([strays[0].path]).records[0], message, hint)


def _details(keys: Sequence[str], file: str) -> Iterator[Problem]:
    """Yield a warning that names the lists whose objects each belong to a single component."""
    if keys:
        verb = "has only what belongs" if len(keys) == 1 else "have only what belongs"
        message = f"{listed([repr(key) for key in keys])} {verb} to single cards, by their ids: left out"
        yield left_out(Place(file, 1), message, "write what a card needs into the card itself")
