"""Merging of equal states: later steps distinguish them by nothing, or only by which seat is which."""

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
"""States with their chances; None for states that a player's choice leads to."""


class _MergeRule(NamedTuple):
    """How to merge states with the same failing conditions: the groups of classes, and whether seats may be sorted."""

    failing: frozenset[str]
    groups: Counts
    ignores_seat_order: bool
    seen: dict[Pile, object]


class StateMerger:
    """States after a step, with equal ones merged.

    While they are few, states are equal when later steps read the same from them. Beyond ``seat_sorting_threshold``
    states, the seats that have carried out the step are sorted, and so are the others, where later steps allow it.
    While some seats have yet to carry out ``remaining_steps``, they keep their order unless these steps ignore it.
    """

    def __init__(
        self,
        table: Table,
        liveness: Liveness,
        finished_seats: int,
        seat_sorting_threshold: int,
        remaining_steps: Sequence[Step] = (),
    ) -> None:
        self._table, self._finished_seats, self._seat_sorting_threshold = table, finished_seats, seat_sorting_threshold
        self._liveness = (
            liveness.with_steps(table, remaining_steps, repeated=True, finished_seats_only=True)
            if remaining_steps
            else liveness
        )
        self._sorts_unfinished_seats = all(ignores_seat_order(table, step) for step in remaining_steps)
        self._conditions = self._liveness.fixed_conditions(table)
        counted = [piles_if_constant(table, text) or frozenset() for text in self._conditions]
        self._places = [place for place, (name, _) in enumerate(table.keys) if any(name in piles for piles in counted)]
        keys = list(enumerate(table.keys))
        self._shared = [place for place, (_, owner) in keys if owner is None]
        self._own = [[place for place, (_, owner) in keys if owner == seat] for seat in range(table.players)]
        self._rules_by_piles: dict[tuple[Pile, ...], _MergeRule] = {}
        self._rules_by_failing: dict[frozenset[str], _MergeRule] = {}
        self._states: dict[object, tuple[State, Fraction | None]] = {}
        self._sorts_seats = False
        self.has_sorted_seats = False
        """Whether the seats have been sorted in some state."""

    def __len__(self) -> int:
        """Return the number of different states."""
        return len(self._states)

    def add(self, state: State, chance: Fraction | None) -> None:
        """Add a way to reach a state; its chance is added to that of equal states."""
        state = state.keep_values(self._liveness.value_names)
        self._add(state, chance)
        if not self._sorts_seats and self._table.players > 1 and len(self._states) > self._seat_sorting_threshold:
            before, self._states, self._sorts_seats = self._states, {}, True
            for known, likely in before.values():
                self._add(known, likely)

    def states(self) -> StateChances:
        """Return the states with their chances."""
        return dict(self._states.values())

    def _add(self, state: State, chance: Fraction | None) -> None:
        key = self._key(state)
        known, before = self._states.get(key, (state, Fraction(0)))
        self._states[key] = known, None if chance is None or before is None else chance + before

    def _merge_rule(self, state: State) -> _MergeRule:
        """Return how a state is merged."""
        decisive = tuple(state.piles[place] for place in self._places)
        if decisive not in self._rules_by_piles:
            failing = frozenset(text for text in self._conditions if not holds(text, self._table, state, None))
            if failing not in self._rules_by_failing:
                live, any_order = self._liveness.excluding(failing)
                self._rules_by_failing[failing] = _MergeRule(failing, self._table.classes.groups(live), any_order, {})
            self._rules_by_piles[decisive] = self._rules_by_failing[failing]
        return self._rules_by_piles[decisive]

    def _key(self, state: State) -> object:
        rule = self._merge_rule(state)
        groups, seen = rule.groups, rule.seen
        piles = []
        for pile in state.piles:
            if pile and pile not in seen:
                seen[pile] = group_pile(pile, groups)
            piles.append(seen[pile] if pile else ())
        if self._sorts_seats and rule.ignores_seat_order:
            self.has_sorted_seats = True
            return rule.failing, *self._with_sorted_seats(state, piles)
        return rule.failing, tuple(piles), state.values

    def _with_sorted_seats(self, state: State, piles: Sequence[object]) -> tuple[object, ...]:
        """Return a state with the finished seats sorted, and the unfinished ones if allowed."""
        named = self._table.game.file.seats
        shared = [one for one in state.values if OF_SEAT not in one[0] and one[0] not in named]
        seats: list[list[Any]] = [[piles[place] for place in places] for places in self._own]
        for name, value in state.values:
            if OF_SEAT in name:
                seats[int(name.partition(OF_SEAT)[2])].append((name.partition(OF_SEAT)[0], value))
            elif name in named:
                seats[int(value)].append(("is", name))
        undone = seats[self._finished_seats :]
        seats = [*sorted(seats[: self._finished_seats]), *(sorted(undone) if self._sorts_unfinished_seats else undone)]
        return tuple(piles[place] for place in self._shared), tuple(map(tuple, seats)), tuple(shared)


def group_pile(pile: Pile, groups: Counts) -> tuple[tuple[Counts, bool], ...]:
    """Return a pile as seen by steps that distinguish only these groups of classes."""
    width = len(groups)
    found: list[tuple[Counts, bool]] = []
    for segment in pile:
        counts = [0] * width
        for count, group in zip(segment.counts, groups, strict=True):
            counts[group] += count
        found.append((tuple(counts), segment.is_shuffled and max(counts) < segment.size))
    return tuple(found)
