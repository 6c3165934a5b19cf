"""Counts of how often each symbol is placed: a symbol placed once need not be an object of the file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from punchboard.scene import Page, Symbol, placed_symbols, symbols_on


def count_uses(pages: Sequence[Page], *, into_faces: bool = True) -> Counter[Symbol]:
    """Return how often each symbol is placed. The contents of a symbol count once.

    Args:
        pages: the pages.
        into_faces: whether to count inside faces, too, which draws them.
    """
    uses: Counter[Symbol] = Counter()

    def visit(symbols: Iterable[Symbol]) -> None:
        for symbol in symbols:
            uses[symbol] += 1
            if uses[symbol] == 1 and (into_faces or not symbol.is_face):
                visit(placed_symbols(symbol.items))

    visit(symbols_on(pages))
    return uses
