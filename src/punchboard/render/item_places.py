"""Search of a document's drawings, with the component or page on which each result is drawn."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Generic, TypeVar

from punchboard.scene import Document, Group, Item, Picture, Shape, Symbol, Text, Use

InkItem = Shape | Text | Picture
"""An item that prints ink."""

Found = TypeVar("Found", bound=Hashable)


def find_places(document: Document, find: Callable[[InkItem], Iterable[Found]]) -> dict[Found, tuple[str, ...]]:
    """Return everything that ``find`` yields for a document's items, each with its places in order.

    A place is a component's id, or ``page 3`` outside components. Each symbol is searched once.
    """
    walk = _Walk(find)
    for number, page in enumerate(document.pages, 1):
        walk.visit(page.items, f"page {number}")
    return {found: tuple(at) for found, at in walk.found.items()}


class _Walk(Generic[Found]):
    def __init__(self, find: Callable[[InkItem], Iterable[Found]]) -> None:
        self._find = find
        self._symbols: dict[Symbol, tuple[Found, ...]] = {}
        self.found: dict[Found, dict[str, None]] = {}

    def visit(self, items: Iterable[Item], place: str) -> None:
        """Search items at a place; inside a marked group the place is its component."""
        for item in items:
            if isinstance(item, Group):
                self.visit(item.items, item.mark.component if item.mark else place)
            else:
                for found in self._in(item):
                    self.found.setdefault(found, {})[place] = None

    def _in(self, item: Item) -> Iterable[Found]:
        if isinstance(item, InkItem):
            return self._find(item)
        return self._in_symbol(item.symbol) if isinstance(item, Use) else ()

    def _in_symbol(self, symbol: Symbol) -> tuple[Found, ...]:
        if symbol not in self._symbols:
            self._symbols[symbol] = tuple(dict.fromkeys(self._under(symbol.items)))
        return self._symbols[symbol]

    def _under(self, items: Iterable[Item]) -> Iterable[Found]:
        for item in items:
            yield from self._under(item.items) if isinstance(item, Group) else self._in(item)
