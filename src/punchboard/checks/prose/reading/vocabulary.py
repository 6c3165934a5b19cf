"""What the words of a rulebook can name: pieces, kinds and entries, the places that name them, and tables of pieces."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import accumulate, chain, pairwise
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from punchboard.checks.prose.english import word_set
from punchboard.checks.prose.english.numbers import NUMBER_WORDS
from punchboard.checks.prose.english.parsed_text import (
    DETERMINERS,
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
from punchboard.checks.prose.english.sentences import COURT_CARDS, COURT_RANKS
from punchboard.checks.prose.reading.placed_markdown import printed_blocks
from punchboard.problem import Place

Role = Literal["piece", "kind", "entry", "head"]

GENERIC: Final = word_set("components")
MATERIALS: Final = word_set("materials")
TYPES_TOO: Final = word_set("types too")


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


def _names_of(piece: Piece) -> Iterator[tuple[str, Role]]:
    for name in (piece.name, *piece.other_names):
        yield name, "piece"
    yield piece.kind, "kind"
    for entry in piece.entries.values():
        yield entry, "entry"
    head = last_word(piece.name)
    if " " in piece.name and not is_plural(fold(head)):
        yield head, "head"


_LETTERS: Final[Mapping[str, str]] = MappingProxyType({"A": "Ace", "K": "King", "Q": "Queen", "J": "Jack"})
_DIGITS: Final[Mapping[str, str]] = MappingProxyType({str(number): word for word, number in NUMBER_WORDS.items()})


class Columns(NamedTuple):
    """The column names of a table, by role. Columns that no rule is about, such as flavour and artists, have none."""

    name: str | None = None
    copies: str | None = None
    kind: str | None = None
    lists: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    suit: str | None = None
    rank: str | None = None
    are_makings: bool = False
    """Whether the values in the column of kinds may be what the cards make: stone, coin, cube."""


class ComponentTable(NamedTuple):
    """A table of components: its cells by column name, the place of each row, and what its columns are."""

    rows: Sequence[Mapping[str, str]]
    places: Sequence[Place]
    columns: Columns
    cell: Callable[[int, str], Place]
    """Returns the place of a cell, given its row number and column name."""
    kind: str = ""
    """The kind of all its rows, such as ``Hazard`` for the sheet *Hazards*; empty if nothing says so."""


def deck_vocabulary(file: str, tables: Sequence[ComponentTable] = ()) -> Vocabulary:
    """Return the vocabulary of the tables of a file, such as the sheets of a workbook.

    Args:
        file: the file's name in messages.
        tables: its tables.
    """
    pieces = tuple(_piece(number, table) for table in tables for number in range(len(table.rows)))
    columns = tuple(table.columns for table in tables for _ in table.rows)
    names = (
        *namings(pieces),
        *_kind_namings(tables),
        *_card_namings(pieces, columns),
        *_rank_namings(pieces, columns),
        *_gap_namings(pieces, columns),
    )
    terms = dict.fromkeys(head for table in tables for head in _game_columns(table.columns))
    return Vocabulary(file, pieces, names, _lists(tables), tuple(terms))


def _game_columns(columns: Columns) -> Iterator[str]:
    """Yield the columns that players may see on a piece."""
    yield from filter(None, (columns.name, columns.kind, columns.suit, columns.rank))
    yield from (*columns.lists, *columns.numbers, *columns.texts)


def _lists(tables: Sequence[ComponentTable]) -> dict[str, tuple[str, ...]]:
    """Return the entries that occur in each list, without generic words."""
    lists: dict[str, dict[str, None]] = {}
    for table in tables:
        columns = table.columns
        for head in (*columns.lists, *((columns.kind,) if columns.kind else ())):
            entries = (row[head] for row in table.rows if fold(row[head]) not in {"", *GENERIC})
            lists.setdefault(head, {}).update(dict.fromkeys(entries))
    return {head: tuple(entries) for head, entries in lists.items()}


def _piece(number: int, table: ComponentTable) -> Piece:
    row, place, columns = table.rows[number], table.places[number], table.columns
    entries = {head: row[head] for head in columns.lists if row[head]}
    kind = (row[columns.kind] if columns.kind else "") or table.kind
    names = tuple(dict.fromkeys(filter(None, _names(row, columns)))) or (kind or " ".join(entries.values()),)
    return Piece(
        names[0],
        _number(row[columns.copies].strip("xX\u00d7 ") or "1") if columns.copies else 1,
        place,
        kind,
        entries,
        {head: _number(row[head]) for head in columns.numbers if row[head]},
        tuple(chain.from_iterable(printed_blocks(row[head], table.cell(number, head)) for head in columns.texts)),
        names[1:],
        table.cell(number, columns.name) if columns.name else place,
    )


def _number(cell: str) -> int:
    return int(float(cell.replace("\u2212", "-")))


def _names(row: Mapping[str, str], columns: Columns) -> Iterator[str]:
    """Yield the names of a piece. For a card of a suit, ``Queen of Hearts`` comes before ``Queen``."""
    name = row[columns.name] if columns.name else ""
    suit = row[columns.suit] if columns.suit else ""
    rank = row[columns.rank] if columns.rank else ""
    if " " in name:
        yield name
    if fold(suit) not in {"", *GENERIC} and suit not in name:
        ranks = (name, _LETTERS.get(rank, rank), rank, _DIGITS.get(rank, "").capitalize())
        yield from (f"{rank_name} of {suit}" for rank_name in ranks if rank_name)
    yield name


def _kind_namings(tables: Sequence[ComponentTable]) -> Iterator[Naming]:
    """Yield the kinds that whole tables are of."""
    ends = accumulate(len(table.rows) for table in tables)
    for table, end in zip(tables, ends, strict=True):
        if table.kind:
            yield Naming(table.kind, Sense(table.kind, "kind", frozenset(range(end - len(table.rows), end))))


def _card_namings(pieces: Sequence[Piece], columns: Sequence[Columns]) -> Iterator[Naming]:
    """Yield what ``card`` can mean: every reasonable set of pieces. ``columns`` has those of each piece."""
    likely = frozenset(at for at, piece in enumerate(pieces) if not _is_no_card(piece))
    named_cards = frozenset(at for at, piece in enumerate(pieces) if fold(piece.kind) == "card")
    described = frozenset(at for at in likely if pieces[at].entries or pieces[at].numbers or pieces[at].kind)
    plain = frozenset(
        at for at, piece in enumerate(pieces) if fold(piece.name) == fold(piece.kind) and not any(piece.texts)
    )
    # cards that make coins, and a card called Lucky Coin: its row has a rule, as those of other cards have
    every = likely.union(at for at, piece in enumerate(pieces) if columns[at].are_makings or _is_card_by_text(piece))
    for pieces_meant in filter(None, dict.fromkeys((named_cards, described, likely, likely - plain, every))):
        yield Naming("card", Sense("card", "kind", pieces_meant))


def _is_no_card(piece: Piece) -> bool:
    """Return whether a piece says by its kind, or else by its name, that it is something other than a card."""
    word = fold(piece.kind or last_word(piece.name))
    return word != "card" and word in GENERIC


def _is_card_by_text(piece: Piece) -> bool:
    """Return whether a piece has a text, as cards have, so that its kind or name may be just that: Coin, Lucky Coin."""
    return any(piece.texts) and (fold(piece.kind) in MATERIALS if piece.kind else " " in piece.name)


MOST_GAPS: Final = 0.25
"""A column in which more cells are empty says something only of some pieces."""


def _gap_namings(pieces: Sequence[Piece], columns: Sequence[Columns]) -> Iterator[Naming]:
    """Yield for kinds and entries the pieces that have them together with those few whose cell is empty."""
    heads = dict.fromkeys(head for of in columns for head in (*of.lists, of.kind) if head)
    for head in heads:
        by_entry: dict[str, set[int]] = {}
        for at, (piece, of) in enumerate(zip(pieces, columns, strict=True)):
            if head == of.kind or head in of.lists:
                by_entry.setdefault(piece.kind if head == of.kind else piece.entries.get(head, ""), set()).add(at)
        gaps = by_entry.pop("", set())
        if len(gaps) <= MOST_GAPS * (len(gaps) + sum(map(len, by_entry.values()))):
            for name in by_entry.keys() - GENERIC:
                alike = {_filled(pieces[at], head) for at in by_entry[name]}
                more = {at for at in gaps if _filled(pieces[at], head) in alike and len(by_entry[name]) > 1}
                if more:
                    yield Naming(name, Sense(name, "entry", frozenset(by_entry[name] | more)))


def _filled(piece: Piece, head: str) -> tuple[bool, frozenset[str]]:
    """Return which cells of a piece are filled, besides those of a column."""
    return any(piece.texts), frozenset((*piece.entries, *piece.numbers)) - {head}


def _rank_namings(pieces: Sequence[Piece], columns: Sequence[Columns]) -> Iterator[Naming]:
    """Yield the names of numeric ranks, ``Seven`` for 7, and of court cards. ``columns`` has those of each piece."""
    ranks: dict[str, set[int]] = {}
    for at, (piece, of) in enumerate(zip(pieces, columns, strict=True)):
        if of.suit and of.rank:
            rank = piece.entries.get(of.rank) or str(piece.numbers.get(of.rank, ""))
            ranks.setdefault(rank, set()).add(at)
    known = set(map(str.casefold, ranks))
    for digits, word in _DIGITS.items():
        if digits in ranks and word not in known:
            yield Naming(word, Sense(word.capitalize(), "entry", frozenset(ranks[digits])))
    courts = frozenset(at for at, piece in enumerate(pieces) if fold(piece.name.partition(" of ")[0]) in COURT_RANKS)
    if courts:
        yield from (Naming(name, Sense(name, "kind", courts)) for name in COURT_CARDS)


_JOINT: Final = re.compile(r"\s?[-/&,:+\u2013]?\s?")
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
