"""Where in a document something is drawn: the component whose mark it lies in, or else the page."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Generic, TypeVar

from punchboard.scene import Document, Group, Item, Picture, Shape, Symbol, Text, Use

InkItem = Shape | Text | Picture
"""An item that puts ink on paper."""

Found = TypeVar("Found", bound=Hashable)


def find_places(document: Document, ask: Callable[[InkItem], Iterable[Found]]) -> dict[Found, tuple[str, ...]]:
    """Return all that ``ask`` finds in a document's drawings, each with its places in their order.

    A place is a component's id, or ``page 3`` for what is part of no component; symbols are looked at once.
    """
    walk = _Walk(ask)
    for number, page in enumerate(document.pages, 1):
        walk.visit(page.items, f"page {number}")
    return {found: tuple(at) for found, at in walk.found.items()}


class _Walk(Generic[Found]):
    def __init__(self, ask: Callable[[InkItem], Iterable[Found]]) -> None:
        self._ask = ask
        self._symbols: dict[Symbol, tuple[Found, ...]] = {}
        self.found: dict[Found, dict[str, None]] = {}

    def visit(self, items: Iterable[Item], place: str) -> None:
        """Note all that items show at a place; a marked group is the place of its component."""
        for item in items:
            if isinstance(item, Group):
                self.visit(item.items, item.mark.component if item.mark else place)
            else:
                for found in self._in(item):
                    self.found.setdefault(found, {})[place] = None

    def _in(self, item: Item) -> Iterable[Found]:
        if isinstance(item, InkItem):
            return self._ask(item)
        return self._in_symbol(item.symbol) if isinstance(item, Use) else ()

    def _in_symbol(self, symbol: Symbol) -> tuple[Found, ...]:
        if symbol not in self._symbols:
            self._symbols[symbol] = tuple(dict.fromkeys(self._under(symbol.items)))
        return self._symbols[symbol]

    def _under(self, items: Iterable[Item]) -> Iterable[Found]:
        for item in items:
            yield from self._under(item.items) if isinstance(item, Group) else self._in(item)
