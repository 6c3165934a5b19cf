"""Tables by number of players in which all rows but one give the same total of cards."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from punchboard.checks.prose.claims.player_counts import PlayerTable, player_table
from punchboard.checks.prose.english.parsed_text import Block
from punchboard.checks.prose.reading.reading import Reading

_LEFT: Final = re.compile(
    r"\b(?:left|leftover|aside|stock|remain\w*|rest|over|out|unused|talon|undealt|spare)\b", re.IGNORECASE
)
MAX_UNDEALT: Final = 2
"""At most this many cards may be neither dealt nor left over, such as one that is turned up."""


def inconsistent_cells(reading: Reading, total: int) -> Iterator[tuple[Block, str]]:
    """Yield the cells whose row does not give the total of the other rows, with the problem in words."""
    for text in reading.texts:
        for table in text.tables:
            numbered = player_table(table)
            if numbered is not None and numbered.rows:
                yield from _odd_cells(reading, numbered, total)


def number_columns(reading: Reading, by_players: PlayerTable) -> dict[int, tuple[int, ...]]:
    """Return the columns of a table whose cells are single numbers, by column number."""
    found = {}
    for at in range(1, len(by_players.table.header)):
        cells = [reading.quantities(cell) for cell in by_players.table.column(at)]
        if len(cells) == len(by_players.rows) and all(len(quantities) == 1 for quantities in cells):
            found[at] = tuple(quantities[0].value for quantities in cells)
    return found


def _odd_cells(reading: Reading, by_players: PlayerTable, total: int) -> Iterator[tuple[Block, str]]:
    columns = number_columns(reading, by_players)
    for each, dealt in columns.items():
        for other, left in columns.items():
            if other == each or not _LEFT.search(by_players.table.header[other].text):
                continue
            sums = [seats * one + rest for seats, one, rest in zip(by_players.rows, dealt, left, strict=True)]
            common, times = Counter(sums).most_common(1)[0]
            odd_rows = [row for row, found in enumerate(sums) if found != common]
            if len(odd_rows) == 1 and times > 1 and 0 <= total - common <= MAX_UNDEALT:
                row = odd_rows[0]
                message = (
                    f"{by_players.rows[row]} players with {dealt[row]} each and {left[row]} left over make {sums[row]}"
                )
                yield by_players.table.rows[row][other], f"{message}, but the other rows make {common}"
