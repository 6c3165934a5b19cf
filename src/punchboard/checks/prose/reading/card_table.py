"""The vocabulary of tables of components with one row each, whatever their columns are called."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from types import MappingProxyType
from typing import Final, NamedTuple

from punchboard.checks.prose.english.numbers import NUMBER_WORDS
from punchboard.checks.prose.english.playing_cards import COURT_CARDS, COURT_RANKS
from punchboard.checks.prose.english.words import fold
from punchboard.checks.prose.reading.placed_markdown import printed_blocks
from punchboard.checks.prose.reading.vocabulary import GENERIC, Naming, Piece, Sense, Vocabulary, last_word, namings
from punchboard.problem import Place

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


class ComponentTable(NamedTuple):
    """A table of components: its cells by column name, the place of each row, and what its columns are."""

    rows: Sequence[Mapping[str, str]]
    places: Sequence[Place]
    columns: Columns
    kind: str = ""
    """The kind of all its rows, such as ``Hazard`` for the sheet *Hazards*; empty if nothing says so."""


def deck_vocabulary(file: str, tables: Sequence[ComponentTable] = ()) -> Vocabulary:
    """Return the vocabulary of the tables of a file, such as the sheets of a workbook.

    Args:
        file: the file's name in messages.
        tables: its tables.
    """
    pieces = tuple(
        _piece(row, place, table) for table in tables for row, place in zip(table.rows, table.places, strict=True)
    )
    columns = tuple(table.columns for table in tables for _ in table.rows)
    names = (
        *namings(pieces),
        *_kind_namings(tables),
        *_card_namings(pieces),
        *_rank_namings(pieces, columns),
    )
    terms = dict.fromkeys(head for table in tables for head in _game_columns(table.columns))
    return Vocabulary(file, pieces, names, _lists(tables), tuple(terms))


def _game_columns(columns: Columns) -> Iterator[str]:
    """Yield the columns that players may see on a piece."""
    named = (columns.name, columns.kind, columns.suit, columns.rank)
    yield from (*filter(None, named), *columns.lists, *columns.numbers, *columns.texts)


def _lists(tables: Sequence[ComponentTable]) -> dict[str, tuple[str, ...]]:
    """Return the entries that occur in each list, without generic words."""
    found: dict[str, dict[str, None]] = {}
    for table in tables:
        columns = table.columns
        for head in (*columns.lists, *((columns.kind,) if columns.kind else ())):
            entries = (row[head] for row in table.rows if fold(row[head]) not in {"", *GENERIC})
            found.setdefault(head, {}).update(dict.fromkeys(entries))
    return {head: tuple(entries) for head, entries in found.items()}


def _piece(row: Mapping[str, str], place: Place, table: ComponentTable) -> Piece:
    columns = table.columns
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
        tuple(chain.from_iterable(printed_blocks(row[head], place) for head in columns.texts)),
        names[1:],
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
    start = 0
    for table in tables:
        end = start + len(table.rows)
        if table.kind:
            yield Naming(table.kind, Sense(table.kind, "kind", frozenset(range(start, end))))
        start = end


def _card_namings(pieces: Sequence[Piece]) -> Iterator[Naming]:
    """Yield what ``card`` can mean: every reasonable set of pieces."""
    likely = frozenset(at for at, piece in enumerate(pieces) if not _is_no_card(piece))
    named_cards = frozenset(at for at, piece in enumerate(pieces) if fold(piece.kind) == "card")
    described = frozenset(at for at in likely if pieces[at].entries or pieces[at].numbers or pieces[at].kind)
    yield from (
        Naming("card", Sense("card", "kind", found))
        for found in dict.fromkeys((named_cards, described, likely))
        if found
    )


def _is_no_card(piece: Piece) -> bool:
    """Return whether a piece says by its kind, or else by its name, that it is something other than a card."""
    word = fold(piece.kind or last_word(piece.name))
    return word != "card" and word in GENERIC


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
