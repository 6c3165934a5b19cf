"""What the rules on expectations share: which components are meant, in which parts, and how a problem tells of them."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby, product
from typing import Any, Final, NamedTuple

from punchboard.expression import ExpressionError
from punchboard.model.game.expectations import Expectation
from punchboard.model.game.expected_counts import depends_on_players
from punchboard.model.game.game import Component, Game
from punchboard.model.game.own_deck import DeckCopies, DeckSize, OwnDeck
from punchboard.model.game.selection import count_pieces, expand_selection, selected_components
from punchboard.problem import Place, Problem

MAX_ROWS_LISTED: Final = 6
"""So many rows, or kinds of rows, are listed in a message."""

MAX_PLACES_LISTED: Final = 3
"""So many places of one kind's rows are listed."""

BUILT_IN_FIELDS: Final = frozenset({"id", "kind", "name", "copies"})
"""Values that every component has without declaring them."""

ExpectationCheck = Callable[[Game, Expectation, Place], Iterator[Problem]]
"""What is wrong by one expectation, which stands at a place."""


class RowGroup(NamedTuple):
    """Components that are looked at together, and how a message calls them: `` of realm 'ember'``."""

    name: str
    rows: tuple[Component, ...]


def check_expectations(game: Game, saying: str, judge: ExpectationCheck) -> Iterator[Problem]:
    """Yield what is wrong by each expectation of one sort; REF001 and EXPR001 tell of those that cannot be asked."""
    for number, expectation in enumerate(game.file.expect):
        if expectation.keyword == saying:
            yield from check_expectation(game, expectation, game.place_of("expect", number), judge)


def check_expectation(
    game: Game, expectation: Expectation, place: Place, judge: ExpectationCheck
) -> tuple[Problem, ...]:
    """Return what is wrong by one expectation, nothing when it cannot be asked."""
    if not all(field in field_names(game) for _key, field in expectation.fields):
        return ()
    try:
        return tuple(judge(game, expectation, place))
    except ExpressionError:
        return ()


def field_names(game: Game) -> frozenset[str]:
    """Return the names of every value that components of a game have."""
    return BUILT_IN_FIELDS.union(*(kind.fields for kind in game.file.kinds.values()))


def seat_counts(game: Game, expectation: Expectation) -> tuple[int | None, ...]:
    """Return the numbers of players to ask for: all of them, or None where they make no difference."""
    texts = (expectation.is_, expand_selection(game, expectation.selection), expectation.has)
    return game.file.players.seat_counts if any(map(depends_on_players, texts)) else (None,)


def expression_names(game: Game, players: int | None) -> dict[str, Any]:
    """Return what the expressions of an expectation can use beside the values of a component."""
    numbers = {name: number.value for name, number in game.file.numbers.items()}
    return {"players": players, "numbers": numbers, "count": lambda text: count_pieces(game, text)}


def rows_of(game: Game, expectation: Expectation, players: int | None = None) -> tuple[Component, ...]:
    """Return the components that an expectation speaks of; those without a copy are in no box.

    Raises:
        ExpressionError: when the selection cannot be worked out.
    """
    text = expand_selection(game, expectation.selection)
    rows = selected_components(
        game, text, expression_names(game, players) if players is not None and depends_on_players(text) else {}
    )
    return tuple(row for row in rows if row.copies)


def rows_by_key(rows: Iterable[Component], fields: Sequence[str]) -> dict[tuple[Any, ...], tuple[Component, ...]]:
    """Return rows by the values of some fields, without those that lack one."""
    found: defaultdict[tuple[Any, ...], list[Component]] = defaultdict(list)
    for row in rows:
        values = row.values
        key = tuple([values.get(field) for field in fields])
        if None not in key:
            found[key].append(row)
    return {key: tuple(of) for key, of in found.items()}


def row_groups(game: Game, rows: tuple[Component, ...], fields: Sequence[str]) -> Iterator[RowGroup]:
    """Yield what is looked at together: all rows, or those of each entry; of a list also entries without any."""
    if not fields:
        yield RowGroup("", rows)
        return
    found = rows_by_key(rows, fields)
    values = [possible_values(game, rows, field) for field in fields]
    known = [each for each in values if each is not None]
    for key in product(*known) if len(known) == len(values) else found:
        yield RowGroup(f" of {key_text(fields, key)}", found.get(key, ()))


