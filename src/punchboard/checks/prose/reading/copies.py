"""Copies of components in a table whose column of copies has a name that nobody knows, as far as a text gives them."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from punchboard.checks.prose.english.parsed_text import Block
from punchboard.checks.prose.reading.vocabulary import Piece, Vocabulary, mentions

FEWEST: Final = 2
"""A text counts at least this many components as the column does."""

SHARE: Final = 0.6
"""And this part of all that it counts."""

NEAR: Final = 3
"""A number counts a name that begins at most this many words after it: ``12 kart Kupiec``."""


def with_counted_copies(vocabulary: Vocabulary, blocks: Iterable[Block]) -> Vocabulary:
    """Return a vocabulary with the copies of the column that a text repeats beside names; the same if it has copies."""
    pieces = vocabulary.pieces
    if len(pieces) < FEWEST or any(piece.copies != 1 for piece in pieces):
        return vocabulary
    told = {stated for block in blocks for stated in _counted(block, vocabulary)}
    for head in pieces[0].numbers:
        column = [piece.numbers.get(head, 0) for piece in pieces]
        agreed = {at for at, number in told if column[at] == number}
        if min(column) > 0 and len(agreed) >= max(FEWEST, SHARE * len({at for at, _number in told})):
            return replace(vocabulary, pieces=tuple(_with_copies(piece, head) for piece in pieces))
    return vocabulary


def _with_copies(piece: Piece, head: str) -> Piece:
    numbers = {name: number for name, number in piece.numbers.items() if name != head}
    return replace(piece, copies=piece.numbers[head], numbers=numbers)


def _counted(block: Block, vocabulary: Vocabulary) -> Iterator[tuple[int, int]]:
    """Yield each piece whose name comes after a number larger than one, with this number."""
    for mention in mentions(block, vocabulary):
        before = [word for word in block.words[max(mention.first - NEAR, 0) : mention.first] if word.is_number]
        alone = [next(iter(sense.pieces)) for sense in mention.senses if len(sense.pieces) == 1]
        if before and alone and int(before[-1].text) > 1:
            yield alone[0], int(before[-1].text)
