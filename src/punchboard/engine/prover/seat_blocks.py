"""Blocks of consecutive steps that each seat carries out with its own piles alone, walked for one seat at a time.

Such steps commute. So the states of all seats are combined once, after the block, when what only its steps read is
dropped. Seats in equal positions are walked once.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple, Protocol, Self

from punchboard.engine.liveness import conditions, is_own_step
from punchboard.engine.merging import Liveness, StateChances, StateMerger, group_pile
from punchboard.engine.moves.conditions import piles_if_constant
from punchboard.engine.moves.outcome import joint_chance
from punchboard.engine.prover.findings import EventChance, StepResult, WeightedOdds, chances_for_any_seat, event_chances
from punchboard.engine.script import StepPath
from punchboard.engine.states.piles import Pile
from punchboard.engine.states.table import OF_SEAT, State, Table, Value
from punchboard.model.game.setup import Step


class ScriptWalker(Protocol):
    """The parts of `punchboard.engine.prover.walker.Walker` that a block needs."""

    table: Table
    max_states: int
    """The most states that are kept after a step."""
    seat_sorting_threshold: int
    """The number of states beyond which seats are sorted."""
    is_complete: bool
    has_sorted_seats: bool
    results: dict[StepPath, StepResult]
    odds: dict[StepPath, list[list[WeightedOdds]]]
    stop_reason: str

    def for_one_seat(self) -> Self:
        """Return a walker in which seat 0 carries out everything that each player does."""

    def run(
        self,
        script: Sequence[Step],
        path: StepPath,
        states: StateChances,
        seat: int | None,
        liveness: Liveness,
        *,
        first: int = 0,
    ) -> StateChances:
        """Return the states after a script."""


def block_length(table: Table, script: Sequence[Step]) -> int:
    """Return how many steps at the start of a script affect only the acting seat's own piles."""
    for number, step in enumerate(script):
        if not is_own_step(table, step):
            return number
    return len(script)


def walk_block(
    walker: ScriptWalker, steps: Sequence[Step], path: StepPath, states: StateChances, liveness: Liveness
) -> StateChances | None:
    """Return the states after a block of steps, the first at ``path``; None when the steps must be walked one by one.

    That is so when one of them can fail: states that fail at one step do not reach the next.
    """
    block = _Block(walker, steps, path, liveness)
    try:
        seats = [block.weighted_ends(states, seat) for seat in range(walker.table.players)]
    except _CannotWalkBlock:
        return None
    for place in range(len(steps)):
        block.record(place, seats)
    return block.product(states)


class _CannotWalkBlock(Exception):  # noqa: N818 - the signal to walk step by step
    """A step of the block can fail or is not proved."""


class _Ends(NamedTuple):
    """Where the steps lead a seat from one position, and the odds of each step there."""

    states: StateChances
    odds: tuple[list[list[WeightedOdds]], ...]


class _WeightedEnds(NamedTuple):
    """Where the steps lead a seat, with the chance of starting there, and whether choices can lead there too."""

    ends: _Ends
    chance: Fraction
    chosen: bool

    def odds_at(self, place: int, part: int) -> Iterator[WeightedOdds]:
        """Yield the odds of one step, each with the chance of reaching it."""
        for weight in (*((self.chance,) if self.chance else ()), *((None,) if self.chosen else ())):
            for odds in self.ends.odds[place][part]:
                yield odds._replace(weight=joint_chance(weight, odds.weight))


