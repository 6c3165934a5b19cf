"""The bounds walker: bounds of each pile for scripts with too many states to walk, moved step by step.

A step is safe when the least content of its pile is enough. If it is not, that proves nothing: what one step takes
decides what the next one finds, and bounds do not remember it.
"""

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import NamedTuple

from punchboard.engine.moves.conditions import (
    MOVED,
    SHUFFLE_IN,
    check_names,
    holds,
    moved_value_name,
    piles_if_constant,
    shortage_fallbacks,
)
from punchboard.engine.moves.draws import RETURNED_TO_PILE, constant_amount, not_below_zero, share_of
from punchboard.engine.moves.outcome import Action, ClassMask, entry_masks, part_count, same_value_masks
from punchboard.engine.prover.findings import AFTER_UNPROVED, StepResult
from punchboard.engine.script import StepPath, inner_steps, option_steps
from punchboard.engine.states.piles import ZERO, Interval, PileBounds, bounds_of_pile, combined_bounds, selection_query
from punchboard.engine.states.table import EACH, PileKey, State, Table, UnknownOutcome, all_steps
from punchboard.model.game.setup import EVERY_SEAT, HALVES, IN_REVERSE, Step

BoundsByPile = Mapping[PileKey, PileBounds]


def move_bounds(
    action: Action, piles: BoundsByPile, values: Mapping[str, Interval]
) -> tuple[dict[PileKey, PileBounds], Interval, str]:
    """Return the piles that a step changes, how many components it moves, and why it may fall short ("" if it cannot).

    Raises:
        UnknownOutcome: when what it moves has no bounds.
    """
    step = action.step
    is_counted = step.formula is not None and constant_amount(action.table, step.formula) is None
    if step.same is not None and step.traits.draws:
        raise UnknownOutcome("a draw with 'same' is not supported")
    changed = dict(piles)
    fallback = _fallback_bounds(action, changed)
    number, short = ZERO, ""
    for good in entry_masks(action):
        requested, need = Interval(0, changed[action.source].size.most), 0
        if not is_counted:
            requested, need = _requested(action, changed, values, good)
        taken, lacking = _taken_bounds(action, changed[action.source], good, requested, need=need, fallback=fallback)
        short = short or lacking
        number = number.plus(taken.size)
        every = step.amount is not None and step.amount.mode == "all" and step.same is None and not short
        source = changed[action.source]
        changed[action.source] = source.only([not fit for fit in good]) if every else source.minus(taken)
        changed[action.target] = changed[action.target].plus(taken)
        if step.traits.draws and not all(good):
            _move_refused(action, changed, good)
    if step.needs is not None:
        short = short or "bounds cannot show whether 'needs' can be met"
    if is_counted:
        short = short or f"bounds cannot show how many {step.formula!r} are"
    return changed, number, short


def _fallback_bounds(action: Action, piles: dict[PileKey, PileBounds]) -> PileBounds:
    """Return what the fallbacks for a shortage are sure to bring; the source pile may receive it from now on."""
    size = len(action.table.classes)
    helped = combined_bounds((), size)
    for fallback in shortage_fallbacks(action.step):
        if fallback not in {"stop", "end"} and not fallback.startswith(SHUFFLE_IN):
            raise UnknownOutcome(f"unknown 'if short: {fallback}'; use 'stop', 'end' or 'shuffle in ...'")
        if fallback.startswith(SHUFFLE_IN):
            other = action.table.key(fallback.removeprefix(SHUFFLE_IN), action.seat)
            helped = helped.plus(piles[other])
            piles[action.source] = piles[action.source].union(piles[action.source].plus(piles[other]))
            piles[other] = piles[other].union(combined_bounds((), size))
    return helped


def _requested(  # noqa: PLR0911 - one return for each way of counting
    action: Action, piles: BoundsByPile, values: Mapping[str, Interval], fits: ClassMask
) -> tuple[Interval, int]:
    """Return how many components a step requests, and how many must be available so that it does not fall short."""
    amount = action.step.amount
    if amount is None:
        return Interval(1, 1), 1
    if amount.mode == "all":
        available = piles[action.source].size_of(fits)
        drawn = action.step.traits.draws
        return (
            (piles[action.source].size, piles[action.source].size.most if not all(fits) else 0)
            if drawn
            else (available, 0)
        )
    if amount.mode == "as many":
        span = values.get(moved_value_name(action.seat), values.get(MOVED) if action.seat is None else None)
        if span is None:
            raise UnknownOutcome("the number moved by the step before has no bounds")
        return span, span.most
    if amount.mode in HALVES:
        least, most = piles[action.source].size
        return Interval(share_of(least, amount.mode), share_of(most, amount.mode)), 0
    number = _number(action, amount.number, values)
    if amount.mode == "until":
        span = number.minus(piles[action.target].size)
        return span, span.most
    if amount.mode == "down to":
        span = piles[action.source].size.minus(number)
        return span, 0 if all(fits) and action.step.same is None else span.most
    if amount.mode == "up to":
        return Interval(0, number.most), 0
    if amount.most is not None:
        return number.union(Interval(amount.most, amount.most)), min(number.least, amount.most)
    return number, number.most


