"""What the words of a rulebook can name: the pieces in the box, their kinds, and the entries of their lists."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import chain
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from punchboard.checks.prose.english.parsed_text import Block
from punchboard.checks.prose.english.words import FUNCTION_WORDS, fold, is_plural, plurals, singulars, word_set, words
from punchboard.problem import Place

Role = Literal["piece", "kind", "entry", "head"]

GENERIC: Final = word_set(
    "card tile token counter chip coin cube marker meeple pawn peg die board mat disc disk stone bead standee figure "
    "miniature sheet pad screen bag box button booklet dial timer clock spinner tray piece component"
)
"""General words for components, in any game."""

MATERIALS: Final = word_set("stone coin bead chip cube token tile board marker meeple die disc disk button")
"""Those of them that are also what a card makes, costs or moves."""


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
    """What a set-up step gives to each player: the pieces, and how many by number of players (0 for any)."""

    pieces: frozenset[int]
    numbers: Mapping[int, int]


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

    @cached_property
    def senses(self) -> Mapping[str, tuple[Sense, ...]]:
        """What each form of each name can mean, by its folded words with single spaces."""
        found: dict[str, dict[Sense, None]] = {}
        for name, sense in self.names:
            for form in forms(name):
                found.setdefault(form, {})[sense] = None
        return MappingProxyType({form: tuple(senses) for form, senses in found.items()})

    @cached_property
    def longest_by_first_word(self) -> Mapping[str, int]:
        """The number of words of the longest name that begins with each word."""
        found: dict[str, int] = {}
        for form in self.senses:
            first, *rest = form.split()
            found[first] = max(found.get(first, 0), 1 + len(rest))
        return found

    @cached_property
    def own_words(self) -> frozenset[str]:
        """Every word that occurs in a name."""
        return frozenset(chain.from_iterable(form.split() for form in (*self.senses, *self.known_terms)))

    @cached_property
    def known_terms(self) -> frozenset[str]:
        """The terms in every form."""
        return frozenset(chain.from_iterable(map(forms, self.terms)))

    @cached_property
    def _copies(self) -> dict[frozenset[int], int]:
        return {}

    def copies(self, pieces: frozenset[int]) -> int:
        """Return how many of these pieces are in the box."""
        found = self._copies.get(pieces)
        if found is None:
            found = self._copies[pieces] = sum(self.pieces[number].copies for number in pieces)
        return found


@lru_cache(maxsize=16384)
def forms(name: str) -> frozenset[str]:
    """Return a name as it may occur in a text: folded, in the singular and the plural."""
    parts = tuple(word.folded for word in words(name))
    if not parts:
        return frozenset()
    found = {parts}
    at = parts.index("of", 1) - 1 if "of" in parts[1:] else len(parts) - 1
    found |= {(*parts[:at], form, *parts[at + 1 :]) for form in singulars(parts[at]) or plurals(parts[at])}
    return frozenset(" ".join(form) for form in found)


def last_word(name: str) -> str:
    """Return the head noun of a name: ``Card`` of ``Night Card``, ``Ace`` of ``Ace of Cups``."""
    before, _, _ = name.partition(" of ")
    return before.rsplit(" ", 1)[-1].rsplit("-", 1)[-1]


def namings(pieces: tuple[Piece, ...]) -> Iterator[Naming]:
    """Yield the names of pieces, of their kinds and of the entries of their lists."""
    found: dict[tuple[str, Role], set[int]] = {}
    for at, piece in enumerate(pieces):
        for key in _names_of(piece):
            found.setdefault(key, set()).add(at)
    for (name, role), numbers in found.items():
        if any(map(str.isalpha, name)) and name.casefold() not in FUNCTION_WORDS:
            yield Naming(name, Sense(name, role, frozenset(numbers)))


def _names_of(piece: Piece) -> Iterator[tuple[str, Role]]:
    for name in (piece.name, *piece.other_names):
        yield name, "piece"
    yield piece.kind, "kind"
    for entry in piece.entries.values():
        yield entry, "entry"
    head = last_word(piece.name)
    if " " in piece.name and not is_plural(fold(head)):
        yield head, "head"
