"""Bounds on piles, where there are too many states to walk: what no run of a script exceeds.

A line is safe when the least that its pile can hold is enough. When it is not, that is no proof of the contrary: what
one line takes decides what the next one finds, and bounds forget that.
"""

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import NamedTuple

from punchboard.engine.moves.amounts import constant_amount
from punchboard.engine.moves.bounded_moves import move_bounds
from punchboard.engine.moves.conditions import check_names, holds, piles_if_constant
from punchboard.engine.moves.outcome import Action, part_count
from punchboard.engine.moves.queries import moved_value_name, shortage_fallbacks
from punchboard.engine.prover.findings import StepPath, StepResult
from punchboard.engine.states.pile_bounds import ZERO, Interval, PileBounds, bounds_of_pile, combined_bounds
from punchboard.engine.states.state import EACH, PileKey, State, UnknownOutcome
from punchboard.engine.states.table import Table, all_steps
from punchboard.model.game.setup import Step


class BoundedState(NamedTuple):
    """What is known: bounds of every pile, and of values."""

    piles: Mapping[PileKey, PileBounds]
    values: Mapping[str, Interval]

    def union(self, other: "BoundedState") -> "BoundedState":
        """Return what is known when it is one or the other."""
        values = {name: span.union(other.values[name]) for name, span in self.values.items() if name in other.values}
        return BoundedState({key: one.union(other.piles[key]) for key, one in self.piles.items()}, values)

    def with_piles(self, heaps: Mapping[PileKey, PileBounds]) -> "BoundedState":
        """Return the same with some piles changed."""
        return self._replace(piles={**self.piles, **heaps})

    def with_value(self, name: str, span: Interval) -> "BoundedState":
        """Return the same with one value more."""
        return self._replace(values={**self.values, name: span})


