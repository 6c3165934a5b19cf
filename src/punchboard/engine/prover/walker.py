"""The walker: takes a script step by step from every state to every state that chance and choice can lead to.

A walk is a fold: each function takes the course so far and returns the course after some steps. Consecutive steps that
each seat carries out with its own piles alone commute. So such a block is walked for one seat at a time, the states of
all seats are combined once, when what only its steps read is dropped, and seats in equal positions are walked once.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from punchboard.engine.liveness import conditions, is_own_step
from punchboard.engine.merging import (
    Actor,
    Liveness,
    StateChances,
    StateMerger,
    actors,
    fixed_seat,
    group_pile,
    merge_branches,
    rest_after,
    seat_of,
    states_by_seat,
)
from punchboard.engine.moves.conditions import ENDED, MOVED, holds, piles_if_constant
from punchboard.engine.moves.draws import NO_ODDS, repeat_count_now
from punchboard.engine.moves.moves import outcomes_of_part, skipped_outcome
from punchboard.engine.moves.outcome import CERTAIN, Outcome, Shortage, joint_chance, part_count
from punchboard.engine.prover.findings import (
    TOO_MANY,
    Course,
    EventChance,
    Failure,
    WeightedOdds,
    event_chances,
)
from punchboard.engine.script import StepPath
from punchboard.engine.states.piles import Pile
from punchboard.engine.states.table import OF_SEAT, State, Table, UnknownOutcome, Value
from punchboard.model.game.setup import IN_REVERSE, Step


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
        reached = (weighted_end.end for weighted_end in weighted_ends)
        if any(end.stop_reason or any(line.failures for line in end.results.values()) for end in reached):
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
    for part in range(max((len(weighted_end.end.odds.get(path, ())) for weighted_end in weighted_ends), default=0)):
        yield [
            odds._replace(weight=joint_chance(weight, odds.weight))
            for weighted_end in weighted_ends
            for weight in (
                *((weighted_end.chance,) if weighted_end.chance else ()),
                *((None,) if weighted_end.chosen else ()),
            )
            for odds in weighted_end.end.odds[path][part]
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


class _StateLimitExceeded(Exception):  # noqa: N818 - the signal to give up
    """There are more states than the walker may keep."""


class Where(NamedTuple):
    """Where in a script a walk is: a path of a step or of the steps around it, who acts, and what comes after."""

    path: StepPath
    seat: int | None
    liveness: Liveness
    """What the steps after it read."""
    is_whole: bool = True
    """Whether all states that can occur come here, as none took another way."""


@dataclass(frozen=True)
class Walker:
    """Walks scripts on a table.

    It keeps at most ``max_states`` states after a step; beyond ``seat_sorting_threshold`` states, it sorts the seats.
    """

    table: Table
    max_states: int
    seat_sorting_threshold: int
    uses_blocks: bool = True
    """Whether a seat carries out several steps in a row that affect only its own piles."""
    single_seat: bool = False
    """Whether seat 0 carries out what each player does."""

    def run(self, script: Sequence[Step], course: Course, where: Where, *, first: int = 0) -> Course:
        """Return the course after a script; the places of its steps count from ``first``."""

        def is_in_block(place: int) -> bool:
            return self.uses_blocks and where.seat is None and is_own_step(self.table, script[place])

        def at(place: int) -> Where:
            rest = where.liveness.with_steps(self.table, script[place + 1 :])
            return where._replace(path=(*where.path, first + place), liveness=rest)

        for are_block, places in groupby(range(len(script)), key=is_in_block):
            numbers = tuple(places)
            after = None
            if are_block and not course.stop_reason:
                steps = script[numbers[0] : numbers[-1] + 1]
                after = self._block(steps, course, where, at(numbers[-1]).liveness, first + numbers[0])
            if after is None:
                for number in numbers:
                    course = self._step_or_stop(script[number], course, at(number))
            else:
                course = after
        return course

    def _block(
        self, steps: Sequence[Step], course: Course, where: Where, liveness: Liveness, first: int
    ) -> Course | None:
        """Return the course after a block of steps; None if they must be walked one by one."""
        walker = replace(self, seat_sorting_threshold=self.max_states + 1, uses_blocks=False, single_seat=True)
        alone = Where(where.path, None, liveness)

        def walk_seat(position: State) -> Course:
            return walker.run(steps, Course({position: CERTAIN}), alone, first=first)

        paths = tuple((*where.path, first + place) for place in range(len(steps)))
        return walk_block(
            SeatSteps(self.table, steps, paths, liveness, walk_seat),
            course,
            self.max_states,
            self.seat_sorting_threshold,
            is_complete=where.is_whole and not course.has_failed,
        )

    def _step_or_stop(self, step: Step, course: Course, where: Where) -> Course:
        """Return the course after a step; if the walk gave up before it or gives up at it, the step is not proved."""
        if course.stop_reason:
            return course.without_proof_of(where.path)
        try:
            return self._step(step, course, where)
        except _StateLimitExceeded:
            reason = f"{TOO_MANY} {self.max_states} states"
        except UnknownOutcome as unknown:
            reason = str(unknown)
        return course.without_proof_of(where.path).stopped(reason)

    def _step(self, step: Step, course: Course, where: Where) -> Course:
        if not step.steps and not step.choices:
            return self._move(step, course, where)
        around = where.liveness.with_steps(self.table, (step,) if step.times or step.who else (), repeated=True)
        for actor in self._actors(step, where):
            # even if no state reaches this step, results of the steps in it are wanted
            by_seat = states_by_seat(actor, course.states) or {fixed_seat(actor): {}}
            is_whole = where.is_whole and len(by_seat) == 1
            ends: StateChances = {}
            for seat, states in by_seat.items():
                course = self._group(
                    step, course._replace(states=states), Where(where.path, seat, around, is_whole=is_whole)
                )
                ends |= course.states
            course = course._replace(states=ends)
        return course

    def _group(self, step: Step, course: Course, where: Where) -> Course:
        """Return the course after a group of steps, or a choice of groups, carried out by one seat or by none."""
        states = course.states
        by_times: dict[int, StateChances] = {}
        for state, weight in states.items():
            applies = self._applies(step, where.seat, state)
            number = repeat_count_now(self.table, step, where.seat, state) if applies else 0
            by_times.setdefault(number, {})[state] = weight
        ends: StateChances = by_times.pop(0, {})
        for number, ready in sorted(by_times.items()) or [(1, {})]:
            here = where._replace(is_whole=where.is_whole and len(ready) == len(states))
            branches = []
            for option, path in _options(step, where.path):
                course = course._replace(states=ready)
                for _ in range(1 if step.choices else number):
                    course = self.run(option, course, here._replace(path=path))
                branches.append(course.states)
            if step.may and not step.choices:
                branches.append(ready)
            merge_branches(ends, branches)
        return course._replace(states=ends)

    def _applies(self, step: Step, seat: int | None, state: State) -> bool:
        if state.value(ENDED) is not None:
            return False
        return step.when is None or holds(step.when, self.table, state, seat)

    def _actors(self, step: Step, where: Where) -> tuple[Actor, ...]:
        return actors(self.table, step, where.seat, single_seat=self.single_seat)

    def _move(self, step: Step, course: Course, where: Where) -> Course:
        """Return the course after a step without steps in it, by each actor in each of its parts."""
        failures: list[Failure] = []
        events: list[EventChance] = []
        turns = [
            (actor, part)
            for actor in self._actors(step, where)
            for part in range(part_count(self.table, step, 0 if isinstance(actor, str) else actor))
        ]
        for place, turn in enumerate(turns):
            merged = self._merger(step, turns[place:], where.liveness)
            odds = self._carry_out(step, turn, course.states, failures, merged)
            course = course._replace(has_failed=course.has_failed or bool(failures))
            events += event_chances(
                fixed_seat(turn[0]),
                odds,
                is_complete=where.is_whole and not course.has_failed,
                seats_distinct=not course.has_sorted_seats,
            )
            if self.single_seat:
                course = course._replace(odds={**course.odds, where.path: (*course.odds.get(where.path, ()), odds)})
            course = course._replace(
                states=merged.states(), has_sorted_seats=course.has_sorted_seats or merged.has_sorted_seats
            )
        return course.with_result(step, where.path, failures, events)

    def _merger(self, step: Step, turns: Sequence[tuple[Actor, int]], liveness: Liveness) -> StateMerger:
        """Return what merges the states after the first of the remaining turns."""
        (actor, _), *later = turns
        finished_seats = actor + 1 if isinstance(actor, int) else self.table.players
        if step.actor == IN_REVERSE:
            finished_seats = 0  # which keeps the order of all seats
        rest = rest_after(self.table, liveness, (step,) if later else (), finished_seats)
        is_between_parts = bool(later) and later[0][0] == actor
        return StateMerger(rest, self.max_states + 1 if is_between_parts else self.seat_sorting_threshold)

    def _carry_out(
        self, step: Step, turn: tuple[Actor, int], states: StateChances, failures: list[Failure], merged: StateMerger
    ) -> list[WeightedOdds]:
        """Add the states after an actor carries out a step in each of these states; return the odds in each."""
        odds = []
        actor, part = turn
        for state, weight in states.items():
            seat = seat_of(actor, state)
            try:
                outcomes = self._outcomes(step, seat, state, part)
            except Shortage as short:
                values = tuple(each for each in state.values if not each[0].startswith(MOVED))
                failures.append(Failure(seat, short.key, short.required, short.available, values))
                continue
            for outcome in outcomes:
                merged.add(outcome.state, joint_chance(weight, outcome.chance))
            carried_out = (outcome.odds or NO_ODDS for outcome in outcomes if outcome.is_done)
            odds.append(WeightedOdds(weight, tuple(dict.fromkeys(carried_out))))
            if len(merged) > self.max_states:
                raise _StateLimitExceeded
        return odds

    def _outcomes(self, step: Step, seat: int | None, state: State, part: int) -> Sequence[Outcome]:
        if not self._applies(step, seat, state):
            return (skipped_outcome(step, seat, state),)
        outcomes = tuple(outcomes_of_part(self.table, step, seat, state, part))
        changes = {(outcome.state, outcome.odds) for outcome in outcomes}
        if len(outcomes) > 1 and len(changes) == 1 and outcomes[0].chance is None:
            return (
                outcomes[-1]._replace(chance=CERTAIN),
            )  # a choice that changes nothing, as to play from an empty hand
        return outcomes


def _options(step: Step, path: StepPath) -> Iterator[tuple[Sequence[Step], StepPath]]:
    """Yield the steps within a step, or those of each choice, with their path."""
    if step.choices:
        yield from ((option, (*path, step.verb, number)) for number, option in enumerate(step.choices))
    else:
        yield step.steps, ("sequences", step.sequence) if step.sequence else (*path, step.verb)
