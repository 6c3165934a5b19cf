"""TYPE001: type is too small to be read at a table.

What: text is set smaller than 7 pt on a card, tile, token, die, quick-reference card or sheet of paper, or smaller than
8 pt on a page of a bound book: in captions, tables and running heads. The main text of a book must not be smaller than
9 pt. The size checked is the final one, after ``fit: shrink to``. Small capitals count as the type size that they
belong to. Pictures of cards, which are printed smaller, and the edition mark are ignored.

Why: cards are read at arm's length, and not all players have young eyes.

Bad: ``text: {at: [5, 50], size: [53.5, 12], text: "{{ text }}", fit: shrink to 5pt}``.
Good: ``text: {at: [5, 50], size: [53.5, 20], text: "{{ text }}", fit: shrink to 7pt}``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import inf
from typing import Final

from punchboard.checks.ink.contrast import split_face
from punchboard.checks.ink.readable_inks import Ink, blocks, is_book_part, is_bound_page, lines, location_text
from punchboard.model.layout.face import EDITION_BOX, Face
from punchboard.problem import Place, Problem

ID: Final = "TYPE001"

COMPONENT, BOOK, BODY = 7.0, 8.0, 9.0
"""The smallest sizes in points: on components and sheets, on pages of books, and of the main text of books."""

_OFF: Final = 0.01

SMALL_CAPITALS: Final = 0.8
"""The size of substitute small capitals, as a fraction of the type beside them."""

SCRIPTS: Final = 0.66
"""The size of superscripts and subscripts, as a fraction of the type beside them."""


def check(face: Face) -> Iterator[Problem]:
    """Yield a problem for each box of a face with type that is too small: for its smallest text."""
    if is_book_part(face):
        return
    limit = BOOK if is_bound_page(face) else COMPONENT
    if _smallest(face) >= limit - _OFF:
        return
    smallest: dict[str, Ink] = {}
    texts = [ink for block in blocks(face.symbol) for ink in lines(face, block)]
    for ink in texts:
        if ink.box is not None and ink.box.name == EDITION_BOX:
            continue
        name = location_text(face, ink)
        known = smallest.get(name)
        if (
            ink.size < limit - _OFF
            and (known is None or ink.size < known.size)
            and not is_part_of_larger_type(ink, texts)
        ):
            smallest[name] = ink
    for name, ink in smallest.items():
        message = f"text {ink.words!r} of {name} is set in {ink.size:.3g} pt; the minimum is {limit:g} pt"
        yield Problem(ID, face.place, message, "give it a larger style, or more room and a larger 'fit: shrink to'")


def _smallest(face: Face) -> float:
    """Return the size in points of the smallest text on a face."""
    split = split_face(face)
    return split.smallest_pt if split is not None else min([block.size for block in blocks(face.symbol)], default=inf)


def body_sizes(page: Face) -> Counter[float]:
    """Return the number of letters of flowing text on a page of a bound book, by type size in points."""
    sizes: Counter[float] = Counter()
    for block in blocks(page.symbol) if is_bound_page(page) else ():
        if next(lines(page, block)).box is None:
            sizes[round(block.size, 2)] += sum(len(word.text) for line in block.text.lines for word in line.words)
    return sizes


def check_body(sizes: Counter[float], place: Place) -> Iterator[Problem]:
    """Yield a problem if most of the flowing text of a bound book is too small.

    Args:
        sizes: the sizes of all pages together.
        place: the text that the book is made from.
    """
    if sizes:
        ((size, _),) = sizes.most_common(1)
        if size < BODY - _OFF:
            message = f"most of the text is set in {size:.3g} pt; the minimum for the text of a book is {BODY:g} pt"
            yield Problem(ID, place, message, "give the theme's style 'p' a larger size")


def is_part_of_larger_type(ink: Ink, texts: Sequence[Ink]) -> bool:
    """Return whether a text is small capitals, or is raised or lowered, beside larger type or in a box that has it."""
    beside = [other.size for other in texts if abs(other.local_area.bottom - ink.local_area.bottom) < ink.size / 4]
    share = SMALL_CAPITALS if ink.words == ink.words.upper() else SCRIPTS
    if ink.box is not None:
        beside.append(ink.box.size)
    return any(abs(ink.size - size * part) < _OFF for size in beside for part in (share, SCRIPTS))
