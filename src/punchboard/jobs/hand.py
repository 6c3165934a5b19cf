"""A second hand: a copy of this process that makes files of an edited game while this one sets books and checks it.

The copy begins with what is no book, and goes on with books from the end; this process takes what is left. What the
copy has taken and does not send is made here.
"""

from __future__ import annotations

import mmap
import multiprocessing
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Final, NamedTuple
from zlib import crc32

from punchboard.built import FileRecord
from punchboard.jobs.copies import Copy, can_be_copied
from punchboard.jobs.parts import TELLING
from punchboard.keeping.memory import Memory
from punchboard.keeping.products import KeptProducts
from punchboard.load.reads import Told, note_elsewhere, read_so_far
from punchboard.making import Made, Making, key_of, made_here, wanted_products
from punchboard.outputs import printing_of
from punchboard.pipeline import ALONE, Help, Options, context_of
from punchboard.products import PRODUCTS, Composed, Product

SLOTS: Final = 4096
"""Places for files that are taken. Of two with the same place one is made here, and maybe by both."""

LONG: Final = frozenset({"pdf", "html"})
"""The forms of files that take long."""

PATIENCE: Final = 1.0
"""Seconds until a file is made here of which nobody says whether it is taken: the copy was killed while it said so."""


class _Sent(NamedTuple):
    """The files of a document, its hash, and all that was read and asked for them."""

    path: str
    key: str
    made: tuple[Made, ...]
    read: Mapping[str, Told]
    answers: Mapping[str, str]


@contextmanager
def with_hand(composed: Composed, options: Options, memory: Memory) -> Iterator[Help]:
    """Give the help of a second hand, which begins at once; it is ended with the work."""
    if composed.material.icon_sets or composed.wishes.profile is not None or not can_be_copied():
        yield ALONE  # what is counted while files are made is counted here
        return
    try:
        hand = _Hand(composed, options, memory)
    except (OSError, ImportError):  # there is nothing that two processes could agree by
        yield ALONE
        return
    try:
        yield Help(made=hand.made)
    finally:
        hand.end()


class _Hand:
    """The copy, and what has come from it.

    Args:
        composed: the game.
        options: what is built.
        memory: what is remembered of the game.
    """

    def __init__(self, composed: Composed, options: Options, memory: Memory) -> None:
        self._taken, self._memory = _Taken(), memory
        self._copy: Copy | None = Copy(partial(_life, self._taken, composed, options, memory))
        self._found: dict[str, _Sent] = {}

    def made(self, path: str, key: str) -> Sequence[Made] | None:
        """Return the files of a document, when the copy has taken it; None when they are to be made here.

        Raises:
            UnsteadyError: when files have changed since this process read them.
        """
        if self._copy is None or self._taken.take(path):
            return None
        while path not in self._found:
            sent = self._copy.next()
            if not isinstance(sent, _Sent):
                self.end()
                return None
            note_elsewhere(sent.read)
            self._found[sent.path] = sent
        sent = self._found.pop(path)
        if sent.key != key:
            return None
        self._memory.add(sent.answers)
        return sent.made

    def end(self) -> None:
        """End the copy."""
        if self._copy is not None:
            self._copy.end()
            self._copy = None


class _Taken:
    """Who makes which file: a byte for each in memory that both processes see."""

    def __init__(self) -> None:
        self._places, self._lock = mmap.mmap(-1, SLOTS), multiprocessing.Lock()

    def take(self, path: str) -> bool:
        """Take a file; tell whether nobody else has."""
        place = crc32(path.encode()) % SLOTS
        if not self._lock.acquire(timeout=PATIENCE):
            return True
        try:
            is_free = not self._places[place]
            self._places[place] = 1
        finally:
            self._lock.release()
        return is_free


def _life(taken: _Taken, composed: Composed, options: Options, memory: Memory) -> Iterator[_Sent]:
    """Yield the files of documents that have changed, as far as nobody else has taken them."""
    output = composed.game.output
    kept = KeptProducts(options.out, output, context_of(options), _left_alone, memory.digests)
    making = Making(options.formats, printing_of(composed, before=memory.before), kept)
    for name, product in _documents(composed):
        key = key_of(name, product, kept)
        if key and not kept.knows(key) and taken.take(product.path):
            made = tuple(made_here(composed, name, product, making))
            yield _Sent(product.path, key, made, read_so_far(), memory.handed_on(product.path))


def _left_alone(_record: FileRecord) -> bool:
    """Tell that a file of the last output is not kept: that is done where it is written."""
    return False


def _documents(composed: Composed) -> Iterator[tuple[str, Product]]:
    """Yield the documents of the table set that take long to make, by the names of their products.

    What is no book comes first, for books are set meanwhile; these from the last to the first.
    """
    names = [name for name in wanted_products(composed, everything=False) if name not in TELLING]
    books = [name for name in names if PRODUCTS[name].book]
    for name in (*(name for name in names if name not in books), *reversed(books)):
        products = (product for product in PRODUCTS[name].make(composed) if product.form in LONG)
        yield from ((name, product) for product in (reversed([*products]) if name in books else products))
