"""CSV and TSV tables: cells separated by comma, semicolon or tab, as spreadsheets write them."""

from __future__ import annotations

import csv
import io
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache, partial
from itertools import chain, islice
from typing import Any, Final

from punchboard.load.tables.blocks import Block, block_grid, find_blocks, two_line_header
from punchboard.load.tables.grid import (
    MAX_NAMED,
    RULE,
    Grid,
    Sheets,
    TableSource,
    have,
    kept_packed,
    left_out,
    with_errors,
)
from punchboard.model.values import did_you_mean
from punchboard.problem import Place, Problem, ProblemsFound, fail

DELIMITERS: Final = ",;\t|^~"
SIGNS: Final = "^~"
"""Separators that are signs in texts, too."""

MOST: Final = 0.75
"""The share of rows with equally many cells that shows what separates them."""

MAX_ABOVE: Final = 10
"""How many of the first lines are searched for a separator: a title may come before the header."""

_QUOTED: Final = re.compile(r'"(?:[^"]|"")*"')
_EXCEL_SEPARATOR: Final = re.compile(r"sep=(.)\r?\n?", re.IGNORECASE)
"""A first line such as ``sep=;``, which sets the separator for Excel."""

_ERROR: Final = re.compile(
    r"#(?:[¡¿]?(?:REF|BEZUG|RIF|VERW|DIV/0|VALUE|WERT|VALEUR|VALOR|VALORE|WAARDE|NUM|ZAHL|NOMBRE|GETAL|NULL|NUL|"
    r"ERROR|SPILL|CALC)!|[¡¿]?(?:NAME|NOM|NOMBRE|NOME|NAAM)\?|N/[ADBV]|NV)|Err:\d{3}"
)
"""The errors of formulas, as spreadsheet programs write them in several languages."""

_CHUNK_CHARACTERS: Final = 1 << 16
"""Characters split into lines at a time."""

MAX_REPAIRS: Final = 20
"""Most broken quotes that are repaired: a file with more is not a table with commas."""

_QUOTE_HINT: Final = "close the quote; write a quote inside a quoted cell twice"

csv.field_size_limit(1_000_000)


def read_delimited(text: str, file: str) -> Grid:
    """Return the cells of a text table, with all its blocks.

    Raises:
        ProblemsFound: TABLE001 for a row that cannot be parsed, and for more than `MAX_REPAIRS` broken quotes.
    """
    return _read(text, file)[0]


def read_sheet(source: TableSource, name: str | None) -> Grid:
    """Return the cells of a text table, or of one of its blocks by name.

    Raises:
        ProblemsFound: as `read_delimited`, and TABLE001 for a block that is missing.
    """
    if name is None:
        return read_delimited(source.text(), source.name)
    blocks = read_sheets(source)
    read = blocks.get(" ".join(name.split()))
    if read is None:
        if len(blocks) == 1:
            raise fail(RULE, Place(source.name), f"{source.name!r} has no sheets", "delete 'sheet'")
        raise fail(RULE, Place(source.name), f"there is no block {name!r}", did_you_mean(name, list(blocks)))
    return read()


def read_sheets(source: TableSource) -> Sheets:
    """Return the blocks of a text table by name: parts of the file that have a header of their own.

    Raises:
        ProblemsFound: as `read_delimited`.
    """
    whole, blocks = _read(source.text(), source.name)
    return {block.name: partial(block_grid, whole, block) for block in blocks}


def _read(text: str, file: str) -> tuple[Grid, tuple[Block, ...]]:
    """Return the cells of a text table, and its blocks. A header that is repeated further down is dropped."""
    text = text.removeprefix("\ufeff")
    rows: list[list[str]] = []
    places: list[Place] = []
    after_blank: list[int] = []
    broken: list[Place] = []
    separator = detect_delimiter(text)
    for place, cells in _rows(text, separator, file, broken):
        if not any(cells):
            after_blank.append(len(rows))
        else:
            rows.append(cells)
            places.append(place)
    two = two_line_header(rows)
    if two is not None:
        rows[two.row : two.row + 2] = [two.names]
        del places[two.row]
        after_blank = [number - (number > two.row) for number in after_blank]
    blocks = find_blocks(rows, frozenset(after_blank))
    repeated = [number for block in blocks for number in block.repeated]
    if repeated:
        for number in reversed(repeated):
            del rows[number], places[number]
        blocks = find_blocks(rows, {number - bisect_left(repeated, number) for number in after_blank})

    # Except for those of the header, places of cells are needed only for problems, so they are worked out then.
    header_lines = list(islice(_physical(text, 0), places[1].line - 1 if len(places) > 1 else None))
    unpack = kept_packed(text)

    @cache
    def lines() -> list[str]:
        return list(_physical(unpack(), 0))

    @lru_cache(maxsize=64)  # the places of a row's cells are requested together
    def starts(row: int) -> list[Place]:
        return _cell_places(lines() if row else header_lines, separator, places[row])

    def cell(row: int, column: int) -> Place:
        row_cells = starts(row)
        return row_cells[column] if column < len(row_cells) else places[row]

    warnings = (*_broken_quotes(broken), *_errors(rows, cell))
    grid = Grid(rows, places, cell, allows_uneven_rows=False, separator=separator, warnings=warnings)
    return grid, blocks


def _broken_quotes(places: Sequence[Place]) -> Iterator[Problem]:
    if places:
        message = f"{have(len(places), 'row')} a quote that is not closed: it is read to the end of its line"
        yield left_out(places[0], message, _QUOTE_HINT)


