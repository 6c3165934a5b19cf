"""TYPE001: type is too small to be read at a table.

What: text is set smaller than 7 pt on a card, tile, token, die, quick-reference card or sheet of paper, or smaller than
8 pt on a page of a bound book: in captions, tables and running heads. What most of a book's words are set in may not be
smaller than 9 pt. What is measured is what was set, after ``fit: shrink to`` has made it smaller. Small capitals count
as the type that they stand in; pictures of cards, which are printed smaller, and the mark of the edition do not count.

Why: a card is read at arm's length, and players are as old as their games.

Bad: ``text: {at: [5, 50], size: [53.5, 12], text: "{{ text }}", fit: shrink to 5pt}``.
Good: ``text: {at: [5, 50], size: [53.5, 20], text: "{{ text }}", fit: shrink to 7pt}``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import inf
from typing import Final

from punchboard.checks.faces.page_faces import is_book_part, is_rulebook_page, location_text
from punchboard.checks.ink.background_layers import split_face
from punchboard.checks.ink.readable_inks import Ink, blocks, lines
from punchboard.model.layout.face import EDITION_BOX, Face
from punchboard.problem import Place, Problem

ID: Final = "TYPE001"

COMPONENT, BOOK, BODY = 7.0, 8.0, 9.0
"""The smallest sizes in points: on components and sheets, on pages of books, and of the text of books."""

_OFF: Final = 0.01

SMALL_CAPITALS: Final = 0.8
"""What capitals that stand in for small ones measure, in parts of the type beside them."""


def check(face: Face) -> Iterator[Problem]:
    """Yield a problem for each box of a face with type that is too small: for the smallest of it."""
    if is_book_part(face):
        return
    limit = BOOK if is_rulebook_page(face) else COMPONENT
    if _smallest(face) >= limit - _OFF:
        return
    smallest: dict[str, Ink] = {}
    texts = [ink for block in blocks(face.symbol) for ink in lines(face, block)]
    for ink in texts:
        if ink.box is not None and ink.box.name == EDITION_BOX:
            continue
        name = location_text(face, ink)
        found = smallest.get(name)
        if ink.size < limit - _OFF and (found is None or ink.size < found.size) and not _is_small_capitals(ink, texts):
            smallest[name] = ink
    for name, ink in smallest.items():
        message = f"text {ink.words!r} of {name} is set in {ink.size:.3g} pt; {limit:g} pt is the least"
        yield Problem(ID, face.place, message, "give it a larger style, or more room and a larger 'fit: shrink to'")


def _smallest(face: Face) -> float:
    """Return the size in points of the smallest text on a face."""
    seen = split_face(face)
    return seen.smallest_pt if seen is not None else min([block.size for block in blocks(face.symbol)], default=inf)


def body_sizes(page: Face) -> Counter[float]:
    """Return how many letters flow over a page of a bound book in each size in points."""
    sizes: Counter[float] = Counter()
    for block in blocks(page.symbol) if is_rulebook_page(page) else ():
        if next(lines(page, block)).box is None:
            sizes[round(block.size, 2)] += sum(len(word.text) for line in block.text.lines for word in line.words)
    return sizes


def check_body(sizes: Counter[float], place: Place) -> Iterator[Problem]:
    """Yield a problem when most words that flow through a bound book are set too small.

    Args:
        sizes: those of all pages.
        place: the text that the book is made of.
    """
    if sizes:
        ((size, _),) = sizes.most_common(1)
        if size < BODY - _OFF:
            message = f"most of the text is set in {size:.3g} pt; {BODY:g} pt is the least for the text of a book"
            yield Problem(ID, place, message, "give the theme's style 'p' a larger size")


def _is_small_capitals(ink: Ink, texts: Sequence[Ink]) -> bool:
    """Tell whether a text is capitals beside larger type on its line, or in a box whose style is so much larger."""
    if ink.words != ink.words.upper():
        return False
    beside = [other.size for other in texts if abs(other.local_area.bottom - ink.local_area.bottom) < _OFF]
    if ink.box is not None:
        beside.append(ink.box.size)
    return any(abs(ink.size - size * SMALL_CAPITALS) < _OFF for size in beside)
