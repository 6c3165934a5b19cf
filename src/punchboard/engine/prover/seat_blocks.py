"""Blocks of consecutive steps that each seat carries out with its own piles alone, walked for one seat at a time.

Such steps commute. So the states of all seats are combined once, after the block, when what only its steps read is
dropped. Seats in equal positions are walked once.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from punchboard.engine.liveness import conditions
from punchboard.engine.merging import Liveness, StateChances, StateMerger, group_pile, rest_after
from punchboard.engine.moves.conditions import piles_if_constant
from punchboard.engine.moves.outcome import joint_chance
from punchboard.engine.prover.findings import TOO_MANY, Course, WeightedOdds, event_chances
from punchboard.engine.script import StepPath
from punchboard.engine.states.piles import Pile
from punchboard.engine.states.table import OF_SEAT, State, Table, Value
from punchboard.model.game.setup import Step


class SeatSteps(NamedTuple):
    """The steps of a block on a table, with their paths."""

    table: Table
    steps: Sequence[Step]
    paths: Sequence[StepPath]
    liveness: Liveness
    """What the steps after the block read."""
    walk_seat: Callable[[State], Course]
    """Returns the course of the steps for seat 0 alone from a position."""


def walk_block(
    block: SeatSteps, course: Course, max_states: int, seat_sorting_threshold: int, *, is_complete: bool
) -> Course | None:
    """Return the course after a block of steps; None when they must be walked one by one.

    That is so when one of them can fail: states that fail at one step do not reach the next. ``is_complete`` when the
    chances of the states before the block add up to one.
    """
    ends = _SeatEnds(block)
    seats = []
    for seat in range(block.table.players):
        weighted_ends = _weighted_ends(ends, course.states, seat)
        if any(one.end.stop_reason or any(line.failures for line in one.end.results.values()) for one in weighted_ends):
            return None
        seats.append(weighted_ends)
    for step, path in zip(block.steps, block.paths, strict=True):
        events = [
            event
            for seat, weighted_ends in enumerate(seats)
            for odds in _odds_by_part(weighted_ends, path)
            for event in event_chances(seat, odds, is_complete=is_complete, seats_distinct=not course.has_sorted_seats)
        ]
        course = course.with_result(step, path, events=events)
    return _combined(block, ends, course, max_states, seat_sorting_threshold)


class _WeightedEnd(NamedTuple):
    """The course of a seat from one position, with the chance of starting there, and whether choices lead there too."""

    end: Course
    chance: Fraction
    chosen: bool


def _weighted_ends(ends: "_SeatEnds", states: StateChances, seat: int) -> list[_WeightedEnd]:
    """Return the courses of a seat from all states."""
    by_end: dict[int, _WeightedEnd] = {}
    for state, weight in states.items():
        end = ends.of(state, seat)
        seen = by_end.get(id(end), _WeightedEnd(end, Fraction(0), chosen=False))
        by_end[id(end)] = seen._replace(chosen=True) if weight is None else seen._replace(chance=seen.chance + weight)
    return list(by_end.values())


def _odds_by_part(weighted_ends: Sequence[_WeightedEnd], path: StepPath) -> Iterator[list[WeightedOdds]]:
    """Yield the odds of each part of one step, each with the chance of reaching it."""
    for part in range(max((len(one.end.odds.get(path, ())) for one in weighted_ends), default=0)):
        yield [
            odds._replace(weight=joint_chance(weight, odds.weight))
            for one in weighted_ends
            for weight in (*((one.chance,) if one.chance else ()), *((None,) if one.chosen else ()))
            for odds in one.end.odds[path][part]
        ]


def _combined(
    block: SeatSteps, ends: "_SeatEnds", course: Course, max_states: int, seat_sorting_threshold: int
) -> Course:
    """Return the course once every seat has reached one of its ends; seats are merged in one after the other."""
    players = block.table.players
    for seat in range(players):
        remaining = block.steps if seat < players - 1 else ()
        merged = StateMerger(rest_after(block.table, block.liveness, remaining, seat + 1), seat_sorting_threshold)
        for state, weight in course.states.items():
            for end, chance in ends.of(state, seat).states.items():
                merged.add(ends.apply(state, seat, end), joint_chance(weight, chance))
            if len(merged) > max_states:
                return course.stopped(f"{TOO_MANY} {max_states} states")
        course = course._replace(
            states=merged.states(), has_sorted_seats=course.has_sorted_seats or merged.has_sorted_seats
        )
    return course


class _SeatEnds:
    """The course of a block for each seat from each state: equal positions of seats are walked once."""

    def __init__(self, block: SeatSteps) -> None:
        table = block.table
        self._walk_seat = block.walk_seat
        self._groups = table.classes.groups(block.liveness.with_steps(table, block.steps, repeated=True).live())
        self._by_key: dict[object, Course] = {}
        self._by_position: dict[State, Course] = {}
        texts = [text for step in block.steps for text in conditions(step)]
        counted = frozenset().union(*(piles_if_constant(table, text) or frozenset() for text in texts))
        keys = list(enumerate(table.keys))
        self._counted_places = [place for place, (name, owner) in keys if owner is None and name in counted]
        self._places = [[place for place, (_, owner) in keys if owner == seat] for seat in range(table.players)]

    def of(self, state: State, seat: int) -> Course:
        """Return the course of a seat from a state."""
        position = self._position(state, seat)
        if position not in self._by_position:
            key = tuple(group_pile(pile, self._groups) for pile in position.piles), position.values
            if key not in self._by_key:
                self._by_key[key] = self._walk_seat(position)
            self._by_position[position] = self._by_key[key]
        return self._by_position[position]

    def _position(self, state: State, seat: int) -> State:
        """Return a seat's own piles and values as if it were seat 0, with the shared piles that conditions count."""
        piles: list[Pile] = [()] * len(state.piles)
        for here, there in zip(self._places[seat], self._places[0], strict=True):
            piles[there] = state.piles[here]
        for place in self._counted_places:
            piles[place] = state.piles[place]
        return State(tuple(piles), tuple(sorted(_values(state, seat, 0))) if state.values else ())

    def apply(self, state: State, seat: int, end: State) -> State:
        """Return a state in which a seat has reached its end, given as the end of seat 0."""
        piles = list(state.piles)
        for here, there in zip(self._places[seat], self._places[0], strict=True):
            piles[here] = end.piles[there]
        if not state.values and not end.values:
            return State(tuple(piles))
        others = [value for value in state.values if not value[0].endswith(f"{OF_SEAT}{seat}")]
        own = [value for value in _values(end, 0, seat) if OF_SEAT in value[0]]
        return State(tuple(piles), tuple(sorted((*others, *own))))


def _values(state: State, seat: int, as_seat: int) -> Iterator[tuple[str, Value]]:
    """Yield the shared values, and those of one seat as another's."""
    for text, value in state.values:
        name, of_seat, number = text.partition(OF_SEAT)
        if not of_seat:
            yield name, value
        elif int(number) == seat:
            yield f"{name}{OF_SEAT}{as_seat}", value