class _Block:
    def __init__(self, walker: ScriptWalker, steps: Sequence[Step], path: StepPath, liveness: Liveness) -> None:
        self._walker, self._table, self._steps, self._liveness = walker, walker.table, steps, liveness
        self._path, self._first = path[:-1], int(path[-1])
        self._block_liveness = liveness.with_steps(walker.table, steps, repeated=True)
        self._groups = walker.table.classes.groups(self._block_liveness.live)
        self._ends_by_key: dict[object, _Ends] = {}
        self._ends_by_position: dict[State, _Ends] = {}
        keys = walker.table.keys
        texts = [text for step in steps for text in conditions(step)]
        counted_piles = frozenset().union(*(piles_if_constant(walker.table, text) or frozenset() for text in texts))
        self._counted_places = [
            place for place, (name, owner) in enumerate(keys) if owner is None and name in counted_piles
        ]
        self._places = [
            [place for place, (_, owner) in enumerate(keys) if owner == seat] for seat in range(walker.table.players)
        ]

    def weighted_ends(self, states: StateChances, seat: int) -> list[_WeightedEnds]:
        """Return where the steps lead a seat from all states.

        Raises:
            _CannotWalkBlock: when a step can fail or is not proved.
        """
        found: dict[int, _WeightedEnds] = {}
        for state, weight in states.items():
            ends = self._ends(state, seat)
            one = found.get(id(ends), _WeightedEnds(ends, Fraction(0), chosen=False))
            found[id(ends)] = one._replace(chosen=True) if weight is None else one._replace(chance=one.chance + weight)
        return list(found.values())

    def record(self, place: int, seats: Sequence[Sequence[_WeightedEnds]]) -> None:
        """Record the result of one step of the block: it does not fail, and each seat has these odds."""
        walker, path = self._walker, (*self._path, self._first + place)
        events: list[EventChance] = []
        for seat, weighted_ends in enumerate(seats):
            for part in range(max((len(one.ends.odds[place]) for one in weighted_ends), default=0)):
                weighted_odds = [weighted_odds for one in weighted_ends for weighted_odds in one.odds_at(place, part)]
                events += event_chances(
                    seat, weighted_odds, is_complete=walker.is_complete, seats_distinct=not walker.has_sorted_seats
                )
        if walker.has_sorted_seats:
            events = list(chances_for_any_seat(events))
        previous = walker.results.get(path, StepResult(self._steps[place], path))
        walker.results[path] = previous._replace(event_chances=(*previous.event_chances, *events))

    def product(self, states: StateChances) -> StateChances:
        """Return the states once every seat has reached one of its ends; seats are merged in one after the other."""
        walker, table = self._walker, self._table
        for seat in range(table.players):
            last = seat == table.players - 1
            merged = StateMerger(
                table, self._liveness, seat + 1, walker.seat_sorting_threshold, () if last else self._steps
            )
            for state, weight in states.items():
                for end, chance in self._ends(state, seat).states.items():
                    merged.add(
                        _with_seat_end(state, seat, self._places[seat], end, self._places[0]),
                        joint_chance(weight, chance),
                    )
                if len(merged) > walker.max_states:
                    walker.stop_reason = f"more than {walker.max_states} states"
                    return {}
            states = merged.states()
            walker.has_sorted_seats = walker.has_sorted_seats or merged.has_sorted_seats
        return states

    def _ends(self, state: State, seat: int) -> _Ends:
        position = self._position(state, seat)
        if position not in self._ends_by_position:
            key = tuple(group_pile(pile, self._groups) for pile in position.piles), position.values
            if key not in self._ends_by_key:
                self._ends_by_key[key] = self._walk_one_seat(position)
            self._ends_by_position[position] = self._ends_by_key[key]
        return self._ends_by_position[position]

    def _position(self, state: State, seat: int) -> State:
        """Return a seat's own piles and values as if it were seat 0, with the shared piles that conditions count."""
        piles: list[Pile] = [()] * len(state.piles)
        for here, there in zip(self._places[seat], self._places[0], strict=True):
            piles[there] = state.piles[here]
        for place in self._counted_places:
            piles[place] = state.piles[place]
        return State(tuple(piles), tuple(sorted(_values(state, seat, 0))) if state.values else ())

    def _walk_one_seat(self, position: State) -> _Ends:
        """Walk the steps for one seat."""
        walker = self._walker.for_one_seat()
        states = walker.run(self._steps, self._path, {position: Fraction(1)}, None, self._liveness, first=self._first)
        if walker.stop_reason or any(line.failures for line in walker.results.values()):
            raise _CannotWalkBlock
        odds = (walker.odds.get((*self._path, self._first + place), []) for place in range(len(self._steps)))
        return _Ends(states, tuple(odds))


def _values(state: State, seat: int, as_seat: int) -> Iterator[tuple[str, Value]]:
    """Yield the shared values, and those of one seat as another's."""
    for text, value in state.values:
        name, of_seat, number = text.partition(OF_SEAT)
        if not of_seat:
            yield name, value
        elif int(number) == seat:
            yield f"{name}{OF_SEAT}{as_seat}", value


def _with_seat_end(state: State, seat: int, places: Sequence[int], end: State, places_there: Sequence[int]) -> State:
    """Return a state in which a seat has reached its end, given as the end of seat 0."""
    piles = list(state.piles)
    for here, there in zip(places, places_there, strict=True):
        piles[here] = end.piles[there]
    if not state.values and not end.values:
        return State(tuple(piles))
    mine = f"{OF_SEAT}{seat}"
    others = [one for one in state.values if not one[0].endswith(mine)]
    own = [one for one in _values(end, 0, seat) if OF_SEAT in one[0]]
    return State(tuple(piles), tuple(sorted((*others, *own))))
