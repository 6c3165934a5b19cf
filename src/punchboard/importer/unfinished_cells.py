"""What of the tables is not finished: cells such as TBD, and cards with a name alone among others with texts."""

from collections.abc import Iterator, Sequence
from typing import Final

from punchboard.importer.columns.roles import IGNORED
from punchboard.importer.table_analysis import AnalysedTable
from punchboard.load.tables.copies import UNDECIDED

UNFINISHED: Final = UNDECIDED | {"todo", "to do", "wip", "fixme"}
"""What stands, in small letters, for what is not decided yet."""

MOST_NAMED: Final = 6
"""At most this many cells or cards are named."""

_NOT_PRINTED: Final = frozenset({"copies", "id", "picture", "icon", "alt", *IGNORED})
"""Roles whose values are not printed as they are."""

_NO_CONTENT: Final = frozenset({"title", "type", *_NOT_PRINTED})
"""Roles of values that a card without a text may have."""


def unfinished_lines(tables: Sequence[AnalysedTable]) -> Iterator[str]:
    """Yield a line that names the cells that are not decided, and one that names the cards without a text."""
    cells = [cell for table in tables for cell in _undecided(table)]
    if cells:
        verb = "1 cell is" if len(cells) == 1 else f"{len(cells)} cells are"
        yield f"{verb} not decided yet and printed as written: {_named(cells)}"
    cards = [card for table in tables for card in _without_text(table)]
    if cards:
        verb, name = ("1 card has", "its name") if len(cards) == 1 else (f"{len(cards)} cards have", "their names")
        yield f"{verb} no text yet, only {name}: {_named(cards)}"


def _named(places: Sequence[str]) -> str:
    more = f" and {len(places) - MOST_NAMED} more" if len(places) > MOST_NAMED else ""
    return f"{', '.join(places[:MOST_NAMED])}{more}"


def _undecided(table: AnalysedTable) -> Iterator[str]:
    """Yield each cell that is not decided, in columns that mostly have other values."""
    source = table.source_table.table
    for column in table.columns:
        rows = [row for row, value in enumerate(column.values) if value.strip(" .!").casefold() in UNFINISHED]
        if table.role(column.name) not in _NOT_PRINTED and 2 * len(rows) < len(column.filled):
            yield from (f"{column.values[row]!r} ({source.cell(row, column.name)})" for row in rows)


def _without_text(table: AnalysedTable) -> Iterator[str]:
    """Yield each card that has a name and nothing else to print, in a table in which most have a text."""
    by_role = {table.role(column.name): column for column in table.columns}
    title, text = by_role.get("title"), by_role.get("text")
    if title is None or text is None or 2 * len(text.filled) < len(text.values):
        return
    content = [
        column for column in table.columns if table.role(column.name) not in _NO_CONTENT and not column.is_marked
    ]
    for row, name in enumerate(title.values):
        if name and not any(column.values[row] for column in content):
            yield f"{name!r} ({table.source_table.table.places[row]})"
