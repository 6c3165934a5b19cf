"""Twins: processes that begin as copies of this one, each with a share of a large deck's faces and of its pages.

A twin has all that was loaded and asked for. It checks its faces, which draws them, and then draws the sections of long
documents on which they lie. Whatever becomes of it, nothing is lost: what does not come from it is done here.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, NamedTuple

from punchboard.build.artifacts import wanted_products
from punchboard.build.file_formats import for_printer
from punchboard.build.pipeline import ALONE, Help, Options
from punchboard.checks.faces import Checked, all_checked, checked_faces
from punchboard.load.files.snapshot import Told, note_elsewhere, read_so_far
from punchboard.load.fonts.files import naming_of
from punchboard.model.layout.face import Face
from punchboard.problem import ProblemsFound
from punchboard.products import PRODUCTS, Composed
from punchboard.render.pdf.plain_sections import Plain, apart, together
from punchboard.render.pdf.sections import MOST, PAGES, Drawer, Section
from punchboard.scene import Document, Image
from punchboard.workers.forked_copy import Copy, can_be_copied


class _Checked(NamedTuple):
    """What the checks say of a share of the faces."""

    checked: Checked
    read: Mapping[str, Told]


class _Drawn(NamedTuple):
    """A section of a document as plain values."""

    path: str
    at: int
    section: Plain
    read: Mapping[str, Told]


@contextmanager
def with_twins(count: int, composed: Composed, options: Options) -> Iterator[Help]:
    """Give help with a game: that of so many processes, this one among them; none where it cannot be shared.

    There are never more than a file has sections. Twins are ended with the work, however it ends.
    """
    if not _is_shareable(composed):
        yield ALONE
        return
    count = min(count, MOST)
    crew = _Crew(count, composed, options)
    try:
        yield Help(crew.check, crew.drawn)
    finally:
        crew.end()


def _is_shareable(composed: Composed) -> bool:
    """Tell whether a game goes by nothing that is counted while faces are drawn: the icons of sets, or inks."""
    if composed.material.icon_sets or composed.wishes.profile is not None:
        return False
    if not can_be_copied():
        return False
    try:
        return bool(composed.all_faces)
    except ProblemsFound:  # which is told by whoever checks
        return False


class _Share(NamedTuple):
    """What one of some processes does: this one is the first, and has number 0."""

    number: int
    of: int

    def among(self, length: int) -> slice:
        """Return the places in a sequence that are its share."""
        return slice(length * self.number // self.of, length * (self.number + 1) // self.of)

    def sections(self, drawer: Drawer) -> tuple[int, ...]:
        """Return the numbers of the sections of a document that are its share."""
        count = len(drawer.sections)
        return tuple(at for at in range(count) if _drawn_by(at, count, self.of) == self.number)


class _Crew:
    """Some twins of this process, and what has come from them.

    Args:
        count: how many processes there are with this one.
        composed: the game, with all its faces asked for.
        options: what is built.
    """

    def __init__(self, count: int, composed: Composed, options: Options) -> None:
        self._shares = tuple(_Share(number, count) for number in range(count))
        self._naming = naming_of(composed.material.families)
        self._twins = {share.number: Copy(partial(_life, share, composed, options)) for share in self._shares[1:]}

    def check(self, faces: Sequence[Face]) -> Checked:
        """Return what `checked_faces` does.

        Raises:
            UnsteadyError: when files have changed since this process read them.
        """
        shares = [faces[share.among(len(faces))] for share in self._shares]
        own = checked_faces(shares[0])
        found = [own, *(self._checked(at, share) for at, share in enumerate(shares[1:], 1))]
        return all_checked([len(share) for share in shares], found)

    def _checked(self, number: int, faces: Sequence[Face]) -> Checked:
        found = self._next(number)
        if not isinstance(found, _Checked):
            self._lose(number)
            return checked_faces(faces)
        note_elsewhere(found.read)
        return found.checked

    def drawn(self, path: str, at: int, of: int) -> Section | None:
        """Return a section of a document that is drawn; None where it is this process' own and not yet, or got lost.

        Raises:
            UnsteadyError: when files have changed since this process read them.
        """
        number = _drawn_by(at, of, len(self._shares))
        if number == 0:
            return None
        found = self._next(number)
        if not isinstance(found, _Drawn) or found[:2] != (path, at):
            self._lose(number)
            return None
        note_elsewhere(found.read)
        return together(found.section, self._naming.face, _same)

    def _next(self, number: int) -> Any:
        twin = self._twins.get(number)
        return twin.next() if twin is not None else None

    def _lose(self, number: int) -> None:
        """Ask nothing more of a twin that did not send what was asked."""
        twin = self._twins.pop(number, None)
        if twin is not None:
            twin.end()

    def end(self) -> None:
        """End all twins."""
        for number in [*self._twins]:
            self._lose(number)


def _drawn_by(at: int, of: int, processes: int) -> int:
    """Return the number of the process that draws a section of a document: its faces are of that one's share."""
    return at * processes // of


def _life(share: _Share, composed: Composed, options: Options) -> Iterator[object]:
    """Do the share of a twin."""
    yield _check(composed.all_faces[share.among(len(composed.all_faces))])
    yield from _draw(share, composed, options)


def _draw(share: _Share, composed: Composed, options: Options) -> Iterator[_Drawn]:
    """Yield the sections that are the share of a twin."""
    naming = naming_of(composed.material.families)
    for path, document in _long_documents(composed, options):
        drawer = Drawer(document)
        for at in share.sections(drawer):
            section = drawer.section(at)
            yield _Drawn(path, at, apart(section, naming.name, _same), read_so_far())


def _same(image: Image) -> Image:
    """Return a picture: it travels as it is."""
    return image


def _check(faces: Iterable[Face]) -> _Checked:
    return _Checked(checked_faces(faces), read_so_far())


def _long_documents(composed: Composed, options: Options) -> Iterator[tuple[str, Document]]:
    """Yield the sheets of more pages than are kept, in the order in which they are made, each with its path."""
    if "sheets" not in wanted_products(composed, everything=composed.wishes.everything) or "pdf" not in options.formats:
        return
    for product in PRODUCTS["sheets"].make(composed):
        if len(product.document.pages) > PAGES:
            yield product.path, for_printer(product, composed.wishes)
