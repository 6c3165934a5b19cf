"""Merging of states that later steps cannot distinguish, which keeps the prover's states few."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from punchboard.engine.liveness import Liveness, ignores_seat_order
from punchboard.engine.moves.conditions import holds, piles_if_constant
from punchboard.engine.states.piles import Counts, Pile, Segment, pile_counts
from punchboard.engine.states.table import OF_SEAT, State, Table, UnknownOutcome
from punchboard.model.game.setup import EVERY_SEAT, IN_REVERSE, Step

__all__ = ["Liveness", "StateChances", "StateMerger", "group_pile"]

StateChances = dict[State, Fraction | None]
"""States with their chances; None for states that a player's choice leads to."""


class Rest(NamedTuple):
    """What remains to be carried out after a point, which is all that may distinguish states there.

    Two states are equivalent when nothing that remains can tell them apart: of the conditions that can no longer
    change, the same ones fail; no pile differs in what is still asked of its components; no value that is still read
    differs. If the order of seats does not matter any more, that may be so after an exchange of seats.
    """

    table: Table
    liveness: Liveness
    seat_groups: tuple[range, ...]
    """Groups of seats; those of a group may be exchanged if the liveness ignores their order."""


def rest_after(table: Table, liveness: Liveness, remaining_steps: Sequence[Step] = (), finished_seats: int = 0) -> Rest:
    """Return what remains when all seats but the first ``finished_seats`` still carry out some steps first.

    Those seats keep their order unless the steps ignore it.
    """
    if not remaining_steps:
        return Rest(table, liveness, (range(table.players),))
    before = liveness.with_steps(table, remaining_steps, repeated=True, finished_seats_only=True)
    unfinished = range(finished_seats, table.players)
    in_any_order = all(ignores_seat_order(table, step) for step in remaining_steps)
    groups = (unfinished,) if in_any_order else (range(seat, seat + 1) for seat in unfinished)
    return Rest(table, before, (range(finished_seats), *groups))


class _MergeRule(NamedTuple):
    """How to merge states with the same failing conditions: the groups of classes, and whether seats may be sorted."""

    failing: frozenset[str]
    groups: Counts
    ignores_seat_order: bool
    grouped_piles: dict[Pile, object]
    """The piles that have been seen, as groups of classes."""


class StateMerger:
    """States with equivalent ones merged, before the rest of a script.

    While they are few, seats are not exchanged, so that chances belong to one seat; beyond ``seat_sorting_threshold``
    states they are, by sorting them.
    """

    def __init__(self, rest: Rest, seat_sorting_threshold: int) -> None:
        table = rest.table
        self._rest, self._seat_sorting_threshold = rest, seat_sorting_threshold
        self._conditions = rest.liveness.fixed_conditions(table)
        counted = frozenset().union(*(piles_if_constant(table, text) or frozenset() for text in self._conditions))
        keys = list(enumerate(table.keys))
        self._decisive = [place for place, (name, _) in keys if name in counted]
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
        state = state.keep_values(self._rest.liveness.value_names)
        self._add(state, chance)
        if not self._sorts_seats and self._rest.table.players > 1 and len(self._states) > self._seat_sorting_threshold:
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
        decisive = tuple(state.piles[place] for place in self._decisive)
        if decisive not in self._rules_by_piles:
            table, liveness = self._rest.table, self._rest.liveness
            failing = frozenset(text for text in self._conditions if not holds(text, table, state, None))
            if failing not in self._rules_by_failing:
                groups = table.classes.groups(liveness.live(failing))
                self._rules_by_failing[failing] = _MergeRule(failing, groups, liveness.ignores_seat_order(failing), {})
            self._rules_by_piles[decisive] = self._rules_by_failing[failing]
        return self._rules_by_piles[decisive]

    def _key(self, state: State) -> object:
        """Return what all states that are equivalent to a state have in common."""
        rule = self._merge_rule(state)
        grouped = rule.grouped_piles
        piles = []
        for pile in state.piles:
            if pile and pile not in grouped:
                grouped[pile] = group_pile(pile, rule.groups)
            piles.append(grouped[pile] if pile else ())
        if self._sorts_seats and rule.ignores_seat_order:
            self.has_sorted_seats = True
            return rule.failing, *self._with_sorted_seats(state, piles)
        return rule.failing, tuple(piles), state.values

    def _with_sorted_seats(self, state: State, piles: Sequence[object]) -> tuple[object, ...]:
        """Return the shared piles and values, and those of the seats, sorted within each group."""
        named = self._rest.table.game.file.seats
        shared = [value for value in state.values if OF_SEAT not in value[0] and value[0] not in named]
        seats: list[list[Any]] = [[piles[place] for place in places] for places in self._own]
        for text, value in state.values:
            name, of_seat, number = text.partition(OF_SEAT)
            if of_seat:
                seats[int(number)].append((name, value))
            elif name in named:
                seats[int(value)].append(("is", name))
        seats = [seat for group in self._rest.seat_groups for seat in sorted(seats[group.start : group.stop])]
        return tuple(piles[place] for place in self._shared), tuple(map(tuple, seats)), tuple(shared)


