"""Tables in Markdown: rows of cells between bars below a line of dashes, as notes and wikis write them.

Everything around the tables is for people. A table is a sheet with the name of the heading above it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from punchboard.load.tables.grid import RULE, Grid, Sheets, TableSource
from punchboard.model.values import did_you_mean
from punchboard.problem import Place, fail

_DASHES: Final = re.compile(r"\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*")
"""The line between the header and the rows; it has a bar, unlike the end of front matter."""

_BAR: Final = re.compile(r"(?<!\\)\|")
_HEADING: Final = re.compile(r"#{1,6}\s+(.*?)[\s#]*")
_FENCE: Final = re.compile(r"\s*(?:```|~~~)")


def read_sheet(source: TableSource, name: str | None) -> Grid:
    """Return the cells of a table of a Markdown file by its name; of the first one for None.

    Raises:
        ProblemsFound: TABLE001 for a file without tables and for a table that is missing, FILE002 for one that is not
            UTF-8.
    """
    sheets = read_sheets(source)
    if not sheets:
        hint = "write one as '| Name | Text |', then '| --- | --- |', then a line for each card"
        raise fail(RULE, Place(source.name), f"{source.name!r} has no table", hint)
    wanted = next(iter(sheets)) if name is None else " ".join(name.split())
    if wanted not in sheets:
        message = f"there is no table below a heading {name!r}"
        raise fail(RULE, Place(source.name), message, did_you_mean(wanted, sheets))
    return sheets[wanted]()


def read_sheets(source: TableSource) -> Sheets:
    """Return the tables of a Markdown file by the heading above each; several below one heading are numbered.

    Raises:
        ProblemsFound: FILE002 for a file that is not UTF-8.
    """
    sheets: dict[str, Grid] = {}
    for heading, first, lines in _tables(source.text().splitlines()):
        number = next(n for n in range(1, len(sheets) + 2) if _numbered(heading, n) not in sheets)
        sheets[_numbered(heading, number)] = _grid(source.name, first, lines)
    return {name: lambda grid=grid: grid for name, grid in sheets.items()}  # type: ignore[misc]  # the default binds it


def _numbered(heading: str, number: int) -> str:
    return heading if number == 1 else f"{heading} ({number})"


def _tables(lines: Sequence[str]) -> Iterator[tuple[str, int, Sequence[str]]]:
    """Yield each table: the heading above it, the number of its first line, and its lines. Code has no tables."""
    heading, at, is_code = "Table", 0, False
    while at < len(lines):
        line = lines[at]
        is_code ^= _FENCE.match(line) is not None
        if is_code:
            pass
        elif title := _HEADING.fullmatch(line):
            heading = " ".join(title[1].split()) or heading
        elif "|" in line and at + 1 < len(lines) and "|" in lines[at + 1] and _DASHES.fullmatch(lines[at + 1]):
            end = next((n for n in range(at + 2, len(lines)) if "|" not in lines[n]), len(lines))
            yield heading, at + 1, lines[at:end]
            at = end
            continue
        at += 1


def _grid(file: str, first: int, lines: Sequence[str]) -> Grid:
    rows = [*map(_cells, (lines[0], *lines[2:]))]
    numbers = [number for number in range(len(lines)) if number != 1]
    filled = [at for at, row in enumerate(rows) if any(row)]
    places = [Place(file, first + numbers[at]) for at in filled]

    def cell(row: int, column: int) -> Place:
        line = lines[numbers[filled[row]]]
        starts = [0] if not line.lstrip().startswith("|") else []
        starts += [bar.end() for bar in _BAR.finditer(line)]
        begin = starts[min(column, len(starts) - 1)]
        blanks = len(line[begin:]) - len(line[begin:].lstrip())
        return places[row]._replace(column=begin + blanks + 1)

    return Grid([rows[at] for at in filled], places, cell)


def _cells(line: str) -> list[str]:
    """Return the cells of a line; a bar after a backslash is one of the text."""
    inside = line.strip().removeprefix("|")
    cells = _BAR.split(inside)
    if inside.endswith("|") and not inside.endswith("\\|"):
        cells.pop()
    return [cell.strip().replace("\\|", "|") for cell in cells]
