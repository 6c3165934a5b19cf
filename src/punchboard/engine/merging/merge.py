"""When two states are one: what follows tells them apart by nothing, or by nothing but which seat is which."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from punchboard.engine.merging.liveness import Liveness, ignores_seat_order
from punchboard.engine.moves.conditions import holds, piles_if_constant
from punchboard.engine.states.component_classes import Counts
from punchboard.engine.states.piles import Pile
from punchboard.engine.states.state import OF_SEAT, State
from punchboard.engine.states.table import Table
from punchboard.model.game.setup import Step

__all__ = ["Liveness", "StateChances", "StateMerger", "group_pile"]

StateChances = dict[State, Fraction | None]
"""States with their chance; None once somebody's choice has led there."""


class _Sight(NamedTuple):
    """How states look that agree on what holds: which conditions fail, which classes are alike, whether seats are."""

    failing: frozenset[str]
    groups: Counts
    ignores_seat_order: bool
    seen: dict[Pile, object]


class StateMerger:
    """States after a line, equal ones together.

    As long as they are few, states are equal when all that is asked of them later is. Beyond ``few``, seats that have
    carried out the line are put in one order, and those that have not in another, where nothing after minds that.
    While some of the seats are still to do ``lines``, they keep their order unless these are indifferent to it.
    """

    def __init__(self, table: Table, later: Liveness, done: int, few: int, lines: Sequence[Step] = ()) -> None:
        self._table, self._done, self._few = table, done, few
        self._later = later.with_steps(table, lines, repeated=True, finished_seats_only=True) if lines else later
        self._undone_too = all(ignores_seat_order(table, step) for step in lines)
        self._conditions = self._later.fixed_conditions(table)
        counted = [piles_if_constant(table, text) or frozenset() for text in self._conditions]
        self._places = [place for place, (name, _) in enumerate(table.keys) if any(name in piles for piles in counted)]
        keys = list(enumerate(table.keys))
        self._shared = [place for place, (_, owner) in keys if owner is None]
        self._own = [[place for place, (_, owner) in keys if owner == seat] for seat in range(table.players)]
        self._sights: dict[tuple[Pile, ...], _Sight] = {}
        self._alike: dict[frozenset[str], _Sight] = {}
        self._found: dict[object, tuple[State, Fraction | None]] = {}
        self._sorting = False
        self.has_sorted_seats = False
        """Whether seats have been put in one order in some state."""

    def __len__(self) -> int:
        """Return how many states there are."""
        return len(self._found)

    def add(self, state: State, chance: Fraction | None) -> None:
        """Add a way to reach a state; its chance adds to that of states equal to it."""
        state = state.keep_values(self._later.value_names)
        self._put(state, chance)
        if not self._sorting and self._table.players > 1 and len(self._found) > self._few:
            before, self._found, self._sorting = self._found, {}, True
            for known, likely in before.values():
                self._put(known, likely)

    def states(self) -> StateChances:
        """Return the states with their chances."""
        return dict(self._found.values())

    def _put(self, state: State, chance: Fraction | None) -> None:
        key = self._key(state)
        known, before = self._found.get(key, (state, Fraction(0)))
        self._found[key] = known, None if chance is None or before is None else chance + before

    def _sight(self, state: State) -> _Sight:
        """Return how a state looks."""
        decisive = tuple(state.piles[place] for place in self._places)
        if decisive not in self._sights:
            failing = frozenset(text for text in self._conditions if not holds(text, self._table, state, None))
            if failing not in self._alike:
                live, any_order = self._later.excluding(failing)
                self._alike[failing] = _Sight(failing, self._table.classes.groups(live), any_order, {})
            self._sights[decisive] = self._alike[failing]
        return self._sights[decisive]

    def _key(self, state: State) -> object:
        sight = self._sight(state)
        groups, seen = sight.groups, sight.seen
        piles = []
        for pile in state.piles:
            if pile and pile not in seen:
                seen[pile] = group_pile(pile, groups)
            piles.append(seen[pile] if pile else ())
        if self._sorting and sight.ignores_seat_order:
            self.has_sorted_seats = True
            return sight.failing, *self._in_one_order(state, piles)
        return sight.failing, tuple(piles), state.values

    def _in_one_order(self, state: State, piles: Sequence[object]) -> tuple[object, ...]:
        """Return a state as it is whichever seat is which, among those that are done and those that are not."""
        named = self._table.game.file.seats
        shared = [one for one in state.values if OF_SEAT not in one[0] and one[0] not in named]
        seats: list[list[Any]] = [[piles[place] for place in places] for places in self._own]
        for name, value in state.values:
            if OF_SEAT in name:
                seats[int(name.partition(OF_SEAT)[2])].append((name.partition(OF_SEAT)[0], value))
            elif name in named:
                seats[int(value)].append(("is", name))
        undone = seats[self._done :]
        seats = [*sorted(seats[: self._done]), *(sorted(undone) if self._undone_too else undone)]
        return tuple(piles[place] for place in self._shared), tuple(map(tuple, seats)), tuple(shared)


def group_pile(pile: Pile, groups: Counts) -> tuple[tuple[Counts, bool], ...]:
    """Return a pile as it looks to those who tell no more than these groups of classes apart."""
    width = len(groups)
    found: list[tuple[Counts, bool]] = []
    for segment in pile:
        counts = [0] * width
        for count, group in zip(segment.counts, groups, strict=True):
            counts[group] += count
        found.append((tuple(counts), segment.is_shuffled and max(counts) < segment.size))
    return tuple(found)
