"""Exact play of turns: steps carried out on all states at once, with the chance and the shortages of each."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from math import prod
from typing import Final, NamedTuple

from punchboard.engine.merging import Liveness, StateAbstraction, StateChances, actors, add, seat_of, states_by_seat
from punchboard.engine.moves.conditions import ENDED, MOVED, holds, shortage_fallbacks
from punchboard.engine.moves.draws import allowed_amounts, repeat_count_now
from punchboard.engine.moves.moves import outcomes, skipped_outcome
from punchboard.engine.moves.outcome import Action, Outcome, Shortage, joint_chance, same_value_masks
from punchboard.engine.script import COUNTDOWN, PlacedSteps, StepPath, inner_steps, option_steps
from punchboard.engine.states.piles import pile_counts, pile_size
from punchboard.engine.states.table import BOX, EACH, State, Table, UnknownOutcome, all_steps
from punchboard.engine.turns.findings import TurnFindings
from punchboard.model.game.setup import Step

DEPLETED: Final = "ran dry"
"""The value that holds which piles have run out before."""


def max_outcomes(table: Table, step: Step, seat: int | None, state: State) -> int:
    """Return an estimate of the most outcomes that a step can have."""
    if step.amount is None or step.amount.mode == "all" or _uses_each(step):
        return 1
    act = Action(table, step, seat)
    most = max(allowed_amounts(table, step, seat, state, act.source, act.target), default=0)
    held = pile_counts(act.source_pile(state), len(table.classes))
    masks = [(True,) * len(held)] if step.traits.draws else same_value_masks(act, act.allowed_classes())
    return sum(prod(min(count, most) + 1 for count, fit in zip(held, mask, strict=True) if fit) for mask in masks)


class OutcomeRecorder:
    """Records the findings of steps on a table."""

    def __init__(self, table: Table, findings: TurnFindings) -> None:
        self._table, self._findings = table, findings

    def record(
        self,
        step_path_seat: tuple[Step, StepPath, int | None],
        before: State,
        outcome: Outcome,
        end: State,
        chance: Fraction | None,
    ) -> State:
        """Record a tolerated shortage and a pile that runs out; return the end state with the depleted piles.

        ``end`` is the state after the outcome, reduced to what later steps read.
        """
        step, path, seat = step_path_seat
        if not outcome.is_done or step.amount is None or step.amount.mode == "all" or _uses_each(step):
            return end
        action = Action(self._table, step, seat)
        available = pile_size(action.source_pile(before))
        if step.each is None and {"stop", "end"}.intersection(shortage_fallbacks(step)):
            required = min(allowed_amounts(self._table, step, seat, before, action.source, action.target))
            if outcome.moved_count < required:
                self._findings.add_tolerated_shortage(path, seat, action.source, required, outcome.moved_count)
        is_own = action.source[1] is not None and not step.traits.draws
        if not available or is_own or action.source[0] == BOX:
            return end
        if pile_size(action.source_pile(outcome.state)) and outcome.moved_count <= available:
            return end
        depleted = outcome.state.value(DEPLETED)
        bit = 1 << self._table.index[action.source]
        depleted_before = depleted if isinstance(depleted, int) else 0
        if not self._findings.round or depleted_before & bit:
            return end
        self._findings.add_depletion(action.source, chance)
        return end.with_value(DEPLETED, depleted_before | bit)


def _uses_each(step: Step) -> bool:
    return EACH in f"{step.source} {step.target}"


MAX_STATES: Final = 200
"""The most states at once that are played exactly; with more, there are soon too many."""

MAX_OUTCOMES: Final = 3_000
"""A step with more outcomes than this is not played exactly."""


FIRST_SEAT: Final = "begins"
"""The value that holds which seat had the first turn of the current round."""

_UNTOLD: Final = (MOVED, DEPLETED, FIRST_SEAT, COUNTDOWN)
"""What the names of values begin with that are the program's own."""


class WorkLimitExceeded(Exception):  # noqa: N818 - the signal to stop exact play
    """Exact play takes more work than allowed."""


class PreparedStep(NamedTuple):
    """A step, with the state abstraction after it and between the seats that carry it out."""

    step: Step
    path: StepPath
    after: StateAbstraction
    between: StateAbstraction
    steps: "tuple[PreparedStep, ...]"
    choices: "tuple[tuple[PreparedStep, ...], ...]"


