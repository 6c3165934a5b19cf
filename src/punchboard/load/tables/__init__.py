"""Reading tables from CSV, TSV, XLSX, ODS, JSON and YAML files: cells as text, each with its place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import PurePosixPath
from types import MappingProxyType
from typing import Final

from punchboard.load.tables.delimited import read_delimited
from punchboard.load.tables.grid import RULE, Grid, TableSource, transpose
from punchboard.problem import Place, fail

__all__ = [
    "RULE",
    "SUFFIXES",
    "Grid",
    "TableSource",
    "is_text_table",
    "read_grid",
    "sheet_names",
    "table_reader",
    "transpose",
]


def _spreadsheet(source: TableSource, sheet: str | None) -> Grid:
    from punchboard.load.tables.spreadsheet import read_spreadsheet  # noqa: PLC0415 - few games need the reader of workbooks

    return read_spreadsheet(source, sheet)


def _json(source: TableSource, _sheet: str | None) -> Grid:
    from punchboard.load.tables.records import read_json_table  # noqa: PLC0415

    return read_json_table(source)


def _yaml(source: TableSource, _sheet: str | None) -> Grid:
    from punchboard.load.tables.records import read_yaml_table  # noqa: PLC0415

    return read_yaml_table(source)


def _delimited(source: TableSource, _sheet: str | None) -> Grid:
    return read_delimited(source.text(), source.name)


_READERS: Final[Mapping[str, Callable[[TableSource, str | None], Grid]]] = MappingProxyType(
    {
        ".csv": _delimited,
        ".tsv": _delimited,
        ".xlsx": _spreadsheet,
        ".ods": _spreadsheet,
        ".json": _json,
        ".yaml": _yaml,
        ".yml": _yaml,
    }
)

SUFFIXES: Final = tuple(_READERS)
"""Suffixes of table files."""

SHEET_SUFFIXES: Final = frozenset({".xlsx", ".ods"})
"""Suffixes of spreadsheets, whose tables are named sheets."""


def is_text_table(name: str) -> bool:
    """Return whether a table of this name is a text file with commas, semicolons or tabs."""
    return _READERS.get(PurePosixPath(name).suffix.lower()) is _delimited


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


def table_reader(name: str, place: Place) -> Callable[[TableSource, str | None], Grid]:
    """Return the function that reads a table of this name. ``place`` is where the table is named.

    Raises:
        ProblemsFound: TABLE001 for a suffix that is not a table's.
    """
    suffix = PurePosixPath(name).suffix.lower()
    if suffix not in _READERS:
        hint = _SUFFIX_HINTS.get(suffix, f"name a file that ends with {', '.join(SUFFIXES[:-2])} or {SUFFIXES[-2]}")
        raise fail(RULE, place, f"{name!r} is not a table file", hint)
    return _READERS[suffix]


def read_grid(source: TableSource, sheet: str | None, place: Place) -> Grid:
    """Return the cells of a table.

    Args:
        source: the file.
        sheet: the name of a spreadsheet's sheet; None for the first sheet that is not empty.
        place: where the table is named.

    Raises:
        ProblemsFound: TABLE001 for an invalid table, FILE002, YAML001 and others for an unreadable file.
    """
    read = table_reader(source.name, place)
    if sheet is not None and PurePosixPath(source.name).suffix.lower() not in SHEET_SUFFIXES:
        raise fail(RULE, place, f"{source.name!r} has no sheets", "delete 'sheet'")
    return read(source, sheet)


def sheet_names(source: TableSource) -> tuple[str, ...]:
    """Return the names of a spreadsheet's visible sheets that are not empty; none for other files."""
    if PurePosixPath(source.name).suffix.lower() not in SHEET_SUFFIXES:
        return ()
    from punchboard.load.tables.spreadsheet import filled_sheets  # noqa: PLC0415

    return filled_sheets(source)
