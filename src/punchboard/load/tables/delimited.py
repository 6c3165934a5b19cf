"""CSV and TSV tables: cells separated by comma, semicolon or tab, as spreadsheets write them."""

from __future__ import annotations

import csv
import io
import re
import zlib
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import chain, islice
from typing import Final

from punchboard.load.tables.grid import RULE, Grid
from punchboard.problem import Place, fail

DELIMITERS: Final = ",;\t"

_QUOTED: Final = re.compile(r'"(?:[^"]|"")*"')
_EXCEL_SEPARATOR: Final = re.compile(r"sep=(.)\r?\n?", re.IGNORECASE)
"""A first line such as ``sep=;``, which sets the separator for Excel."""

_CHUNK_CHARACTERS: Final = 1 << 16
"""Characters split into lines at a time."""

csv.field_size_limit(1_000_000)


def read_delimited(text: str, file: str) -> Grid:
    """Return the cells of a text table.

    Raises:
        ProblemsFound: TABLE001 for a quote that is never closed, or a row that cannot be parsed.
    """
    text = text.removeprefix("\ufeff")
    rows: list[list[str]] = []
    places: list[Place] = []
    separator = detect_delimiter(text)
    for place, cells in _lines(text, separator, file):
        rows.append(cells)
        places.append(place)

    # Except for those of the header, places of cells are needed only for problems, so they are worked out then.
    header_lines = list(islice(_physical(text, 0), places[1].line - 1 if len(places) > 1 else None))
    packed = zlib.compress(text.encode("utf-8", "surrogatepass"), 1)

    @cache
    def lines() -> list[str]:
        return list(_physical(zlib.decompress(packed).decode("utf-8", "surrogatepass"), 0))

    @lru_cache(maxsize=64)  # the places of a row's cells are requested together
    def starts(row: int) -> list[Place]:
        return _cell_places(lines() if row else header_lines, separator, places[row])

    def cell(row: int, column: int) -> Place:
        found = starts(row)
        return found[column] if column < len(found) else places[row]

    return Grid(rows, places, cell, allows_uneven_rows=False)


def detect_delimiter(text: str) -> str:
    """Return the separator of a table's cells: the most frequent one in its first line, outside quotes.

    If the first line contains several, the first that makes all rows equally long is preferred.
    """
    excel = _EXCEL_SEPARATOR.match(text)
    if excel:
        return excel[1]
    header = _QUOTED.sub("", text.lstrip(" \r\n")).partition("\n")[0]
    found = sorted(filter(header.count, DELIMITERS), key=header.count, reverse=True)
    if len(found) > 1:
        return next((separator for separator in found if _is_even(text, separator)), found[0])
    return found[0] if found else DELIMITERS[0]


def _is_even(text: str, separator: str) -> bool:
    """Return whether a separator makes all rows equally long."""
    try:
        rows = csv.reader(_physical(text, 0), delimiter=separator, strict=True, skipinitialspace=True)
        return len({len(row) for row in rows if any(row)}) == 1
    except csv.Error:
        return False


def _lines(text: str, separator: str, file: str) -> Iterator[tuple[Place, list[str]]]:
    """Yield the cells of each row that is not blank, with the place of its first line."""
    excel = _EXCEL_SEPARATOR.match(text)
    rest = _physical(text, excel.end() if excel else 0)
    reader = csv.reader(rest, delimiter=separator, strict=True, skipinitialspace=separator != " ")
    before = 1 if excel else 0
    line = before + 1
    try:
        for row in reader:
            cells = list(map(str.strip, row))
            if any(cells):
                yield Place(file, line), cells
            line = before + reader.line_num + 1
    except csv.Error as error:
        hint = "close the quote; write a quote inside a quoted cell twice"
        if "unexpected end" in str(error):
            raise fail(RULE, Place(file, line), "a quote opened in this row is never closed", hint) from error
        raise fail(RULE, Place(file, line), f"cannot read the row that begins here: {error}", hint) from error


def _physical(text: str, at: int) -> Iterator[str]:
    """Yield the lines of a text from a position on, with line ends, in chunks so that a long text is not copied."""
    while at < len(text):
        end = text.find("\n", at + _CHUNK_CHARACTERS) + 1 or len(text)
        yield from io.StringIO(text[at:end], newline="")
        at = end


def _cell_places(lines: list[str], separator: str, place: Place) -> list[Place]:
    """Return the places of the cells in the row that begins at a place."""
    found, line, column, quoted, at_start = [place._replace(column=1)], place.line, 0, False, True
    for character in chain.from_iterable(islice(lines, place.line - 1, None)):
        column += 1
        if character == '"' and (quoted or at_start):
            quoted = not quoted
        elif character in "\r\n":
            if not quoted:
                break
            line, column = (line + 1, 0) if character == "\n" else (line, column)
        elif character == separator and not quoted:
            found.append(Place(place.file, line, column + 1))
        at_start = character == separator or (at_start and character in ' "')
    return found
