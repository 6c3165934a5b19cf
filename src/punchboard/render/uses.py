"""How often each symbol of a document is placed: one that is placed once need not be a symbol in the file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from punchboard.scene import Group, Item, Page, Symbol, Use


def count_uses(pages: Iterable[Page]) -> Counter[Symbol]:
    """Return how often each symbol is placed; what lies in a symbol counts once for the symbol."""
    uses: Counter[Symbol] = Counter()

    def visit(items: Iterable[Item]) -> None:
        for item in items:
            if isinstance(item, Use):
                uses[item.symbol] += 1
                if uses[item.symbol] == 1:
                    visit(item.symbol.items)
            elif isinstance(item, Group):
                visit(item.items)

    for page in pages:
        visit(page.items)
    return uses
