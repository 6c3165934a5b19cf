"""States are merged exactly when nothing that remains of a script can tell them apart."""

from collections import Counter
from itertools import chain, combinations, permutations, product

import pytest

from punchboard.engine.liveness import liveness_at_end
from punchboard.engine.merging import StateMerger, rest_after
from punchboard.engine.moves.conditions import ENDED, holds, script_queries
from punchboard.engine.moves.moves import outcomes
from punchboard.engine.script import inline_sequences
from punchboard.engine.states.piles import ComponentClasses
from punchboard.engine.states.table import OF_SEAT, State, Table

PACK = [{"shuffle": "pack"}]
DRAWN = [*PACK, {"each player draws": 1, "from": "pack", "to": "hand"}]
FEW = {"card-ember": 2, "card-tide": 1, "pawn-ember": 0, "pawn-tide": 1}
SCRIPTS = {  # what has been carried out, and what remains
    "nothing remains": (DRAWN, []),
    "a count remains": (DRAWN, [{"shuffle": "pack", "when": "count('pack', 'card') > 1"}]),
    "a count that cannot change": (
        [*PACK, {"draw": 1, "from": "pack", "to": "out"}],
        [{"draw": 1, "from": "pack", "to": "part", "of": "pawn", "when": "count('out', \"realm == 'ember'\") > 0"}],
    ),
    "each player plays what it has": (DRAWN, [{"each player plays": 1, "from": "hand", "to": "own", "of": "card"}]),
    "seats draw one after the other": (
        DRAWN,
        [
            {"each player draws": 1, "from": "pack", "to": "hand"},
            {"each player plays": 1, "from": "hand", "of": "card"},
        ],
    ),
    "a die remains": ([*PACK, {"roll": "luck"}], [{"draw": 1, "from": "pack", "to": "out", "when": "luck == 2"}]),
    "a die is forgotten": ([*PACK, {"roll": "luck"}], [{"draw": 1, "from": "pack", "to": "out"}]),
    "a named seat draws": (
        [*DRAWN, {"name": "chosen one"}],
        [{"chosen one draws": 1, "from": "hand", "to": "out", "of": "card", "if short": "stop"}],
    ),
    "as many as before": (
        [*DRAWN, {"each player plays": "up to 1", "from": "hand", "to": "own"}],
        [{"each player draws": "as many", "from": "own", "to": "hand"}],
    ),
}


def seats_of(table, step):
    """Return who carries out a step that everybody or nobody does."""
    return range(table.players) if step.actor == "each player" else [None]


def reached(table, steps):
    """Return every state after some steps, none of them merged."""
    states = dict.fromkeys(table.start_states())
    for step in steps:
        for seat in seats_of(table, step):
            states = dict.fromkeys(one.state for state in states for one in outcomes(table, step, seat, state))
    return list(states)


def seen(rest, state):
    """Return what the rest of a script can see of a state: conditions that stay false, piles, and values."""
    table, liveness = rest.table, rest.liveness
    failing = frozenset(text for text in liveness.fixed_conditions(table) if not holds(text, table, state, None))
    queries = [query for part in liveness.steps if not part.conditions & failing for query in part.live]
    answers = list(zip(*map(table.classes.results, queries), strict=True)) or [()] * len(table.classes)
    piles = []
    for pile in state.piles:
        kinds = [Counter(chain.from_iterable([answers[n]] * c for n, c in enumerate(part.counts))) for part in pile]
        piles.append([(kind, part.is_shuffled and len(kind) > 1) for kind, part in zip(kinds, pile, strict=True)])
    values = {name: value for name, value in state.values if name in liveness.value_names}
    return (
        failing,
        piles,
        values,
        all(part.ignores_seat_order for part in liveness.steps if not part.conditions & failing),
    )


def exchanged(table, state, order):
    """Return a state in which each seat is where the order says."""
    places = {key: place for place, key in enumerate(table.keys)}
    piles = [
        state.piles[place if seat is None else places[name, order[seat]]]
        for place, (name, seat) in enumerate(table.keys)
    ]
    values = []
    for text, value in state.values:
        name, of_seat, seat = text.partition(OF_SEAT)
        new_name = f"{name}{OF_SEAT}{order.index(int(seat))}" if of_seat else name
        values.append((new_name, order.index(value) if name in table.game.file.seats else value))
    return State(tuple(piles), tuple(sorted(values)))


def equivalent(one, other, rest, *, exchange_seats):
    """Return whether nothing that remains can tell two states apart, perhaps after an exchange of seats."""
    if seen(rest, one) == seen(rest, other):
        return True
    if not exchange_seats or not seen(rest, one)[-1]:
        return False
    orders = (tuple(chain.from_iterable(parts)) for parts in product(*map(permutations, rest.seat_groups)))
    return any(seen(rest, one) == seen(rest, exchanged(rest.table, other, order)) for order in orders)


@pytest.mark.parametrize("exchange_seats", [False, True])
@pytest.mark.parametrize("players", [1, 2, 3])
@pytest.mark.parametrize("name", SCRIPTS)
def test_states_are_merged_exactly_when_they_are_equivalent(grove, script, name, players, exchange_seats):
    """That holds for each pair of states, before the steps that remain and while seats carry out the first of them."""
    game = grove("all in one", FEW)
    done, to_do = (inline_sequences(game, script(lines)) for lines in SCRIPTS[name])
    table = Table(game, players, "", ComponentClasses(game, script_queries(game, (*done, *to_do))), (*done, *to_do))
    nothing = liveness_at_end(frozenset({ENDED}), ignores_seat_order=True)
    rests = [rest_after(table, nothing.with_steps(table, to_do))]
    rests += [
        rest_after(table, nothing.with_steps(table, to_do[1:]), to_do[:1], seat)
        for seat in range(bool(to_do) * players)
    ]
    states = reached(table, done)
    for rest in rests:
        for one, other in combinations(states[:30], 2):
            merger = StateMerger(rest, 0 if exchange_seats else len(states))
            merger.add(one, None)
            merger.add(other, None)
            merged = len(merger) == 1
            assert merged is equivalent(one, other, rest, exchange_seats=exchange_seats and players > 1)
