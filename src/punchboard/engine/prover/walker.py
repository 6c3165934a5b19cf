"""The walker: takes a script step by step from every state to every state that chance and choice can lead to.

A walk is a fold: each function takes the course so far and returns the course after some steps.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import NamedTuple

from punchboard.engine.liveness import is_own_step
from punchboard.engine.merging import (
    Actor,
    Liveness,
    StateChances,
    StateMerger,
    actors,
    fixed_seat,
    merge_branches,
    rest_after,
    seat_of,
    states_by_seat,
)
from punchboard.engine.moves.conditions import ENDED, MOVED, holds
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
from punchboard.engine.prover.seat_blocks import SeatSteps, walk_block
from punchboard.engine.script import StepPath
from punchboard.engine.states.table import State, Table, UnknownOutcome
from punchboard.model.game.setup import IN_REVERSE, Step


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
        if len(outcomes) > 1 and len({(one.state, one.odds) for one in outcomes}) == 1 and outcomes[0].chance is None:
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
