"""The table of translations, ``locale/de/texts.csv``: a row a text, as spreadsheets read and write it."""

import csv
import io
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from punchboard.load.tables.table import read_table
from punchboard.problem import Place, fail

FILE: Final = "texts.csv"

_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""Signs with which spreadsheets take a cell for a formula, and may run what it says."""

_NEEDED: Final = ("id", "source", "translation")


class Row(NamedTuple):
    """A text and its translation."""

    id: str
    source: str
    """The text as it was when it was translated, or is."""
    translation: str = ""
    was: str = ""
    """What the text was when it was translated, while nobody has looked at the translation since it changed."""
    note: str = ""
    place: Place = Place("")


HEADER: Final = Row._fields[:-1]


def read_text_table(text: str, file: str) -> tuple[Row, ...]:
    """Return the rows of a table of translations; columns may stand in any order, others are left alone.

    Raises:
        ProblemsFound: TABLE001 when it is no table, or a column that is needed is not there.
    """
    table = read_table(text, file)
    for name in _NEEDED:
        if name not in table.header:
            hint = f"its columns are {', '.join(HEADER)}"
            raise fail("TABLE001", Place(file, 1), f"there is no column {name!r}", hint)
    return tuple(
        Row(row["id"], *_texts(row), place) for row, place in zip(table.rows, table.places, strict=True) if row["id"]
    )


def _texts(row: Mapping[str, str]) -> tuple[str, str, str, str]:
    return _read(row["source"]), _read(row["translation"]), _read(row.get("was", "")), _read(row.get("note", ""))


def text_table_csv(rows: Iterable[Row]) -> str:
    """Return rows as CSV."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEADER)
    writer.writerows([_cell(text) for text in row[:-1]] for row in rows)
    return out.getvalue()


def _cell(text: str) -> str:
    """Return a text as a cell that no spreadsheet takes for a formula: ``'=1`` for ``=1``."""
    return f"'{text}" if text.lstrip("'").startswith(_FORMULA) else text


def _read(text: str) -> str:
    """Return the text of a cell, as `_cell` has written it or a translator has."""
    return text[1:] if text.startswith("'") and text.lstrip("'").startswith(_FORMULA) else text


class TextTable:
    """Translations by id, and by what they translate."""

    def __init__(self, rows: Iterable[Row], families: Mapping[str, str]) -> None:
        """Keep the rows; ``families`` has the family of each id that is known."""
        self.rows = {row.id: row for row in rows}
        self._alike = {
            (families[row.id], row.source): row
            for row in reversed(self.rows.values())
            if row.translation and row.id in families
        }

    def find_same_text(self, family: str, text: str) -> Row | None:
        """Return a row that translates the very same text of a family."""
        return self._alike.get((family, text))