def group_pile(pile: Pile, groups: Counts) -> tuple[tuple[Counts, bool], ...]:
    """Return a pile as seen by steps that distinguish only these groups of classes."""
    width = len(groups)
    segments: list[tuple[Counts, bool]] = []
    for segment in pile:
        counts = [0] * width
        for count, group in zip(segment.counts, groups, strict=True):
            counts[group] += count
        segments.append((tuple(counts), segment.is_shuffled and max(counts) < segment.size))
    return tuple(segments)


class StateAbstraction:
    """Removes from states what later steps cannot read.

    Components that nothing distinguishes any more count as one class. Orders that nothing draws from are dropped, and
    so are values that nothing reads.
    """

    def __init__(self, table: Table, liveness: Liveness, drawn: frozenset[str], kept_names: frozenset[str]) -> None:
        groups = table.classes.groups(liveness.live())
        self._first_class_of_group = tuple(groups.index(group) for group in groups)
        self._is_identity = self._first_class_of_group == tuple(range(len(groups)))
        self._names = liveness.value_names | kept_names
        self._ordered = tuple(name in drawn for name, _ in table.keys)
        self._cache: Mapping[bool, dict[Pile, Pile]] = {True: {}, False: {}}

    def apply(self, state: State) -> State:
        """Return a state reduced to what later steps can read."""
        piles = tuple(
            self._reduce_pile(pile, ordered=ordered) if pile else pile
            for pile, ordered in zip(state.piles, self._ordered, strict=True)
        )
        return State(piles, state.values).keep_values(self._names)

    def _reduce_pile(self, pile: Pile, *, ordered: bool) -> Pile:
        cache = self._cache[ordered]
        if pile not in cache:
            cache[pile] = (
                self._merge_segments(pile)
                if ordered
                else (
                    Segment(self._merge_classes(pile_counts(pile, len(self._first_class_of_group))), is_shuffled=False),
                )
            )
        return cache[pile]

    def _merge_segments(self, pile: Pile) -> Pile:
        merged: list[Segment] = []
        for segment in pile:
            here = Segment(self._merge_classes(segment.counts), segment.is_shuffled)
            if here.is_uniform:
                here = here._replace(is_shuffled=False)
            above = merged[-1] if merged else None
            if above is not None and here.is_uniform and above.is_uniform and _class_of(here) == _class_of(above):
                merged[-1] = Segment(tuple(map(sum, zip(above.counts, here.counts, strict=True))), is_shuffled=False)
            else:
                merged.append(here)
        return tuple(merged)

    def _merge_classes(self, counts: Counts) -> Counts:
        if self._is_identity:
            return counts
        merged = [0] * len(counts)
        for count, first in zip(counts, self._first_class_of_group, strict=True):
            merged[first] += count
        return tuple(merged)


def _class_of(segment: Segment) -> int:
    return next(place for place, count in enumerate(segment.counts) if count)


Actor = int | str | None
"""Who carries out a step: a seat, the name of a seat, or no seat."""


def actors(table: Table, step: Step, seat: int | None, *, single_seat: bool) -> tuple[Actor, ...]:
    """Return who carries out a step, in order.

    With ``single_seat``, seat 0 stands for all players.

    Raises:
        UnknownOutcome: for the other players where no player acts.
    """
    who = step.actor
    if who in EVERY_SEAT:
        seats = (0,) if single_seat else tuple(range(table.players))
        return seats[::-1] if who == IN_REVERSE else seats
    if who == "each other player":
        if seat is None:
            raise UnknownOutcome("'each other player' is used where no player acts")
        return tuple(other for other in range(table.players) if other != seat)
    return (seat if who is None else who,)


def fixed_seat(actor: Actor) -> int | None:
    """Return the seat of an actor that is the same in every state; None otherwise."""
    return actor if isinstance(actor, int) else None


def seat_of(actor: Actor, state: State) -> int | None:
    """Return the seat of an actor in a state; a name stands for the seat that was named.

    Raises:
        UnknownOutcome: when no seat has that name yet.
    """
    if not isinstance(actor, str):
        return actor
    value = state.value(actor)
    if not isinstance(value, int):
        raise UnknownOutcome(f"no seat has been named {actor!r}")
    return value


def states_by_seat(actor: Actor, states: StateChances) -> dict[int | None, StateChances]:
    """Return the states by the seat that acts in them.

    Raises:
        UnknownOutcome: when no seat has the name of the actor yet.
    """
    by_seat: dict[int | None, StateChances] = {}
    for state, chance in states.items():
        by_seat.setdefault(seat_of(actor, state), {})[state] = chance
    return by_seat


def add(states: StateChances, state: State, chance: Fraction | None) -> None:
    """Add a way to reach a state."""
    before = states.get(state, Fraction(0))
    states[state] = None if before is None or chance is None else before + chance


def merge_branches(ends: StateChances, branches: Sequence[StateChances]) -> None:
    """Add the end states of some branches to ``ends``; with several branches, a player chooses."""
    for branch in branches:
        for state, chance in branch.items():
            add(ends, state, chance if len(branches) == 1 else None)
