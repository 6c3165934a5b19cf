"""Lines in a row that every seat does with its own piles alone: walked for one seat at a time.

Such lines commute, so the product of all seats' states is made once, after the last of them, when what only they ask
is forgotten. Seats that look alike are walked once.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final, NamedTuple, Protocol, Self

from punchboard.engine.merging.liveness import conditions, has_local_conditions, step_piles
from punchboard.engine.merging.merge import Liveness, StateChances, StateMerger, group_pile
from punchboard.engine.moves.conditions import piles_if_constant
from punchboard.engine.moves.outcome import joint_chance
from punchboard.engine.moves.queries import shortage_fallbacks
from punchboard.engine.prover.chances import EventChance, WeightedOdds, chances_for_any_seat, event_chances
from punchboard.engine.prover.findings import StepPath, StepResult
from punchboard.engine.states.piles import Pile
from punchboard.engine.states.state import OF_SEAT, State, Value
from punchboard.engine.states.table import Table
from punchboard.model.game.setup import Step

_PICKS: Final = frozenset({"place", "play", "take", "discard", "choose", "draw"})


class ScriptWalker(Protocol):
    """The walker of a script, as far as a block of lines needs it; `punchboard.engine.prover.walker` has it."""

    table: Table
    max_states: int
    """States that are kept of a line at most."""
    seat_sorting_threshold: int
    """States beyond which seats are put in one order."""
    is_complete: bool
    has_sorted_seats: bool
    results: dict[StepPath, StepResult]
    odds: dict[StepPath, list[list[WeightedOdds]]]
    stop_reason: str

    def for_one_seat(self) -> Self:
        """Return a walker in whose walk seat 0 does all that each player does."""

    def run(
        self,
        script: Sequence[Step],
        path: StepPath,
        states: StateChances,
        seat: int | None,
        after: Liveness,
        *,
        first: int = 0,
    ) -> StateChances:
        """Return the states after a script."""


def block_length(table: Table, script: Sequence[Step]) -> int:
    """Return how many of the first lines of a script leave all but the doer's own piles alone."""
    for number, step in enumerate(script):
        if not _keeps_apart(table, step):
            return number
    return len(script)


def _keeps_apart(table: Table, step: Step) -> bool:
    if step.who != "each player" or step.verb not in {*_PICKS, "shuffle", "say"}:
        return False
    if step.verb in _PICKS and (step.source is None or step.target is None):
        return False
    if step.otherwise == "discard" or "end" in shortage_fallbacks(step):
        return False
    return all(map(table.seat_pile_names.__contains__, step_piles(step))) and has_local_conditions(table, step)


def walk_block(
    walker: ScriptWalker, lines: Sequence[Step], path: StepPath, states: StateChances, later: Liveness
) -> StateChances | None:
    """Return the states after such lines, the first of them at ``path``; None when they are to be walked singly.

    That is so when one of them can fail, for what fails at one line does not come to the next.
    """
    block = _Block(walker, lines, path, later)
    try:
        seats = [block.weighed(states, seat) for seat in range(walker.table.players)]
    except _Singly:
        return None
    for place in range(len(lines)):
        block.tell(place, seats)
    return block.product(states)


class _Singly(Exception):
    """A line that can fail or is not known."""


class _Ends(NamedTuple):
    """Where the lines lead a seat from one position, and the odds of each line there."""

    states: StateChances
    told: tuple[list[list[WeightedOdds]], ...]


class _Weighed(NamedTuple):
    """Where the lines lead a seat, and how likely it begins there: the known chance, and whether choices do it too."""

    ends: _Ends
    chance: Fraction
    chosen: bool

    def told(self, place: int, part: int) -> Iterator[WeightedOdds]:
        """Yield the odds of one line, each with the chance to come to it."""
        for weight in (*((self.chance,) if self.chance else ()), *((None,) if self.chosen else ())):
            for told in self.ends.told[place][part]:
                yield told._replace(weight=joint_chance(weight, told.weight))


