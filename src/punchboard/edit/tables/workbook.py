"""The cells and rows of XLSX workbooks. A workbook with parts that openpyxl would lose is refused."""

import re
import warnings
import zipfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from io import BytesIO
from pathlib import PurePosixPath
from typing import Any, Final

from punchboard.edit.tables.records import Cell, Format, NewRow, refused, typed
from punchboard.load.tables import TableSource, read_sheets
from punchboard.load.tables.data_table import Table
from punchboard.problem import Place

_MADE_AGAIN: Final = frozenset({"xl/calcChain.xml", "xl/sharedStrings.xml", "xl/metadata.xml"})
"""Parts that spreadsheet programs rebuild when they need them."""

_SMALL: Final = ("docProps", "xl/printerSettings", "customXml", "_rels")
"""Folders of parts without which a workbook looks and computes as before."""


@contextmanager
def _opened(data: bytes, table: Table, changed: list[bytes]) -> Iterator[Any]:
    """Open a workbook, and put the bytes of the changed one into a list."""
    import openpyxl  # noqa: PLC0415 - only for edited workbooks

    place = table.place
    with warnings.catch_warnings(record=True) as lost:
        warnings.simplefilter("always")
        book = openpyxl.load_workbook(BytesIO(data), rich_text=True)
    if lost:
        raise _unsafe(place, str(lost[0].message).rstrip("."))
    if place.sheet not in book.sheetnames:
        raise refused(place, "the sheet no longer exists")
    yield book
    out = BytesIO()
    book.save(out)
    if missing := _parts(data) - _parts(out.getvalue()):
        raise _unsafe(place, f"it has parts in {', '.join(sorted(missing))} that cannot be kept")
    before, after = (read_sheets(TableSource(place.file, content), place) for content in (data, out.getvalue()))
    for name in before:
        if name != place.sheet and (name not in after or before[name]().rows != after[name]().rows):
            raise _unsafe(place, f"sheet {name!r} has formulas, which only a spreadsheet program can work out")
    changed.append(out.getvalue())


def _unsafe(place: Place, why: str) -> Exception:
    hint = "change it in your spreadsheet program; the page follows when you save there"
    return refused(place, f"this workbook cannot be changed here without loss: {why}", hint)


def _parts(data: bytes) -> Counter[str]:
    """Return how many parts a workbook has in each folder."""
    with zipfile.ZipFile(BytesIO(data)) as archive:
        names = [name for name in archive.namelist() if name not in _MADE_AGAIN and not name.endswith("/")]
    return Counter(
        str(PurePosixPath(name).parent)
        for name in names
        if not name.startswith(_SMALL) and not str(PurePosixPath(name).parent).endswith("_rels")
    )


def _value(text: str, old: Any) -> Any:
    """Return a cell's text as a number or truth value, unless the old value is a text."""
    amount = _AMOUNT.fullmatch(text)
    if amount and isinstance(old, int | float) and {*text} & {*"$\u00a3\u00a5\u20ac%"}:
        number = float(amount[1])
        return number / 100 if amount[2] else int(number) if number.is_integer() else number
    return typed(text, old) if text else None


_AMOUNT: Final = re.compile(r"[$\u00a3\u00a5\u20ac]?\s?(-?\d+(?:\.\d+)?)\s?(%)?[$\u00a3\u00a5\u20ac]?")
"""A number as a cell with a format of percent or money shows it."""


def _is_merged(cell: Any) -> bool:
    """Return whether a cell shows the value of the first cell of a merged range."""
    from openpyxl.cell.cell import MergedCell  # noqa: PLC0415 - only for edited workbooks

    return isinstance(cell, MergedCell)


def _set(cell: Any, value: str, like: Any, table: Table) -> None:
    place = table.place._replace(line=cell.row, column=cell.column)
    if _is_merged(cell):
        hint = "change it in the workbook, or end the merging there"
        raise refused(place, f"cell {cell.coordinate} is part of a merged cell", hint)
    if cell.data_type == "f":
        raise refused(place, f"cell {cell.coordinate} is computed by a formula", "change it in the workbook")
    cell.value = _value(value, cell.value if cell.value is not None else like)
    if cell.data_type == "f":  # a text that begins with "="
        cell.data_type = "s"


def _set_cells(data: bytes, table: Table, cells: Sequence[Cell]) -> tuple[bytes, Sequence[Cell]]:
    changed: list[bytes] = []
    known = {column.name for column in table.columns}
    with _opened(data, table, changed) as book:
        sheet, header = book[table.place.sheet], table.cell(-1, table.header[0])
        names = [cell.column for cell in cells if cell.column not in known]
        added = {name: sheet.max_column + 1 + turn for turn, name in enumerate(dict.fromkeys(names))}
        for name, number in added.items():
            new, before = sheet.cell(header.line, number), sheet.cell(header.line, number - 1)
            new.value, new._style = name, copy(before._style)  # noqa: SLF001 - openpyxl's way to copy a format
        for cell in cells:
            place = table.cell(cell.row, cell.column) if cell.column in known else table.places[cell.row]
            target = sheet.cell(place.line, added.get(cell.column, place.column))
            _set(target, cell.value, _like(sheet, table, cell.column, known), table)
    return changed[0], cells


def _like(sheet: Any, table: Table, column: str, known: set[str]) -> Any:
    """Return the first value of a column; None if it has none."""
    if column not in known:
        return None
    places = (table.cell(row, column) for row in range(len(table.places)))
    return next((value for at in places if (value := sheet.cell(at.line, at.column).value) is not None), None)


def _add_row(data: bytes, table: Table, new: NewRow) -> tuple[bytes, int]:
    """Return the workbook with a row below the last one, since rows in between may have formulas and merged cells."""
    changed: list[bytes] = []
    known = {column.name for column in table.columns}
    with _opened(data, table, changed) as book:
        sheet, last = book[table.place.sheet], len(table.places) - 1
        line = table.cell(last, table.header[0]).line + 1
        while any(cell.value is not None for cell in sheet[line]):  # hidden rows
            line += 1
        for column in table.columns:
            above, like = table.cell(last, column.name), table.cell(max(new.after, 0), column.name)
            cell, source = sheet.cell(line, above.column), sheet.cell(like.line, like.column)
            if last >= 0:
                cell._style = copy(source._style)  # noqa: SLF001
            if column.name in new.values:
                _set(cell, new.values[column.name], _like(sheet, table, column.name, known), table)
            elif new.like_before:
                if source.data_type == "f":
                    raise refused(like, "this row has a formula", "copy the row in the workbook")
                cell.value = source.value
    return changed[0], len(table.places)


def _delete_rows(data: bytes, table: Table, rows: Sequence[int]) -> bytes:
    """Return the workbook with the cells of some rows empty: blank rows do not count, and nothing else moves."""
    changed: list[bytes] = []
    with _opened(data, table, changed) as book:
        sheet = book[table.place.sheet]
        for row in rows:
            for column in table.header:
                place = table.cell(row, column)
                cell = sheet.cell(place.line, place.column)
                if not _is_merged(cell):
                    cell.value = None
    return changed[0]


WORKBOOK: Final = Format(_set_cells, _add_row, _delete_rows)
