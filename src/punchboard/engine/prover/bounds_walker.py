"""The bounds walker: bounds of each pile for scripts with too many states to walk.

A step is safe when the least content of its pile is enough. If it is not, that proves nothing: what one step takes
decides what the next one finds, and bounds do not remember it.
"""

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import NamedTuple

from punchboard.engine.moves.bounded_moves import move_bounds
from punchboard.engine.moves.conditions import (
    check_names,
    holds,
    moved_value_name,
    piles_if_constant,
    shortage_fallbacks,
)
from punchboard.engine.moves.draws import constant_amount
from punchboard.engine.moves.outcome import Action, part_count
from punchboard.engine.prover.findings import AFTER_UNPROVED, StepResult
from punchboard.engine.script import StepPath, inner_steps, option_steps
from punchboard.engine.states.piles import ZERO, Interval, PileBounds, bounds_of_pile, combined_bounds
from punchboard.engine.states.table import EACH, PileKey, State, Table, UnknownOutcome, all_steps
from punchboard.model.game.setup import EVERY_SEAT, IN_REVERSE, Step


class BoundedState(NamedTuple):
    """Bounds of every pile and of every value."""

    piles: Mapping[PileKey, PileBounds]
    values: Mapping[str, Interval]

    def union(self, other: "BoundedState") -> "BoundedState":
        """Return bounds that hold for both states."""
        values = {name: span.union(other.values[name]) for name, span in self.values.items() if name in other.values}
        return BoundedState({key: bounds.union(other.piles[key]) for key, bounds in self.piles.items()}, values)

    def with_piles(self, piles: Mapping[PileKey, PileBounds]) -> "BoundedState":
        """Return the state with some piles replaced."""
        return self._replace(piles={**self.piles, **piles})

    def with_value(self, name: str, span: Interval) -> "BoundedState":
        """Return the state with a value set."""
        return self._replace(values={**self.values, name: span})


