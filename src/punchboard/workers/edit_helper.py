"""A second hand: copies of this process that make files of an edited game.

The first begins with the game as it was loaded, and makes what is no book while this process sets books. The second
begins with the books as they were set, and makes files of these while this process checks them. Both make the last file
of a product first, and this process the first. What a copy has taken and does not send is made here.
"""

import mmap
import multiprocessing
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from hashlib import blake2b
from typing import Final, NamedTuple

from punchboard.build.artifacts import Making, Sent, made_here, wanted_products
from punchboard.build.documents import documents_of
from punchboard.build.file_formats import printing_of
from punchboard.build.pipeline import ALONE, Help, Options, context_of
from punchboard.build_result import FileRecord
from punchboard.cache.answers import Entry
from punchboard.cache.build_memory import Memory
from punchboard.cache.product_cache import KeptProducts
from punchboard.checks.faces import Checked, checked_faces
from punchboard.load.files.snapshot import Told, note_elsewhere, read_so_far
from punchboard.model.layout.face import Face
from punchboard.products import PRODUCTS, Composed
from punchboard.workers.forked_copy import Copy, can_be_copied
from punchboard.workers.parts import TELLING

SLOTS: Final = 4096
"""Places for files that are taken. Of two with the same place the second is made here."""

PLACE: Final = 8
"""Bytes of a place: who has taken the file, counted from 1, and seven of its hash."""

LONG: Final = frozenset({"pdf", "html", "svg"})
"""The forms of files that take long."""

PATIENCE: Final = 1.0
"""Seconds until a file is made here of which nobody says whether it is taken: the copy was killed while it said so."""


class _Parcel(NamedTuple):
    """What a copy sends: the files of a document, or that it has listed those of a product; what it read and asked."""

    path: str
    sent: Sent
    read: Mapping[str, Told]
    answers: Mapping[str, Entry]


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
        yield Help(hand.check, others=hand)
    finally:
        hand.end()


HERE: Final = 0
"""The number of this process among those that make files; copies have theirs after it."""


class _Hand:
    """The copies, and what has come from them.

    Args:
        composed: the game.
        options: what is built.
        memory: what is remembered of the game.
    """

    def __init__(self, composed: Composed, options: Options, memory: Memory) -> None:
        self._taken, self._memory, self._composed = _Taken(), memory, composed
        self._life = partial(_life, self._taken, composed, options, memory)
        self._copies: list[Copy | None] = []
        self._found: dict[str, _Parcel] = {}
        self._begin(books=False)

    def _begin(self, *, books: bool) -> None:
        number = HERE + 1 + len(self._copies)
        self._copies.append(Copy(partial(self._life, number, books=books)))

    def check(self, faces: Sequence[Face]) -> Checked:
        """Check faces here, and begin the copy that makes files of books, when any book was set: others stay."""
        checked = checked_faces(faces)
        if self._composed.has_set_books:
            with suppress(OSError):  # what it would make is made here
                self._begin(books=True)
        return checked

    def made(self, path: str) -> Sent | None:
        """Return what a copy has made of a document; None when it is to be made here.

        Raises:
            UnsteadyError: when files have changed since this process read them.
        """
        maker = self._taken.take(path, HERE)
        parcel = self._next(path, maker - HERE - 1) if maker != HERE else None
        if parcel is None:
            return None
        self._memory.add(parcel.answers)
        return parcel.sent

    def listed(self, product: str) -> None:
        """Take over what a copy knows of the documents of a product, when it has begun to list them.

        Raises:
            UnsteadyError: as for `made`.
        """
        if PRODUCTS[product].of:
            self.made(_list_of(product))

    def _next(self, path: str, number: int) -> _Parcel | None:
        """Return what a copy sends by a name; None when nothing more comes from it."""
        while path not in self._found:
            copy = self._copies[number] if number < len(self._copies) else None
            parcel = copy.next() if copy is not None else None
            if not isinstance(parcel, _Parcel):
                self._end(number)
                return None
            note_elsewhere(parcel.read)
            self._found[parcel.path] = parcel
        return self._found.pop(path)

    def _end(self, number: int) -> None:
        copy = self._copies[number]
        if copy is not None:
            copy.end()
            self._copies[number] = None

    def end(self) -> None:
        """End the copies."""
        for number in range(len(self._copies)):
            self._end(number)


class _Taken:
    """Who makes which file: a place for each in memory that all processes see, with who and a part of its hash."""

    def __init__(self) -> None:
        self._places, self._lock = mmap.mmap(-1, SLOTS * PLACE), multiprocessing.Lock()

    def take(self, path: str, who: int) -> int:
        """Take a file, if nobody else has; return who makes it."""
        place, name = _place_of(path)
        if not self._lock.acquire(timeout=PATIENCE):
            return who
        try:
            if not self._places[place]:
                self._places[place : place + PLACE] = bytes((who + 1,)) + name
            known = self._places[place : place + PLACE]
        finally:
            self._lock.release()
        return known[0] - 1 if known[1:] == name else who

    def is_free(self, path: str) -> bool:
        """Tell whether nobody has taken a file, or another with the same place."""
        return not self._places[_place_of(path)[0]]


def _place_of(path: str) -> tuple[int, bytes]:
    """Return where it stands who makes a file, and the part of its hash that stands there."""
    name = blake2b(path.encode(), digest_size=PLACE - 1).digest()
    return int.from_bytes(name) % SLOTS * PLACE, name


def _life(
    taken: _Taken, composed: Composed, options: Options, memory: Memory, number: int, *, books: bool
) -> Iterator[_Parcel]:
    """Yield the files of documents that have changed, as far as nobody else has taken them.

    Args:
        taken: who makes which file.
        composed: the game.
        options: what is built.
        memory: what is remembered of the game.
        number: that of this copy.
        books: whether they are files of books, or of all else.
    """
    output = composed.game.output
    kept = KeptProducts(options.out, output, context_of(options), _left_alone, memory.digests)
    making = Making(options.formats, printing_of(composed, before=memory.before), kept)
    memory.handed_on("")  # what was asked so far is known where it was asked
    for name in wanted_products(composed, everything=False):
        if PRODUCTS[name].book is not books or name in TELLING:
            continue
        lists = bool(PRODUCTS[name].of) and taken.take(_list_of(name), number) == number
        documents = [one for one in documents_of(composed, name, kept) if one.form in LONG]
        if lists:
            yield _Parcel(_list_of(name), Sent("", ()), read_so_far(), memory.handed_on(""))
        for one in reversed(documents):
            changed = taken.is_free(one.path) and one.key and not kept.knows(one.key)
            if changed and taken.take(one.path, number) == number:
                sent = Sent(one.key, tuple(made_here(composed, name, one.product(), making)))
                yield _Parcel(one.path, sent, read_so_far(), memory.handed_on(one.path))


def _list_of(product: str) -> str:
    """Return what is taken by who lists the documents of a product; no file is called so."""
    return f"{product}/"


def _left_alone(_record: FileRecord) -> bool:
    """Tell that a file of the last output is not kept: that is done where it is written."""
    return False
