"""Reading sheets of XLSX and ODS workbooks. Formulas give the values saved with them."""

from __future__ import annotations

import io
import re
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date, datetime, time
from functools import partial
from typing import Any, Final
from xml.etree.ElementTree import ParseError
from xml.parsers.expat import ExpatError, ParserCreate
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from python_calamine import CalamineError, CalamineSheet, CalamineWorkbook, PasswordError, SheetVisibleEnum

from punchboard.load.tables.grid import (
    BETWEEN,
    MAX_CELLS,
    RULE,
    Grid,
    Sheets,
    TableSource,
    block_grid,
    find_blocks,
    left_out,
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

MAX_NAMED: Final = 8
"""Most cells or rows that a warning names."""

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
    kept_hidden = _fill_merged(cells, shown, (top, left))
    rows = range(top, top + len(cells))
    hidden = sorted(row for row in shown.hidden - kept_hidden if row in rows and any(cells[row - top]))
    filled = [row for row, line in enumerate(cells) if any(line) and top + row not in shown.hidden - kept_hidden]
    warnings = tuple(_left_out(source, sheet.name, shown, hidden))

    def cell(row: int, column: int) -> Place:
        return Place(source.name, top + filled[row] + 1, left + column + 1, sheet.name)

    places = [Place(source.name, top + row + 1, 0, sheet.name) for row in filled]
    return Grid([cells[row] for row in filled], places, cell, warnings=warnings)


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


def _fill_merged(cells: list[list[str]], shown: ShownCells, start: Cell) -> set[int]:
    """Fill all cells of merged ranges with the text of their first one; return hidden rows that share one.

    A range across that is alone in its row is a title. A hidden row in a merged cell of shown rows is one that
    the sheet still shows there.
    """
    top, left = start
    kept: set[int] = set()
    for (first, begin), (last, end) in shown.merged:
        if not (top <= first < top + len(cells)) or begin < left or (first == last and begin == left):
            continue
        row = cells[first - top]
        text = row[begin - left] if begin - left < len(row) else ""
        if first == last and sum(map(bool, row)) == 1:
            continue
        for line in cells[first - top : last - top + 1]:
            for column in range(begin - left, min(end - left + 1, len(line))):
                line[column] = line[column] or text
        rows = set(range(first, last + 1))
        kept |= rows & shown.hidden if rows - shown.hidden else set()
    return kept


def _left_out(source: TableSource, sheet: str, shown: ShownCells, hidden: Sequence[int]) -> Iterator[Problem]:
    """Yield a warning for each cause of missing values, with the cells."""

    def warning(at: Cell, message: str, names: Sequence[str], hint: str) -> Problem:
        listed = ", ".join((*names[:MAX_NAMED], *(["..."] if len(names) > MAX_NAMED else [])))
        return left_out(Place(source.name, at[0] + 1, at[1] + 1, sheet), f"{message}: {listed}", hint)

    if hidden:
        message = f"{counted(len(hidden), 'row')} {'is' if len(hidden) == 1 else 'are'} hidden and left out"
        hint = "show the rows in the spreadsheet program to print them"
        yield warning((hidden[0], 0), message, [str(row + 1) for row in hidden], hint)
    if shown.errors:
        names = [f"{cell_name(row + 1, column + 1)} ({text})" for (row, column), text in shown.errors.items()]
        message = f"{counted(len(names), 'cell')} with an error"
        yield warning(next(iter(shown.errors)), message, names, "correct the formula; until then the cell is empty")
    if shown.without_result:
        names = [cell_name(row + 1, column + 1) for row, column in shown.without_result]
        message = f"{counted(len(names), 'formula')} without a stored result, so that the cell is empty"
        hint = "open the workbook in a spreadsheet program, save it there, and take that file"
        yield warning(shown.without_result[0], message, names, hint)


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


# The size of the used range of each sheet in a workbook, worked out before the workbook is opened.
#
# The reader allocates memory for the whole range. Two cells, one at `A1` and one at `XFD1048576`, would take half a
# terabyte.

_CELL: Final = re.compile(rb"<(?:\w+:)?(c|row)\b(?:[^>\"']|\"[^\"]*\"|'[^']*')*?(?<!/)>")
"""An XLSX row or cell that is not empty. One that is only formatted is a self-closing tag."""

_NAME: Final = re.compile(rb"\sr\s*=\s*[\"']\s*([A-Za-z]{0,4})(\d{0,9})")
_REPEATED: Final = re.compile(
    rb"<(/?)(?:\w+:)?(table-row|table-cell|covered-table-cell|table)\b((?:[^>\"']|\"[^\"]*\"|'[^']*')*)>"
)
_ROWS: Final = re.compile(rb"number-rows-repeated\s*=\s*[\"'](\d{1,12})")
_COLUMNS: Final = re.compile(rb"number-columns-repeated\s*=\s*[\"'](\d{1,12})")
_VALUED: Final = re.compile(rb"value-type|formula")

_UNUSUAL_SPACING: Final = (
    *(b" =", b"\t=", b"\n=", b"\r="),
    *(b"= ", b"=\t", b"=\n", b"=\r", b"='"),
    *(b"\tr=", b"\nr=", b"\rr="),
)
"""Spacing of attributes that XML allows and no program writes. Without it, every cell name follows `` r="``."""

_ROW_IS: Final = tuple((10**few, re.compile(rb' r="[A-Za-z]*\d{%d}' % (few + 1))) for few in (3, 4, 5, 6, 7))
_COLUMN_IS: Final = tuple((26**few, re.compile(rb' r="[A-Za-z]{%d}' % (few + 1))) for few in (1, 2, 3, 4))
"""Bounds of rows and columns, each with a pattern that finds one beyond it."""

_PLENTY: Final = 10_000_000
"""Cells that certainly fit in memory. A range that may be larger is worked out exactly."""

_COMPRESSIONS: Final = (ZIP_STORED, ZIP_DEFLATED)
"""Compression methods allowed in workbooks (ISO/IEC 29500-2, annex C; OpenDocument 1.3, part 2, 2.2)."""


def extents(archive: ZipFile) -> Iterator[int]:
    """Yield the number of cells in the used range of each sheet of an XLSX or ODS workbook.

    Every part is read to its end, so a part larger than the archive says raises BadZipFile.

    Raises:
        BadZipFile: for a part that is damaged, cut off or packed with another method.
        ExpatError: for an ODS workbook whose tables are not XML, on which the reader would loop forever.
    """
    for part in archive.infolist():
        data = _read(archive, part)
        if part.filename.lower().endswith("content.xml"):
            ParserCreate().Parse(data, True)  # noqa: FBT003 - its parameters are positional only
            yield from _of_ods(data)
        else:
            yield _of_xlsx(data)


def _read(archive: ZipFile, part: ZipInfo) -> bytes:
    if part.compress_type not in _COMPRESSIONS:
        raise BadZipFile(f"{part.filename!r} is packed by method {part.compress_type}")
    try:
        return archive.read(part)
    except (EOFError, zlib.error) as error:
        raise BadZipFile(f"{part.filename!r} is cut off or damaged") from error


def _of_xlsx(data: bytes) -> int:
    """Return the number of cells from ``A1`` to the furthest cell that is not empty; 0 when it is certainly small."""
    if not any(spacing in data for spacing in _UNUSUAL_SPACING):
        rows = next((bound for bound, beyond in _ROW_IS if not beyond.search(data)), _PLENTY)
        columns = next((bound for bound, beyond in _COLUMN_IS if not beyond.search(data)), _PLENTY)
        if rows * columns <= _PLENTY:
            return 0
    return _rectangle_cells(set(_names(data)))


def _names(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield column and row of each cell that is not empty. A cell without a name is in the row of its parent."""
    row = b""
    for tag in _CELL.finditer(data):
        match = _NAME.search(tag[0])
        if tag[1] == b"row":
            row = match[2] if match else b""
        else:
            yield (match[1], match[2]) if match else (b"", row)


def _rectangle_cells(names: set[tuple[bytes, bytes]]) -> int:
    rows = max((int(row) for _, row in names if row), default=1)
    return rows * max((column_number(letters.decode()) for letters, _ in names if letters), default=1)


def _of_ods(data: bytes) -> Iterator[int]:
    """Yield the number of cells in the used range of each table, counting repeated rows and cells."""
    row = last_row = width = column = times = 0
    valued = False
    for match in _REPEATED.finditer(data):
        end, tag, attributes = match.groups()
        if tag == b"table":
            if end:
                yield last_row * width
            row = last_row = width = 0
        elif tag == b"table-row" and not end:
            times, column, valued = _repeats(_ROWS, attributes), 0, False
            row += times if attributes.endswith(b"/") else 0
        elif tag == b"table-row":
            row += times
            last_row = row if valued else last_row
        elif not end:
            column += _repeats(_COLUMNS, attributes)
            if _VALUED.search(attributes):
                valued, width = True, max(width, column)
    yield last_row * width


def _repeats(pattern: re.Pattern[bytes], attributes: bytes) -> int:
    match = pattern.search(attributes)
    return int(match[1]) if match else 1
