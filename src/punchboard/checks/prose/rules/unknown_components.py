"""PROSE011: a number of something that is not in the box.

What: the text counts things by a name (``pay 3 Silver Coins``) that is neither in the table of components nor defined,
listed among the components or often used by the text.

Why: players look for a piece that does not exist. Most often the piece has got another name since.

Bad::

    # cards.csv: Silver Penny,token,15
    Pay 3 Silver Coins to the bank.

Good::

    Pay 3 Silver Pennies to the bank.

If a name is right all the same, list it among the components, or mark it on its line or the line before:
``<!-- right: PROSE011 a mark on the track -->``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import Final

from punchboard.checks.prose.claims.claims import claims_of
from punchboard.checks.prose.claims.counted_names import CountedName, is_introduced, unknown_names
from punchboard.checks.prose.english.words import stem
from punchboard.checks.prose.reading.reading import Reading
from punchboard.checks.prose.reading.vocabulary import GENERIC, Piece, forms
from punchboard.problem import Problem

ID: Final = "PROSE011"

MOST_CANDIDATES: Final = 3
"""At most this many names are offered."""

NEAR: Final = 0.6
"""Names that are less similar than this part of the nearest one are not offered."""


def check(reading: Reading) -> Iterator[Problem]:
    """Yield a problem for each name, at its first place, with the nearest names in the deck."""
    if not reading.vocabulary.pieces:
        return
    places: dict[str, list[CountedName]] = {}
    introduced = set[str]()
    for name in unknown_names(reading):
        if is_introduced(reading, name.block) and not _shares_word(reading, name):
            introduced |= forms(name.folded)
        places.setdefault(min(forms(name.folded)), []).append(name)
    for key, found in places.items():
        if introduced.isdisjoint(forms(key)):
            yield _problem(reading, found)


def _shares_word(reading: Reading, name: CountedName) -> bool:
    """Return whether a name has a word of a component, so that it probably means this one."""
    return any(_shared_words(name.folded, piece.name) for piece in reading.vocabulary.pieces)


def _problem(reading: Reading, found: list[CountedName]) -> Problem:
    first, *more = found
    lines = sorted({one.block.place(one.start).line for one in more} - {first.block.place(first.start).line})
    also = f" (also in line {', '.join(map(str, lines))})" if lines else ""
    message = f"{first.shown!r}: {reading.vocabulary.file} has no component of this name{also}"
    candidates = [f"{piece.name!r} ({piece.place})" for piece in _candidates(reading, first)]
    hint = f"did you mean {' or '.join(candidates)}? If not, add the component to the table"
    return Problem(ID, first.block.place(first.start), message, hint)


def _candidates(reading: Reading, name: CountedName) -> list[Piece]:
    """Return the pieces that are nearest to a name, or else those that the text counts most often."""
    pieces = {piece.name: piece for piece in reversed(reading.vocabulary.pieces) if piece.name}
    scores = {piece: _similarity(name.folded, piece.name) for piece in pieces.values()}
    best = max(scores.values(), default=0.0)
    if best < NEAR:
        counted = _counted_pieces(reading)
        scores = {piece: float(counted[piece.name]) for piece in pieces.values()}
        best = max(scores.values(), default=0.0)
    near = sorted(scores, key=lambda piece: -scores[piece])
    return [piece for piece in near if scores[piece] >= NEAR * best][:MOST_CANDIDATES]


def _counted_pieces(reading: Reading) -> Counter[str]:
    """Return how often the texts count each piece."""
    claims = (claim for block in reading.blocks for claim in claims_of(reading).in_block(block))
    single = (next(iter(pieces)) for claim in claims for pieces in claim.sense_pieces if len(pieces) == 1)
    return Counter(reading.vocabulary.pieces[at].name for at in single)


def _similarity(folded: str, name: str) -> float:
    """Return how near a name is, from 0 to 2: by common words, and by their letters."""
    other = name.casefold()
    return _shared_words(folded, name) / len(other.split()) + SequenceMatcher(None, folded, other).ratio()


def _shared_words(folded: str, name: str) -> int:
    """Return how many words two names have in common, without general ones."""
    return len({stem(word) for word in folded.split()} & {stem(word) for word in name.casefold().split()} - GENERIC)