class ExactEngine:
    """Carries out steps on a table, and records what it finds."""

    def __init__(self, table: Table, script: Iterable[Step], findings: TurnFindings, work: int) -> None:
        self.table, self.findings, self.work = table, findings, work
        self.has_failed = False
        """Whether a step has failed in some state, which was then dropped."""
        self._drawn_piles = table.all_names(_ordered_piles(script))
        self._recorder = OutcomeRecorder(table, findings)
        self._condition_results: dict[tuple[str, State, int | None], bool] = {}
        self._outcomes_by_key: dict[tuple[StepPath, int | None, State], Sequence[Outcome] | Shortage] = {}

    def prepare_steps(self, lines: PlacedSteps, liveness: Liveness) -> tuple[PreparedStep, ...]:
        """Return steps prepared for exact play; ``liveness`` is what the steps after them read."""
        steps = [step for _, step in lines]
        return tuple(
            self._prepare_step(path, step, liveness.with_steps(self.table, steps[number + 1 :]))
            for number, (path, step) in enumerate(lines)
        )

    def _prepare_step(self, path: StepPath, step: Step, after: Liveness) -> PreparedStep:
        between = after.with_steps(self.table, (step,), repeated=True)
        inner = between if step.times or step.who else after
        return PreparedStep(
            step,
            path,
            self.abstraction(after),
            self.abstraction(between),
            self.prepare_steps(inner_steps(path, step), inner),
            tuple(self.prepare_steps(option, inner) for option in option_steps(path, step)),
        )

    def abstraction(self, liveness: Liveness) -> StateAbstraction:
        """Return the abstraction of states before steps that read this."""
        return StateAbstraction(self.table, liveness, self._drawn_piles, frozenset({ENDED, DEPLETED}))

    def run(self, nodes: Iterable[PreparedStep], states: StateChances, seat: int | None) -> StateChances:
        """Return the states after some steps."""
        for node in nodes:
            carry_out = self._group if node.steps or node.choices else self._move
            try:
                states = carry_out(node, states, seat)
            except UnknownOutcome as unknown:
                unknown.path = unknown.path or node.path
                raise
        return states

    def holds(self, text: str, state: State, seat: int | None) -> bool:
        """Tell whether a condition holds; without a seat, it counts the piles of all seats together."""
        key = (text, state, seat)
        if key not in self._condition_results:
            self._condition_results[key] = holds(text, self.table, state, seat)
        return self._condition_results[key]

    def applies(self, step: Step, state: State, seat: int | None) -> bool:
        """Tell whether a step is to be carried out in a state."""
        if state.value(ENDED) is not None:
            return False
        return step.when is None or self.holds(step.when, state, seat)

    def _group(self, node: PreparedStep, states: StateChances, seat: int | None) -> StateChances:
        acting = actors(self.table, node.step, seat, single_seat=False)
        for number, actor in enumerate(acting):
            abstraction = node.after if number == len(acting) - 1 else node.between
            by_seat, states = states_by_seat(actor, states), {}
            for actor_seat, seat_states in by_seat.items():
                for state, chance in self._group_of(node, seat_states, actor_seat, abstraction).items():
                    add(states, state, chance)
        return states

    def _group_of(
        self, node: PreparedStep, states: StateChances, seat: int | None, abstraction: StateAbstraction
    ) -> StateChances:
        by_times: dict[int, StateChances] = {}
        ends: StateChances = {}
        for state, chance in states.items():
            if self.applies(node.step, state, seat):
                add(by_times.setdefault(repeat_count_now(self.table, node.step, seat, state), {}), state, chance)
            else:
                add(ends, abstraction.apply(state), chance)
        for times, ready in by_times.items():
            if node.choices:
                branches = [self.run(option, ready, seat) for option in node.choices]
            else:
                reached = ready
                for _ in range(times):
                    reached = self.run(node.steps, reached, seat)
                branches = [reached, ready] if node.step.may else [reached]
            for branch in branches:
                for state, chance in branch.items():
                    add(ends, abstraction.apply(state), chance if len(branches) == 1 else None)
        return ends

    def _move(self, node: PreparedStep, states: StateChances, seat: int | None) -> StateChances:
        acting = actors(self.table, node.step, seat, single_seat=False)
        for number, actor in enumerate(acting):
            abstraction = node.after if number == len(acting) - 1 else node.between
            after: StateChances = {}
            for state, chance in states.items():
                actor_seat = seat_of(actor, state)
                step_outcomes = self.outcomes(node, actor_seat, state)
                ends = [abstraction.apply(outcome.state) for outcome in step_outcomes]
                is_certain = len(step_outcomes) > 1 and len(set(ends)) == 1  # a choice that changes nothing
                for outcome, end in zip(step_outcomes[:1] if is_certain else step_outcomes, ends, strict=False):
                    both = chance if is_certain else joint_chance(chance, outcome.chance)
                    reached = self._recorder.record((node.step, node.path, actor_seat), state, outcome, end, both)
                    add(after, reached, both)
            if len(after) > MAX_STATES:
                raise WorkLimitExceeded(f"more than {MAX_STATES} states")
            states = after
        return states

    def outcomes(self, node: PreparedStep, seat: int | None, state: State) -> Sequence[Outcome]:
        """Return the outcomes of a step for a seat; none where it cannot be carried out, which is recorded."""
        key = (node.path, seat, state)
        result = self._outcomes_by_key.get(key)
        if result is None:
            result = self._compute_outcomes(node, seat, state)
            self._outcomes_by_key[key] = result
        self.work -= 1 if isinstance(result, Shortage) else len(result)
        if self.work < 0:
            raise WorkLimitExceeded("the work limit was reached")
        if isinstance(result, Shortage):
            self.has_failed = True
            values = tuple(each for each in state.values if not each[0].startswith(_UNTOLD))
            self.findings.add_failure(node.path, seat, result, values)
            return ()
        return result

    def _compute_outcomes(self, node: PreparedStep, seat: int | None, state: State) -> Sequence[Outcome] | Shortage:
        if not self.applies(node.step, state, seat):
            return (skipped_outcome(node.step, seat, state),)
        if max_outcomes(self.table, node.step, seat, state) > MAX_OUTCOMES:
            raise WorkLimitExceeded(f"a step with more than {MAX_OUTCOMES:,} outcomes")
        try:
            return tuple(outcomes(self.table, node.step, seat, state))
        except Shortage as short:
            return short


def _ordered_piles(script: Iterable[Step]) -> Iterator[str]:
    """Yield the piles whose order matters: those that are drawn from, split or stacked."""
    for step in all_steps(script):
        if step.traits.draws and step.source is not None:
            yield step.source.removeprefix(EACH)
        if step.traits.keeps_order:
            yield from (name.removeprefix(EACH) for name in (*step.piles, step.target or ""))
