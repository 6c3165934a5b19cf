"""Piles that a text names: where it draws from them, says that they are empty, and says what they are."""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

from punchboard.checks.prose.english import Patterns, word_set
from punchboard.checks.prose.english.parsed_text import Block, fold, words
from punchboard.checks.prose.english.sentences import (
    Sentence,
    is_example,
    is_flavour,
    is_option,
    sentence_at,
    sentences,
)
from punchboard.checks.prose.reading.reading import Reading
from punchboard.checks.prose.reading.vocabulary import GENERIC, Mention, forms

_RE: Final = Patterns("piles")


_USES: Final = (_RE.empty, _RE.is_empty, _RE.should, _RE.bare, _RE.top, _RE.left, _RE.refill, _RE.from_pile)
"""What says that a text uses a pile. The first that fits counts: ``from`` alone may also come before other things."""

_THE_BOX: Final = frozenset({"box", "game box"})
_NO_PILES: Final = word_set("no piles")


class PileUse(NamedTuple):
    """A place where a text uses a pile: its name, the letters of the name, and what is taken from it."""

    name: str
    block: Block
    start: int
    end: int
    is_sure: bool
    """Only a pile is used like this: it is empty, or cards are drawn from it."""
    taken: frozenset[int] = frozenset()
    """The pieces that are taken from it, if the text says which."""
    taken_from: int = 0
    """The letter where the words for these pieces begin."""


class PileMaking(NamedTuple):
    """A sentence that says what a pile is, and the pieces that it says are in it, if any."""

    name: str
    block: Block
    start: int
    pieces: frozenset[int]


@lru_cache(maxsize=1)
def piles_of(reading: Reading) -> "Piles":
    """Return the piles of a reading. The last one is cached, because several rules use it in turn."""
    return Piles(reading)


