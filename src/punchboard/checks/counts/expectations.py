"""What the rules on expectations share: selecting and grouping rows, and wording messages and hints."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby, product
from typing import Any, Final, NamedTuple

from punchboard.expression import ExpressionError
from punchboard.model.game.counting import counted_pieces
from punchboard.model.game.expectations import DeckCopies, DeckSize, Expectation, OwnDeck, depends_on_players
from punchboard.model.game.game import Component, Game
from punchboard.model.game.selection import expand_selection, selected_components
from punchboard.problem import Place, Problem

MAX_ROWS_LISTED: Final = 6
"""At most this many rows, or kinds of rows, are listed in a message."""

MAX_PLACES_LISTED: Final = 3
"""At most this many places are listed for the rows of one kind."""

BUILT_IN_FIELDS: Final = frozenset({"id", "kind", "name", "copies"})
"""Values that every component has without declaring them."""

ExpectationCheck = Callable[[Game, Expectation, Place], Iterator[Problem]]
"""Yields the problems of one expectation; the place is that of the expectation."""


class RowGroup(NamedTuple):
    """Components that are counted together, and how a message names them: `` of realm 'ember'``."""

    name: str
    rows: tuple[Component, ...]


def check_expectations(game: Game, saying: str, check: ExpectationCheck) -> Iterator[Problem]:
    """Yield the problems of each expectation of one kind: those whose key is ``saying``.

    Expectations with unknown fields or failing expressions are skipped: REF001 and EXPR001 report them.
    """
    for number, expectation in enumerate(game.file.expect):
        if expectation.keyword == saying:
            yield from check_expectation(game, expectation, game.place_of("expect", number), check)


def check_expectation(
    game: Game, expectation: Expectation, place: Place, check: ExpectationCheck
) -> tuple[Problem, ...]:
    """Return the problems of one expectation, or none if it has unknown fields or its expressions fail."""
    if not all(field in field_names(game) for _key, field in expectation.fields):
        return ()
    try:
        return tuple(check(game, expectation, place))
    except ExpressionError:
        return ()


def field_names(game: Game) -> frozenset[str]:
    """Return the name of every value that components of the game have."""
    return BUILT_IN_FIELDS.union(*(kind.fields for kind in game.file.kinds.values()))


def seat_counts(game: Game, expectation: Expectation) -> tuple[int | None, ...]:
    """Return the numbers of players to check, or only None if the expectation does not depend on them."""
    texts = (expectation.is_, expand_selection(game, expectation.selection), expectation.has)
    return game.file.players.seat_counts if any(map(depends_on_players, texts)) else (None,)


def expression_names(game: Game, players: int | None) -> dict[str, Any]:
    """Return the names that expressions of an expectation can use in addition to a component's values."""
    numbers = {name: number.value for name, number in game.file.numbers.items()}
    return {"players": players, "numbers": numbers, "count": partial(counted_pieces, game)}


def rows_of(game: Game, expectation: Expectation, players: int | None = None) -> tuple[Component, ...]:
    """Return the components that an expectation selects, without those that have no copies.

    Raises:
        ExpressionError: if the selection cannot be evaluated.
    """
    text = expand_selection(game, expectation.selection)
    rows = selected_components(
        game, text, expression_names(game, players) if players is not None and depends_on_players(text) else {}
    )
    return tuple(row for row in rows if row.copies)


def rows_by_key(rows: Iterable[Component], fields: Sequence[str]) -> dict[tuple[Any, ...], tuple[Component, ...]]:
    """Return rows by their values for ``fields``, without rows that lack a value."""
    by_key: defaultdict[tuple[Any, ...], list[Component]] = defaultdict(list)
    for row in rows:
        values = row.values
        key = tuple([values.get(field) for field in fields])
        if None not in key:
            by_key[key].append(row)
    return {key: tuple(of) for key, of in by_key.items()}


def row_groups(game: Game, rows: tuple[Component, ...], fields: Sequence[str]) -> Iterator[RowGroup]:
    """Yield the groups to check: all rows, or one group for each combination of ``fields``, even if it has no rows."""
    if not fields:
        yield RowGroup("", rows)
        return
    by_key = rows_by_key(rows, fields)
    values = [possible_values(game, rows, field) for field in fields]
    known = [each for each in values if each is not None]
    for key in product(*known) if len(known) == len(values) else by_key:
        yield RowGroup(f" of {key_text(fields, key)}", by_key.get(key, ()))