def _number(action: Action, number: int | str | dict[int, int], values: Mapping[str, Interval]) -> Interval:
    known = constant_amount(action.table, number)
    if known is not None:
        return Interval(known, known)
    if str(number) not in values:
        raise UnknownOutcome(f"{number!r} has no bounds at this step")
    not_below_zero(values[str(number)].least)
    return values[str(number)]


def _taken_bounds(
    action: Action, source: PileBounds, fits: ClassMask, requested: Interval, *, need: int, fallback: PileBounds
) -> tuple[PileBounds, str]:
    """Return what is taken, and why it may fall short."""
    step = action.step
    stops = {"stop", "end"}.intersection(shortage_fallbacks(step))
    groups = list(same_value_masks(action, fits))
    all_of = step.amount is not None and step.amount.mode == "all"
    available = [source.size_of(group) for group in groups]
    surest = max((size.least for size in available), default=0) + (
        fallback.size_of(fits).least if len(groups) == 1 else 0
    )
    if step.same is not None and all_of:
        least = min((max(1, size.least) for size in available), default=1)
        short = "" if source.size_of(fits).least else f"{action.source[0]} may be empty"
        most = max((size.most for size in available), default=0)
        return source.part_of(fits, Interval(min(least, most), most)), short
    most = min(requested.most, max((size.most for size in available), default=0))
    short = "" if stops or surest >= need else f"{action.source[0]} may hold {surest} where {need} are needed"
    if all_of and not step.traits.draws:
        return source.only(fits), short
    least = min(requested.least, surest) if stops else requested.least
    return source.part_of(fits, Interval(min(least, most), most)), short


def _move_refused(action: Action, piles: dict[PileKey, PileBounds], good: ClassMask) -> None:
    """Move the components that a filtered draw may turn up and refuse."""
    otherwise = action.step.otherwise
    refused = piles[action.source].only([not fit for fit in good]).any_part()
    if isinstance(otherwise, str | None) and otherwise in RETURNED_TO_PILE:
        return
    piles[action.source] = piles[action.source].minus(refused)
    if isinstance(otherwise, tuple):
        if all("of" in rule for rule in otherwise):
            raise UnknownOutcome("bounds cannot show whether 'otherwise' has a pile for every refused component")
        for rule in otherwise:
            fits = action.table.classes.results(selection_query(rule["of"])) if "of" in rule else (True,) * len(good)
            home = action.table.key(rule["to"], action.seat)
            piles[home] = piles[home].plus(refused.only(fits).any_part())
    elif otherwise == "discard":
        piles[action.discard_key] = piles[action.discard_key].plus(refused)
    else:
        raise UnknownOutcome(f"'otherwise: {otherwise}' is not supported")


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
            {}
            if self._stop_reason
            else {key: (bounds.size.least, bounds.size.most) for key, bounds in end.piles.items()}
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
            ends = [self._after_actor(step, path, state, actor) for actor in range(self._table.players)]
            return reduce(BoundedState.union, ends)
        everybody = range(self._table.players)
        actors: Sequence[int | None] = (seat,) if who is None else everybody[::-1] if who == IN_REVERSE else everybody
        if who not in {None, *EVERY_SEAT, "each other player"} or (who == "each other player" and seat is None):
            raise UnknownOutcome(f"no seat has been named {who!r}")
        for actor in actors:
            if who != "each other player" or actor != seat:
                state = self._after_actor(step, path, state, actor)
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
            branches = [self._run(option, (*path, step.verb, n), state, seat) for n, option in enumerate(step.choices)]
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
                values={name: span for name, span in state.values.items() if name != moved_value_name(seat)}
            )
        return state

    def _roll(self, step: Step, state: BoundedState) -> BoundedState:
        die, name = self._table.game.file.dice.get(step.operand), step.called or step.operand
        if die is None:
            raise UnknownOutcome(f"there is no die {step.operand!r}")
        faces = [face for face in die.faces if isinstance(face, int)]
        if not faces:
            return state._replace(values={other: span for other, span in state.values.items() if other != name})
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