class BoundsWalker:
    """Works out bounds of every pile, line by line; ``sizes`` are those at the end, none when they are not known."""

    def __init__(self, table: Table, script: Sequence[Step], start: Sequence[State]) -> None:
        self._table = table
        self._may_end = False
        called = (step.called for step in all_steps(script) if step.called is not None)
        self._values = frozenset((*table.game.file.dice, *table.game.file.seats, *called))
        self._lost = ""
        self.results: dict[StepPath, StepResult] = {}
        size = len(table.classes)
        views = [
            BoundedState(
                {key: bounds_of_pile(pile, size) for key, pile in zip(table.keys, state.piles, strict=True)}, {}
            )
            for state in start
        ]
        end = self._run(script, ("setup",), reduce(BoundedState.union, views), None)
        self.sizes = {} if self._lost else {key: (one.size.least, one.size.most) for key, one in end.piles.items()}

    def _run(self, script: Sequence[Step], path: StepPath, view: BoundedState, seat: int | None) -> BoundedState:
        for number, step in enumerate(script):
            here = (*path, number)
            if self._lost:
                self._tell(step, here, f"a line before it is not known: {self._lost}")
                continue
            try:
                view = self._step(step, here, view, seat)
            except UnknownOutcome as unknown:
                self._lost = str(unknown)
                self._tell(step, here, str(unknown))
        return view

    def _tell(self, step: Step, path: StepPath, unknown: str) -> None:
        known = self.results.get(path, StepResult(step, path))
        self.results[path] = known._replace(unproved_reason=known.unproved_reason or unknown)

    def _step(self, step: Step, path: StepPath, view: BoundedState, seat: int | None) -> BoundedState:
        who = "each player" if step.verb == "deal" else step.who
        if who in self._table.game.file.seats:  # whichever it is
            ends = [self._done(step, path, view, one) for one in range(self._table.players)]
            return reduce(BoundedState.union, ends)
        doers: Sequence[int | None] = (seat,) if who is None else range(self._table.players)
        if who not in {None, "each player", "each other player"} or (who == "each other player" and seat is None):
            raise UnknownOutcome(f"nobody is named {who!r}")
        for one in doers:
            if who != "each other player" or one != seat:
                view = self._done(step, path, view, one)
        return view

    def _done(self, step: Step, path: StepPath, view: BoundedState, seat: int | None) -> BoundedState:
        """Return what is known once a seat, or nobody, has come to a line."""
        applies = self._applies(step)
        if applies is not False or step.steps or step.choices:
            after = self._carried_out(step, path, view, seat)
        if step.verb not in {"do", "one of"}:
            self._tell(step, path, "")
        passed = view.with_value(moved_value_name(seat), ZERO) if step.amount is not None else view
        if applies is False:
            return passed
        return after.union(passed) if applies is None or step.may or self._may_end else after

    def _applies(self, step: Step) -> bool | None:
        """Tell whether a line is done; None when that depends on the state."""
        if step.when is None:
            return True
        check_names(self._table, step.when, self._values)
        if piles_if_constant(self._table, step.when) != frozenset():
            return None
        return holds(step.when, self._table, State(()), None)

    def _carried_out(self, step: Step, path: StepPath, view: BoundedState, seat: int | None) -> BoundedState:
        if step.choices:
            ways = [self._run(one, (*path, "one of", n), view, seat) for n, one in enumerate(step.choices)]
            return reduce(BoundedState.union, ways)
        if step.verb == "do":
            return self._repeated(step, path, view, seat)
        if step.verb == "roll":
            return self._rolled(step, view)
        if step.verb in {"say", "name"}:
            if step.operand in self._table.game.file.seats and self._table.players == 1 and step.excepting:
                raise UnknownOutcome(f"nobody can be named {step.operand!r}")
            return view
        return self._moved(step, path, view, seat)

    def _repeated(self, step: Step, path: StepPath, view: BoundedState, seat: int | None) -> BoundedState:
        often = 1 if step.times is None else constant_amount(self._table, step.times)
        if often is None or (step.operand and not step.steps):
            raise UnknownOutcome(
                "how often it is done depends on a value" if often is None else "there are no such lines"
            )
        for _ in range(often):
            view = self._run(step.steps, ("sequences", step.operand) if step.operand else (*path, "do"), view, seat)
        return view

    def _moved(self, step: Step, path: StepPath, view: BoundedState, seat: int | None) -> BoundedState:
        table = self._table
        self._may_end = self._may_end or "end" in shortage_fallbacks(step)
        for part in range(part_count(table, step, seat)):
            act = Action(table, step, seat, part)
            if step.verb in {"shuffle", "split", "stack"}:
                view = self._heaped(act, view)
                continue
            heaps, number, short = move_bounds(act, view.piles, view.values)
            if short and not step.may:
                self._tell(step, path, short)
            view = view.with_piles(heaps).with_value(moved_value_name(seat), number)
        if part_count(table, step, seat) > 1:
            view = view._replace(
                values={name: one for name, one in view.values.items() if name != moved_value_name(seat)}
            )
        return view

    def _rolled(self, step: Step, view: BoundedState) -> BoundedState:
        die, name = self._table.game.file.dice.get(step.operand), step.called or step.operand
        if die is None:
            raise UnknownOutcome(f"there is no die {step.operand!r}")
        faces = [face for face in die.faces if isinstance(face, int)]
        if not faces:
            return view._replace(values={one: span for one, span in view.values.items() if one != name})
        return view.with_value(name, Interval(min(faces), max(faces)))

    def _heaped(self, act: Action, view: BoundedState) -> BoundedState:
        """Return what is known after piles were shuffled, split or stacked."""
        table, step, size = act.table, act.step, len(act.table.classes)
        keys = list(dict.fromkeys(key for name in step.piles for key in table.keys_of(name, act.seat)))
        if step.verb == "split":
            if len(keys) != 1 or keys[0] in table.keys_of(step.target or "", act.seat):
                raise UnknownOutcome("only one pile is split at a time, and not into itself")
            targets = table.keys_of(step.target or "", act.seat)
            source = view.piles[keys[0]]
            left = len(targets) - act.part
            share = Interval(-(-source.size.least // left), -(-source.size.most // left))
            part = source.part_of((True,) * size, share)
            size_left = Interval(source.size.least - share.least, source.size.most - share.most)
            rest = PileBounds(size_left, source.minus(part).counts).tighten()
            target = targets[act.part]
            return view.with_piles({keys[0]: rest, target: view.piles[target].plus(part)})
        if step.target is None and len(step.piles) == 1 and step.piles[0].startswith(EACH):
            return view
        to = act.target if step.target is not None else table.key(step.piles[0], act.seat)
        whole = combined_bounds((view.piles[key] for key in dict.fromkeys((*keys, to))), size)
        nothing = combined_bounds((), size)
        return view.with_piles({**dict.fromkeys(keys, nothing), to: whole})
