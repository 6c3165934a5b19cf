"""Tables by number of players whose rows come to the same sum, but for one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from punchboard.checks.prose.claims.player_counts import PlayerTable, player_table
from punchboard.checks.prose.english.text import Block
from punchboard.checks.prose.reading.reading import Reading

_LEFT: Final = re.compile(
    r"\b(?:left|leftover|aside|stock|remain\w*|rest|over|out|unused|talon|undealt|spare)\b", re.IGNORECASE
)
MAX_UNDEALT: Final = 2
"""So many cards may lie apart from those dealt and those left, as one that is turned up."""


def inconsistent_cells(reading: Reading, total: int) -> Iterator[tuple[Block, str]]:
    """Yield the cells that do not come to what the other rows come to, and why."""
    for text in reading.texts:
        for table in text.tables:
            by = player_table(table)
            if by is not None and by.rows:
                yield from _odd_cells(reading, by, total)


def number_columns(reading: Reading, by: PlayerTable) -> dict[int, tuple[int, ...]]:
    """Return the columns of a table whose cells are single numbers."""
    found = {}
    for at in range(1, len(by.table.header)):
        cells = [reading.quantities(cell) for cell in by.table.column(at)]
        if len(cells) == len(by.rows) and all(len(one) == 1 for one in cells):
            found[at] = tuple(one[0].value for one in cells)
    return found


def _odd_cells(reading: Reading, by: PlayerTable, total: int) -> Iterator[tuple[Block, str]]:
    columns = number_columns(reading, by)
    for each, dealt in columns.items():
        for other, left in columns.items():
            if other == each or not _LEFT.search(by.table.header[other].text):
                continue
            sums = [seats * one + rest for seats, one, rest in zip(by.rows, dealt, left, strict=True)]
            common, times = Counter(sums).most_common(1)[0]
            wrong = [row for row, found in enumerate(sums) if found != common]
            if len(wrong) == 1 and times > 1 and 0 <= total - common <= MAX_UNDEALT:
                row = wrong[0]
                said = f"{by.rows[row]} players with {dealt[row]} each and {left[row]} make {sums[row]}"
                yield by.table.rows[row][other], f"{said}, the other rows {common}"
