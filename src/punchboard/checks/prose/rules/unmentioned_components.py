"""PROSE004: a component that no rule mentions.

What: the text names neither a component of the box nor its kind. A card with rules of its own, of a suit, or of a kind
with several different cards, is covered by a mention of its kind. One message lists all cards of such a kind, and
another lists all other components.

Why: players find a piece in the box, and nothing says what it is for.

Bad::

    # cards.csv: Dealer Button,button,1
    The deal passes to the left.

Good::

    Pass the Dealer Button to the left.

If a piece needs no rule, name it in a comment anywhere in the text: ``<!-- right: PROSE004 Dealer Button -->``.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Final

from punchboard.checks.prose.claims.claims import claims_of
from punchboard.checks.prose.claims.counted_names import CountedName, shared_words, unknown_names
from punchboard.checks.prose.english.numbers import NUMBER_WORDS
from punchboard.checks.prose.english.parsed_text import FUNCTION_WORDS, Block, fold
from punchboard.checks.prose.english.sentences import are_adjacent
from punchboard.checks.prose.reading.reading import Reading, other_place
from punchboard.checks.prose.reading.vocabulary import GENERIC, Piece, forms, last_word
from punchboard.problem import Problem

ID: Final = "PROSE004"

CLASS_SIZE: Final = 3
"""If a kind with a general name, such as ``token``, has at least this many different pieces, a rule about the kind
covers each of them; one piece less is enough for a kind with a name of its own, such as ``Suspect``."""


MOST_NAMES: Final = 12
"""A message gives at most this many names."""


def check(reading: Reading) -> Iterator[Problem]:
    """Yield a problem for the pieces that the texts do not mention: one for all of a kind, and one for all others.

    A piece that the texts may call by another name has a problem of its own.
    """
    mentions = Mentions(reading)
    exempt = {name for text in reading.texts for rule, name in text.exempt_names if rule == ID}
    by_kind: dict[str, list[Piece]] = defaultdict(list)
    for piece in unmentioned_pieces(reading):
        counted = ((name.block, name.start, name.shown) for name in unknown_names(reading) if _is_like(name, piece))
        like = next(counted, None) or next(_names_like(reading, piece), None)
        if like is not None:
            block, start, shown = like
            yield _problem([piece], f"is it the {shown!r} of {other_place(piece.place, block.place(start))}?")
        elif piece.name not in exempt:
            by_kind[mentions.covering_kind(piece)].append(piece)
    for kind, pieces in by_kind.items():
        they, them, their = ("it is", "it", "its") if len(pieces) == 1 else ("they are", "them", "their")
        otherwise = f"explain {their} kind: {kind!r}" if kind else f"remove {them}"
        yield _problem(pieces, f"explain what {they} for, or {otherwise}")


def _problem(pieces: Sequence[Piece], hint: str) -> Problem:
    names = list(dict.fromkeys(repr(piece.name) for piece in pieces))
    shown = names if len(names) <= MOST_NAMES else [*names[: MOST_NAMES - 1], f"{len(names) - MOST_NAMES + 1} others"]
    listed = " or ".join(filter(None, (", ".join(shown[:-1]), shown[-1])))
    return Problem(ID, pieces[0].cell or pieces[0].place, f"no rule mentions {listed}", hint)


def _is_like(name: CountedName, piece: Piece) -> bool:
    return bool(shared_words(name.folded, piece.name))


def _names_like(reading: Reading, piece: Piece) -> Iterator[tuple[Block, int, str]]:
    """Yield the places of names that share a word with that of a piece: ``Gold Bar`` for ``Gold Ingot``."""
    parts = [fold(word) for word in piece.name.split()]
    is_capital = claims_of(reading).is_capital_text
    for block in reading.blocks if len(parts) == 2 else ():
        named = {
            word.start for mention in reading.mentions(block) for word in block.words[mention.first : mention.last + 1]
        }
        for pair in pairwise(block.words):
            same = [word.folded == part for word, part in zip(pair, parts, strict=True)]
            other = pair[same.index(False)] if any(same) and not all(same) else None
            if other is None or other.start in named or other.folded in FUNCTION_WORDS | NUMBER_WORDS.keys():
                continue
            shared = parts[same.index(True)]
            is_name = all(word.is_capital for word in pair) if is_capital else same[0]
            if is_name and shared not in GENERIC and are_adjacent(block, pair):
                yield block, pair[0].start, block.text[pair[0].start : pair[1].end]


def unmentioned_pieces(reading: Reading) -> Iterator[Piece]:
    """Yield each piece that the texts do not mention; none when the texts are not all."""
    mentions = Mentions(reading)
    for piece in reading.vocabulary.pieces if reading.is_complete else ():
        if piece.name and piece.copies and not mentions.has_piece(piece):
            yield piece


class Mentions:
    """The pieces that the texts of a reading mention."""

    def __init__(self, reading: Reading) -> None:
        self._texts, self._vocabulary = reading.texts, reading.vocabulary
        mentions = [mention for block in reading.blocks for mention in reading.mentions(block)]
        named = {mention.form for mention in mentions}
        named |= {form for mention in mentions for sense in mention.senses for form in forms(sense.name)}
        words = {word.folded for block in reading.blocks for word in block.words}
        code_words = {fold(word) for text in reading.texts for word in re.findall(r"[\w'\u2019-]+", text.code_text)}
        self._forms = frozenset(named | words | code_words)

    @cached_property
    def _classes(self) -> Mapping[str, int]:
        """The number of different pieces of each kind and of each list entry."""
        by_kind: dict[str, set[str]] = defaultdict(set)
        for piece in self._vocabulary.pieces:
            for kind in piece.all_types:
                by_kind[kind].add(piece.name)
        return {kind: len(names) for kind, names in by_kind.items()}

    @cached_property
    def _heads(self) -> Mapping[str, set[str]]:
        """The names that a word can mean: those that end with it, and those of that kind."""
        by_head: dict[str, set[str]] = defaultdict(set)
        for piece in self._vocabulary.pieces:
            for head in (last_word(piece.name), piece.kind, piece.name):
                by_head[fold(head)].add(piece.name)
        return by_head

    def covering_kind(self, piece: Piece) -> str:
        """Return the kind of a piece if a rule about it would cover the piece, or an empty text."""
        is_covered = piece.kind not in {"", piece.name} and self._is_covered_by(piece, piece.kind)
        return piece.kind if is_covered else ""

    def _is_covered_by(self, piece: Piece, kind: str) -> bool:
        """Return whether a rule about a kind covers the piece."""
        is_described = bool(piece.texts) or self._vocabulary.are_kinds_described
        return is_described or self._classes[kind] >= (CLASS_SIZE if fold(kind) in GENERIC else CLASS_SIZE - 1)

    def has_piece(self, piece: Piece) -> bool:
        """Return whether the texts name a piece, its kind, or a word that can only mean this piece."""
        if any(map(self._is_mentioned, (piece.name, *piece.other_names))):
            return True
        for kind in piece.all_types:
            if self._is_covered_by(piece, kind) and self._is_mentioned(kind):
                return True
        if any(piece.name.endswith(f" of {suit}") for suit in piece.entries.values()) and self._is_mentioned("card"):
            return True  # a card of a suit
        head = fold(last_word(piece.name))
        is_only_meaning = all(fold(last_word(name)) == head != fold(name) for name in self._heads[head])
        return " " in piece.name and is_only_meaning and self._is_mentioned(head)

    def _is_mentioned(self, name: str) -> bool:
        return not self._forms.isdisjoint(forms(name))
