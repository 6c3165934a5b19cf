"""The blocks of a table: parts with a header of their own, one below the other.

Headers of two lines, such as ``Cost`` in merged cells above ``Gold`` and ``Wood``, are read as one line.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import Final, NamedTuple

from punchboard.load.tables.grid import BETWEEN, NAMES, Grid, unique_names
from punchboard.load.tables.groups import Heading, heading_of
from punchboard.problem import Place

MAX_NAME_WORDS: Final = 4
"""Most words of a column's name."""

MIN_SENTENCE_WORDS: Final = 4
"""Fewest words of a cell that is evidently no column's name."""

MIN_PATTERN: Final = 4
"""Fewest letters of a name that another follows after one letter."""

NUMBER: Final = re.compile(r"[-+]?\d+(?:[.,]\d+)?")

MAX_TITLES: Final = 3
"""Most titles above the first header."""

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
    titles = list(_titles(rows, headers, after_blank))
    starts = [header - title.depth for header, title in zip(headers, titles, strict=True)]
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
    totals = frozenset(row - block.header for row in grid.totals)
    return grid._replace(rows=grid.rows[rows], places=grid.places[rows], cell=cell, totals=totals)


def _headers(rows: Sequence[Row], after_blank: Collection[int]) -> Iterator[int]:
    """Yield the number of each header row. A block has at least one row below its header."""
    above = next((row for row in range(min(MAX_TITLES, len(rows) - 1) + 1) if _filled(rows[row]) > 1), 0)
    last = above if _is_like_header(rows[above]) else 0
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
    names = set[str]()
    for cell in filter(None, row):  # most rows end at a number or a sentence
        name = _key(cell)
        is_other = NUMBER.fullmatch(name) or name.endswith((".", "!", "?")) or len(name.split()) > MAX_NAME_WORDS
        if is_other or name in names:
            return False
        names.add(name)
    return len(names) > 1


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


class _Titles(NamedTuple):
    """The titles above the header of a block: its name, after that of its part of the file; and their number."""

    name: str
    depth: int


def _titles(rows: Sequence[Row], headers: Sequence[int], after_blank: Collection[int]) -> Iterator[_Titles]:
    """Yield the titles of each block. One of a part, marked or after a blank line, holds until the next of its kind."""
    part = part_style = style = ""
    for header in headers:
        title = heading_of(_title(rows, header))
        above = heading_of(_title(rows, header - 1)) if title.text else Heading("", "")
        row = header - 2
        is_apart = row == 0 or row in after_blank
        is_part = above.style and (is_apart or (above.is_marked and above.style != title.style))
        if is_part and (not part_style or above.style == part_style):
            part, part_style, style = _calm(above.text), above.style, title.style
        elif title.style != style:
            part = ""
        name = BETWEEN.join(filter(None, (part, title.text)))
        yield _Titles(name if title.text else "", bool(title.text) + bool(is_part))


def _calm(text: str) -> str:
    """Return a heading in capitals as a name."""
    return text.title() if text.isupper() and len(text) > MIN_PATTERN else text


def _names(rows: Sequence[Row], headers: Sequence[int], titles: Sequence[_Titles]) -> Iterator[str]:
    """Yield the name of each block: its titles, else its first column, unless every block could have that name."""
    firsts = (next(filter(None, rows[header]), "") for header in headers)
    named = enumerate(zip(firsts, titles, strict=True), 1)
    return unique_names(
        title.name or (f"block {turn}" if _key(first) in NAMES else first) for turn, (first, title) in named
    )


def _filled(row: Row) -> int:
    return sum(map(bool, row))


def _key(cell: str) -> str:
    return " ".join(cell.casefold().split())


class TwoLineHeader(NamedTuple):
    """A header of two lines: the number of its first one, and the names of the columns."""

    row: int
    names: list[str]


class _Group(NamedTuple):
    """Columns with one name above them; ``inner`` are the names below it, none for a column with a single name."""

    name: str
    inner: tuple[str, ...] = ()


def two_line_header(rows: Sequence[Sequence[str]]) -> TwoLineHeader | None:
    """Return the header of a table if it has two lines; None for any other.

    The name of a column stands in the first line, with nothing or the same below it. That of several stands above two
    or more other names: in each cell, as that of merged cells does, or in the first, as programs export those.
    """
    row = next((at for at, cells in enumerate(rows[: MAX_TITLES + 1]) if sum(map(bool, cells)) > 1), -1)
    if row < 0 or row + 2 >= len(rows):
        return None
    width = max(len(rows[row]), len(rows[row + 1]))
    above, below = ([*cells, *[""] * (width - len(cells))] for cells in rows[row : row + 2])
    groups = list(_groups(above, below))
    inner = [name for group in groups for name in group.inner]
    is_whole = sum(len(group.inner) or 1 for group in groups) == width
    if not is_whole or not inner or len(inner) == width or not all(map(_is_name, inner)):
        return None
    outer = [group.name for group in groups]
    several = sum(bool(group.inner) for group in groups) > 1
    counts = Counter(name.casefold() for name in (*outer, *inner))
    names = [
        f"{group.name} {name}".strip() if name and (several or counts[name.casefold()] > 1) else name or group.name
        for group in groups
        for name in group.inner or ("",)
    ]
    return TwoLineHeader(row, names)


def _groups(above: Sequence[str], below: Sequence[str]) -> Iterator[_Group]:
    """Yield the names of the first line with those below them, up to a column that cannot be of such a header."""
    at = 0
    while at < len(above):
        name, end = above[at], at + 1
        follower = name if above[end : end + 1] == [name] else ""
        while name and end < len(above) and above[end] == follower and below[end] not in {"", name}:
            end += 1
        inner = tuple(below[at:end])
        if end > at + 1 and all(inner) and len({*inner}) == len(inner):
            yield _Group(name, inner)
        elif end == at + 1 and (below[at] in {"", name} or (not name and at == 0)):
            yield _Group(name or below[at])
        else:
            return
        at = end


def _is_name(cell: str) -> bool:
    return not any(map(str.isdigit, cell)) and not cell.endswith((".", "!", "?"))
