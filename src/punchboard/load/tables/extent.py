"""How far the cells of a workbook lie apart, told before it is opened: its reader makes room for all between them.

Two cells, one at ``A1`` and one at ``XFD1048576``, would take half a terabyte.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from typing import Final
from xml.parsers.expat import ParserCreate
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

_CELL: Final = re.compile(rb"<(?:\w+:)?(c|row)\b(?:[^>\"']|\"[^\"]*\"|'[^']*')*?(?<!/)>")
"""A row or cell of XLSX that holds anything; one that is only formatted is written with a stroke at its end."""

_NAME: Final = re.compile(rb"\sr\s*=\s*[\"']\s*([A-Za-z]{0,4})(\d{0,9})")
_REPEATED: Final = re.compile(
    rb"<(/?)(?:\w+:)?(table-row|table-cell|covered-table-cell|table)\b((?:[^>\"']|\"[^\"]*\"|'[^']*')*)>"
)
_ROWS: Final = re.compile(rb"number-rows-repeated\s*=\s*[\"'](\d{1,12})")
_COLUMNS: Final = re.compile(rb"number-columns-repeated\s*=\s*[\"'](\d{1,12})")
_VALUED: Final = re.compile(rb"value-type|formula")

_ODD: Final = (*(b" =", b"\t=", b"\n=", b"\r="), *(b"= ", b"=\t", b"=\n", b"=\r", b"='"), *(b"\tr=", b"\nr=", b"\rr="))
"""How no program writes attributes, though it may: where none of these stands, all names of cells follow `` r="``."""

_ROW_IS: Final = tuple((10**few, re.compile(rb' r="[A-Za-z]*\d{%d}' % (few + 1))) for few in (3, 4, 5, 6, 7))
_COLUMN_IS: Final = tuple((26**few, re.compile(rb' r="[A-Za-z]{%d}' % (few + 1))) for few in (1, 2, 3, 4))
"""Bounds of rows and columns, each with what finds one beyond it."""

_NEAR: Final = 10_000_000
"""Cells that there is room for: what is more is reckoned exactly."""

_PACKINGS: Final = (ZIP_STORED, ZIP_DEFLATED)
"""What workbooks are packed by (ISO/IEC 29500-2, annex C; OpenDocument 1.3, part 2, 2.2)."""


def extents(archive: ZipFile) -> Iterator[int]:
    """Yield, for each sheet of an XLSX or ODS workbook, the cells of the rectangle that all its cells lie in.

    Every part is read to its end, so that one which is larger than the archive says is a BadZipFile.

    Raises:
        BadZipFile: for a part that is damaged, cut off or packed as no workbook is.
        ExpatError: for the tables of an ODS workbook that are no XML: their reader looks for the end of one for ever.
    """
    for part in archive.infolist():
        data = _read(archive, part)
        if part.filename.lower().endswith("content.xml"):
            ParserCreate().Parse(data, True)
            yield from _of_ods(data)
        else:
            yield _of_xlsx(data)


def _read(archive: ZipFile, part: ZipInfo) -> bytes:
    if part.compress_type not in _PACKINGS:
        raise BadZipFile(f"{part.filename!r} is packed by method {part.compress_type}")
    try:
        return archive.read(part)
    except (EOFError, zlib.error) as error:
        raise BadZipFile(f"{part.filename!r} is cut off or damaged") from error


def _of_xlsx(data: bytes) -> int:
    """Return the cells of the rectangle from ``A1`` to the furthest cell that holds anything; 0 where they are few."""
    if not any(sign in data for sign in _ODD):
        rows = next((most for most, beyond in _ROW_IS if not beyond.search(data)), _NEAR)
        columns = next((most for most, beyond in _COLUMN_IS if not beyond.search(data)), _NEAR)
        if rows * columns <= _NEAR:
            return 0
    return _area(set(_names(data)))


def _names(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield column and row of each cell that holds anything; one that does not say where it is stands in its row."""
    row = b""
    for tag in _CELL.finditer(data):
        match = _NAME.search(tag[0])
        if tag[1] == b"row":
            row = match[2] if match else b""
        else:
            yield (match[1], match[2]) if match else (b"", row)


def _area(names: set[tuple[bytes, bytes]]) -> int:
    rows = max((int(row) for _, row in names if row), default=1)
    return rows * max((_column(letters) for letters, _ in names if letters), default=1)


def _column(letters: bytes) -> int:
    number = 0
    for letter in letters.upper():
        number = number * 26 + letter - ord("A") + 1
    return number


def _of_ods(data: bytes) -> Iterator[int]:
    """Yield the cells of the rectangle of each table: what is repeated counts as often as it is said to be."""
    row = last_row = width = column = times = 0
    valued = False
    for match in _REPEATED.finditer(data):
        end, noun, said = match.groups()
        if noun == b"table":
            if end:
                yield last_row * width
            row = last_row = width = 0
        elif noun == b"table-row" and not end:
            times, column, valued = _times(_ROWS, said), 0, False
            row += times if said.endswith(b"/") else 0
        elif noun == b"table-row":
            row += times
            last_row = row if valued else last_row
        elif not end:
            column += _times(_COLUMNS, said)
            if _VALUED.search(said):
                valued, width = True, max(width, column)
    yield last_row * width


def _times(pattern: re.Pattern[bytes], said: bytes) -> int:
    match = pattern.search(said)
    return int(match[1]) if match else 1
