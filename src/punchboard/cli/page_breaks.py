"""The table that ``punchboard check --explain-breaks`` prints: the pages of each book and what their ends cost."""

from collections.abc import Iterator
from math import fsum
from types import MappingProxyType
from typing import Final

from punchboard.cli.text_table import text_table
from punchboard.compose.books.book import Book
from punchboard.compose.text.flow import Column
from punchboard.model.values import counted
from punchboard.products.game.composed_game import ComposedGame

_CAUSES: Final = MappingProxyType(
    {
        "parted": "breaks what belongs together",
        "waiting": "a figure waits for the next page",
        "overtaken": "a section begins before a figure of the last one",
        "turned": "the leaf must be turned to read on",
    }
)
"""What adds to the cost of a column besides itself and its empty part, in words."""


def page_break_lines(composed: ComposedGame) -> Iterator[str]:
    """Yield a table for each book of a game: every page, how full it is, what its end costs and why."""
    for name in composed.book_names:
        yield from _book_lines(f"{composed.game.title}: {name}", composed.book(name))


def _book_lines(title: str, book: Book) -> Iterator[str]:
    columns = [(number, place, column) for number, page in book.text_pages for place, column in enumerate(page, 1)]
    is_split = any(place > 1 for _, place, _ in columns)
    rows, notes, section = [], ["ends in"], ""
    for number, place, column in columns:
        section = next((heading.title.strip() for heading in (*column.headings(),)[::-1]), section)
        page = f"{number}, column {place}" if is_split else f"{number}"
        rows.append((page, f"{1 - column.empty:.0%}", f"{column.cost.total:.0f}"))
        notes.append("; ".join(filter(None, (section, *_causes(column)))))
    whole = fsum(column.cost.total for *_, column in columns)
    yield f"{title}: {counted(len(book.text_pages), 'page')} of text, which cost {whole:.0f} together"
    yield from map("  ".join, zip(text_table(("page", "full", "cost"), rows), notes, strict=True))
    yield ""


def _causes(column: Column) -> Iterator[str]:
    """Yield what the end of a column costs besides its empty part: the cost and the cause."""
    costs = column.cost._asdict()
    return (f"{costs[name]:.0f}: {words}" for name, words in _CAUSES.items() if costs[name])
