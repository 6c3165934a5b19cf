"""What the words of a rulebook can name: pieces, kinds and entries, and the places that name them."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import chain, pairwise
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from punchboard.checks.prose.english import word_set
from punchboard.checks.prose.english.numbers import NUMBER_WORDS
from punchboard.checks.prose.english.parsed_text import (
    DETERMINERS,
    ELIDED,
    FUNCTION_WORDS,
    Block,
    Remembered,
    Word,
    fold,
    is_plural,
    plurals,
    singulars,
    words,
)
from punchboard.problem import Place

Role = Literal["piece", "kind", "entry", "good", "head"]

GENERIC: Final = word_set("components")
MATERIALS: Final = word_set("materials")
TYPES_TOO: Final = word_set("types too")
_GOODS: Final = word_set("goods columns")


@dataclass(frozen=True, eq=False)
class Piece:
    """One distinct component: a row of the deck."""

    name: str
    copies: int
    place: Place
    kind: str = ""
    entries: Mapping[str, str] = field(default_factory=dict)
    """Its entry in each list, by column name."""
    numbers: Mapping[str, int] = field(default_factory=dict)
    texts: tuple[Block, ...] = ()
    """The texts printed on it."""
    other_names: tuple[str, ...] = ()
    cell: Place | None = None
    """Where its name is written, if it has one."""
    types: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The single types of its kind and entries that list several: of ``Machine, Power``."""

    @cached_property
    def all_types(self) -> tuple[str, ...]:
        """Its kind and its entries, and each type of a cell that lists several, without what it costs or makes."""
        entries = (entry for column, entry in self.entries.items() if entry_role(column) == "entry")
        cells = tuple(filter(None, (self.kind, *entries)))
        return (*cells, *chain.from_iterable(self.types.get(cell, ()) for cell in cells))

    def types_in(self, cell: str) -> tuple[str, ...]:
        """Return the types that its kind or an entry lists, mostly one."""
        return self.types.get(cell, (cell,))


class Sense(NamedTuple):
    """One thing that a name can mean: some pieces, by number."""

    name: str
    role: Role
    pieces: frozenset[int]


class Naming(NamedTuple):
    """A name and what it means."""

    name: str
    sense: Sense