class BoundsWalker:
    """Walks a script with bounds; ``sizes`` are the bounds of each pile at the end, empty when they are not known."""

    def __init__(self, table: Table, script: Sequence[Step], start: Sequence[State]) -> None:
        self._table = table
        self._may_end = False
        called = (step.called for step in all_steps(script) if step.called is not None)
        self._value_names = frozenset((*table.game.file.dice, *table.game.file.seats, *called))
        self._stop_reason = ""
        self.results: dict[StepPath, StepResult] = {}
        size = len(table.classes)
        states = [
            BoundedState(
                {key: bounds_of_pile(pile, size) for key, pile in zip(table.keys, state.piles, strict=True)}, {}
            )
            for state in start
        ]
        end = self._run(script, ("setup",), reduce(BoundedState.union, states), None)
        self.sizes = (
            {} if self._stop_reason else {key: (one.size.least, one.size.most) for key, one in end.piles.items()}
        )

    def _run(self, script: Sequence[Step], path: StepPath, state: BoundedState, seat: int | None) -> BoundedState:
        for number, step in enumerate(script):
            here = (*path, number)
            if self._stop_reason:
                self._record_unproved(step, here, f"{AFTER_UNPROVED}: {self._stop_reason}")
                continue
            try:
                state = self._step(step, here, state, seat)
            except UnknownOutcome as unknown:
                self._stop_reason = str(unknown)
                self._record_unproved(step, here, str(unknown))
        return state

    def _record_unproved(self, step: Step, path: StepPath, reason: str) -> None:
        """Record that a step, and all steps nested in it, are not proved."""
        self._record(step, path, reason)
        for lines in (inner_steps(path, step), *option_steps(path, step)):
            for inner_path, inner in lines:
                self._record_unproved(inner, inner_path, reason)

    def _record(self, step: Step, path: StepPath, reason: str) -> None:
        previous = self.results.get(path, StepResult(step, path))
        self.results[path] = previous._replace(unproved_reason=previous.unproved_reason or reason)

    def _step(self, step: Step, path: StepPath, state: BoundedState, seat: int | None) -> BoundedState:
        who = step.actor
        if who in self._table.game.file.seats:  # any seat may have that name
            ends = [self._after_actor(step, path, state, one) for one in range(self._table.players)]
            return reduce(BoundedState.union, ends)
        everybody = range(self._table.players)
        actors: Sequence[int | None] = (seat,) if who is None else everybody[::-1] if who == IN_REVERSE else everybody
        if who not in {None, *EVERY_SEAT, "each other player"} or (who == "each other player" and seat is None):
            raise UnknownOutcome(f"no seat has been named {who!r}")
        for one in actors:
            if who != "each other player" or one != seat:
                state = self._after_actor(step, path, state, one)
        return state

    def _after_actor(self, step: Step, path: StepPath, state: BoundedState, seat: int | None) -> BoundedState:
        """Return the state after a seat, or none, reaches a step."""
        applies = self._applies(step, seat)
        if applies is not False or step.steps or step.choices:
            after = self._carry_out(step, path, state, seat)
        if step.traits.operand not in {"steps", "choices"}:
            self._record(step, path, "")
        skipped = state.with_value(moved_value_name(seat), ZERO) if step.amount is not None else state
        if applies is False:
            return skipped
        return after.union(skipped) if applies is None or step.may or self._may_end else after

    def _applies(self, step: Step, seat: int | None) -> bool | None:
        """Tell whether a step is carried out; None when that depends on the state."""
        if step.when is None:
            return True
        check_names(self._table, step.when, self._value_names, seat)
        if piles_if_constant(self._table, step.when) != frozenset():
            return None
        return holds(step.when, self._table, State(()), None)

    def _carry_out(self, step: Step, path: StepPath, state: BoundedState, seat: int | None) -> BoundedState:
        if step.choices:
            branches = [self._run(one, (*path, step.verb, n), state, seat) for n, one in enumerate(step.choices)]
            return reduce(BoundedState.union, branches)
        match step.traits.operand:
            case "steps":
                return self._repeat(step, path, state, seat)
            case "die":
                return self._roll(step, state)
            case "amount" | "piles":
                return self._move(step, path, state, seat)
        if step.operand in self._table.game.file.seats and self._table.players == 1 and step.excepting:
            raise UnknownOutcome(f"no seat can be named {step.operand!r}")
        return state

    def _repeat(self, step: Step, path: StepPath, state: BoundedState, seat: int | None) -> BoundedState:
        times = 1 if step.times is None else constant_amount(self._table, step.times)
        if times is None or (step.sequence and not step.steps):
            raise UnknownOutcome(
                "the number of times depends on a value" if times is None else "there is no such sequence"
            )
        for _ in range(times):
            state = self._run(
                step.steps, ("sequences", step.sequence) if step.sequence else (*path, step.verb), state, seat
            )
        return state

    def _move(self, step: Step, path: StepPath, state: BoundedState, seat: int | None) -> BoundedState:
        table = self._table
        self._may_end = self._may_end or "end" in shortage_fallbacks(step)
        for part in range(part_count(table, step, seat)):
            act = Action(table, step, seat, part)
            if step.traits.operand == "piles":
                state = self._rearrange(act, state)
                continue
            piles, number, short = move_bounds(act, state.piles, state.values)
            if short and not step.may:
                self._record(step, path, short)
            state = state.with_piles(piles).with_value(moved_value_name(seat), number)
        if part_count(table, step, seat) > 1:
            state = state._replace(
                values={name: one for name, one in state.values.items() if name != moved_value_name(seat)}
            )
        return state

    def _roll(self, step: Step, state: BoundedState) -> BoundedState:
        die, name = self._table.game.file.dice.get(step.operand), step.called or step.operand
        if die is None:
            raise UnknownOutcome(f"there is no die {step.operand!r}")
        faces = [face for face in die.faces if isinstance(face, int)]
        if not faces:
            return state._replace(values={one: span for one, span in state.values.items() if one != name})
        return state.with_value(name, Interval(min(faces), max(faces)))

    def _rearrange(self, act: Action, state: BoundedState) -> BoundedState:
        """Return the state after piles are shuffled, split, stacked or passed."""
        table, step, size = act.table, act.step, len(act.table.classes)
        if step.traits.passes:
            return state.with_piles({taker: state.piles[key] for key, taker in table.passed(step, act.seat)})
        keys = list(dict.fromkeys(key for name in step.piles for key in table.keys_of(name, act.seat)))
        if step.traits.divides:
            if len(keys) != 1 or keys[0] in table.keys_of(step.target or "", act.seat):
                raise UnknownOutcome("only one pile can be split at a time, and not into itself")
            targets = table.keys_of(step.target or "", act.seat)
            source = state.piles[keys[0]]
            left = len(targets) - act.part
            share = Interval(-(-source.size.least // left), -(-source.size.most // left))
            part = source.part_of((True,) * size, share)
            size_left = Interval(source.size.least - share.least, source.size.most - share.most)
            rest = PileBounds(size_left, source.minus(part).counts).tighten()
            target = targets[act.part]
            return state.with_piles({keys[0]: rest, target: state.piles[target].plus(part)})
        if step.target is None and len(step.piles) == 1 and step.piles[0].startswith(EACH):
            return state
        to = act.target if step.target is not None else table.key(step.piles[0], act.seat)
        whole = combined_bounds((state.piles[key] for key in dict.fromkeys((*keys, to))), size)
        nothing = combined_bounds((), size)
        return state.with_piles({**dict.fromkeys(keys, nothing), to: whole})