class _Block:
    def __init__(self, walker: ScriptWalker, lines: Sequence[Step], path: StepPath, later: Liveness) -> None:
        self._walker, self._table, self._lines, self._later = walker, walker.table, lines, later
        self._path, self._first = path[:-1], int(path[-1])
        self._both = later.with_steps(walker.table, lines, repeated=True)
        self._groups = walker.table.classes.groups(self._both.live)
        self._known: dict[object, _Ends] = {}
        self._seen: dict[State, _Ends] = {}
        keys = walker.table.keys
        texts = [text for step in lines for text in conditions(step)]
        counted = frozenset().union(*(piles_if_constant(walker.table, text) or frozenset() for text in texts))
        self._counted = [place for place, (name, owner) in enumerate(keys) if owner is None and name in counted]
        self._places = [
            [place for place, (_, owner) in enumerate(keys) if owner == seat] for seat in range(walker.table.players)
        ]

    def weighed(self, states: StateChances, seat: int) -> list[_Weighed]:
        """Return where a seat is led from all states.

        Raises:
            _Singly: when a line can fail or is not known.
        """
        found: dict[int, _Weighed] = {}
        for state, weight in states.items():
            ends = self._ends(state, seat)
            one = found.get(id(ends), _Weighed(ends, Fraction(0), chosen=False))
            found[id(ends)] = one._replace(chosen=True) if weight is None else one._replace(chance=one.chance + weight)
        return list(found.values())

    def tell(self, place: int, seats: Sequence[Sequence[_Weighed]]) -> None:
        """Write down what is found of one of the lines: nothing fails, and what the odds of each seat are."""
        walker, path = self._walker, (*self._path, self._first + place)
        happened: list[EventChance] = []
        for seat, weighed in enumerate(seats):
            for part in range(max((len(one.ends.told[place]) for one in weighed), default=0)):
                told = [told for one in weighed for told in one.told(place, part)]
                happened += event_chances(
                    seat, told, is_complete=walker.is_complete, seats_distinct=not walker.has_sorted_seats
                )
        if walker.has_sorted_seats:
            happened = list(chances_for_any_seat(happened))
        known = walker.results.get(path, StepResult(self._lines[place], path))
        walker.results[path] = known._replace(event_chances=(*known.event_chances, *happened))

    def product(self, states: StateChances) -> StateChances:
        """Return the states once every seat has come to one of its ends; seats are merged in one after the other."""
        walker, table = self._walker, self._table
        for seat in range(table.players):
            last = seat == table.players - 1
            merged = StateMerger(
                table, self._later, seat + 1, walker.seat_sorting_threshold, () if last else self._lines
            )
            for state, weight in states.items():
                for end, chance in self._ends(state, seat).states.items():
                    merged.add(
                        _with(state, seat, self._places[seat], end, self._places[0]), joint_chance(weight, chance)
                    )
                if len(merged) > walker.max_states:
                    walker.stop_reason = f"more than {walker.max_states} states"
                    return {}
            states = merged.states()
            walker.has_sorted_seats = walker.has_sorted_seats or merged.has_sorted_seats
        return states

    def _ends(self, state: State, seat: int) -> _Ends:
        position = self._position(state, seat)
        if position not in self._seen:
            key = tuple(group_pile(pile, self._groups) for pile in position.piles), position.values
            if key not in self._known:
                self._known[key] = self._alone(position)
            self._seen[position] = self._known[key]
        return self._seen[position]

    def _position(self, state: State, seat: int) -> State:
        """Return what a seat has in a state, as if it were seat 0 and there were little else: what conditions count."""
        piles: list[Pile] = [()] * len(state.piles)
        for here, there in zip(self._places[seat], self._places[0], strict=True):
            piles[there] = state.piles[here]
        for place in self._counted:
            piles[place] = state.piles[place]
        return State(tuple(piles), tuple(sorted(_values(state, seat, 0))) if state.values else ())

    def _alone(self, position: State) -> _Ends:
        """Walk the lines for one seat."""
        one = self._walker.for_one_seat()
        states = one.run(self._lines, self._path, {position: Fraction(1)}, None, self._later, first=self._first)
        if one.stop_reason or any(line.failures for line in one.results.values()):
            raise _Singly
        told = (one.odds.get((*self._path, self._first + place), []) for place in range(len(self._lines)))
        return _Ends(states, tuple(told))


def _values(state: State, seat: int, as_seat: int) -> Iterator[tuple[str, Value]]:
    """Yield the values of nobody, and those of one seat as another's."""
    for text, value in state.values:
        name, of_seat, number = text.partition(OF_SEAT)
        if not of_seat:
            yield name, value
        elif int(number) == seat:
            yield f"{name}{OF_SEAT}{as_seat}", value


def _with(state: State, seat: int, places: Sequence[int], end: State, places_there: Sequence[int]) -> State:
    """Return a state in which a seat has come to its end, known as seat 0's."""
    piles = list(state.piles)
    for here, there in zip(places, places_there, strict=True):
        piles[here] = end.piles[there]
    if not state.values and not end.values:
        return State(tuple(piles))
    mine = f"{OF_SEAT}{seat}"
    others = [one for one in state.values if not one[0].endswith(mine)]
    own = [one for one in _values(end, 0, seat) if OF_SEAT in one[0]]
    return State(tuple(piles), tuple(sorted((*others, *own))))
