"""Tables in JSON or YAML: a list of objects with a column for each key. Nested keys become ``stats.attack``."""

import json
from collections.abc import Callable, Generator, Iterator, Mapping
from functools import partial
from json.decoder import scanstring  # type: ignore[attr-defined]  # the part of the decoder that reads a string
from typing import Any, Final, NamedTuple

from punchboard.load.tables.grid import RULE, Grid, TableSource
from punchboard.load.yaml.places import read_yaml
from punchboard.model.source import Path
from punchboard.problem import Place, ProblemsFound, fail

MAX_DEPTH: Final = 3
"""Deepest nesting of objects within a row."""

MAX_PLACES: Final = 3
"""Deepest nesting of a row's value in the file: in an object, in a list, in the object of a row."""

_DECODER: Final = json.JSONDecoder()


class _Records(NamedTuple):
    """Objects with their paths in the file."""

    values: list[Mapping[str, Any]]
    paths: list[Path]


def read_yaml_table(source: TableSource) -> Grid:
    """Return the cells of a YAML list of mappings.

    Raises:
        ProblemsFound: YAML001 and others, TABLE001 for anything but a list of mappings.
    """
    raw, places = read_yaml(source.text(), source.name)
    return _grid(_records(raw, source.name), places.get, source.name)


def read_json_table(source: TableSource) -> Grid:
    """Return the cells of a JSON list of objects.

    Raises:
        ProblemsFound: TABLE001 where it is not JSON, and for anything but a list of objects.
    """
    text = source.text()
    try:
        raw = json.loads(text)
    except json.JSONDecodeError as error:
        at = Place(source.name, error.lineno, error.colno)
        raise fail(RULE, at, f"not JSON: {error.msg.lower()}", "export it again, or save the table as .csv") from error
    except RecursionError as error:
        raise fail(RULE, Place(source.name), "lists or objects are nested too deep") from error
    except ValueError as error:  # a whole number too long for Python to convert
        raise fail(RULE, Place(source.name), "a number has thousands of digits", "put it in quotes") from error
    found: dict[Path, Place] = {}

    def place(path: Path) -> Place | None:
        if not found:
            found.update(_places(text, source.name))
        return found.get(path)

    return _grid(_records(raw, source.name), place, source.name)


def _records(raw: Any, file: str) -> _Records:
    """Return the objects of a list, of the only list of objects in an object, or of an object by name."""
    if _is_table(raw):
        return _Records(raw, [(number,) for number in range(len(raw))])
    if isinstance(raw, Mapping):
        inside = [name for name, value in raw.items() if _is_table(value) and value]
        if len(inside) == 1:
            values = raw[inside[0]]
            return _Records(values, [(inside[0], number) for number in range(len(values))])
        if len(inside) > 1:
            message = f"the file contains {len(inside)} tables: {', '.join(map(repr, inside))}"
            raise fail(RULE, Place(file, 1), message, "put each of them in its own file")
        if raw and all(isinstance(value, Mapping) for value in raw.values()):
            return _Records([_named(name, value) for name, value in raw.items()], [(name,) for name in raw])
    hint = 'write a list with an object for each component: [{"name": "Owl", "cost": 2}]'
    raise fail(RULE, Place(file, 1), "the table is not a list of objects", hint)


def _is_table(raw: Any) -> bool:
    return isinstance(raw, list) and all(isinstance(value, Mapping) for value in raw)


def _named(name: str, value: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return an object with its key added as a value."""
    return {"id" if "name" in value else "name": name, **value}


def _grid(records: _Records, find: Callable[[Path], Place | None], file: str) -> Grid:
    def place(number: int, *rest: str) -> Place:
        path = records.paths[number]
        return find((*path, *rest)) or find(path) or Place(file)

    wrong: list[ProblemsFound] = []
    rows = [_row(record, partial(place, number), wrong) for number, record in enumerate(records.values)]
    if wrong:
        raise ProblemsFound(tuple(problem for error in wrong for problem in error.problems))
    names = list(dict.fromkeys(name for row in rows for name in row))
    filled = [number for number, row in enumerate(rows) if any(row.values())]

    def cell(row: int, column: int) -> Place:
        if row == 0:  # the header collects the keys of all objects, so it has no place of its own
            return Place(file, 1)
        return place(filled[row - 1], names[column].partition(".")[0])

    if not names:
        return Grid([], [], cell)
    cells = [names, *([rows[number].get(name, "") for name in names] for number in filled)]
    return Grid(cells, [Place(file, 1), *(place(number) for number in filled)], cell)


def _row(record: Mapping[str, Any], place: Callable[[], Place], wrong: list[ProblemsFound]) -> dict[str, str]:
    try:
        return {" ".join(name.split()): text for name, text in _flatten(record, place, MAX_DEPTH)}
    except ProblemsFound as found:
        wrong.append(found)
        return {}


def _flatten(record: Mapping[str, Any], place: Callable[[], Place], depth: int) -> Iterator[tuple[str, str]]:
    """Yield the values of an object as text, those of nested objects under dotted names."""
    for name, value in record.items():
        if isinstance(value, Mapping) and depth:
            yield from ((f"{name}.{inner}", text) for inner, text in _flatten(value, place, depth - 1))
        elif isinstance(value, list) and not any(isinstance(item, list | Mapping) for item in value):
            yield name, ", ".join(map(_text, value))
        elif isinstance(value, list | Mapping):
            message = f"{name!r} contains nested lists or objects, which a cell cannot hold"
            raise fail(RULE, place(), message, "use a separate key for each value")
        else:
            yield name, _text(value)


def _text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return format(value, ".15g") if isinstance(value, float) else str(value).strip()


def _places(text: str, file: str) -> Iterator[tuple[Path, Place]]:
    """Yield the place of each value at most `MAX_PLACES` deep. The text must be valid JSON."""
    lines = _Lines(text, file)
    for path, at in _positions(text, _skip_separators(text, 0), ()):
        yield path, lines.place(at)


def _positions(text: str, at: int, path: Path) -> Generator[tuple[Path, int], None, int]:
    """Yield the paths of the values inside the value at ``at``, with their positions; return the end of that value."""
    if len(path) == MAX_PLACES or text[at] not in "[{":
        return _DECODER.raw_decode(text, at)[1]
    close, number, at = "]" if text[at] == "[" else "}", 0, _skip_separators(text, at + 1)
    while text[at] != close:
        key: str | int = number
        if close == "}":
            name, at = scanstring(text, at + 1, True)  # noqa: FBT003 - its parameters are positional only
            key, at = " ".join(name.split()), _skip_separators(text, at)
        yield (*path, key), at
        at = _skip_separators(text, (yield from _positions(text, at, (*path, key))))
        number += 1
    return at + 1


def _skip_separators(text: str, at: int) -> int:
    while at < len(text) and text[at] in " \t\r\n,:":
        at += 1
    return at


class _Lines:
    """Converts positions in a text to places. Positions must be requested in ascending order."""

    def __init__(self, text: str, file: str) -> None:
        self._text, self._file = text, file
        self._at, self._line = 0, 1

    def place(self, at: int) -> Place:
        self._line += self._text.count("\n", self._at, at)
        self._at = at
        return Place(self._file, self._line, at - self._text.rfind("\n", 0, at))