def possible_values(game: Game, rows: Iterable[Component], field: str) -> tuple[Any, ...] | None:
    """Return every value that a field can have, in list order, or false and true; None for other types."""
    kinds = {row.kind for row in rows} or game.kinds.keys()
    declared = [kind.fields[field] for name, kind in game.file.kinds.items() if name in kinds and field in kind.fields]
    if not declared or any(field_type.one_of is None and field_type.type != "boolean" for field_type in declared):
        return None
    values: dict[Any, None] = {}
    for field_type in declared:
        entries = game.lists[field_type.one_of] if isinstance(field_type.one_of, str) else field_type.one_of
        values.update(dict.fromkeys((False, True) if entries is None else map(str, entries)))
    return tuple(values)


def key_text(fields: Sequence[str], key: Sequence[Any]) -> str:
    """Return fields with their values, as in messages: ``realm 'ember' and rank 3``."""
    return " and ".join(f"{field} {value_text(value)}" for field, value in zip(fields, key, strict=True))


def value_text(value: Any) -> str:
    """Return a value as in messages."""
    return str(value).lower() if isinstance(value, bool) else repr(value)


def total_copies(rows: Iterable[Component]) -> int:
    """Return the number of copies of all rows."""
    return sum(row.copies for row in rows)


def rows_text(rows: Sequence[Component], worth: Mapping[str, float] | None = None) -> str:
    """Return rows with their places: ``ember-1, 3 ember-2 at cards.csv:2, tide-1 at :4``. Many rows are listed by kind.

    Args:
        rows: the components.
        worth: the number to show for each component id, if not the number of copies.
    """
    entries = (
        _by_kind(rows, worth) if len(rows) > MAX_ROWS_LISTED else [(_row_text(row, worth), (row,)) for row in rows]
    )
    parts, file = [], ""
    for where, group in groupby(entries, key=lambda entry: _lines(entry[1], "")):
        texts, row_lists = zip(*group, strict=True)
        parts.append(f"{', '.join(texts)} at {_lines(row_lists[-1], file) if file else where}")
        file = row_lists[-1][-1].place.file
    return ", ".join(parts)


def _by_kind(rows: Sequence[Component], worth: Mapping[str, float] | None) -> list[tuple[str, tuple[Component, ...]]]:
    kinds = {kind: tuple(row for row in rows if row.kind == kind) for kind in dict.fromkeys(row.kind for row in rows)}
    summed = [
        (sum(worth[row.id] for row in members) if worth else total_copies(members), kind, members)
        for kind, members in kinds.items()
    ]
    return [
        (f"{number:g} {kind}", members)
        for number, kind, members in sorted(summed, key=lambda entry: -entry[0])[:MAX_ROWS_LISTED]
    ]


def _row_text(row: Component, worth: Mapping[str, float] | None) -> str:
    if worth is not None:
        return f"{worth[row.id]:g} {row.id}"
    return row.id if row.copies == 1 else f"{row.copies} {row.id}"


def _lines(rows: Sequence[Component], file: str) -> str:
    """Return the lines of rows, naming each file once: ``cards.csv:14, :15, ...``."""
    shown = []
    lines = list(dict.fromkeys((row.place.file, row.place.line) for row in rows))
    for name, line in lines[:MAX_PLACES_LISTED]:
        shown.append(f"{name.rsplit('/', 1)[-1] if name != file else ''}:{line}")
        file = name
    return ", ".join([*shown, "..."] if len(lines) > MAX_PLACES_LISTED else shown)


def rule_hint(game: Game, expectation: Expectation | OwnDeck | DeckSize | DeckCopies, noun: str = "this") -> str:
    """Return the hint of a problem: the section and words of the rule behind an expectation, or else its standing."""
    rules = [(name, game.rules[name].file) for name in expectation.rule if name in game.rules]
    if rules:
        return "; ".join(f"{rule.section}: {rule.rule} (rule {name})" for name, rule in rules)
    if expectation.standing is None:
        return "add the missing rows, or correct the expectation"
    kind, reason = expectation.standing
    return f"{noun} is {kind}: {reason}"
