"""The hash of a product: of every page and all that is drawn on it, of what the file says of itself and must show.

Values are hashed as pickle writes them, which is the fastest way to bytes that are equal only for equal values. Nothing
is ever read back from such bytes.
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Callable, Sequence
from hashlib import blake2b
from operator import methodcaller
from types import MappingProxyType
from typing import Any, Final

from punchboard.compose.laterlines import LaterLines
from punchboard.fonts import Typeface
from punchboard.geometry import Outline
from punchboard.scene import Image, LaterPages, Symbol

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
        if issubclass(kind, Sequence) and not issubclass(kind, tuple):
            self[kind] = lambda one: (tuple, (tuple(one),))  # what is made when it is asked for
            return self[kind]
        known = next((way for parent, way in self.items() if issubclass(kind, parent)), None)
        self[kind] = known or methodcaller("__reduce_ex__", PROTOCOL)
        return self[kind]


class Digests:
    """Hashes values that scenes are part of; symbols, outlines and typefaces are hashed once."""

    def __init__(self) -> None:
        self._symbols: dict[Symbol, str] = {}
        self._outlines: dict[Outline, str] = {}
        self._ways = _Ways(
            {
                Symbol: lambda one: (str, (self._known(self._symbols, one, self._of_symbol),)),
                Outline: lambda one: (str, (self._known(self._outlines, one, lambda found: self.of(found.segments)),)),
                Typeface: lambda one: (str, (one.digest,)),
                Image: lambda one: (str, (f"image {one.digest} {one.width} {one.height}",)),
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
            whole.update(self.of(page).encode())
        return whole.hexdigest()

    def _of_symbol(self, symbol: Symbol) -> str:
        return self.of((symbol.name, symbol.bounds, symbol.items))

    @staticmethod
    def _known(kept: dict[Any, str], one: Any, work: Callable[[Any], str]) -> str:
        found = kept.get(one)
        if found is None:
            found = work(one)
            if len(kept) >= AT_HAND:
                kept.clear()
            kept[one] = found
        return found
