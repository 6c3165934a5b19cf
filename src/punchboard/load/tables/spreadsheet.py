"""Reading sheets of XLSX and ODS workbooks. Formulas give the values saved with them."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date, datetime, time
from functools import partial
from math import fsum
from statistics import fmean, median
from typing import Any, Final
from xml.etree.ElementTree import ParseError
from xml.parsers.expat import ExpatError
from zipfile import BadZipFile, ZipFile

from python_calamine import CalamineError, CalamineSheet, CalamineWorkbook, PasswordError, SheetVisibleEnum

from punchboard.load.tables.blocks import block_grid, find_blocks, two_line_header
from punchboard.load.tables.extent import extents
from punchboard.load.tables.grid import (
    BETWEEN,
    MAX_CELLS,
    RULE,
    Grid,
    Sheets,
    TableSource,
    left_out,
    listed,
    with_errors,
)
from punchboard.load.tables.shown_cells import (
    GENERAL,
    Cell,
    ShownCells,
    column_number,
    day_of,
    formatted_date,
    formatted_number,
    is_plain,
    shown_cells,
)
from punchboard.model.values import counted, did_you_mean
from punchboard.problem import Place, Problem, cell_name, fail

MAX_UNPACKED: Final = 300_000_000
"""Most bytes of an unpacked workbook. A workbook of text compresses to a tenth."""

_DAMAGED: Final = (CalamineError, BadZipFile, ExpatError, ParseError, LookupError, ValueError, OSError, RuntimeError)
"""Exceptions that the archive and workbook readers raise."""


def read_sheet(source: TableSource, sheet_name: str | None) -> Grid:
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


def read_sheets(source: TableSource) -> Sheets:
    """Return the visible sheets that are not empty, by name; of a sheet with several blocks, each block.

    Raises:
        ProblemsFound: as `read_sheet`.
    """
    readers: dict[str, Callable[[], Grid]] = {}
    for sheet in filled_sheets(source):
        grid = _read_sheet(source, sheet)
        blocks = _blocks(grid)
        if len(blocks) > 1:
            readers |= {f"{sheet}{BETWEEN}{name}": read for name, read in blocks.items()}
        else:
            readers[sheet] = partial(_same, grid)
    return readers


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
            message = f"the sheet has {counted(sheet.height, 'row')} and {counted(sheet.width, 'column')}"
            raise fail(RULE, Place(source.name, sheet=sheet.name), message, "delete cells outside the table")
        shown = shown_cells(source.data, sheet.name)
        cells = [
            [_shown_text(cell, shown, (top + row, left + column)) for column, cell in enumerate(line)]
            for row, line in enumerate(sheet.to_python())
        ]
    _work_out_sums(cells, shown, (top, left))
    rows = [row for row in sorted(shown.hidden) if 0 <= row - top < len(cells) and any(cells[row - top])]
    used = (at for at in range(left, left + sheet.width) if at in shown.hidden_columns)
    columns = {at: _heading(cells, at - left) for at in used if any(line[at - left] for line in cells)}
    _fill_merged(cells, shown, (top, left))
    for line in cells:
        for column in columns:
            line[column - left] = ""
    filled = [row for row, line in enumerate(cells) if any(line) and top + row not in shown.hidden]
    warnings = tuple(_left_out(source, sheet.name, shown, rows, columns))
    two = two_line_header([cells[row] for row in filled])
    if two is not None:
        del filled[two.row]
        cells[filled[two.row]] = two.names

    def cell(row: int, column: int) -> Place:
        return Place(source.name, top + filled[row] + 1, left + column + 1, sheet.name)

    places = [Place(source.name, top + row + 1, 0, sheet.name) for row in filled]
    totals = frozenset(turn for turn, row in enumerate(filled) if _sums_up(cells[row], shown, (top + row, left)))
    return Grid([cells[row] for row in filled], places, cell, warnings=warnings, totals=totals)


def _heading(cells: Sequence[Sequence[str]], column: int) -> str:
    """Return what a column is called: its first cell that is not alone in its row, else its first one."""
    filled = [line for line in cells if line[column]]
    return next((line[column] for line in filled if sum(map(bool, line)) > 1), filled[0][column])


def _shown_text(value: Any, shown: ShownCells, at: Cell) -> str:
    """Return a cell as the spreadsheet program shows it."""
    if at in shown.errors:
        return ""
    if at in shown.texts:
        return shown.texts[at].strip()
    code = shown.formats.get(at, GENERAL)
    if is_plain(code) or isinstance(value, str | bool):
        return cell_text(value)
    if isinstance(value, int | float):
        return formatted_number(value, code)
    day = day_of(value)
    return (formatted_date(day, code) if day is not None else None) or cell_text(value)


def _fill_merged(cells: list[list[str]], shown: ShownCells, start: Cell) -> None:
    """Fill all cells of merged ranges with the text of their first one, also if that is hidden.

    A range across that is alone in its row, or begins it, is a title: it fills one cell.
    """
    top, left = start
    for (first, begin), (last, end) in shown.merged:
        if not (top <= first < top + len(cells)) or not left <= begin < left + len(cells[first - top]):
            continue
        row = cells[first - top]
        text = row[begin - left]
        columns = [at for at in range(begin, min(end + 1, left + len(row))) if at not in shown.hidden_columns]
        if first == last and (begin == left or sum(map(bool, row)) == 1):
            columns = columns[:1]
        for line in cells[first - top : last - top + 1]:
            for column in columns:
                line[column - left] = line[column - left] or text


_NUMBER: Final = re.compile(r"-?\d+(?:\.\d+)?")
_SUM: Final = re.compile(
    r"(?:of:=)?(SUM|AVERAGE|MEDIAN|MIN|MAX)\(\[?\.?\$?([A-Z]{1,3})\$?(\d{1,7}):\.?\$?([A-Z]{1,3})\$?(\d{1,7})\]?\)"
)
_WORK_OUT: Final[Mapping[str, Callable[[list[float]], float]]] = {
    "SUM": fsum,
    "AVERAGE": fmean,
    "MEDIAN": median,
    "MIN": min,
    "MAX": max,
}


def _work_out_sums(cells: list[list[str]], shown: ShownCells, start: Cell) -> None:
    """Write the results of plain sums over the rows above, as of totals, that no program has worked out.

    A formula that sums them up in another way says nothing of a component in a row of totals: it is not missed there.
    """
    top, left = start
    for at in sorted(shown.sums & shown.without_result.keys()):
        line = cells[at[0] - top] if 0 <= at[0] - top < len(cells) else []
        plain = _SUM.fullmatch(shown.without_result[at])
        if plain and at[1] - left < len(line):
            first, last = (column_number(letters) - 1 - left for letters in plain.group(2, 4))
            above = cells[max(int(plain[3]) - 1 - top, 0) : int(plain[5]) - top]
            numbers = [float(cell) for row in above for cell in row[first : last + 1] if _NUMBER.fullmatch(cell)]
            line[at[1] - left] = cell_text(_WORK_OUT[plain[1]](numbers)) if numbers else ""
            del shown.without_result[at]
        elif _sums_up(line, shown, (at[0], left)):
            del shown.without_result[at]


def _sums_up(line: Sequence[str], shown: ShownCells, start: Cell) -> bool:
    """Return whether a row has nothing but one text at most and formulas that sum up the rows above it."""
    row, left = start
    sums = {column - left for at, column in shown.sums if at == row}
    rest = [cell for column, cell in enumerate(line) if cell and column not in sums]
    return bool(sums) and len(rest) < 2 and not any(map(_NUMBER.fullmatch, rest))


def _left_out(
    source: TableSource, sheet: str, shown: ShownCells, hidden: Sequence[int], columns: Mapping[int, str]
) -> Iterator[Problem]:
    """Yield a warning for each cause of missing values, with the cells; those in hidden rows and columns are hidden."""

    def warning(at: Cell, message: str, names: Sequence[str], hint: str) -> Problem:
        return left_out(Place(source.name, at[0] + 1, at[1] + 1, sheet), f"{message}: {listed(names)}", hint)

    def is_shown(at: Cell) -> bool:
        return at[0] not in shown.hidden and at[1] not in shown.hidden_columns

    for what, numbers, names in (
        ("row", hidden, [str(row + 1) for row in hidden]),
        ("column", [*columns], [f"{cell_name(0, at + 1)} ({name})" for at, name in columns.items()]),
    ):
        if numbers:
            message = f"{counted(len(numbers), what)} {'is' if len(numbers) == 1 else 'are'} hidden and left out"
            hint = f"show the {what}s in the spreadsheet program to print them"
            yield warning((numbers[0], 0) if what == "row" else (0, numbers[0]), message, names, hint)
    errors = {at: text for at, text in shown.errors.items() if is_shown(at)}
    if errors:
        names = [f"{cell_name(row + 1, column + 1)} ({text})" for (row, column), text in errors.items()]
        row, column = next(iter(errors))
        yield with_errors(Place(source.name, row + 1, column + 1, sheet), len(names), names)
    missed = [at for at in shown.without_result if is_shown(at)]
    if missed:
        names = [cell_name(row + 1, column + 1) for row, column in missed]
        message = f"{counted(len(names), 'formula')} without a stored result, so that the cell is empty"
        hint = "open the workbook in a spreadsheet program, save it there, and take that file"
        yield warning(missed[0], message, names, hint)


def hidden_sheets(source: TableSource) -> tuple[str, ...]:
    """Return the names of the hidden sheets that are not empty.

    Raises:
        ProblemsFound: as `filled_sheets`.
    """
    with _report_damage(source):
        book = _open(source)
        shown = set(_visible_sheets(book))
        return tuple(name for name in book.sheet_names if name not in shown and book.get_sheet_by_name(name).height)


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
    with ZipFile(io.BytesIO(source.data)) as archive:
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
    book = CalamineWorkbook.from_filelike(io.BytesIO(source.data))
    for number, name in enumerate(book.sheet_names):
        if name in book.sheet_names[:number]:
            message, hint = f"two sheets of the workbook are called {name!r}", "rename one of them"
            raise fail(RULE, Place(source.name), message, hint)
    return book


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