def possible_values(game: Game, rows: Iterable[Component], field: str) -> tuple[Any, ...] | None:
    """Return all that a field can be, in the order of its list: entries, or false and true; None for other types."""
    kinds = {row.kind for row in rows} or game.kinds.keys()
    wanted = [of.fields[field] for name, of in game.file.kinds.items() if name in kinds and field in of.fields]
    if not wanted or any(each.one_of is None and each.type != "boolean" for each in wanted):
        return None
    found: dict[Any, None] = {}
    for each in wanted:
        entries = game.lists[each.one_of] if isinstance(each.one_of, str) else each.one_of
        found.update(dict.fromkeys((False, True) if entries is None else map(str, entries)))
    return tuple(found)


def key_text(fields: Sequence[str], key: Sequence[Any]) -> str:
    """Return fields with their values as a message says them: ``realm 'ember' and rank 3``."""
    return " and ".join(f"{field} {value_text(value)}" for field, value in zip(fields, key, strict=True))


def value_text(value: Any) -> str:
    """Return a value as a message says it."""
    return str(value).lower() if isinstance(value, bool) else repr(value)


def total_copies(rows: Iterable[Component]) -> int:
    """Return how many pieces rows make."""
    return sum(row.copies for row in rows)


def rows_text(rows: Sequence[Component], worth: Mapping[str, float] | None = None) -> str:
    """Return rows with their places: ``ember-1, 3 ember-2 at cards.csv:2, tide-1 at :4``; by kind when they are many.

    Args:
        rows: the components.
        worth: what each counts by its id, when that is not its copies.
    """
    each = _by_kind(rows, worth) if len(rows) > MAX_ROWS_LISTED else [(_one(row, worth), (row,)) for row in rows]
    told, file = [], ""
    for where, some in groupby(each, key=lambda one: _lines(one[1], "")):
        texts, of = zip(*some, strict=True)
        told.append(f"{', '.join(texts)} at {_lines(of[-1], file) if file else where}")
        file = of[-1][-1].place.file
    return ", ".join(told)


def _by_kind(rows: Sequence[Component], worth: Mapping[str, float] | None) -> list[tuple[str, tuple[Component, ...]]]:
    kinds = {kind: tuple(row for row in rows if row.kind == kind) for kind in dict.fromkeys(row.kind for row in rows)}
    summed = [(sum(worth[one.id] for one in of) if worth else total_copies(of), kind, of) for kind, of in kinds.items()]
    return [
        (f"{number:g} {kind}", of) for number, kind, of in sorted(summed, key=lambda one: -one[0])[:MAX_ROWS_LISTED]
    ]


def _one(row: Component, worth: Mapping[str, float] | None) -> str:
    if worth is not None:
        return f"{worth[row.id]:g} {row.id}"
    return row.id if row.copies == 1 else f"{row.copies} {row.id}"


def _lines(rows: Sequence[Component], file: str) -> str:
    """Return the lines of rows, a file named where it begins: ``cards.csv:14, :15, ...``."""
    found = []
    lines = list(dict.fromkeys((row.place.file, row.place.line) for row in rows))
    for name, line in lines[:MAX_PLACES_LISTED]:
        found.append(f"{name.rsplit('/', 1)[-1] if name != file else ''}:{line}")
        file = name
    return ", ".join([*found, "..."] if len(lines) > MAX_PLACES_LISTED else found)


def rule_hint(game: Game, expectation: Expectation | OwnDeck | DeckSize | DeckCopies, noun: str = "this") -> str:
    """Return which rule of the document asks for something: its section and words, else the standing."""
    rules = [(name, game.rules[name].file) for name in expectation.rule if name in game.rules]
    if rules:
        return "; ".join(f"{rule.section}: {rule.rule} (rule {name})" for name, rule in rules)
    if expectation.standing is None:
        return "add the missing rows, or correct the expectation"
    kind, reason = expectation.standing
    return f"{noun} is {kind}: {reason}"
