"""The text of a CSV or TSV table with one cell or row changed, and everything else as it was.

Rows are counted from 0 without blank lines and without a line such as ``sep=;``, so the header is row 0; columns from
0. The quotes of a changed cell are kept, or added where the text needs them.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from punchboard.load.tables.delimited import detect_delimiter

_EXCEL_SEPARATOR: Final = re.compile(r"\ufeff?sep=.\r?\n?", re.IGNORECASE)
_QUOTED: Final = re.compile(r' *"(?:[^"]|"")*"?')


class Span(NamedTuple):
    """A part of a text, by its first position and the one behind its last."""

    start: int
    end: int


def cell_spans(text: str) -> list[list[Span]]:
    """Return where the cells of each row are, with their quotes and the spaces around them."""
    separator = detect_delimiter(text.removeprefix("\ufeff"))
    plain = re.compile(rf"[^{re.escape(separator)}\r\n]*")
    excel = _EXCEL_SEPARATOR.match(text)
    at = excel.end() if excel else len(text) - len(text.removeprefix("\ufeff"))
    rows, row = list[list[Span]](), list[Span]()
    while at < len(text) or row:
        start = at
        quoted = _QUOTED.match(text, at) if text[at : at + 1] in {'"', " "} else None
        rest = plain.match(text, quoted.end() if quoted else at)
        at = rest.end() if rest else at
        row.append(Span(start, at))
        if text.startswith(separator, at):
            at += len(separator)
            continue
        if any(text[span.start : span.end].strip().strip('"') for span in row):
            rows.append(row)
        at, row = at + len(_line_break(text, at)), []
    return rows


def set_cell(text: str, row: int, column: int, value: str) -> str:
    """Return the text with a cell changed; a row that is too short gets empty cells up to it."""
    separator, cells = detect_delimiter(text.removeprefix("\ufeff")), cell_spans(text)[row]
    if column >= len(cells):
        end = cells[-1].end
        return text[:end] + separator * (column + 1 - len(cells)) + _cell(value, separator) + text[end:]
    start, end = cells[column]
    was = text[start:end]
    if not was.strip():
        return text[:start] + _cell(value, separator) + text[end:]
    lead = was[: len(was) - len(was.lstrip(" "))]
    return text[:start] + lead + _cell(value, separator, quoted=was.lstrip().startswith('"')) + text[end:]


def insert_row(text: str, after: int, cells: Sequence[str]) -> str:
    """Return the text with a new row behind a row."""
    separator, spans = detect_delimiter(text.removeprefix("\ufeff")), cell_spans(text)
    return _inserted(text, spans, after, separator.join(_cell(cell, separator) for cell in cells))


def copy_row(text: str, row: int) -> str:
    """Return the text with a row written once more behind itself, letter by letter."""
    spans = cell_spans(text)
    return _inserted(text, spans, row, text[spans[row][0].start : spans[row][-1].end])


def _inserted(text: str, spans: Sequence[Sequence[Span]], after: int, line: str) -> str:
    at = spans[after][-1].end
    return text[:at] + (_line_break(text, spans[0][-1].end) or "\n") + line + text[at:]


def remove_rows(text: str, rows: Iterable[int]) -> str:
    """Return the text without some rows."""
    spans = cell_spans(text)
    for row in sorted(set(rows), reverse=True):
        start, end = spans[row][0].start, spans[row][-1].end
        end += len(_line_break(text, end))
        text = text[:start] + text[end:]
    return text


def _line_break(text: str, at: int) -> str:
    return "\r\n" if text.startswith("\r\n", at) else text[at : at + 1]


def _cell(value: str, separator: str, *, quoted: bool = False) -> str:
    if (
        quoted
        or value != value.strip()
        or value.startswith('"')
        or any(one in value for one in (separator, "\n", "\r"))
    ):
        return '"' + value.replace('"', '""') + '"'
    return value
