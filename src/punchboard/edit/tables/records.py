"""The values and records of YAML and JSON tables, and of rows written in ``game.yaml``, found by their places."""

import io
import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from functools import partial
from itertools import accumulate
from typing import Any, Final, Literal, NamedTuple

from punchboard.edit import json_edit, yaml_edit
from punchboard.edit.game_files import decoded
from punchboard.edit.parts import Part, replaced
from punchboard.load.tables.data_table import Table
from punchboard.load.tables.grid import NoText, is_plain, is_prose, list_text, name_of, plain_text
from punchboard.load.yaml.places import KEY, read_yaml
from punchboard.model.values import Path
from punchboard.problem import Place, ProblemsFound, fail


class Cell(NamedTuple):
    """A new value of a cell. A column that the table does not have yet is added to it."""

    row: int
    column: str
    value: str


class NewRow(NamedTuple):
    """A new row behind another one, with its values by column; cells without a value are empty.

    With ``like_before`` the row is a copy of the one before it, and the values replace some of the copy's.
    """

    after: int
    values: Mapping[str, str]
    like_before: bool = False


class Format(NamedTuple):
    """How a format is changed: functions of a file's bytes and its table as `read_table_file` returns it.

    ``set_cells`` also returns the cells with the values that will be read, and ``add_row`` the number of the new row,
    as not every format can add one in the middle.
    """

    set_cells: Callable[[bytes, Table, Sequence[Cell]], tuple[bytes, Sequence[Cell]]]
    add_row: Callable[[bytes, Table, NewRow], tuple[bytes, int]]
    delete_rows: Callable[[bytes, Table, Sequence[int]], bytes]


def refused(place: Place, message: str, hint: str = "") -> ProblemsFound:
    """Return the problem of a change that cannot be made here."""
    return fail("EDIT002", place, message, hint or f"change it in the file: {place}")


class _Record(NamedTuple):
    """A row in a file: its path, and the part of the text in which it can be changed by itself."""

    path: Path
    part: Part


class _Language(NamedTuple):
    """How a language's texts are read and changed by paths."""

    read: Callable[[str, Sequence[Place]], tuple[Any, list[_Record]]]
    """Returns a text's value, and the records at some places."""
    set_value: Callable[[str, Path, Any], str]
    remove_entries: Callable[[str, Path, Collection[str | int]], str]
    copy_item: Callable[[str, Path], str]


def _read_yaml(text: str, at: Sequence[Place]) -> tuple[Any, list[_Record]]:
    raw, places = read_yaml(text, at[0].file if at else "")
    known: dict[tuple[int, int], Path] = {}
    for path, place in places.items():  # an outer value comes before the inner one at the same place
        if KEY not in path[-1:]:
            known.setdefault((place.line, place.column), path)
    paths = [known.get((place.line, place.column), ()) for place in at]
    if () in paths:
        raise _has_no_place(at[paths.index(())])
    return raw, list(map(_Record, paths, yaml_edit.parts(text, paths)))


def _read_json(text: str, at: Sequence[Place]) -> tuple[Any, list[_Record]]:
    lines = list(accumulate(map(len, io.StringIO(text, newline="")), initial=0))
    starts = [lines[place.line - 1] + max(place.column - 1, 0) for place in at]
    known = json_edit.values_at(text, starts)
    nowhere = next((place for start, place in zip(starts, at, strict=True) if not known.get(start, [()])[0]), None)
    if nowhere:
        raise _has_no_place(nowhere)
    return json.loads(text), [_Record(known[start][0], Part(start, known[start][1])) for start in starts]


def _has_no_place(row: Place) -> ProblemsFound:
    return refused(row, "this row has no place of its own in the file")


_YAML: Final = _Language(_read_yaml, yaml_edit.set_value, yaml_edit.remove_entries, yaml_edit.copy_item)
_JSON: Final = _Language(_read_json, json_edit.set_value, json_edit.remove_entries, json_edit.copy_item)


