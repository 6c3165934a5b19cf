"""Comma, semicolon or tab between the cells, as spreadsheets write them."""

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
_TOLD: Final = re.compile(r"sep=(.)\r?\n?", re.IGNORECASE)
"""The first line by which Excel is told what stands between the cells."""

_AT_A_TIME: Final = 1 << 16
"""Characters that are parted into lines at a time."""

csv.field_size_limit(1_000_000)


def read_delimited(text: str, file: str) -> Grid:
    """Return the cells of a table in text.

    Raises:
        ProblemsFound: TABLE001 where a quote is never closed.
    """
    text = text.removeprefix("\ufeff")
    rows: list[list[str]] = []
    places: list[Place] = []
    separator = detect_delimiter(text)
    for place, cells in _lines(text, separator, file):
        rows.append(cells)
        places.append(place)

    # places of cells are asked for when something is wrong with them; but for those of the header
    head = list(islice(_physical(text, 0), places[1].line - 1 if len(places) > 1 else None))
    packed = zlib.compress(text.encode("utf-8", "surrogatepass"), 1)

    @cache
    def lines() -> list[str]:
        return list(_physical(zlib.decompress(packed).decode("utf-8", "surrogatepass"), 0))

    @lru_cache(maxsize=64)  # the cells of a row are asked for together
    def starts(row: int) -> list[Place]:
        return _starts(lines() if row else head, separator, places[row])

    def cell(row: int, column: int) -> Place:
        found = starts(row)
        return found[column] if column < len(found) else places[row]

    return Grid(rows, places, cell, allows_uneven_rows=False)


def detect_delimiter(text: str) -> str:
    """Return what stands between the cells of a table: what its first line has most of, outside quotes.

    Where that has two sorts of them, it is the one that makes all rows equally long.
    """
    told = _TOLD.match(text)
    if told:
        return told[1]
    header = _QUOTED.sub("", text.lstrip(" \r\n")).partition("\n")[0]
    found = sorted(filter(header.count, DELIMITERS), key=header.count, reverse=True)
    if len(found) > 1:
        return next((sign for sign in found if _is_even(text, sign)), found[0])
    return found[0] if found else DELIMITERS[0]


def _is_even(text: str, sign: str) -> bool:
    try:
        rows = csv.reader(_physical(text, 0), delimiter=sign, strict=True, skipinitialspace=True)
        return len({len(row) for row in rows if any(row)}) == 1
    except csv.Error:
        return False


def _lines(text: str, separator: str, file: str) -> Iterator[tuple[Place, list[str]]]:
    """Yield the cells of each row that is not blank, with the place of its first line."""
    told = _TOLD.match(text)
    rest = _physical(text, told.end() if told else 0)
    reader = csv.reader(rest, delimiter=separator, strict=True, skipinitialspace=separator != " ")
    before = 1 if told else 0
    line = before + 1
    try:
        for row in reader:
            cells = list(map(str.strip, row))
            if any(cells):
                yield Place(file, line), cells
            line = before + reader.line_num + 1
    except csv.Error as error:
        hint = "a quote inside a quoted cell is written twice"
        if "unexpected end" in str(error):
            raise fail(RULE, Place(file, line), "a quote is opened in this row and never closed", hint) from error
        raise fail(RULE, Place(file, line), f"the row that begins here cannot be read: {error}", hint) from error


def _physical(text: str, at: int) -> Iterator[str]:
    """Yield the lines of a text from a position on, each with its end: a long text is not held twice."""
    while at < len(text):
        end = text.find("\n", at + _AT_A_TIME) + 1 or len(text)
        yield from io.StringIO(text[at:end], newline="")
        at = end


def _starts(lines: list[str], separator: str, place: Place) -> list[Place]:
    """Return the places of the cells of the row that begins at a place."""
    found, line, column, quoted, fresh = [place._replace(column=1)], place.line, 0, False, True
    for sign in chain.from_iterable(islice(lines, place.line - 1, None)):
        column += 1
        if sign == '"' and (quoted or fresh):
            quoted = not quoted
        elif sign in "\r\n":
            if not quoted:
                break
            line, column = (line + 1, 0) if sign == "\n" else (line, column)
        elif sign == separator and not quoted:
            found.append(Place(place.file, line, column + 1))
        fresh = sign == separator or (fresh and sign in ' "')
    return found
