"""Line by line through a script: from every state to every state that chance and choice can lead to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from punchboard.engine.merging.actors import Actor, actors, fixed_seat, merge_branches, seat_of
from punchboard.engine.merging.merge import Liveness, StateChances, StateMerger
from punchboard.engine.moves.amounts import constant_amount
from punchboard.engine.moves.filtered_draws import NO_ODDS
from punchboard.engine.moves.moves import outcomes_of_part, skipped_outcome
from punchboard.engine.moves.outcome import Outcome, Shortage, joint_chance, part_count
from punchboard.engine.moves.queries import ENDED, MOVED, holds
from punchboard.engine.prover import seat_blocks
from punchboard.engine.prover.chances import EventChance, WeightedOdds, chances_for_any_seat, event_chances
from punchboard.engine.prover.findings import Failure, StepPath, StepResult
from punchboard.engine.states.state import State, UnknownOutcome
from punchboard.engine.states.table import Table
from punchboard.model.game.setup import Step


class StateLimitExceeded(Exception):
    """More states than are walked."""


class Walker:
    """Walks a script on a table.

    At most ``most`` states are kept of a line; beyond ``few``, seats are put in one order. ``in_blocks`` lets a seat
    do all lines in a row that leave the others alone. With ``alone``, seat 0 does what each player does.
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
        self._in_blocks, self._alone = use_blocks and table.players > 1, single_seat
        self.is_complete = True  # whether the states at hand are all that there are
        self.has_sorted_seats = False
        self.results: dict[StepPath, StepResult] = {}
        self.odds: dict[StepPath, list[list[WeightedOdds]]] = {}
        self.stop_reason = ""

    def for_one_seat(self) -> Self:
        """Return a walker with the same limits in whose walk seat 0 does all that each player does."""
        return type(self)(self.table, self.max_states, self.max_states + 1, use_blocks=False, single_seat=True)

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
        """Return the states after a script that began in some; ``after`` are the questions of what follows it.

        Its lines count from ``first``.
        """
        number = walked = 0  # lines before ``walked`` are in a block that could not be walked as one
        while number < len(script) and not self.stop_reason:
            length = (
                seat_blocks.block_length(self.table, script[number:]) if self._in_blocks and number >= walked else 0
            )
            here, walked = (*path, first + number), max(walked, number + length)
            if length and seat is None:
                later = after.with_steps(self.table, script[walked:])
                done = seat_blocks.walk_block(self, script[number:walked], (*path, first + number), states, later)
                if done is not None:
                    states, number = done, walked
                    continue
            try:
                states = self._step(
                    script[number], here, states, seat, after.with_steps(self.table, script[number + 1 :])
                )
            except StateLimitExceeded:
                self.stop_reason = f"more than {self.max_states} states"
            except UnknownOutcome as unknown:
                self.stop_reason = str(unknown)
            if self.stop_reason and not (script[number].steps or script[number].choices):
                self._open(here, script[number], self.stop_reason)
            number += 1
        for left in range(number, len(script)):
            self._open((*path, first + left), script[left], f"a line before it is not known: {self.stop_reason}")
        return {} if self.stop_reason else states

    def _open(self, path: StepPath, step: Step, why: str) -> None:
        """Write down that a line, and all within it, is not known; they may have been walked once before."""
        known = self.results.get(path, StepResult(step, path))
        self.results[path] = known._replace(unproved_reason=why)
        for within, line in self.results.items():
            if not line.unproved_reason and (within[: len(path)] == path or within[0] == "sequences"):
                self.results[within] = line._replace(unproved_reason=why)

    def _step(
        self, step: Step, path: StepPath, states: StateChances, seat: int | None, later: Liveness
    ) -> StateChances:
        if not step.steps and not step.choices:
            return self._line(step, path, states, seat, later)
        inner = later.with_steps(self.table, (step,) if step.times or step.who else (), repeated=True)
        for one in actors(self.table, step, seat, single_seat=self._alone):
            apart: dict[int | None, StateChances] = {}
            for state, weight in states.items():
                apart.setdefault(seat_of(one, state), {})[state] = weight
            states = {}
            apart = apart or {fixed_seat(one): {}}  # nobody comes here any more
            whole, self.is_complete = self.is_complete, self.is_complete and len(apart) == 1
            for doer, ready in apart.items():
                states |= self._group(step, path, ready, doer, inner)
            self.is_complete = whole
        return states

    def _group(
        self, step: Step, path: StepPath, states: StateChances, seat: int | None, later: Liveness
    ) -> StateChances:
        """Return the states after a group of lines, or a choice of groups, done by one seat or by nobody."""
        often: dict[int, StateChances] = {}
        for state, weight in states.items():
            number = self._times(step, state) if self._applies(step, seat, state) else 0
            often.setdefault(number, {})[state] = weight
        ends: StateChances = often.pop(0, {})
        for number, ready in sorted(often.items()) or [(1, {})]:
            whole, self.is_complete = self.is_complete, self.is_complete and len(ready) == len(states)
            if step.choices:
                ways = [
                    self.run(option, (*path, "one of", place), ready, seat, later)
                    for place, option in enumerate(step.choices)
                ]
            else:
                reached = ready
                inner: StepPath = ("sequences", step.operand) if step.operand else (*path, "do")
                for _ in range(number):
                    reached = self.run(step.steps, inner, reached, seat, later)
                ways = [reached, ready] if step.may else [reached]
            self.is_complete = whole if len(ready) < len(states) else self.is_complete
            merge_branches(ends, ways)
        return ends

    def _applies(self, step: Step, seat: int | None, state: State) -> bool:
        if state.value(ENDED) is not None:
            return False
        return step.when is None or holds(step.when, self.table, state, seat)

    def _times(self, step: Step, state: State) -> int:
        if step.times is None:
            return 1
        known = constant_amount(self.table, step.times)
        value = state.value(str(step.times)) if known is None else known
        if not isinstance(value, int):
            raise UnknownOutcome(f"nothing tells how many times {step.times!r} is")
        return value

    def _line(
        self, step: Step, path: StepPath, states: StateChances, seat: int | None, later: Liveness
    ) -> StateChances:
        failures: list[Failure] = []
        happened: list[EventChance] = []
        each = [
            (one, part)
            for one in actors(self.table, step, seat, single_seat=self._alone)
            for part in range(self._parts(step, one))
        ]
        for place, (one, part) in enumerate(each):
            last = place == len(each) - 1
            full = last or each[place + 1][0] != one  # whether this seat has done all its parts
            done = one + 1 if isinstance(one, int) and not last else self.table.players
            merged = StateMerger(
                self.table,
                later,
                done,
                self.seat_sorting_threshold if full else self.max_states + 1,
                () if last else (step,),
            )
            told = self._done_by(step, one, states, part=part, failures=failures, merged=merged)
            self.is_complete = self.is_complete and not failures
            self.odds.setdefault(path, []).append(told if self.is_complete else [*told, WeightedOdds(None, ())])
            happened += event_chances(
                fixed_seat(one), told, is_complete=self.is_complete, seats_distinct=not self.has_sorted_seats
            )
            states = merged.states()
            self.has_sorted_seats = self.has_sorted_seats or merged.has_sorted_seats
        if self.has_sorted_seats:
            happened = list(chances_for_any_seat(happened))
        known = self.results.get(path)
        if known is not None:
            failures, happened = [*known.failures, *failures], [*known.event_chances, *happened]
        self.results[path] = StepResult(step, path, tuple(failures[:8]), tuple(happened))
        return states

    def _parts(self, step: Step, doer: Actor) -> int:
        return part_count(self.table, step, 0 if isinstance(doer, str) else doer)

    def _done_by(
        self, step: Step, doer: Actor, states: StateChances, *, part: int, failures: list[Failure], merged: StateMerger
    ) -> list[WeightedOdds]:
        """Add the states once a seat, or nobody, has carried out a line in each of these; return the odds in each."""
        told = []
        for state, weight in states.items():
            seat = seat_of(doer, state)
            try:
                found = self._outcomes(step, seat, state, part)
            except Shortage as short:
                values = tuple(each for each in state.values if not each[0].startswith(MOVED))
                failures.append(Failure(seat, short.key, short.required, short.available, values))
                continue
            for outcome in found:
                merged.add(outcome.state, joint_chance(weight, outcome.chance))
            told.append(WeightedOdds(weight, tuple(dict.fromkeys(one.odds or NO_ODDS for one in found if one.is_done))))
            if len(merged) > self.max_states:
                raise StateLimitExceeded
        return told

    def _outcomes(self, step: Step, seat: int | None, state: State, part: int) -> Sequence[Outcome]:
        if not self._applies(step, seat, state):
            return (skipped_outcome(step, seat, state),)
        return tuple(outcomes_of_part(self.table, step, seat, state, part))
