"""The vocabulary of any table of components with one row each, whatever its columns are called."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from types import MappingProxyType
from typing import Final

from punchboard.checks.prose.english.numbers import NUMBER_WORDS
from punchboard.checks.prose.english.playing_cards import COURT_CARDS, COURT_RANKS
from punchboard.checks.prose.english.words import fold
from punchboard.checks.prose.reading.columns import Columns, Rows, columns_of
from punchboard.checks.prose.reading.markdown import printed_blocks
from punchboard.checks.prose.reading.vocabulary import GENERIC, Naming, Piece, Sense, Vocabulary, last_word, namings
from punchboard.problem import Place

_LETTERS: Final[Mapping[str, str]] = MappingProxyType({"A": "Ace", "K": "King", "Q": "Queen", "J": "Jack"})
_DIGITS: Final[Mapping[str, str]] = MappingProxyType({str(number): word for word, number in NUMBER_WORDS.items()})


def deck_vocabulary(file: str, header: Sequence[str], rows: Rows, places: Sequence[Place]) -> Vocabulary:
    """Return the vocabulary of a table of components.

    Args:
        file: the table's name in messages.
        header: the names of the columns.
        rows: the cells by column name.
        places: the place of each row.
    """
    columns = columns_of(header, rows)
    pieces = tuple(_piece(row, place, columns) for row, place in zip(rows, places, strict=True))
    names = (*namings(pieces), *_card_namings(pieces), *_rank_namings(pieces, columns))
    heads = tuple(head for head in header if head != columns.copies)
    return Vocabulary(file, pieces, names, _lists(rows, columns), heads)


def _lists(rows: Rows, columns: Columns) -> dict[str, tuple[str, ...]]:
    """Return the entries that occur in each list, without generic words."""
    heads = (*columns.lists, *((columns.kind,) if columns.kind else ()))
    return {
        head: tuple(dict.fromkeys(row[head] for row in rows if fold(row[head]) not in {"", *GENERIC})) for head in heads
    }


def _piece(row: Mapping[str, str], place: Place, columns: Columns) -> Piece:
    entries = {head: row[head] for head in columns.lists if row[head]}
    kind = row[columns.kind] if columns.kind else ""
    names = tuple(dict.fromkeys(filter(None, _names(row, columns)))) or (kind or " ".join(entries.values()),)
    return Piece(
        names[0],
        int(row[columns.copies] or 1) if columns.copies else 1,
        place,
        kind,
        entries,
        {head: int(row[head].replace("\u2212", "-")) for head in columns.numbers if row[head]},
        tuple(chain.from_iterable(printed_blocks(row[head], place) for head in columns.texts)),
        names[1:],
    )


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
    """Return whether a piece says that it is something other than a card."""
    return any(word != "card" and word in GENERIC for word in map(fold, (piece.kind, last_word(piece.name))))


def _rank_namings(pieces: Sequence[Piece], columns: Columns) -> Iterator[Naming]:
    """Yield the names of numeric ranks, ``Seven`` for 7, and of court cards."""
    ranks: dict[str, set[int]] = {}
    for at, piece in enumerate(pieces) if columns.suit and columns.rank else ():
        rank = piece.entries.get(columns.rank or "") or str(piece.numbers.get(columns.rank or "", ""))
        ranks.setdefault(rank, set()).add(at)
    known = set(map(str.casefold, ranks))
    for digits, word in _DIGITS.items():
        if digits in ranks and word not in known:
            yield Naming(word, Sense(word.capitalize(), "entry", frozenset(ranks[digits])))
    courts = frozenset(at for at, piece in enumerate(pieces) if fold(piece.name.partition(" of ")[0]) in COURT_RANKS)
    if courts:
        yield from (Naming(name, Sense(name, "kind", courts)) for name in COURT_CARDS)