def value_at(raw: Any, path: Path) -> Any:
    """Return the value that keys and numbers of items lead to; None where there is none."""
    for key in path:
        if isinstance(raw, Mapping):
            raw = raw.get(key)
        elif isinstance(raw, list) and isinstance(key, int) and key < len(raw):
            raw = raw[key]
        else:
            return None
    return raw


def _key_path(record: Any, column: str) -> Path:
    """Return the path of a column's value in a record: ``cost.gold`` is one key, or a key within an object."""
    if isinstance(record, Mapping) and column not in record:
        for key in record:
            if " ".join(str(key).split()) == column:
                return (key,)
        for end in range(len(column) - 1, 0, -1):
            if column[end] == "." and isinstance(record.get(column[:end]), Mapping):
                return (column[:end], *_key_path(record[column[:end]], column[end + 1 :]))
    return (column,)


def _cell_path(raw: Any, record: Path, column: str) -> Path:
    """Return the path of a cell; that of the record for a bare text."""
    value = value_at(raw, record)
    return (*record, *_key_path(value, column)) if isinstance(value, Mapping) else record


def typed(value: str, like: Any) -> Any:
    """Return a cell's text as a number or truth value, unless the values like it are texts."""
    if isinstance(like, str):
        return value
    try:
        plain = json.loads(value)
    except ValueError:
        return value
    return plain if isinstance(plain, int | float | bool) and plain_text(plain) == value else value


def _like(raw: Any, records: Iterable[Path], column: str) -> Any:
    """Return the first value of a column; None if it has none."""
    values = (value_at(raw, _cell_path(raw, record, column)) for record in records)
    return next((value for value in values if value is not None), None)


def _set_cells(language: _Language, data: bytes, table: Table, cells: Sequence[Cell]) -> tuple[bytes, Sequence[Cell]]:
    file = decoded(data)
    raw, records = language.read(file.text, table.places)
    likes = {name: _like(raw, (record.path for record in records), name) for name in {cell.column for cell in cells}}
    changed, read = dict[Part, str](), list[Cell]()
    for cell in sorted(cells, reverse=True):
        record, part = records[cell.row]
        path, like = _cell_path(raw, record, cell.column), likes[cell.column]
        old, here = value_at(raw, path), (*part.path, *path[len(record) :])
        text, place = changed.get(part) or part.alone(file.text), table.cell(cell.row, cell.column)
        if isinstance(old, list) or (old is None and isinstance(like, list)):
            items = _typed_items(cell.value, old or like)
            changed[part] = _set_list(language, text, here, _Known(old, like, place), items)
            read.append(cell._replace(value=read_text(items)))
        else:
            changed[part] = _set(language, text, here, _Known(old, like, place), cell)
            read.append(cell)
    parts = [(part.start, part.end, part.inside(text)) for part, text in changed.items()]
    return file.encoded(replaced(file.text, parts)), read


class _Known(NamedTuple):
    """The old value of a cell, the first one of its column, and its place."""

    old: Any
    like: Any
    place: Place


def _set(language: _Language, text: str, path: Path, known: _Known, cell: Cell) -> str:
    """Return the text with a plain value set."""
    old, like, place = known
    if not is_plain(old):
        raise refused(place, f"{cell.column!r} is an object here")
    if not cell.value and not isinstance(old, str) and path:
        return language.remove_entries(text, path[:-1], {path[-1]})
    return language.set_value(text, path, typed(cell.value, like if old is None else old))


def _set_list(language: _Language, text: str, path: Path, known: _Known, items: Sequence[str]) -> str:
    """Return the text with the items of a list changed one by one; a missing list is written whole."""
    old, like, place = known
    plain = next((item for item in (old or like or ()) if is_plain(item)), "")
    if old is None:
        return language.set_value(text, path, [typed(item, plain) for item in items]) if items else text
    if not items:
        return language.set_value(text, path, [])
    steps = list(_list_steps(old, items))
    if isinstance(list_text(old), NoText) or _holds_more(old, steps):
        raise refused(place, "this list has objects or lists in it")
    count = len(old)
    for step in steps:
        here = (*path, step.number)
        if step.do == "remove":
            text, count = language.remove_entries(text, path, {step.number}), count - 1
            continue
        if step.do == "insert" and step.number < count:
            text = language.copy_item(text, (*path, max(step.number - 1, 0)))
        text, count = language.set_value(text, here, typed(step.text, plain)), count + (step.do == "insert")
    return text


