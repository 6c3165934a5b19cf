"""Records of JSON and YAML as cells: nested objects become ``cost.gold``, lists become one text."""

from collections.abc import Iterable, Iterator, Mapping
from math import isnan
from typing import Any, Final, NamedTuple

MAX_DEPTH: Final = 8
"""Deepest nesting of objects within a record."""

NAMES: Final = ("name", "title", "label", "id", "text")
"""The keys that name an object, in order of preference."""

NAMELESS: Final = 'objects without a "name", "title", "label", "id" or "text"'
OF_PACK: Final = "a list or an object of the packs, not of their cards"
NESTED_LISTS: Final = "lists within lists"
TOO_DEEP: Final = f"objects nested more than {MAX_DEPTH} levels deep"


class Unusable(NamedTuple):
    """Values of one column that a cell cannot hold."""

    column: str
    what: str
    """What they contain."""
    rows: int
    first: int
    """The number of the first record with such a value."""


class NoText(NamedTuple):
    """A value that a cell cannot hold, because of what it contains."""

    what: str


class RecordCells(NamedTuple):
    """The cells of records by column, and what is left out."""

    rows: list[dict[str, str]]
    unusable: tuple[Unusable, ...]


def record_cells(records: Iterable[Mapping[str, Any]]) -> RecordCells:
    """Return the cells of each record. Values that a cell cannot hold are left out."""
    rows: list[dict[str, str]] = []
    counts: dict[tuple[str, str], Unusable] = {}
    for number, record in enumerate(records):
        row: dict[str, str] = {}
        for column, text in _flatten(record, MAX_DEPTH):
            if isinstance(text, str):
                row[" ".join(column.split())] = text
            else:
                key = (column, text.what)
                found = counts.get(key) or Unusable(column, text.what, 0, number)
                counts[key] = found._replace(rows=found.rows + 1)
        rows.append(row)
    return RecordCells(rows, tuple(counts.values()))


def name_of(value: Any) -> str:
    """Return the name of an object, or a plain value as text; empty for an object without a name."""
    if not isinstance(value, Mapping):
        return plain_text(value)
    return next((plain_text(value[key]) for key in NAMES if is_plain(value.get(key)) and value.get(key)), "")


def is_plain(value: Any) -> bool:
    """Return whether a value is neither a list nor an object."""
    return not isinstance(value, list | Mapping)


def plain_text(value: Any) -> str:
    """Return a plain value as text."""
    if value is None or (isinstance(value, float) and isnan(value)):
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return format(value, ".15g") if isinstance(value, float) else str(value).strip()


def _flatten(record: Mapping[str, Any], depth: int) -> Iterator[tuple[str, str | NoText]]:
    """Yield the values of an object as text, those of nested objects under dotted names."""
    for name, value in record.items():
        if is_plain(value):
            yield name, value if isinstance(value, NoText) else plain_text(value)
        elif isinstance(value, list):
            yield name, list_text(value)
        elif depth:
            yield from ((f"{name}.{inner}", text) for inner, text in _flatten(value, depth - 1))
        else:
            yield name, NoText(TOO_DEEP)


def list_text(values: list[Any]) -> str | NoText:
    """Return a list as one text: plain values and names of objects with commas, sentences on lines of their own."""
    if any(isinstance(value, list) for value in values):
        return NoText(NESTED_LISTS)
    texts = [name_of(value) for value in values]
    if any(isinstance(value, Mapping) and not text for value, text in zip(values, texts, strict=True)):
        return NoText(NAMELESS)
    return ("\n" if is_prose(texts) else ", ").join(filter(None, texts))


def is_prose(texts: Iterable[str]) -> bool:
    """Return whether any of the items of a list is a sentence."""
    return any(" " in text and text.endswith((".", "!", "?")) for text in texts)
