"""Reading tables from CSV, TSV, XLSX, ODS, JSON and YAML files: cells as text, each with its place."""

from collections.abc import Callable, Mapping
from pathlib import PurePosixPath
from types import MappingProxyType
from typing import Final, NamedTuple

from punchboard.load.tables.delimited import read_block, read_blocks, read_delimited
from punchboard.load.tables.grid import RULE, Grid, Sheets, TableSource, transpose
from punchboard.problem import Place, fail

__all__ = [
    "RULE",
    "SUFFIXES",
    "Grid",
    "TableSource",
    "hidden_sheets",
    "is_text_table",
    "read_grid",
    "read_sheets",
    "table_reader",
    "transpose",
]


def _spreadsheet(source: TableSource, sheet: str | None) -> Grid:
    from punchboard.load.tables.spreadsheet import read_spreadsheet  # noqa: PLC0415 - few games need the reader of workbooks

    return read_spreadsheet(source, sheet)


def _records(source: TableSource, sheet: str | None) -> Grid:
    from punchboard.load.tables.record_files import read_records  # noqa: PLC0415

    return read_records(source, sheet)


def _delimited(source: TableSource, sheet: str | None) -> Grid:
    if sheet is not None:
        return read_block(source.text(), source.name, sheet)
    return read_delimited(source.text(), source.name)


def _all_sheets(source: TableSource) -> Sheets:
    from punchboard.load.tables.spreadsheet import all_sheets  # noqa: PLC0415

    return all_sheets(source)


def _all_records(source: TableSource) -> Sheets:
    from punchboard.load.tables.record_files import read_all_records  # noqa: PLC0415

    return read_all_records(source)


def _all_blocks(source: TableSource) -> Sheets:
    return read_blocks(source.text(), source.name)


class _Reader(NamedTuple):
    """How a format is read: a table by the name of its sheet, and all of them."""

    read: Callable[[TableSource, str | None], Grid]
    read_all: Callable[[TableSource], Sheets]


_DELIMITED: Final = _Reader(_delimited, _all_blocks)
_SPREADSHEET: Final = _Reader(_spreadsheet, _all_sheets)
_RECORDS: Final = _Reader(_records, _all_records)

_READERS: Final[Mapping[str, _Reader]] = MappingProxyType(
    {
        ".csv": _DELIMITED,
        ".tsv": _DELIMITED,
        ".xlsx": _SPREADSHEET,
        ".ods": _SPREADSHEET,
        ".json": _RECORDS,
        ".jsonl": _RECORDS,
        ".ndjson": _RECORDS,
        ".yaml": _RECORDS,
        ".yml": _RECORDS,
    }
)

SUFFIXES: Final = tuple(_READERS)
"""Suffixes of table files."""


def is_text_table(name: str) -> bool:
    """Return whether a table of this name is a text file with commas, semicolons or tabs."""
    return _READERS.get(PurePosixPath(name).suffix.lower()) is _DELIMITED


_SUFFIX_HINTS: Final = MappingProxyType(
    {
        ".xls": "save it as .xlsx",
        ".xlsm": "save it as .xlsx, without macros",
        ".xlsb": "save it as .xlsx",
        ".numbers": "export it from Numbers as Excel or CSV",
        ".gsheet": "this is a link: download the sheet with File, Download, as .xlsx or .csv",
        ".txt": "rename it to .tsv if its cells are separated by tabs, else to .csv",
    }
)


def table_reader(name: str, place: Place) -> _Reader:
    """Return how a table of this name is read. ``place`` is where the table is named.

    Raises:
        ProblemsFound: TABLE001 for a suffix that is not a table's.
    """
    suffix = PurePosixPath(name).suffix.lower()
    if suffix not in _READERS:
        hint = _SUFFIX_HINTS.get(suffix, f"name a file that ends with {', '.join(SUFFIXES[:-2])} or {SUFFIXES[-2]}")
        raise fail(RULE, place, f"{name!r} is not a table file", hint)
    return _READERS[suffix]


def hidden_sheets(source: TableSource) -> tuple[str, ...]:
    """Return the names of the hidden sheets of a workbook that are not empty; none for any other file.

    Raises:
        ProblemsFound: as `read_grid`.
    """
    if _READERS.get(PurePosixPath(source.name).suffix.lower()) is not _SPREADSHEET:
        return ()
    from punchboard.load.tables.spreadsheet import hidden_sheets as of_workbook  # noqa: PLC0415

    return of_workbook(source)


def read_grid(source: TableSource, sheet: str | None, place: Place) -> Grid:
    """Return the cells of a table.

    Args:
        source: the file.
        sheet: the name of a sheet: one of a spreadsheet or a block in it, a list of a JSON or YAML file, a block of a
            text table. None for the first sheet that is not empty, the first list of objects, all of a text table.
        place: where the table is named.

    Raises:
        ProblemsFound: TABLE001 for an invalid table, FILE002, YAML001 and others for an unreadable file.
    """
    return table_reader(source.name, place).read(source, sheet)


def read_sheets(source: TableSource, place: Place) -> Sheets:
    """Return a function for each sheet of a file that is not empty, by name; it reads the sheet.

    Raises:
        ProblemsFound: as `read_grid`; the functions too.
    """
    return table_reader(source.name, place).read_all(source)
