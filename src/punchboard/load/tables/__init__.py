"""Reading tables from CSV, TSV, XLSX, ODS, JSON and YAML files: cells as text, each with its place."""

from collections.abc import Mapping
from importlib import import_module
from pathlib import PurePosixPath
from typing import Final, Protocol, cast

from punchboard.load.tables.grid import RULE, Grid, Sheets, TableSource, transpose
from punchboard.problem import Place, fail

__all__ = [
    "RULE",
    "SUFFIXES",
    "Grid",
    "TableSource",
    "check_suffix",
    "hidden_sheets",
    "is_text_table",
    "read_grid",
    "read_sheets",
    "read_title",
    "transpose",
]


class _Reader(Protocol):
    """A module that reads files of a format: a table by the name of its sheet, and all of them."""

    def read_sheet(self, source: TableSource, sheet: str | None) -> Grid: ...
    def read_sheets(self, source: TableSource) -> Sheets: ...


_DELIMITED: Final = "delimited"
_SPREADSHEET: Final = "spreadsheet"
_RECORDS: Final = "record_files"
_MARKDOWN: Final = "markdown_tables"

_READERS: Final[Mapping[str, str]] = {
    **dict.fromkeys((".csv", ".tsv"), _DELIMITED),
    **dict.fromkeys((".xlsx", ".ods"), _SPREADSHEET),
    ".md": _MARKDOWN,
    **dict.fromkeys((".json", ".jsonl", ".ndjson", ".yaml", ".yml"), _RECORDS),
}
"""The module of this package that reads a file, by its suffix. Few games need more than one, so it is imported late."""

SUFFIXES: Final = tuple(_READERS)
"""Suffixes of table files."""


def is_text_table(name: str) -> bool:
    """Return whether a table of this name is a text file with commas, semicolons or tabs."""
    return _READERS.get(PurePosixPath(name).suffix.lower()) is _DELIMITED


_SUFFIX_HINTS: Final[Mapping[str, str]] = {
    ".xls": "save it as .xlsx",
    ".xlsm": "save it as .xlsx, without macros",
    ".xlsb": "save it as .xlsx",
    ".numbers": "export it from Numbers as Excel or CSV",
    ".gsheet": "this is a link: download the sheet with File, Download, as .xlsx or .csv",
    ".txt": "rename it to .tsv if its cells are separated by tabs, else to .csv",
}


def check_suffix(name: str, place: Place) -> None:
    """Check that a table of this name can be read. ``place`` is where the table is named.

    Raises:
        ProblemsFound: TABLE001 for a suffix that is not a table's.
    """
    suffix = PurePosixPath(name).suffix.lower()
    if suffix not in _READERS:
        hint = _SUFFIX_HINTS.get(suffix, f"name a file that ends with {', '.join(SUFFIXES[:-2])} or {SUFFIXES[-2]}")
        raise fail(RULE, place, f"{name!r} is not a table file", hint)


def _reader(source: TableSource, place: Place) -> _Reader:
    check_suffix(source.name, place)
    module = _READERS[PurePosixPath(source.name).suffix.lower()]
    return cast("_Reader", import_module(f"punchboard.load.tables.{module}"))


def hidden_sheets(source: TableSource) -> tuple[str, ...]:
    """Return the names of the hidden sheets of a workbook that are not empty; none for any other file.

    Raises:
        ProblemsFound: as `read_grid`.
    """
    if _READERS.get(PurePosixPath(source.name).suffix.lower()) is not _SPREADSHEET:
        return ()
    from punchboard.load.tables.spreadsheet import hidden_sheets as of_workbook  # noqa: PLC0415 - few games need the reader of workbooks

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
    return _reader(source, place).read_sheet(source, sheet)


def read_sheets(source: TableSource, place: Place) -> Sheets:
    """Return a function for each sheet of a file that is not empty, by name; it reads the sheet.

    Raises:
        ProblemsFound: as `read_grid`; the functions too.
    """
    return _reader(source, place).read_sheets(source)


def read_title(source: TableSource) -> str:
    """Return what a JSON or YAML document that holds tables calls itself; empty for any other file.

    Raises:
        ProblemsFound: as `read_grid`.
    """
    if _READERS.get(PurePosixPath(source.name).suffix.lower()) is not _RECORDS:
        return ""
    from punchboard.load.tables.record_files import read_title as of_document  # noqa: PLC0415 - few games need it

    return of_document(source)
