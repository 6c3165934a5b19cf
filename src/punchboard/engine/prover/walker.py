"""Line by line through a script: from every state to every state that chance and choice can lead to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from punchboard.engine.merging.actors import Doer, doers, join, known_seat, seat_of
from punchboard.engine.merging.merge import Later, Merged, Weights
from punchboard.engine.moves.amounts import constant
from punchboard.engine.moves.choosy_draws import NO_ODDS
from punchboard.engine.moves.moves import not_done, outcomes_of_part
from punchboard.engine.moves.outcome import Outcome, Shortage, parts, times
from punchboard.engine.moves.questions import ENDED, MOVED, holds
from punchboard.engine.prover import seat_blocks
from punchboard.engine.prover.chances import Happening, Told, for_any, happenings
from punchboard.engine.prover.findings import Failure, Line, Path
from punchboard.engine.states.state import State, Unknown
from punchboard.engine.states.table import Table
from punchboard.model.game.setup import Step


class TooMany(Exception):  # noqa: N818 - the signal to give up
    """More states than are walked."""


class Walker:
    """Walks a script on a table.

    At most ``most`` states are kept of a line; beyond ``few``, seats are put in one order. ``in_blocks`` lets a seat
    do all lines in a row that leave the others alone. With ``alone``, seat 0 does what each player does.
    """

    def __init__(self, table: Table, most: int, few: int, *, in_blocks: bool = True, alone: bool = False) -> None:
        self.table, self.most, self.few = table, most, few
        self._in_blocks, self._alone = in_blocks and table.players > 1, alone
        self.whole = True  # whether the states at hand are all that there are
        self.sorted = False
        self.lines: dict[Path, Line] = {}
        self.told: dict[Path, list[list[Told]]] = {}
        self.gave_up = ""

    def for_one_seat(self) -> Self:
        """Return a walker with the same limits in whose walk seat 0 does all that each player does."""
        return type(self)(self.table, self.most, self.most + 1, in_blocks=False, alone=True)

    def run(
        self, script: Sequence[Step], path: Path, states: Weights, seat: int | None, after: Later, *, first: int = 0
    ) -> Weights:
        """Return the states after a script that began in some; ``after`` are the questions of what follows it.

        Its lines count from ``first``.
        """
        number = walked = 0  # lines before ``walked`` are in a block that could not be walked as one
        while number < len(script) and not self.gave_up:
            length = seat_blocks.length(self.table, script[number:]) if self._in_blocks and number >= walked else 0
            here, walked = (*path, first + number), max(walked, number + length)
            if length and seat is None:
                later = after.and_of(self.table, script[walked:])
                done = seat_blocks.through(self, script[number:walked], (*path, first + number), states, later)
                if done is not None:
                    states, number = done, walked
                    continue
            try:
                states = self._step(script[number], here, states, seat, after.and_of(self.table, script[number + 1 :]))
            except TooMany:
                self.gave_up = f"more than {self.most} states"
            except Unknown as unknown:
                self.gave_up = str(unknown)
            if self.gave_up and not (script[number].steps or script[number].choices):
                self._open(here, script[number], self.gave_up)
            number += 1
        for left in range(number, len(script)):
            self._open((*path, first + left), script[left], f"a line before it is not known: {self.gave_up}")
        return {} if self.gave_up else states

    def _open(self, path: Path, step: Step, why: str) -> None:
        """Write down that a line, and all within it, is not known; they may have been walked once before."""
        known = self.lines.get(path, Line(step, path))
        self.lines[path] = known._replace(unknown=why)
        for within, line in self.lines.items():
            if not line.unknown and (within[: len(path)] == path or within[0] == "sequences"):
                self.lines[within] = line._replace(unknown=why)

    def _step(self, step: Step, path: Path, states: Weights, seat: int | None, later: Later) -> Weights:
        if not step.steps and not step.choices:
            return self._line(step, path, states, seat, later)
        inner = later.and_of(self.table, (step,) if step.times or step.who else (), again=True)
        for one in doers(self.table, step, seat, alone=self._alone):
            apart: dict[int | None, Weights] = {}
            for state, weight in states.items():
                apart.setdefault(seat_of(one, state), {})[state] = weight
            states = {}
            apart = apart or {known_seat(one): {}}  # nobody comes here any more
            whole, self.whole = self.whole, self.whole and len(apart) == 1
            for doer, ready in apart.items():
                states |= self._group(step, path, ready, doer, inner)
            self.whole = whole
        return states

    def _group(self, step: Step, path: Path, states: Weights, seat: int | None, later: Later) -> Weights:
        """Return the states after a group of lines, or a choice of groups, done by one seat or by nobody."""
        often: dict[int, Weights] = {}
        for state, weight in states.items():
            number = self._times(step, state) if self._applies(step, seat, state) else 0
            often.setdefault(number, {})[state] = weight
        ends: Weights = often.pop(0, {})
        for number, ready in sorted(often.items()) or [(1, {})]:
            whole, self.whole = self.whole, self.whole and len(ready) == len(states)
            if step.choices:
                ways = [
                    self.run(option, (*path, "one of", place), ready, seat, later)
                    for place, option in enumerate(step.choices)
                ]
            else:
                reached = ready
                inner: Path = ("sequences", step.operand) if step.operand else (*path, "do")
                for _ in range(number):
                    reached = self.run(step.steps, inner, reached, seat, later)
                ways = [reached, ready] if step.may else [reached]
            self.whole = whole if len(ready) < len(states) else self.whole
            join(ends, ways)
        return ends

    def _applies(self, step: Step, seat: int | None, state: State) -> bool:
        if state.value(ENDED) is not None:
            return False
        return step.when is None or holds(step.when, self.table, state, seat)

    def _times(self, step: Step, state: State) -> int:
        if step.times is None:
            return 1
        known = constant(self.table, step.times)
        value = state.value(str(step.times)) if known is None else known
        if not isinstance(value, int):
            raise Unknown(f"nothing tells how many times {step.times!r} is")
        return value

    def _line(self, step: Step, path: Path, states: Weights, seat: int | None, later: Later) -> Weights:
        failures: list[Failure] = []
        happened: list[Happening] = []
        each = [
            (one, part)
            for one in doers(self.table, step, seat, alone=self._alone)
            for part in range(self._parts(step, one))
        ]
        for place, (one, part) in enumerate(each):
            last = place == len(each) - 1
            full = last or each[place + 1][0] != one  # whether this seat has done all its parts
            done = one + 1 if isinstance(one, int) and not last else self.table.players
            merged = Merged(self.table, later, done, self.few if full else self.most + 1, () if last else (step,))
            told = self._done_by(step, one, states, part=part, failures=failures, merged=merged)
            self.whole = self.whole and not failures
            self.told.setdefault(path, []).append(told if self.whole else [*told, Told(None, ())])
            happened += happenings(known_seat(one), told, whole=self.whole, apart=not self.sorted)
            states = merged.states()
            self.sorted = self.sorted or merged.sorted
        if self.sorted:
            happened = list(for_any(happened))
        known = self.lines.get(path)
        if known is not None:
            failures, happened = [*known.failures, *failures], [*known.happenings, *happened]
        self.lines[path] = Line(step, path, tuple(failures[:8]), tuple(happened))
        return states

    def _parts(self, step: Step, doer: Doer) -> int:
        return parts(self.table, step, 0 if isinstance(doer, str) else doer)

    def _done_by(
        self, step: Step, doer: Doer, states: Weights, *, part: int, failures: list[Failure], merged: Merged
    ) -> list[Told]:
        """Add the states once a seat, or nobody, has carried out a line in each of these; return the odds in each."""
        told = []
        for state, weight in states.items():
            seat = seat_of(doer, state)
            try:
                found = self._outcomes(step, seat, state, part)
            except Shortage as short:
                values = tuple(each for each in state.values if not each[0].startswith(MOVED))
                failures.append(Failure(seat, short.key, short.wanted, short.there, values))
                continue
            for outcome in found:
                merged.add(outcome.state, times(weight, outcome.chance))
            told.append(Told(weight, tuple(dict.fromkeys(one.odds or NO_ODDS for one in found if one.done))))
            if len(merged) > self.most:
                raise TooMany
        return told

    def _outcomes(self, step: Step, seat: int | None, state: State, part: int) -> Sequence[Outcome]:
        if not self._applies(step, seat, state):
            return (not_done(step, seat, state),)
        return tuple(outcomes_of_part(self.table, step, seat, state, part))
