"""The tables of a file that `new` is given: its sheets with components, each with its orientation.

Lists of different cards that stand side by side in one table, such as prompts and answers, are a table each.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from pathlib import PurePosixPath
from typing import Final

from punchboard.importer.advice import Advice
from punchboard.importer.columns.column_names import is_one_of
from punchboard.importer.columns.profile import ColumnProfile
from punchboard.importer.columns.role_tests import is_text
from punchboard.importer.columns.sheets import choose_sheets, find_orientation
from punchboard.importer.table_analysis import SourceTable, without_rows
from punchboard.importer.yaml_text import quoted
from punchboard.load.tables import Grid, TableSource, hidden_sheets, is_text_table, read_grid, read_sheets
from punchboard.load.tables.data_table import table_from_grid
from punchboard.load.tables.grid import convert_to_utf8, misread_utf8
from punchboard.model.game.game_file_parts import RowsFile
from punchboard.problem import Place, fail

MOST_LISTS: Final = 3
"""The highest number of lists in a table."""

LEAST_DIFFERENCE: Final = 2
"""The least number of rows by which one list is longer than another: in a table, one cell may be unfinished."""


def _lists_beside(columns: Sequence[ColumnProfile]) -> tuple[str, ...]:
    """Return the names of the columns if each is a list of its own; none if rows may belong together.

    They have nothing but texts, their names are those of decks, and the shorter ones end before the others. Answers
    that end before their questions are rather not written yet.
    """
    lengths = [len(column.filled) for column in columns]
    is_certain = (
        1 < len(columns) <= MOST_LISTS
        and min(lengths) > 1
        and max(lengths) - min(lengths) >= LEAST_DIFFERENCE
        and all(is_one_of(column.name, "decks") and is_text(column, ()) for column in columns)
        and all(all(column.values[:length]) for column, length in zip(columns, lengths, strict=True))
        and not any(is_one_of(column.name, "answers") and len(column.filled) < max(lengths) for column in columns)
    )
    return tuple(column.name for column in columns) if is_certain else ()


def one_per_list(source: SourceTable) -> list[SourceTable]:
    """Return a table, or one for each of the lists that stand side by side in it."""
    table = source.table
    columns = [ColumnProfile(one.name, one.number, tuple(row[one.name] for row in table.rows)) for one in table.columns]
    names = _lists_beside(columns) if source.orientation.each == "row" else ()
    return [_of_one_list(source, name, [one for one in names if one != name]) for name in names] or [source]


def _of_one_list(source: SourceTable, name: str, others: Sequence[str]) -> SourceTable:
    table = source.table
    own = without_rows(table, [row for row, values in enumerate(table.rows) if not values[name]])
    rows = [{name: values[name]} for values in own.rows]
    columns = tuple(column for column in table.columns if column.name == name)
    return source._replace(
        table=own._replace(header=(name,), rows=rows, columns=columns), list_name=name, others=tuple(others)
    )


MAX_SHEETS: Final = 20
"""How many sheets of a workbook are examined."""


def as_utf8(source: TableSource) -> tuple[TableSource, tuple[str, ...]]:
    """Return a table as UTF-8, with a warning if it had another encoding, or was once read as if it had one."""
    is_workbook = PurePosixPath(source.name).suffix.lower() in {".xlsx", ".ods"}
    misread = None if is_workbook else misread_utf8(source.data)
    if misread is not None:
        warning = (
            f"{source.name} has letters that a program misread and saved, such as {misread.word!r} for "
            f"{misread.meant!r}. Your copy has the right ones; next time, open the table as UTF-8 before you save it"
        )
        return source._replace(data=misread.data), (warning,)
    converted = convert_to_utf8(source.data) if is_text_table(source.name) else None
    if converted is None:
        return source, ()
    warning = (
        f"{source.name} is not UTF-8; in {converted.encoding} it contains {converted.word!r}. Your copy is UTF-8 now; "
        "next time, export it as 'CSV UTF-8' (a separate choice in Excel)"
    )
    return source._replace(data=converted.data), (warning,)


def read_tables(
    source: TableSource, requested: tuple[str, ...], header: str = ""
) -> tuple[list[SourceTable], list[str]]:
    """Return the table, or the sheets with components, and warnings about sheets that were left out.

    Args:
        source: the file.
        requested: the sheets to read; those with components if empty.
        header: the line of the header, or ``none``; found if empty.

    Raises:
        ProblemsFound: TABLE001 for a file that cannot be read or has no components.
    """
    place = Place(source.name)
    sheets = read_sheets(source, place)
    if requested or len(sheets) < 2:
        wanted: tuple[str | None, ...] = requested or (None,)
        whole = [_read_table(source, name, read_grid(source, name, place), header) for name in wanted]
        left = {name: "not requested" for name in sheets if name not in wanted} if requested else {}
    else:
        grids = {name: read() for name, read in islice(sheets.items(), MAX_SHEETS)}
        chosen, reasons = choose_sheets(grids, source.name)
        whole = [_read_table(source, name, grids[name], header) for name in chosen]
        left = {**reasons, **dict.fromkeys(list(sheets)[MAX_SHEETS:], f"only {MAX_SHEETS} sheets are examined")}
    tables = [one for table in whole for one in one_per_list(table)]
    left |= {name: "it is hidden" for name in hidden_sheets(source) if name not in requested}
    full = [table for table in tables if table.table.rows]
    if not full:
        hint = "a table needs a line with the names of its columns, then a row for each component"
        raise fail("TABLE001", place, "the table contains no components", hint)
    left |= {table.sheet: "it has a header but no rows" for table in tables if table.sheet and not table.table.rows}
    page = "; to make a game of it, save it as a table of its own, and drop that here"
    return full, [
        Advice(f"left out the sheet {name!r}: {why}", f"; --sheet {quoted(name)} takes it", page)
        for name, why in left.items()
    ]


def _read_table(source: TableSource, sheet: str | None, grid: Grid, header: str) -> SourceTable:
    orientation = find_orientation(grid, "none" if header == "none" else int(header) if header else None)
    rows = RowsFile(table=source.name, sheet=sheet, header=orientation.header, each=orientation.each)
    return SourceTable(table_from_grid(grid, source.name, rows), source.name, sheet, orientation)
