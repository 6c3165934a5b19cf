"""Lines carried out on every state at once, with the chance of each: the exact way to play turns."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from punchboard.engine.merging.abstraction import StateAbstraction
from punchboard.engine.merging.actors import seat_of
from punchboard.engine.merging.merge import Liveness, StateChances
from punchboard.engine.moves.moves import outcomes, skipped_outcome
from punchboard.engine.moves.outcome import Outcome, Shortage
from punchboard.engine.moves.queries import ENDED, MOVED, holds
from punchboard.engine.script.rounds import PlacedSteps, StepPath, inner_steps, option_steps, repeat_count
from punchboard.engine.states.state import State, UnknownOutcome
from punchboard.engine.states.table import Table
from punchboard.engine.turns.findings import TurnFindings
from punchboard.engine.turns.outcome_recorder import DEPLETED, OutcomeRecorder, max_outcomes
from punchboard.model.game.setup import Step

MAX_STATES: Final = 200
"""So many states at once are played exactly: beyond them there soon are too many."""

MAX_OUTCOMES: Final = 3_000
"""A line with more outcomes is not played exactly."""


class WorkLimitExceeded(Exception):
    """More work than was allowed."""


class Node(NamedTuple):
    """A line, and what may be forgotten after it and between those who do it."""

    step: Step
    path: StepPath
    after: StateAbstraction
    between: StateAbstraction
    steps: "tuple[Node, ...]"
    choices: "tuple[tuple[Node, ...], ...]"


class ExactEngine:
    """Carries out lines on a table, and tells what it finds."""

    def __init__(self, table: Table, drawn: frozenset[str], found: TurnFindings, work: int) -> None:
        self.table, self.found, self.work = table, found, work
        self.has_failed = False
        """Whether a line has failed in some state, and that state was given up."""
        self._drawn, self._notice = drawn, OutcomeRecorder(table, found)
        self._held: dict[tuple[str, State, int | None], bool] = {}
        self._known: dict[tuple[StepPath, int | None, State], Sequence[Outcome] | Shortage] = {}

    def prepare_steps(self, lines: PlacedSteps, later: Liveness) -> tuple[Node, ...]:
        """Return lines made ready; ``later`` is what follows them."""
        steps = [step for _, step in lines]
        return tuple(
            self._node(path, step, later.with_steps(self.table, steps[number + 1 :]))
            for number, (path, step) in enumerate(lines)
        )

    def _node(self, path: StepPath, step: Step, after: Liveness) -> Node:
        between = after.with_steps(self.table, (step,), repeated=True)
        inner = between if step.times or step.who else after
        return Node(
            step,
            path,
            self.abstraction(after),
            self.abstraction(between),
            self.prepare_steps(inner_steps(path, step), inner),
            tuple(self.prepare_steps(option, inner) for option in option_steps(path, step)),
        )

    def abstraction(self, later: Liveness) -> StateAbstraction:
        """Return what may be forgotten before lines that ask so much."""
        return StateAbstraction(self.table, later, self._drawn, frozenset({ENDED, DEPLETED}))

    def run(self, nodes: Iterable[Node], states: StateChances, seat: int | None) -> StateChances:
        """Return the states after some lines."""
        for node in nodes:
            states = self._group(node, states, seat) if node.steps or node.choices else self._line(node, states, seat)
        return states

    def holds(self, text: str, state: State, seat: int | None) -> bool:
        """Tell whether a condition holds; for nobody, it counts the piles of all seats together."""
        key = (text, state, seat)
        if key not in self._held:
            self._held[key] = holds(text, self.table, state, seat)
        return self._held[key]

    def applies(self, step: Step, state: State, seat: int | None) -> bool:
        """Tell whether a line is to be done in a state."""
        if state.value(ENDED) is not None:
            return False
        return step.when is None or self.holds(step.when, state, seat)

    def _doers(self, step: Step, seat: int | None) -> Sequence[int | str | None]:
        who = "each player" if step.verb == "deal" else step.who
        if who == "each player":
            return range(self.table.players)
        if who == "each other player":
            if seat is None:
                raise UnknownOutcome("nobody is named whose others these are")
            return [one for one in range(self.table.players) if one != seat]
        return (seat if who is None else who,)

    def _group(self, node: Node, states: StateChances, seat: int | None) -> StateChances:
        for doer in self._doers(node.step, seat):
            apart: dict[int | None, StateChances] = {}
            for state, chance in states.items():
                apart.setdefault(seat_of(doer, state), {})[state] = chance
            states = {}
            for one, here in apart.items():
                for state, chance in self._group_of(node, here, one).items():
                    add(states, state, chance)
        return states

    def _group_of(self, node: Node, states: StateChances, seat: int | None) -> StateChances:
        ready: StateChances = {}
        ends: StateChances = {}
        for state, chance in states.items():
            applies = self.applies(node.step, state, seat)
            add(ready if applies else ends, state if applies else node.after.apply(state), chance)
        if node.choices:
            ways = [self.run(option, ready, seat) for option in node.choices]
        else:
            reached = ready
            for _ in range(repeat_count(node.step, self.table.numbers)):
                reached = self.run(node.steps, reached, seat)
            ways = [reached, ready] if node.step.may else [reached]
        for way in ways:
            for state, chance in way.items():
                add(ends, node.after.apply(state), chance if len(ways) == 1 else None)
        return ends

    def _line(self, node: Node, states: StateChances, seat: int | None) -> StateChances:
        doers = self._doers(node.step, seat)
        for number, doer in enumerate(doers):
            forget = node.after if number == len(doers) - 1 else node.between
            after: StateChances = {}
            for state, chance in states.items():
                one = seat_of(doer, state)
                found = self._outcomes(node, one, state)
                ends = [forget.apply(outcome.state) for outcome in found]
                sure = len(found) > 1 and len(set(ends)) == 1  # a choice that changes nothing
                for outcome, end in zip(found[:1] if sure else found, ends, strict=False):
                    both = (
                        chance
                        if sure
                        else None
                        if chance is None or outcome.chance is None
                        else chance * outcome.chance
                    )
                    add(after, self._notice.record((node.step, node.path, one), state, outcome, end, both), both)
            if len(after) > MAX_STATES:
                raise WorkLimitExceeded(f"more than {MAX_STATES} states")
            states = after
        return states

    def _outcomes(self, node: Node, seat: int | None, state: State) -> Sequence[Outcome]:
        key = (node.path, seat, state)
        found = self._known.get(key)
        if found is None:
            found = self._worked_out(node, seat, state)
            self._known[key] = found
        self.work -= 1 if isinstance(found, Shortage) else len(found)
        if self.work < 0:
            raise WorkLimitExceeded("more work than was allowed")
        if isinstance(found, Shortage):
            self.has_failed = True
            values = tuple(each for each in state.values if not each[0].startswith((MOVED, DEPLETED)))
            self.found.add_failure(node.path, seat, found, values)
            return ()
        return found

    def _worked_out(self, node: Node, seat: int | None, state: State) -> Sequence[Outcome] | Shortage:
        if not self.applies(node.step, state, seat):
            return (skipped_outcome(node.step, seat, state),)
        if max_outcomes(self.table, node.step, seat, state) > MAX_OUTCOMES:
            raise WorkLimitExceeded(f"a line with more than {MAX_OUTCOMES:,} outcomes")
        try:
            return tuple(outcomes(self.table, node.step, seat, state))
        except Shortage as short:
            return short


def add(states: StateChances, state: State, chance: Fraction | None) -> None:
    """Add a way to reach a state."""
    before = states.get(state, Fraction(0))
    states[state] = None if before is None or chance is None else before + chance
