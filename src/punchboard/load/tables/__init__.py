"""Cells of a table as text, whatever file they lie in, each with its place: CSV, TSV, XLSX, ODS, JSON, YAML."""

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
    from punchboard.load.tables.spreadsheet import read_spreadsheet

    return read_spreadsheet(source, sheet)


def _json(source: TableSource, _sheet: str | None) -> Grid:
    from punchboard.load.tables.records import read_json_table

    return read_json_table(source)


def _yaml(source: TableSource, _sheet: str | None) -> Grid:
    from punchboard.load.tables.records import read_yaml_table

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
"""Endings of files that hold tables."""

SHEET_SUFFIXES: Final = frozenset({".xlsx", ".ods"})
"""Those whose tables are sheets with names."""


def is_text_table(name: str) -> bool:
    """Tell whether a table of this name is text with commas, semicolons or tabs."""
    return _READERS.get(PurePosixPath(name).suffix.lower()) is _delimited


_OLD: Final = MappingProxyType(
    {
        ".xls": "save it as .xlsx",
        ".xlsm": "save it as .xlsx, without macros",
        ".xlsb": "save it as .xlsx",
        ".numbers": "export it from Numbers as Excel or CSV",
        ".gsheet": "this is a link: download the sheet with File, Download, as .xlsx or .csv",
        ".txt": "call it .tsv when there are tabs between its cells, else .csv",
    }
)


def table_reader(name: str, place: Place) -> Callable[[TableSource, str | None], Grid]:
    """Return the function that reads a table of this name; ``place`` is where it is asked for.

    Raises:
        ProblemsFound: TABLE001 for a file that holds no table.
    """
    suffix = PurePosixPath(name).suffix.lower()
    if suffix not in _READERS:
        hint = _OLD.get(suffix, f"name a file that ends with {', '.join(SUFFIXES[:-2])} or {SUFFIXES[-2]}")
        raise fail(RULE, place, f"{name!r} is not a table", hint)
    return _READERS[suffix]


def read_grid(source: TableSource, sheet: str | None, place: Place) -> Grid:
    """Return the cells of a table.

    Args:
        source: the file.
        sheet: the sheet of a spreadsheet, by its name; the first that holds anything when it is None.
        place: where the table is asked for.

    Raises:
        ProblemsFound: TABLE001 for a file that holds no table, FILE002, YAML001 and others for one that is unreadable.
    """
    read = table_reader(source.name, place)
    if sheet is not None and PurePosixPath(source.name).suffix.lower() not in SHEET_SUFFIXES:
        raise fail(RULE, place, f"{source.name!r} has no sheets", "delete 'sheet'")
    return read(source, sheet)


def sheet_names(source: TableSource) -> tuple[str, ...]:
    """Return the names of the sheets of a spreadsheet that can be seen and hold something; none for other files."""
    if PurePosixPath(source.name).suffix.lower() not in SHEET_SUFFIXES:
        return ()
    from punchboard.load.tables.spreadsheet import filled_sheets

    return filled_sheets(source)
