"""The hash of a product: of every page and all that is drawn on it, of what the file says of itself and must show.

Values are hashed as pickle writes them, which is the fastest way to bytes that are equal only for equal values. Nothing
is ever read back from such bytes.
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Callable, Iterable, Sequence
from hashlib import blake2b
from operator import methodcaller
from types import MappingProxyType
from typing import Any, Final

from punchboard.compose.text.lazy_lines import LaterLines
from punchboard.fonts import Typeface, Word
from punchboard.geometry import Outline
from punchboard.scene import Group, Image, Item, LaterPages, Page, Symbol, Use

PROTOCOL: Final = 5
"""The same on every Python that runs this program."""


AT_HAND: Final = 1 << 14
"""Hashes that are kept: a deck may have more faces, and each is mostly placed once."""

Way = Callable[[Any], Any]


class _Ways(dict[type, Way]):
    """How values are taken apart, by their class; a class goes by the first of those that it comes from."""

    def __missing__(self, kind: type) -> Way:
        """Return the way of a class that comes from one of these; others are taken apart as they ask for."""
        if issubclass(kind, type):
            raise KeyError(kind)  # of a class, its name is written
        if issubclass(kind, tuple):
            self[kind] = lambda one: (kind, (one[:],))  # as it asks for itself, in half the time
            return self[kind]
        if issubclass(kind, Sequence):
            self[kind] = lambda one: (tuple, (tuple(one),))  # what is made when it is asked for
            return self[kind]
        known = next((way for parent, way in self.items() if issubclass(kind, parent)), None)
        self[kind] = known or methodcaller("__reduce_ex__", PROTOCOL)
        return self[kind]


class Digests:
    """Hashes values that scenes are part of; symbols, outlines, typefaces and what pages show are hashed once."""

    def __init__(self) -> None:
        self._symbols: dict[Symbol, str] = {}
        self._outlines: dict[Outline, str] = {}
        self._plain: dict[tuple[Any, ...], str] = {}
        self._items: dict[int, tuple[tuple[Item, ...], str]] = {}
        """The items of pages with their hashes, by their identity: a page of a book is one of each booklet too."""
        self._words: dict[int, tuple[Word, str]] = {}
        """Shaped words with their hashes, by their identity: a typeface keeps each, and a book says most often."""
        self._placed: dict[int, tuple[tuple[Item, ...], str]] = {}
        """As `page` goes through them: a page of a sheet is hashed once for its file, and once for itself."""
        self._ways = _Ways(
            {
                Symbol: lambda one: (str, (self._told(one),)),
                Page: lambda one: (tuple, ((*one._replace(items=()), self._of_items(one.items)),)),
                Outline: lambda one: (str, (self._outline(one),)),
                Typeface: lambda one: (str, (one.digest,)),
                Image: lambda one: (str, (f"image {one.digest} {one.width} {one.height}",)),
                Word: lambda one: (str, (self._of_word(one),)),
                LaterLines: lambda one: (tuple, (one.parts,)),
                LaterPages: lambda one: (str, (self._of_pages(one),)),
                MappingProxyType: lambda one: (dict, (tuple(one.items()),)),
            }
        )

    def of(self, value: object) -> str:
        """Return the hash of a value that is made of plain values, models and parts of scenes.

        Raises:
            TypeError, pickle.PicklingError: when it is made of something else.
        """
        out = io.BytesIO()
        pickler = pickle.Pickler(out, PROTOCOL)
        pickler.dispatch_table = self._ways
        pickler.fast = True  # writes equal values alike, whether or not they are the same object
        pickler.dump(value)
        return blake2b(out.getbuffer(), digest_size=16).hexdigest()

    def _of_pages(self, pages: LaterPages) -> str:
        """Return the hash of pages, of which one is at hand at a time."""
        whole = blake2b(digest_size=16)
        for page in pages:
            self._placed[id(page.items)] = page.items, self._of_placed(page.items)
            whole.update(self.page(page).encode())
        return whole.hexdigest()

    def page(self, page: Page, *more: object) -> str:
        """Return the hash of a page, and of more; what it places is gone through here, as sheets place thousands.

        Raises:
            TypeError, pickle.PicklingError: as `of` does.
        """
        known = self._placed.get(id(page.items))
        placed = known[1] if known is not None else self._of_placed(page.items)
        boxes = page.size, page.trim, page.bleed
        return _joined((page.label, page.side, self._said(boxes), self._said(more), placed))

    def _of_placed(self, items: tuple[Item, ...]) -> str:
        told: list[str] = []
        self._tell(items, told)
        return _joined(told)

    def _tell(self, items: Iterable[Item], told: list[str]) -> None:
        for item in items:
            if type(item) is Use:
                told += (item.symbol.look or self._told(item.symbol), self._said(item.transform))
            elif type(item) is Group:
                told += (
                    "(" if item.mark is None else "((",
                    self._said(item.transform),
                    "" if item.clip is None else self._outline(item.clip),
                    item.layer,
                )
                if item.mark is not None:
                    told += (item.mark.component, item.mark.side, self._said(item.mark.trim))
                self._tell(item.items, told)
                told.append(")")
            else:
                told.append(self.of(item))

    def _said(self, plain: tuple[Any, ...]) -> str:
        """Return what numbers are as a text; those of most components on a sheet are those of others."""
        found = self._plain.get(plain)
        if found is None:
            if len(self._plain) >= AT_HAND:
                self._plain.clear()
            found = self._plain[plain] = repr(plain)
        return found

    def _told(self, symbol: Symbol) -> str:
        if symbol.look:
            return f"{symbol.name} {tuple(symbol.bounds)} {symbol.look}"
        return self._known(self._symbols, symbol, self._of_symbol)

    def _outline(self, outline: Outline) -> str:
        return self._outlines.get(outline) or self._known(self._outlines, outline, lambda one: self.of(one.segments))

    def _of_symbol(self, symbol: Symbol) -> str:
        return self.of((symbol.name, symbol.bounds, self._of_items(symbol.items)))

    def _of_items(self, items: tuple[Item, ...]) -> str:
        known = self._items.get(id(items))
        if known is None:
            if len(self._items) >= AT_HAND:
                self._items.clear()
            known = self._items[id(items)] = items, self.of(items)
        return known[1]

    def _of_word(self, word: Word) -> str:
        known = self._words.get(id(word))
        if known is None:
            if len(self._words) >= AT_HAND:
                self._words.clear()
            known = self._words[id(word)] = word, self.of(word[:])
        return known[1]

    @staticmethod
    def _known(kept: dict[Any, str], one: Any, work: Callable[[Any], str]) -> str:
        found = kept.get(one)
        if found is None:
            found = work(one)
            if len(kept) >= AT_HAND:
                kept.clear()
            kept[one] = found
        return found


def _joined(told: Iterable[str]) -> str:
    return blake2b("\0".join(told).encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