class Piles:
    """The piles that the texts of a reading name."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._blocks = tuple(block for block in reading.blocks if block.kind != "front" and not is_example(block))

    @cached_property
    def uses(self) -> tuple[PileUse, ...]:
        """Every use of a pile, in order."""
        return tuple(use for block in self._blocks for use in self._uses_in(block))

    @cached_property
    def makings(self) -> tuple[PileMaking, ...]:
        """Every sentence that says what a pile is; the names are those of `uses` and others."""
        return tuple(making for block in self._blocks for making in self._makings_in(block))

    @cached_property
    def defined(self) -> frozenset[str]:
        """The names that the texts write anywhere but in a use, in every form."""
        used = {(use.block, use.start) for use in self.uses}
        names = {use.name for use in self.uses}
        written = set[str]()
        for block in self._reading.blocks:
            for name in names:
                for match in re.finditer(rf"\b{re.escape(name)}\b", block.text, re.IGNORECASE):
                    is_name = block.text[match.start()].isupper() or block.kind == "heading"
                    if is_name and (block, match.start()) not in used and not is_flavour(block, match.start()):
                        written.add(name)
        return frozenset(written)

    @cached_property
    def unused_makings(self) -> tuple[PileMaking, ...]:
        """Every sentence that makes a pile whose name occurs nowhere else."""
        return tuple(making for making in self.makings if making.pieces and self._occurrences(making.name) == 1)

    def _occurrences(self, name: str) -> int:
        pattern = re.compile(rf"\b{re.escape(name)}\b")
        return sum(len(pattern.findall(block.text)) for block in self._reading.blocks)

    def contents(self, name: str) -> frozenset[int]:
        """Return the pieces that a pile is made of, as far as the texts say."""
        return frozenset().union(*(making.pieces for making in self.makings if making.name == name))

    def other_contents(self, use: PileUse) -> frozenset[int]:
        """Return the pieces that the pile of a use is made of or, if no sentence says so, that other uses take."""
        others = (other.taken for other in self.uses if other.name == use.name and other is not use)
        return self.contents(use.name) or frozenset().union(*others)

    def _uses_in(self, block: Block) -> Iterator[PileUse]:
        by_start: dict[int, PileUse] = {}
        for pattern in _USES:
            for match in pattern.finditer(block.text):
                start, end = match.span("name")
                if start in by_start or is_flavour(block, start) or self._is_no_pile(block, start, end):
                    continue
                taken, taken_from = frozenset[int](), 0
                if "at" in pattern.groupindex:
                    taken, taken_from = self._taken(block, match.start("at"))
                if not taken and pattern is _RE.from_pile and (then := _RE.then.match(block.text, end)):
                    taken, taken_from = self._taken(block, then.end(), then.start())[0], match.start()
                draws = bool(_RE.draws.search(block.text, 0, start))
                by_start[start] = PileUse(
                    match["name"], block, start, end, pattern is not _RE.from_pile or draws, taken, taken_from
                )
        yield from (by_start[start] for start in sorted(by_start))

    def _is_no_pile(self, block: Block, start: int, end: int) -> bool:
        """Return whether a name is in the deck, a term of the game or a part of it, such as a phase."""
        folded = " ".join(word.folded for word in words(block.text[start:end]))
        vocabulary = self._reading.vocabulary
        return (
            folded in _THE_BOX
            or folded in vocabulary.senses
            or folded in vocabulary.known_terms
            or not forms(folded.rpartition(" ")[2]).isdisjoint(_NO_PILES)
        )

    def _taken(self, block: Block, end: int, begin: int = 0) -> tuple[frozenset[int], int]:
        """Return the pieces that the last words from ``begin`` to ``end`` name, and where these words begin."""
        pieces, start = frozenset[int](), end
        for mention in reversed(self._reading.mentions(block)):
            if mention.end > start or mention.start < begin:
                continue
            between = block.text[mention.end : start]
            if between.strip() if pieces else not (begin or _RE.between.fullmatch(between)):
                break
            named = frozenset().union(*(sense.pieces for sense in mention.senses))
            pieces, start = (pieces & named or pieces if pieces else named), mention.start
        return pieces, start if pieces else 0

    def _makings_in(self, block: Block) -> Iterator[PileMaking]:
        if block.kind in {"heading", "head"}:
            return
        before: list[Sentence] = []
        for sentence in sentences(block):
            before.append(sentence)
            for match in _RE.name.finditer(sentence.text):
                start, end = sentence.start + match.start(), sentence.start + match.end()
                is_making = _RE.makes.search(block.text, sentence.start, start) and not is_flavour(block, start)
                if is_making and not self._is_no_pile(block, start, end):
                    yield PileMaking(match["name"], block, start, self._named_last(block, before, start))

    def _named_last(self, block: Block, before: list[Sentence], end: int) -> frozenset[int]:
        """Return the pieces that the last sentence with any pieces names before ``end``."""
        for sentence in reversed(before):
            named = [
                mention
                for mention in self._reading.mentions(block)
                if sentence.start <= mention.start < min(sentence.end, end)
            ]
            pieces = [frozenset().union(*(sense.pieces for sense in mention.senses)) for mention in named]
            exact = [own for own, mention in zip(pieces, named, strict=True) if forms(mention.form).isdisjoint(GENERIC)]
            if any(pieces):
                return frozenset().union(*(exact or pieces))
        return frozenset()


def draw_piles_with_two_names(reading: Reading) -> Iterator[tuple[PileUse, PileMaking]]:
    """Yield the uses of a draw pile by another common noun than the one that the set-up makes: ``the stack``.

    That is certain if the texts make one pile of these cards, besides the whole deck, and only draw from the other.
    """
    blocks = [block for block in reading.blocks if block.kind != "front"]
    makings = [making for block in blocks for making in _common_makings(reading, block)]
    everywhere = [match for block in blocks for match in _RE.any_common.finditer(block.text)]
    uses = [use for block in blocks for use in _common_uses(reading, block)]
    for use in uses:
        same = [other for other in uses if other.name == use.name]
        fits = [making for making in makings if any(_are_of_one_pile(other, making) for other in same)]
        named = [making for making in fits if making.name != "deck"] or fits
        before = [fold(match["before"] or "the") for match in everywhere if match["name"].casefold() == use.name]
        is_other = use.is_sure and not any(_are_of_one_pile(use, making) for making in named)
        is_only_drawn = before == ["the"] * len(same) and use.name not in {making.name for making in makings}
        if is_only_drawn and not is_other and len({making.name for making in named}) == 1:
            yield use, named[0]


def _are_of_one_pile(use: PileUse, making: PileMaking) -> bool:
    """Return whether a use draws what a pile is made of: the same pieces or, if they are not known, cards."""
    if use.taken and making.pieces:
        return not use.taken.isdisjoint(making.pieces)
    made = sentence_at(making.block, making.start).text
    is_of_cards = making.name.startswith("draw") or _RE.cards.search(made)
    return use.is_sure and bool(is_of_cards and _RE.cards.search(use.block.text, use.taken_from, use.start))


def _common_makings(reading: Reading, block: Block) -> Iterator[PileMaking]:
    label = [match] if (match := _RE.common_label.match(block.text)) else []
    for match in (*label, *_RE.common_made.finditer(block.text)):
        sentence = sentence_at(block, match.start())
        own = reading.mentions_between(block, sentence.start, match.start("name"))
        is_of = _RE.made_of.match(block.text, match.end())
        after = reading.mentions_between(block, match.end(), sentence.end) if is_of else []
        earlier = reading.mentions_between(block, 0, match.start("name"))
        pieces = _meant(own) or _meant(after) or _meant(earlier[-1:])
        yield PileMaking(match["name"].casefold(), block, match.start("name"), pieces)


def _meant(mentions: Sequence[Mention]) -> frozenset[int]:
    """Return the pieces that some names mean; names side by side mean what is both: Goods cards."""
    runs: list[tuple[bool, frozenset[int]]] = []
    last = -1
    for mention in mentions:
        pieces = frozenset(at for sense in mention.senses for at in sense.pieces)
        is_exact = forms(mention.form).isdisjoint(GENERIC)
        if runs and mention.first == last + 1 and runs[-1][1] & pieces:
            before, both = runs.pop()
            runs.append((before or is_exact, both & pieces))
        else:
            runs.append((is_exact, pieces))
        last = mention.last
    exact = [pieces for is_exact, pieces in runs if is_exact]
    return frozenset().union(*(exact or [pieces for _, pieces in runs]))


def _common_uses(reading: Reading, block: Block) -> Iterator[PileUse]:
    if is_option(block):
        return
    for match in (*_RE.common_use.finditer(block.text), *_RE.common_end.finditer(block.text)):
        draws = "draw" in match.groupdict()
        begin = match.start()
        if draws and _RE.pronoun.search(match["draw"]):  # "When you draw a card, take it from"
            begin = sentence_at(block, begin).start
        named = reading.mentions_between(block, begin, match.end("draw")) if draws else []
        taken = _meant(named)
        start, end = match.span("name")
        yield PileUse(match["name"].casefold(), block, start, end, draws, taken, begin)
