"""PROSE011: a number or a name of something that is not in the box.

What: the text counts things by a name (``pay 3 Silver Coins``) that is neither in the table of components nor defined,
listed among the components or often used by the text. A warning names what the text only treats like a card: a heading
or bold words (``**Decoy**: discard a card``) among those of cards, or ``a Fake Parrot card``.

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
from collections.abc import Iterator, Mapping
from difflib import SequenceMatcher
from math import fsum
from typing import Final

from punchboard.checks.prose.claims.claims import claims_of
from punchboard.checks.prose.claims.counted_names import CountedName, is_introduced, shared_words, unknown_names
from punchboard.checks.prose.claims.titled_names import titled_names
from punchboard.checks.prose.english.parsed_text import FUNCTION_WORDS, Block, fold, stem
from punchboard.checks.prose.english.sentences import sentence_at
from punchboard.checks.prose.reading.reading import Reading
from punchboard.checks.prose.reading.vocabulary import GENERIC, Piece, forms
from punchboard.checks.prose.rules import misspelt_names
from punchboard.checks.prose.rules.unmentioned_components import unmentioned_pieces
from punchboard.problem import Place, Problem, Severity

MOST: Final = 3
"""At most this many names are offered."""

NEAR: Final = 0.6
"""Names that are less similar than this part of the nearest one are not offered."""

LIKELY: Final = 0.3
"""The same for what the text does with them, which says less."""

USE: Final = 0.3
"""What each further use of a piece counts, where a word that only two sentences have counts 0.5."""


def candidates(reading: Reading, name: CountedName) -> list[Piece]:
    """Return the pieces that are nearest to a name: by its letters, or else by what the text does with them."""
    pieces = {piece.name: piece for piece in reversed(reading.vocabulary.pieces) if piece.name}
    scores, least = {at: _similarity(name.folded, at) for at in pieces}, NEAR
    if max(scores.values(), default=0.0) < NEAR:
        scores, least = _treated_alike(reading, name, pieces), LIKELY
    best = max(scores.values(), default=0.0)
    near = sorted(scores, key=lambda at: -scores[at])
    return [pieces[at] for at in near if scores[at] >= least * best][:MOST]


def _similarity(folded: str, name: str) -> float:
    """Return how near a name is, from 0 to 2: by common words, and by their letters."""
    other = name.casefold()
    return shared_words(folded, name) / len(other.split()) + SequenceMatcher(None, folded, other).ratio()


def _treated_alike(reading: Reading, name: CountedName, pieces: Mapping[str, Piece]) -> dict[str, float]:
    """Return for each piece how many rare words its sentences share with that of a name, and how often it is counted.

    A piece of another form (``2 Hunger markers``), with fewer copies or in the same sentence is less likely.
    """
    counted = list(_counted(reading))
    uses = Counter(word for _piece, words in counted for word in words)
    own = _words(name.block, name.start)
    scores = dict.fromkeys(pieces, 0.0)
    for at, words in counted:
        if at in scores:
            scores[at] += USE + fsum(1 / uses[word] for word in words & own)
    noun = fold(name.shown.rsplit(" ", 1)[-1])
    for at, piece in pieces.items():
        form = {fold(piece.kind), *map(fold, piece.name.split())}
        if not forms(noun).isdisjoint(GENERIC) and forms(noun).isdisjoint(form):
            scores[at] /= 4
        if piece.copies < name.number or set(map(stem, map(fold, piece.name.split()))) <= own:
            scores[at] /= 4
    return scores


def _counted(reading: Reading) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield each piece that the texts count, with the words of the sentence."""
    for block in reading.blocks:
        for claim in claims_of(reading).in_block(block):
            for pieces in claim.sense_pieces:
                if len(pieces) == 1:
                    yield reading.vocabulary.pieces[next(iter(pieces))].name, _words(block, claim.quantity.start)


def _words(block: Block, letter: int) -> frozenset[str]:
    """Return the stems of the words in the sentence at a letter, without function words."""
    sentence = sentence_at(block, letter)
    words = (word for word in block.words if sentence.start <= word.start < sentence.end)
    return frozenset(stem(word.folded) for word in words if word.folded not in FUNCTION_WORDS)


ID: Final = "PROSE011"


def check(reading: Reading) -> Iterator[Problem]:
    """Yield a problem for each name, at its first place, with the nearest names in the deck."""
    if not reading.vocabulary.pieces:
        return
    titled = tuple(titled_names(reading))
    # German capitalises every noun
    counted = dict(_counted_names(reading)) if reading.defined_words.are_english else {}
    misspelt = {problem.place for problem in misspelt_names.check(reading)} if titled or counted else set()
    for name in titled:
        if misspelt.isdisjoint(_letters(name)):
            yield _problem(reading, [name])._replace(severity=Severity.WARNING)
    for phrases in counted.values():
        if misspelt.isdisjoint(_letters(phrases[0])):
            yield _problem(reading, phrases)


def _counted_names(reading: Reading) -> Iterator[tuple[str, list[CountedName]]]:
    """Yield each name that is counted without being in the deck or introduced, by its first form, with its places."""
    places: dict[str, list[CountedName]] = {}
    introduced = set[str]()
    for name in unknown_names(reading):
        # a name with a word of a component probably means this one, even in a list of what is in the box
        is_like = any(shared_words(name.folded, piece.name) for piece in reading.vocabulary.pieces)
        if is_introduced(reading, name.block) and not is_like:
            introduced |= forms(name.folded)
        places.setdefault(min(forms(name.folded)), []).append(name)
    for key, phrases in places.items():
        if introduced.isdisjoint(forms(key)):
            yield key, phrases


def _letters(name: CountedName) -> Iterator[Place]:
    """Yield the places of the letters of a name: one that is misspelt is told as that."""
    return map(name.block.place, range(name.start, name.start + len(name.shown)))


def _problem(reading: Reading, names: list[CountedName]) -> Problem:
    first, *more = names
    lines = sorted({name.block.place(name.start).line for name in more} - {first.block.place(first.start).line})
    also = f" (also in line {', '.join(map(str, lines))})" if lines else ""
    message = f"{first.shown!r}: {reading.vocabulary.file} has no component of this name{also}"
    unused = {piece.name for piece in unmentioned_pieces(reading)}
    near = sorted(candidates(reading, first), key=lambda piece: piece.name not in unused)
    offered = [
        f"{piece.name!r} ({piece.place}{', which no rule mentions' if piece.name in unused else ''})" for piece in near
    ]
    hint = f"did you mean {' or '.join(offered)}? If not, add the component to the table"
    return Problem(ID, first.block.place(first.start), message, hint)
