"""The vocabulary of tables: which pieces their rows are, and what names them."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate, chain
from types import MappingProxyType
from typing import Final, NamedTuple

from punchboard.checks.prose.english import Patterns, word_set
from punchboard.checks.prose.english.numbers import NUMBER_WORDS
from punchboard.checks.prose.english.parsed_text import fold
from punchboard.checks.prose.english.sentences import COURT_CARDS, COURT_RANKS
from punchboard.checks.prose.reading.placed_markdown import printed_blocks
from punchboard.checks.prose.reading.vocabulary import (
    GENERIC,
    MATERIALS,
    Naming,
    Piece,
    Sense,
    Vocabulary,
    entry_role,
    forms,
    last_word,
    namings,
)
from punchboard.problem import Place

_RE: Final = Patterns("amounts_in_cells")

_LETTERS: Final[Mapping[str, str]] = {"A": "Ace", "K": "King", "Q": "Queen", "J": "Jack"}
_DIGITS: Final[Mapping[str, str]] = {str(number): word for word, number in NUMBER_WORDS.items()}


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
    by_players: Mapping[int, str] = MappingProxyType({})
    """The columns with the copies for one number of players, by this number."""
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
    pieces = tuple(chain.from_iterable(map(_pieces, tables)))
    columns = tuple(table.columns for table in tables for _ in table.rows)
    names = (
        *namings(pieces),
        *_kind_namings(tables),
        *_card_namings(pieces, columns),
        *_rank_namings(pieces, columns),
        *_gap_namings(pieces, columns),
    )
    terms = dict.fromkeys(head for table in tables for head in _game_columns(table.columns))
    vocabulary = Vocabulary(file, pieces, names, _lists(tables), tuple(terms))
    return replace(vocabulary, totals_by_players=_totals_by_players(*tables)) if len(tables) == 1 else vocabulary


def _totals_by_players(table: ComponentTable) -> Mapping[int, int]:
    """Return how many of all pieces a game has, by its number of players."""
    columns = table.columns.by_players
    return {players: sum(_number(row[head] or "0") for row in table.rows) for players, head in columns.items()}


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
            types = _types(table, head)
            entries = chain.from_iterable(types.get(row[head], (row[head],)) for row in table.rows)
            lists.setdefault(head, {}).update(
                dict.fromkeys(entry for entry in entries if fold(entry) not in {"", *GENERIC})
            )
    return {head: tuple(entries) for head, entries in lists.items()}


_BETWEEN: Final = re.compile(r"\s*[,;/&|+\u00b7\u2022\n]\s*|\s+[-\u2013\u2014]\s+")
"""What may stand between the types in a cell."""

_TYPE: Final = re.compile(r"[^\W\d][^\d]*")
_TYPE_HEADS: Final = word_set("types of cards")


def _types(table: ComponentTable, head: str) -> dict[str, tuple[str, ...]]:
    """Return the types in each cell that lists several, if another cell of the column has one of them: Machine, Power.

    What a card costs or makes is a type only if a cell has it alone.
    """
    are_types = head == table.columns.kind or not _TYPE_HEADS.isdisjoint(forms(head))
    cells = {row[head]: tuple(dict.fromkeys(_BETWEEN.split(row[head].strip()))) for row in table.rows}
    times = Counter(name for listed in cells.values() for name in listed)
    alone = {name for listed in cells.values() for name in listed if len(listed) == 1}

    def is_list(listed: tuple[str, ...]) -> bool:
        is_known = any(times[name] > 1 for name in listed) if are_types else alone.issuperset(listed)
        return is_known and len(listed) > 1 and all(map(_TYPE.fullmatch, listed))

    return {cell: listed for cell, listed in cells.items() if is_list(listed)}


def _pieces(table: ComponentTable) -> Iterator[Piece]:
    """Yield the pieces of a table, each with the types of its own cells."""
    heads = filter(None, (table.columns.kind, *table.columns.lists))
    types = {cell: listed for head in heads for cell, listed in _types(table, head).items()}
    for number in range(len(table.rows)):
        piece = _piece(number, table)
        own = {cell: types[cell] for cell in (piece.kind, *piece.entries.values()) if cell in types}
        yield replace(piece, types=own) if own else piece


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
        {head: amount[0] for head in columns.numbers if (amount := amount_in(row[head]))},
        tuple(chain.from_iterable(printed_blocks(row[head], table.cell(number, head)) for head in columns.texts)),
        names[1:],
        table.cell(number, columns.name) if columns.name else place,
    )


def amount_in(cell: str) -> tuple[int, str] | None:
    """Return the whole number in a cell, and its unit, which may be empty: ``3``, ``5,00 \u20ac``, ``2 gold``."""
    match = _RE.amount.fullmatch(cell.strip())
    return (_number(match["number"]), fold(match["before"] or match["after"] or "")) if match else None


def are_amounts(name: str, cells: Sequence[str]) -> bool:
    """Return whether the cells of a column hold numbers; those that say none do not matter: ``?``, ``tbd``, ``-``.

    Only costs and values have units, one for all, and may have other words in a few cells: ``X``, ``free``.
    """
    filled = [cell for cell in cells if not _RE.nothing.fullmatch(cell.strip())]
    amounts = list(filter(None, map(amount_in, filled)))
    if _RE.valued.search(name):
        units = {min(forms(unit), default=unit, key=len) for _number, unit in amounts if unit}
        return 2 * len(amounts) > len(filled) and len(units) <= 1
    return bool(filled) and len(amounts) == len(filled) and not any(unit for _number, unit in amounts)


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
                for name in piece.types_in(piece.kind if head == of.kind else piece.entries.get(head, "")):
                    by_entry.setdefault(name, set()).add(at)
        gaps = by_entry.pop("", set())
        if len(gaps) <= MOST_GAPS * (len(gaps) + sum(map(len, by_entry.values()))):
            for name in by_entry.keys() - GENERIC:
                alike = {_filled(pieces[at], head) for at in by_entry[name]}
                more = {at for at in gaps if _filled(pieces[at], head) in alike and len(by_entry[name]) > 1}
                if more:
                    yield Naming(name, Sense(name, entry_role(head), frozenset(by_entry[name] | more)))


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
