"""Reading sheets of XLSX and ODS workbooks. Formulas give the values saved with them."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, datetime, time
from functools import partial
from typing import Any, Final
from xml.parsers.expat import ExpatError

from python_calamine import CalamineError, CalamineSheet, CalamineWorkbook, PasswordError, SheetVisibleEnum

from punchboard.load.tables.blocks import BETWEEN, block_grid, find_blocks
from punchboard.load.tables.extent import extents
from punchboard.load.tables.grid import MAX_CELLS, RULE, Grid, Sheets, TableSource
from punchboard.model.values import did_you_mean
from punchboard.problem import Place, fail

MAX_UNPACKED: Final = 300_000_000
"""Most bytes of an unpacked workbook. A workbook of text compresses to a tenth."""

_DAMAGED: Final = (CalamineError, zipfile.BadZipFile, ExpatError, ValueError, OSError, RuntimeError)
"""Exceptions that the archive and workbook readers raise."""


def read_spreadsheet(source: TableSource, sheet_name: str | None) -> Grid:
    """Return the cells of a sheet, or of a block in one: ``Cards / Monster``.

    Raises:
        ProblemsFound: TABLE001 for a file that is not a workbook, and a sheet or block that is missing or too large.
    """
    sheet, between, block = (sheet_name or "").partition(BETWEEN)
    if not between or sheet_name in filled_sheets(source):
        return _read_sheet(source, sheet_name)
    blocks = _blocks(_read_sheet(source, sheet))
    if block not in blocks:
        hint = did_you_mean(block, list(blocks))
        raise fail(RULE, Place(source.name, sheet=sheet), f"there is no block {block!r} in sheet {sheet!r}", hint)
    return blocks[block]()


def all_sheets(source: TableSource) -> Sheets:
    """Return the visible sheets that are not empty, by name; of a sheet with several blocks, each block.

    Raises:
        ProblemsFound: as `read_spreadsheet`.
    """
    found: dict[str, Callable[[], Grid]] = {}
    for sheet in filled_sheets(source):
        grid = _read_sheet(source, sheet)
        blocks = _blocks(grid)
        if len(blocks) > 1:
            found |= {f"{sheet}{BETWEEN}{name}": read for name, read in blocks.items()}
        else:
            found[sheet] = partial(_same, grid)
    return found


def _same(grid: Grid) -> Grid:
    return grid


def _blocks(grid: Grid) -> Sheets:
    """Return the parts of a sheet that have a header of their own, by name."""
    lines = [place.line for place in grid.places]
    after_blank = {row for row in range(1, len(lines)) if lines[row] > lines[row - 1] + 1}
    return {block.name: partial(block_grid, grid, block) for block in find_blocks(grid.rows, after_blank)}


def _read_sheet(source: TableSource, sheet_name: str | None) -> Grid:
    """Return the cells of a sheet.

    Raises:
        ProblemsFound: TABLE001 for a file that is not a workbook, and a sheet that is missing or too large.
    """
    with _report_damage(source):
        book = _open(source)
        sheet = _first_sheet(book, source) if sheet_name is None else _sheet_named(book, sheet_name, source)
        top, left = sheet.start or (0, 0)
        if sheet.height * sheet.width > MAX_CELLS:
            message = f"the sheet has {sheet.height:,} rows and {sheet.width:,} columns"
            raise fail(RULE, Place(source.name, sheet=sheet.name), message, "delete cells outside the table")
        cells = [[cell_text(cell) for cell in row] for row in sheet.to_python()]
    filled = [row for row, line in enumerate(cells) if any(line)]

    def cell(row: int, column: int) -> Place:
        return Place(source.name, top + filled[row] + 1, left + column + 1, sheet.name)

    places = [Place(source.name, top + row + 1, 0, sheet.name) for row in filled]
    return Grid([cells[row] for row in filled], places, cell)


def filled_sheets(source: TableSource) -> tuple[str, ...]:
    """Return the names of the visible sheets that are not empty, in order.

    Raises:
        ProblemsFound: TABLE001 for a file that is not a workbook.
    """
    with _report_damage(source):
        book = _open(source)
        return tuple(name for name in _visible_sheets(book) if book.get_sheet_by_name(name).height)


def cell_text(value: Any) -> str:
    """Return a cell's value as text: 3 for 3.0, dates as 2026-01-31, true and false."""
    if isinstance(value, str):
        return value.replace("\r\n", "\n").strip()
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return format(value, ".15g")
    return _date_text(value) if isinstance(value, date | time) else str(value)


def _date_text(value: date | time) -> str:
    """Return a date, a time, or both when a date has a time."""
    if isinstance(value, datetime):
        return value.isoformat(" ", "minutes") if value.time() != time() else value.date().isoformat()
    return value.isoformat("minutes") if isinstance(value, time) else value.isoformat()


def _open(source: TableSource) -> CalamineWorkbook:
    with zipfile.ZipFile(io.BytesIO(source.data)) as archive:
        size = sum(part.file_size for part in archive.infolist())
        if size > MAX_UNPACKED:
            message = f"the workbook unpacks to {size // 1_000_000} MB"
            raise fail(RULE, Place(source.name), message, "remove its pictures")
        if any(name.lower().endswith("workbook.bin") for name in archive.namelist()):
            raise fail(RULE, Place(source.name), "this is a binary workbook (.xlsb)", "save it as .xlsx")
        furthest = max(extents(archive), default=0)
    if furthest > MAX_CELLS:
        message = f"the used range of a sheet spans {furthest:,} cells"
        raise fail(RULE, Place(source.name), message, "delete cells outside the table")
    return CalamineWorkbook.from_filelike(io.BytesIO(source.data))


@contextmanager
def _report_damage(source: TableSource) -> Iterator[None]:
    """Turn the exceptions of the workbook reader into problems. It finds a damaged sheet only on access."""
    place = Place(source.name)
    try:
        yield
    except PasswordError as error:
        raise fail(RULE, place, "the workbook has a password", "save it without one") from error
    except _DAMAGED as error:
        hint = "open it in a spreadsheet program and save it again, as .xlsx, .ods or .csv"
        raise fail(RULE, place, "cannot read this workbook", hint) from error


def _visible_sheets(book: CalamineWorkbook) -> list[str]:
    return [sheet.name for sheet in book.sheets_metadata if sheet.visible == SheetVisibleEnum.Visible]


def _first_sheet(book: CalamineWorkbook, source: TableSource) -> CalamineSheet:
    for name in _visible_sheets(book):
        sheet = book.get_sheet_by_name(name)
        if sheet.height:
            return sheet
    raise fail(RULE, Place(source.name), "all visible sheets of the workbook are empty")


def _sheet_named(book: CalamineWorkbook, name: str, source: TableSource) -> CalamineSheet:
    if name not in book.sheet_names:
        hint = did_you_mean(name, book.sheet_names)
        raise fail(RULE, Place(source.name), f"there is no sheet {name!r}", hint)
    return book.get_sheet_by_name(name)
