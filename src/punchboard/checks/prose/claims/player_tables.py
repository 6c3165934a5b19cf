"""Tables by number of players whose rows come to the same sum, but for one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from punchboard.checks.prose.claims.player_counts import ByPlayers, by_players
from punchboard.checks.prose.english.text import Block
from punchboard.checks.prose.reading.reading import Reading

_LEFT: Final = re.compile(
    r"\b(?:left|leftover|aside|stock|remain\w*|rest|over|out|unused|talon|undealt|spare)\b", re.IGNORECASE
)
MOST_OUT: Final = 2
"""So many cards may lie apart from those dealt and those left, as one that is turned up."""


def odd_cells(reading: Reading, total: int) -> Iterator[tuple[Block, str]]:
    """Yield the cells that do not come to what the other rows come to, and why."""
    for text in reading.texts:
        for table in text.tables:
            by = by_players(table)
            if by is not None and by.rows:
                yield from _odd(reading, by, total)


def numbers_of(reading: Reading, by: ByPlayers) -> dict[int, tuple[int, ...]]:
    """Return the columns of a table whose cells are single numbers."""
    found = {}
    for at in range(1, len(by.table.head)):
        cells = [reading.quantities(cell) for cell in by.table.column(at)]
        if len(cells) == len(by.rows) and all(len(one) == 1 for one in cells):
            found[at] = tuple(one[0].value for one in cells)
    return found


def _odd(reading: Reading, by: ByPlayers, total: int) -> Iterator[tuple[Block, str]]:
    columns = numbers_of(reading, by)
    for each, dealt in columns.items():
        for other, left in columns.items():
            if other == each or not _LEFT.search(by.table.head[other].text):
                continue
            sums = [seats * one + rest for seats, one, rest in zip(by.rows, dealt, left, strict=True)]
            common, times = Counter(sums).most_common(1)[0]
            wrong = [row for row, found in enumerate(sums) if found != common]
            if len(wrong) == 1 and times > 1 and 0 <= total - common <= MOST_OUT:
                row = wrong[0]
                said = f"{by.rows[row]} players with {dealt[row]} each and {left[row]} make {sums[row]}"
                yield by.table.rows[row][other], f"{said}, the other rows {common}"
