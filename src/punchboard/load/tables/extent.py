"""The size of the used range of each sheet in a workbook, worked out before the workbook is opened.

The reader allocates memory for the whole range. Two cells, one at `A1` and one at `XFD1048576`, would take half a
terabyte.
"""

import re
import zlib
from collections.abc import Iterator
from typing import Final
from xml.parsers.expat import ParserCreate
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from punchboard.load.tables.shown_cells import column_number

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
