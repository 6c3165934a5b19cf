"""Reading and writing the table of translations, ``locale/<language>/texts.csv``, with one row per text."""

import csv
import io
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from punchboard.load.tables.table import read_table
from punchboard.problem import Place, fail

FILE: Final = "texts.csv"

_FORMULA_STARTS: Final = ("=", "+", "-", "@", "\t", "\r")
"""Characters at the start of a cell that make spreadsheets run it as a formula."""

_REQUIRED_COLUMNS: Final = ("id", "source", "translation")


class Row(NamedTuple):
    """A text and its translation."""

    id: str
    source: str
    """The text that was translated, or the current text."""
    translation: str = ""
    was: str = ""
    """The text that was translated, if it has changed since and nobody has reviewed the translation."""
    note: str = ""
    place: Place = Place("")


HEADER: Final = Row._fields[:-1]


def read_text_table(text: str, file: str) -> tuple[Row, ...]:
    """Return the rows of a table of translations. Columns may be in any order; unknown ones are ignored.

    Raises:
        ProblemsFound: TABLE001 when it is not a table, or lacks a required column.
    """
    table = read_table(text, file)
    for name in _REQUIRED_COLUMNS:
        if name not in table.header:
            hint = f"the columns are {', '.join(HEADER)}"
            raise fail("TABLE001", Place(file, 1), f"there is no column {name!r}", hint)
    return tuple(
        Row(row["id"], *_texts(row), place) for row, place in zip(table.rows, table.places, strict=True) if row["id"]
    )


def _texts(row: Mapping[str, str]) -> tuple[str, str, str, str]:
    return (
        _cell_text(row["source"]),
        _cell_text(row["translation"]),
        _cell_text(row.get("was", "")),
        _cell_text(row.get("note", "")),
    )


def text_table_csv(rows: Iterable[Row]) -> str:
    """Return rows as CSV."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEADER)
    writer.writerows([_cell(text) for text in row[:-1]] for row in rows)
    return out.getvalue()


def _cell(text: str) -> str:
    """Return a text as a cell that no spreadsheet runs as a formula: ``'=1`` for ``=1``."""
    return f"'{text}" if text.lstrip("'").startswith(_FORMULA_STARTS) else text


def _cell_text(text: str) -> str:
    """Return the text of a cell written by `_cell` or by a translator."""
    return text[1:] if text.startswith("'") and text.lstrip("'").startswith(_FORMULA_STARTS) else text


class TextTable:
    """Translations by id, and by source text."""

    def __init__(self, rows: Iterable[Row], families: Mapping[str, str]) -> None:
        """Index the rows. ``families`` has the family of each known id."""
        self.rows = {row.id: row for row in rows}
        self._by_text = {
            (families[row.id], row.source): row
            for row in reversed(self.rows.values())
            if row.translation and row.id in families
        }

    def find_same_text(self, family: str, text: str) -> Row | None:
        """Return a row that translates the same text in the same family; None when there is none."""
        return self._by_text.get((family, text))