class SetupDeal(NamedTuple):
    """What a step gives to each player: the pieces, and how many by number of players (0 for any), if that is known."""

    pieces: frozenset[int]
    numbers: Mapping[int, int]
    is_setup: bool = True
    """Whether it is a step of the set-up, not of a turn or a round."""
    is_limit: bool = False
    """Whether the numbers are the most that it gives: ``up to 3``."""
    verb: str = "deal"


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """All names, with the pieces that they name."""

    file: str
    pieces: tuple[Piece, ...]
    names: tuple[Naming, ...]
    lists: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The entries that occur in a list, by column name."""
    terms: tuple[str, ...] = ()
    """Words of the game that name no piece: columns, piles, dice."""
    players: tuple[int, int] | None = None
    deals: tuple[SetupDeal, ...] = ()
    are_kinds_described: bool = False
    """Every kind says what it is, so a rule about a kind covers each of its pieces."""
    totals_by_players: Mapping[int, int] = field(default_factory=dict)
    """How many of all pieces a game has by its number of players, if the only table counts them so."""

    @cached_property
    def senses(self) -> Mapping[str, tuple[Sense, ...]]:
        """What each form of each name can mean, by its folded words with single spaces."""
        by_form: dict[str, dict[Sense, None]] = {}
        for name, sense in self.names:
            for form in forms(name):
                by_form.setdefault(form, {})[sense] = None
        return MappingProxyType({form: tuple(senses) for form, senses in by_form.items()})

    @cached_property
    def longest_by_first_word(self) -> Mapping[str, int]:
        """The number of words of the longest name that begins with each word."""
        longest: dict[str, int] = {}
        for form in self.senses:
            first, *rest = form.split()
            longest[first] = max(longest.get(first, 0), 1 + len(rest))
        return longest

    @cached_property
    def own_words(self) -> frozenset[str]:
        """Every word that occurs in a name."""
        return frozenset(chain.from_iterable(form.split() for form in (*self.senses, *self.known_terms)))

    @cached_property
    def known_terms(self) -> frozenset[str]:
        """The terms in every form."""
        return frozenset(chain.from_iterable(map(forms, self.terms)))

    @cached_property
    def _copies(self) -> Remembered[frozenset[int], int]:
        return Remembered(lambda pieces: sum(self.pieces[number].copies for number in pieces))

    def copies(self, pieces: frozenset[int]) -> int:
        """Return how many of these pieces are in the box."""
        return self._copies[pieces]


@lru_cache(maxsize=16384)
def forms(name: str) -> frozenset[str]:
    """Return a name as it may occur in a text: folded, in the singular and the plural."""
    parts = tuple(word.folded for word in words(name))
    if not parts:
        return frozenset()
    spellings = {parts}
    at = parts.index("of", 1) - 1 if "of" in parts[1:] else len(parts) - 1
    spellings |= {(*parts[:at], form, *parts[at + 1 :]) for form in singulars(parts[at]) or plurals(parts[at])}
    return frozenset(" ".join(form) for form in spellings)


def last_word(name: str) -> str:
    """Return the head noun of a name: ``Card`` of ``Night Card``, ``Ace`` of ``Ace of Cups``."""
    before, _, _ = name.partition(" of ")
    return before.rsplit(" ", 1)[-1].rsplit("-", 1)[-1]


def namings(pieces: tuple[Piece, ...]) -> Iterator[Naming]:
    """Yield the names of pieces, of their kinds and of the entries of their lists."""
    by_name: dict[tuple[str, Role], set[int]] = {}
    for at, piece in enumerate(pieces):
        for key in _names_of(piece):
            by_name.setdefault(key, set()).add(at)
    for (name, role), numbers in by_name.items():
        if any(map(str.isalpha, name)) and name.casefold() not in FUNCTION_WORDS:
            yield Naming(name, Sense(name, role, frozenset(numbers)))
    yield from _type_namings(pieces)


def _type_namings(pieces: tuple[Piece, ...]) -> Iterator[Naming]:
    """Yield each type of the cells that list several, for all pieces that have it, and each cell for those with all."""
    with_type: dict[tuple[str, Role], set[int]] = {}
    lists: dict[tuple[str, Role], tuple[str, ...]] = {}
    for at, piece in enumerate(pieces):
        for column, cell in (("", piece.kind), *piece.entries.items()):
            role = entry_role(column)
            if cell in piece.types:
                lists[cell, role] = piece.types[cell]
            for name in piece.types_in(cell):
                with_type.setdefault((name, role), set()).add(at)
    for (cell, role), types in lists.items():
        every = [frozenset(with_type[name, role]) for name in types]
        yield Naming(cell, Sense(cell, role, frozenset.intersection(*every)))
        yield from (Naming(name, Sense(name, role, members)) for name, members in zip(types, every, strict=True))


@lru_cache(maxsize=1024)
def entry_role(column: str) -> Role:
    """Return the role of the entries in a column: ``good`` for what cards cost or make, such as wood."""
    return "entry" if _GOODS.isdisjoint(word.folded for word in words(column)) else "good"


def _names_of(piece: Piece) -> Iterator[tuple[str, Role]]:
    for name in (piece.name, *piece.other_names):
        yield name, "piece"
    yield piece.kind, "kind"
    for column, entry in piece.entries.items():
        yield entry, entry_role(column)
    head = last_word(piece.name)
    if " " in piece.name and not is_plural(fold(head)):
        yield head, "head"


_JOINT: Final = re.compile(rf"\s?[-/&,:+\u2013]?\s?(?:{ELIDED})?")
"""What may stand between two words of a name."""


class Mention(NamedTuple):
    """A name in a block: its form, first and last word, first and last letter, and what it can mean."""

    form: str
    first: int
    last: int
    start: int
    end: int
    senses: tuple[Sense, ...]


def mentions(block: Block, vocabulary: Vocabulary) -> Iterator[Mention]:
    """Yield the names in a block from left to right, the longest at each place."""
    all_words, senses, begins = block.words, vocabulary.senses, vocabulary.longest_by_first_word
    at = 0
    while at < len(all_words):
        longest = begins.get(all_words[at].folded, 0)
        form = _longest(block, all_words[at : at + longest], vocabulary) if longest else ""
        last = at + form.count(" ")
        if form and (last > at or _is_name(all_words, at)):
            yield Mention(form, at, last, all_words[at].start, all_words[last].end, senses[form])
            at = last
        at += 1


def _longest(block: Block, text_words: Sequence[Word], vocabulary: Vocabulary) -> str:
    """Return the longest name that some words begin with, or an empty text."""
    form = text_words[0].folded
    best = form if form in vocabulary.senses else ""
    for before, word in pairwise(text_words):
        if not _JOINT.fullmatch(block.text, before.end, word.start):
            break
        form = f"{form} {word.folded}"
        if form in vocabulary.senses:
            best = form
    return best


def _is_name(text_words: Sequence[Word], at: int) -> bool:
    """Return whether a single word that is also a number or a function word is meant as a name."""
    word = text_words[at]
    before = text_words[at - 1].folded if at else ""
    if word.folded in NUMBER_WORDS:
        return word.is_capital and (before in DETERMINERS or before in {"of", "with"})
    return word.folded not in FUNCTION_WORDS or (word.is_capital and at > 0)


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
    counted = {stated for block in blocks for stated in _counted(block, vocabulary)}
    for head in pieces[0].numbers:
        column = [piece.numbers.get(head, 0) for piece in pieces]
        agreed = {at for at, number in counted if column[at] == number}
        if min(column) > 0 and len(agreed) >= max(FEWEST, SHARE * len({at for at, _number in counted})):
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