def _add_row(language: _Language, data: bytes, table: Table, new: NewRow) -> tuple[bytes, int]:
    file = decoded(data)
    text = file.text
    after = new.after if new.after >= 0 else len(table.places) - 1
    raw, parsed = language.read(text, table.places)
    records = [record.path for record in parsed]
    last = records[after][-1] if records else ""
    if not isinstance(last, int):
        raise refused(table.place, "the rows of this table have keys, which a new row would need too")
    path = (*records[after][:-1], last + 1)
    text = language.copy_item(text, records[after])
    record = value_at(raw, records[after])
    if isinstance(record, Mapping):
        kept = set() if not new.like_before else {column for column in table.header if column not in new.values}
        for column in table.header:
            where = _key_path(record, column)
            if column in new.values:
                like = _like(raw, [records[after], *records], column)
                text = language.set_value(text, (*path, *where), typed(new.values[column], like))
            elif column not in kept and value_at(record, where) is not None:
                text = language.remove_entries(text, (*path, *where[:-1]), {where[-1]})
    elif new.values:
        text = language.set_value(text, path, next(iter(new.values.values())))
    return file.encoded(text), after + 1


def _delete_rows(language: _Language, data: bytes, table: Table, rows: Sequence[int]) -> bytes:
    file = decoded(data)
    text, removed = file.text, dict[Path, set[str | int]]()
    _, records = language.read(text, table.places)
    for row in rows:
        path = records[row].path
        removed.setdefault(path[:-1], set()).add(path[-1])
    for parent, keys in removed.items():
        text = language.remove_entries(text, parent, keys)
    return file.encoded(text)


def _format(language: _Language) -> Format:
    return Format(partial(_set_cells, language), partial(_add_row, language), partial(_delete_rows, language))


YAML: Final = _format(_YAML)
JSON: Final = _format(_JSON)


# Lists in records: a cell's text as items, and the steps that lead from one list to another.


class ItemStep(NamedTuple):
    """A change of one item of a list, by its number when the step is taken."""

    do: Literal["set", "insert", "remove"]
    number: int
    text: str = ""


def _typed_items(text: str, old: Sequence[Any]) -> list[str]:
    """Return the items that a person typed: lines where the items are sentences, else with commas or on lines."""
    lines = text.split("\n")
    parts = lines if is_prose(lines) or is_prose(map(name_of, old)) else re.split(r"[,\n]", text)
    return [part.strip() for part in parts if part.strip()]


def read_text(items: Sequence[str]) -> str:
    """Return the text that a list of texts is read as."""
    return str(list_text(list(items)))


def _list_steps(old: Sequence[Any], items: Sequence[str]) -> Iterator[ItemStep]:
    """Yield the fewest steps from a list to new items, from its end, so that the numbers before stay true.

    Items that stay are not touched, so an object with this name keeps its other values.
    """
    matcher = SequenceMatcher(None, [name_of(item) for item in old], items, autojunk=False)
    for _, start, end, first, last in reversed([opcode for opcode in matcher.get_opcodes() if opcode[0] != "equal"]):
        both = min(end - start, last - first)
        yield from (ItemStep("remove", number) for number in reversed(range(start + both, end)))
        yield from (ItemStep("insert", start + both, text) for text in reversed(items[first + both : last]))
        yield from (ItemStep("set", start + turn, items[first + turn]) for turn in reversed(range(both)))


def _holds_more(old: Sequence[Any], steps: Sequence[ItemStep]) -> bool:
    """Return whether a step would write over an object, whose other values nobody sees here."""
    return any(step.do == "set" and isinstance(old[step.number], Mapping) for step in steps)
