"""Blocks of a table: several tables one below the other in one file or sheet, each with a header of its own."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import Final, NamedTuple

from punchboard.load.tables.grid import Grid
from punchboard.load.tables.records.cells import NAMES
from punchboard.problem import Place

BETWEEN: Final = " / "
"""What stands between the names of a sheet and of a block in it."""

MAX_NAME_WORDS: Final = 4
"""Most words of a column's name."""

MIN_SENTENCE_WORDS: Final = 4
"""Fewest words of a cell that is evidently no column's name."""

MIN_PATTERN: Final = 4
"""Fewest letters of a name that another follows after one letter."""

NUMBER: Final = re.compile(r"[-+]?\d+(?:[.,]\d+)?")

Row = Sequence[str]


class Block(NamedTuple):
    """A block: its name, the number of its header row, and the number of the row after its last one."""

    name: str
    header: int
    end: int
    repeated: tuple[int, ...] = ()
    """The numbers of rows that repeat the header, as tables on several pages do."""


def find_blocks(rows: Sequence[Row], after_blank: Collection[int]) -> tuple[Block, ...]:
    """Return the blocks of a table; a single one for a plain table.

    A row is the header of a new block if it repeats most column names of an earlier header. After a blank line or a
    title, one repeated name is enough; without any, the rows below it must show by numbers or sentences that it is a
    header, and it must have a title or another number of columns.

    Args:
        rows: the rows that are not blank.
        after_blank: the numbers of rows that come after a blank line.
    """
    if not rows:
        return ()
    headers = list(_headers(rows, after_blank))
    titles = [_title(rows, header) for header in headers]
    starts = [header - bool(title) for header, title in zip(headers, titles, strict=True)]
    ends = [*starts[1:], len(rows)]
    repeated = [
        tuple(row for row in range(header + 1, end) if rows[row] == rows[header] and _is_like_header(rows[row]))
        for header, end in zip(headers, ends, strict=True)
    ]
    return tuple(map(Block, _names(rows, headers, titles), headers, ends, repeated))


def block_grid(grid: Grid, block: Block) -> Grid:
    """Return the rows of a block as a grid of their own."""

    def cell(row: int, column: int) -> Place:
        return grid.cell(block.header + row, column)

    rows = slice(block.header, block.end)
    return grid._replace(rows=grid.rows[rows], places=grid.places[rows], cell=cell)


def _headers(rows: Sequence[Row], after_blank: Collection[int]) -> Iterator[int]:
    """Yield the number of each header row. A block has at least one row below its header."""
    last = 1 if len(rows) > 1 and _filled(rows[0]) == 1 and _is_like_header(rows[1]) else 0
    yield last
    known = {_key(cell) for cell in rows[last] if cell}
    for number in range(last + 2, len(rows) - 1):
        if number - last < 2 or not _is_like_header(rows[number]):
            continue
        names = {_key(cell) for cell in rows[number] if cell}
        shared = len(names & known)
        title = number - last > 2 and bool(_title(rows, number))
        if rows[number] == rows[last] and not title:
            continue
        is_apart = number in after_blank or title
        if (
            (shared >= 2 and shared * 2 >= len(names))
            or (is_apart and (shared or _repeats_pattern(names, known)))
            or (is_apart and (title or len(names) != _filled(rows[last])) and _contrasts(rows, number, after_blank))
        ):
            yield number
            last = number
            known |= names


def _repeats_pattern(names: Collection[str], known: Collection[str]) -> bool:
    """Return whether two names or more are those of an earlier header after a letter: ptitle, ititle."""
    return sum(name[1:] in known and len(name) > MIN_PATTERN for name in names) > 1


def _is_like_header(row: Row) -> bool:
    """Return whether a row has two different short texts or more, and no number."""
    cells = [_key(cell) for cell in row if cell]
    return 2 <= len(cells) == len(set(cells)) and not any(
        NUMBER.fullmatch(cell) or len(cell.split()) > MAX_NAME_WORDS or cell.endswith((".", "!", "?")) for cell in cells
    )


def _contrasts(rows: Sequence[Row], header: int, after_blank: Collection[int]) -> bool:
    """Return whether some column has only numbers or only sentences below a header that has neither."""
    end = next((row for row in range(header + 1, len(rows)) if row in after_blank), len(rows))
    columns = [
        [row[column] for row in rows[header + 1 : end] if column < len(row) and row[column]]
        for column, cell in enumerate(rows[header])
        if cell
    ]
    return any(
        cells and (all(map(NUMBER.fullmatch, cells)) or all(len(cell.split()) >= MIN_SENTENCE_WORDS for cell in cells))
        for cells in columns
    )


def _title(rows: Sequence[Row], header: int) -> str:
    """Return the title in the row above a header, which has a single cell; empty for none."""
    above = rows[header - 1] if header else ()
    return above[0] if above and above[0] and _filled(above) == 1 else ""


def _names(rows: Sequence[Row], headers: Sequence[int], titles: Sequence[str]) -> Iterator[str]:
    """Yield the name of each block: its title, else its first column, unless every block could have that name."""
    taken = Counter[str]()
    for turn, (header, title) in enumerate(zip(headers, titles, strict=True), 1):
        first = next(filter(None, rows[header]), "")
        name = " ".join((title or (f"block {turn}" if _key(first) in NAMES else first)).split())
        taken[name] += 1
        yield name if taken[name] == 1 else f"{name} ({taken[name]})"


def _filled(row: Row) -> int:
    return sum(map(bool, row))


def _key(cell: str) -> str:
    return " ".join(cell.casefold().split())