def _errors(rows: Sequence[list[str]], place: Callable[[int, int], Place]) -> Iterator[Problem]:
    """Empty each cell that has nothing but the error of a formula, and yield a warning with their places."""
    wrong = [
        (row, column)
        for row, cells in enumerate(rows)
        for column, cell in enumerate(cells)
        if cell.startswith(("#", "Err:")) and _ERROR.fullmatch(cell)
    ]
    if wrong:
        names = [f"{place(*at)} ({rows[at[0]][at[1]]})" for at in wrong[: MAX_NAMED + 1]]
        yield with_errors(place(*wrong[0]), len(wrong), names)
    for row, column in wrong:
        rows[row][column] = ""


def detect_delimiter(text: str) -> str:
    """Return the separator of a table's cells: the most frequent one in its first line, outside quotes.

    If the first line contains several, the first that makes all rows equally long is preferred. What may as well be a
    sign, or comes only after a first line that is a title, must make most rows equally long.
    """
    excel = _EXCEL_SEPARATOR.match(text)
    if excel:
        return excel[1]
    header, *others = _QUOTED.sub("", text.lstrip(" \r\n")).split("\n", MAX_ABOVE)
    present = sorted(filter(header.count, DELIMITERS), key=header.count, reverse=True)
    present = [separator for separator in present if separator not in SIGNS or _share(text, separator) >= MOST]
    if len(present) > 1:
        return next((separator for separator in present if _share(text, separator) == 1), present[0])
    if present:
        return present[0]
    below = (separator for line in others[: MAX_ABOVE - 1] for separator in DELIMITERS if separator in line)
    return next((separator for separator in dict.fromkeys(below) if _share(text, separator) >= MOST), DELIMITERS[0])


def _share(text: str, separator: str) -> float:
    """Return the share of rows that have the most frequent number of cells; none if that is one."""
    try:
        rows = csv.reader(_physical(text, 0), delimiter=separator, strict=True, skipinitialspace=True)
        lengths = Counter(len(row) for row in rows if any(row))
    except csv.Error:
        return 0.0
    length, count = max(lengths.items(), key=lambda one: one[1], default=(1, 1))
    return count / lengths.total() if length > 1 else 0.0


def _rows(text: str, separator: str, file: str, broken: list[Place]) -> Iterator[tuple[Place, list[str]]]:
    """Yield the cells of each row, with the place of its first line. Places of broken quotes are added to ``broken``.

    A row with a broken quote ends with its first line, so that the quote does not swallow the rows after it.
    """
    excel = _EXCEL_SEPARATOR.match(text)
    at, before, width = excel.end() if excel else 0, 1 if excel else 0, 0
    while True:
        line = before + 1
        reader = _reader(_physical(text, at), separator, strict=True)
        try:
            for row in reader:
                width = width or len(row)
                yield Place(file, line), list(map(str.strip, row))
                line = before + reader.line_num + 1
        except csv.Error as error:
            place = Place(file, line)
            if len(broken) == MAX_REPAIRS:
                raise _unreadable(error, place) from error
            first = next(islice(_physical(text, at), line - before - 1, None))
            at += sum(map(len, islice(_physical(text, at), line - before)))
            before = line
            broken.append(place)
            yield place, _without_quote(first, separator, width, error, place)
        else:
            return


def _reader(lines: Iterable[str], separator: str, **how: Any) -> Any:
    return csv.reader(lines, delimiter=separator, skipinitialspace=separator != " ", **how)


def _without_quote(line: str, separator: str, width: int, error: csv.Error, place: Place) -> list[str]:
    """Return the cells of a line with a broken quote: split at every separator if that makes ``width`` cells."""
    try:
        plain = next(_reader([line], separator, quoting=csv.QUOTE_NONE))
        quoted = next(_reader([line], separator))
    except (csv.Error, StopIteration):
        raise _unreadable(error, place) from error
    return [cell.strip().strip('"').strip() for cell in (plain if len(plain) == width else quoted)]


def _unreadable(error: csv.Error, place: Place) -> ProblemsFound:
    if "unexpected end" in str(error):
        return fail(RULE, place, "a quote opened in this row is never closed", _QUOTE_HINT)
    if "field limit" in str(error):
        most = f"{csv.field_size_limit():,}"
        return fail(RULE, place, f"a cell of this row has more than {most} characters", _QUOTE_HINT)
    return fail(RULE, place, "cannot read the row that begins here", _QUOTE_HINT)


def _physical(text: str, at: int) -> Iterator[str]:
    """Yield the lines of a text from a position on, with line ends, in chunks so that a long text is not copied."""
    while at < len(text):
        end = text.find("\n", at + _CHUNK_CHARACTERS) + 1 or len(text)
        yield from io.StringIO(text[at:end], newline="")
        at = end


def _cell_places(lines: list[str], separator: str, place: Place) -> list[Place]:
    """Return the places of the cells in the row that begins at a place."""
    places, line, column, quoted, opens = [place._replace(column=1)], place.line, 0, False, True
    for character in chain.from_iterable(islice(lines, place.line - 1, None)):
        column += 1
        was_quoted = quoted
        if character == '"' and (quoted or opens):
            quoted = not quoted
        elif character in "\r\n":
            if not quoted:
                break
            line, column = (line + 1, 0) if character == "\n" else (line, column)
        elif character == separator and not quoted:
            places.append(Place(place.file, line, column + 1))
        is_closed = was_quoted and not quoted  # the next quote is the second one of a quote that is written twice
        opens = is_closed or character == separator or (opens and character == " ")
    return places
