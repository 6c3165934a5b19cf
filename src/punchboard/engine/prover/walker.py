"""The walker: takes a script step by step from every state to every state that chance and choice can lead to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from punchboard.engine.merging import (
    Actor,
    Liveness,
    StateChances,
    StateMerger,
    actors,
    fixed_seat,
    merge_branches,
    seat_of,
)
from punchboard.engine.moves.conditions import ENDED, MOVED, holds
from punchboard.engine.moves.draws import NO_ODDS, repeat_count_now
from punchboard.engine.moves.moves import outcomes_of_part, skipped_outcome
from punchboard.engine.moves.outcome import CERTAIN, Outcome, Shortage, joint_chance, part_count
from punchboard.engine.prover import seat_blocks
from punchboard.engine.prover.findings import (
    AFTER_UNPROVED,
    TOO_MANY,
    EventChance,
    Failure,
    StepResult,
    WeightedOdds,
    chances_for_any_seat,
    event_chances,
)
from punchboard.engine.script import StepPath
from punchboard.engine.states.table import State, Table, UnknownOutcome
from punchboard.model.game.setup import IN_REVERSE, Step


class StateLimitExceeded(Exception):  # noqa: N818 - the signal to give up
    """There are more states than the walker may keep."""


class Walker:
    """Walks a script on a table.

    It keeps at most ``max_states`` states after a step; beyond ``seat_sorting_threshold`` states, it sorts the seats.
    ``use_blocks`` lets a seat carry out several steps in a row that affect only its own piles. With ``single_seat``,
    seat 0 carries out what each player does.
    """

    def __init__(
        self,
        table: Table,
        max_states: int,
        seat_sorting_threshold: int,
        *,
        use_blocks: bool = True,
        single_seat: bool = False,
    ) -> None:
        self.table, self.max_states, self.seat_sorting_threshold = table, max_states, seat_sorting_threshold
        self._use_blocks, self._single_seat = use_blocks and table.players > 1, single_seat
        self.is_complete = True  # whether the current states are all that can occur
        self.has_sorted_seats = False
        self.results: dict[StepPath, StepResult] = {}
        self.odds: dict[StepPath, list[list[WeightedOdds]]] = {}
        self.stop_reason = ""

    def for_one_seat(self) -> Self:
        """Return a walker with the same limits in which seat 0 carries out everything that each player does."""
        return type(self)(self.table, self.max_states, self.max_states + 1, use_blocks=False, single_seat=True)

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
        """Return the states after a script that starts from these states; ``liveness`` is what the steps after it read.

        The places of its steps count from ``first``.
        """
        number = walked = 0  # steps before ``walked`` are in a block that had to be walked step by step
        while number < len(script) and not self.stop_reason:
            block_length = (
                seat_blocks.block_length(self.table, script[number:]) if self._use_blocks and number >= walked else 0
            )
            path_here, walked = (*path, first + number), max(walked, number + block_length)
            if block_length and seat is None:
                block_liveness = liveness.with_steps(self.table, script[walked:])
                block_states = seat_blocks.walk_block(
                    self, script[number:walked], (*path, first + number), states, block_liveness
                )
                if block_states is not None:
                    states, number = block_states, walked
                    continue
            try:
                states = self._step(
                    script[number], path_here, states, seat, liveness.with_steps(self.table, script[number + 1 :])
                )
            except StateLimitExceeded:
                self.stop_reason = f"{TOO_MANY} {self.max_states} states"
            except UnknownOutcome as unknown:
                self.stop_reason = str(unknown)
            if self.stop_reason and not (script[number].steps or script[number].choices):
                self._record_unproved(path_here, script[number], self.stop_reason)
            number += 1
        for left in range(number, len(script)):
            self._record_unproved((*path, first + left), script[left], f"{AFTER_UNPROVED}: {self.stop_reason}")
        return {} if self.stop_reason else states

    def _record_unproved(self, path: StepPath, step: Step, why: str) -> None:
        """Record that a step, and all steps nested in it, are not proved; they may have been walked once before."""
        known = self.results.get(path, StepResult(step, path))
        self.results[path] = known._replace(unproved_reason=why)
        for within, line in self.results.items():
            if not line.unproved_reason and (within[: len(path)] == path or within[0] == "sequences"):
                self.results[within] = line._replace(unproved_reason=why)

    def _step(
        self, step: Step, path: StepPath, states: StateChances, seat: int | None, liveness: Liveness
    ) -> StateChances:
        if not step.steps and not step.choices:
            return self._move(step, path, states, seat, liveness)
        inner = liveness.with_steps(self.table, (step,) if step.times or step.who else (), repeated=True)
        for actor in actors(self.table, step, seat, single_seat=self._single_seat):
            by_seat: dict[int | None, StateChances] = {}
            for state, weight in states.items():
                by_seat.setdefault(seat_of(actor, state), {})[state] = weight
            states = {}
            by_seat = by_seat or {fixed_seat(actor): {}}  # no state reaches this step
            whole, self.is_complete = self.is_complete, self.is_complete and len(by_seat) == 1
            for acting_seat, states_of_seat in by_seat.items():
                states |= self._group(step, path, states_of_seat, acting_seat, inner)
            self.is_complete = whole
        return states

    def _group(
        self, step: Step, path: StepPath, states: StateChances, seat: int | None, liveness: Liveness
    ) -> StateChances:
        """Return the states after a group of steps, or a choice of groups, carried out by one seat or by none."""
        by_times: dict[int, StateChances] = {}
        for state, weight in states.items():
            number = repeat_count_now(self.table, step, seat, state) if self._applies(step, seat, state) else 0
            by_times.setdefault(number, {})[state] = weight
        ends: StateChances = by_times.pop(0, {})
        for number, ready in sorted(by_times.items()) or [(1, {})]:
            whole, self.is_complete = self.is_complete, self.is_complete and len(ready) == len(states)
            if step.choices:
                branches = [
                    self.run(option, (*path, step.verb, place), ready, seat, liveness)
                    for place, option in enumerate(step.choices)
                ]
            else:
                reached = ready
                inner: StepPath = ("sequences", step.sequence) if step.sequence else (*path, step.verb)
                for _ in range(number):
                    reached = self.run(step.steps, inner, reached, seat, liveness)
                branches = [reached, ready] if step.may else [reached]
            self.is_complete = whole if len(ready) < len(states) else self.is_complete
            merge_branches(ends, branches)
        return ends

    def _applies(self, step: Step, seat: int | None, state: State) -> bool:
        if state.value(ENDED) is not None:
            return False
        return step.when is None or holds(step.when, self.table, state, seat)

    def _move(
        self, step: Step, path: StepPath, states: StateChances, seat: int | None, liveness: Liveness
    ) -> StateChances:
        failures: list[Failure] = []
        events: list[EventChance] = []
        actors_and_parts = [
            (actor, part)
            for actor in actors(self.table, step, seat, single_seat=self._single_seat)
            for part in range(self._parts(step, actor))
        ]
        for place, (actor, part) in enumerate(actors_and_parts):
            last = place == len(actors_and_parts) - 1
            seat_is_finished = last or actors_and_parts[place + 1][0] != actor
            finished_seats = actor + 1 if isinstance(actor, int) and not last else self.table.players
            if step.actor == IN_REVERSE and not last:
                finished_seats = 0  # which keeps the order of all seats
            merged = StateMerger(
                self.table,
                liveness,
                finished_seats,
                self.seat_sorting_threshold if seat_is_finished else self.max_states + 1,
                () if last else (step,),
            )
            odds = self._carry_out(step, actor, states, part=part, failures=failures, merged=merged)
            self.is_complete = self.is_complete and not failures
            self.odds.setdefault(path, []).append(odds if self.is_complete else [*odds, WeightedOdds(None, ())])
            events += event_chances(
                fixed_seat(actor), odds, is_complete=self.is_complete, seats_distinct=not self.has_sorted_seats
            )
            states = merged.states()
            self.has_sorted_seats = self.has_sorted_seats or merged.has_sorted_seats
        if self.has_sorted_seats:
            events = list(chances_for_any_seat(events))
        previous = self.results.get(path)
        if previous is not None:
            failures, events = [*previous.failures, *failures], [*previous.event_chances, *events]
        self.results[path] = StepResult(step, path, tuple(failures[:8]), tuple(events))
        return states

    def _parts(self, step: Step, actor: Actor) -> int:
        return part_count(self.table, step, 0 if isinstance(actor, str) else actor)

    def _carry_out(
        self, step: Step, actor: Actor, states: StateChances, *, part: int, failures: list[Failure], merged: StateMerger
    ) -> list[WeightedOdds]:
        """Add the states after an actor carries out a step in each of these states; return the odds in each."""
        odds = []
        for state, weight in states.items():
            seat = seat_of(actor, state)
            try:
                found = self._outcomes(step, seat, state, part)
            except Shortage as short:
                values = tuple(each for each in state.values if not each[0].startswith(MOVED))
                failures.append(Failure(seat, short.key, short.required, short.available, values))
                continue
            for outcome in found:
                merged.add(outcome.state, joint_chance(weight, outcome.chance))
            odds.append(WeightedOdds(weight, tuple(dict.fromkeys(one.odds or NO_ODDS for one in found if one.is_done))))
            if len(merged) > self.max_states:
                raise StateLimitExceeded
        return odds

    def _outcomes(self, step: Step, seat: int | None, state: State, part: int) -> Sequence[Outcome]:
        if not self._applies(step, seat, state):
            return (skipped_outcome(step, seat, state),)
        found = tuple(outcomes_of_part(self.table, step, seat, state, part))
        if len(found) > 1 and len({(one.state, one.odds) for one in found}) == 1 and found[0].chance is None:
            return (found[-1]._replace(chance=CERTAIN),)  # a choice that changes nothing, as to play from an empty hand
        return found
