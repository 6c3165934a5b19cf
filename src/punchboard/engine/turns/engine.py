"""Lines carried out on every state at once, with the chance of each: the exact way to play turns."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from punchboard.engine.merging.abstraction import Forgetting
from punchboard.engine.merging.actors import seat_of
from punchboard.engine.merging.merge import Later, Weights
from punchboard.engine.moves.moves import not_done, outcomes
from punchboard.engine.moves.outcome import Outcome, Shortage
from punchboard.engine.moves.questions import ENDED, MOVED, holds
from punchboard.engine.script.rounds import Lines, Path, inner_lines, option_lines, repeats
from punchboard.engine.states.state import State, Unknown
from punchboard.engine.states.table import Table
from punchboard.engine.turns.found import Found
from punchboard.engine.turns.notice import DRY, Notice, ways_of
from punchboard.model.game.setup import Step

MOST_STATES: Final = 200
"""So many states at once are played exactly: beyond them there soon are too many."""

MOST_WAYS: Final = 3_000
"""A line with more outcomes is not played exactly."""


class TooMuch(Exception):  # noqa: N818 - the signal to give up
    """More work than was allowed."""


class Node(NamedTuple):
    """A line, and what may be forgotten after it and between those who do it."""

    step: Step
    path: Path
    after: Forgetting
    between: Forgetting
    steps: "tuple[Node, ...]"
    choices: "tuple[tuple[Node, ...], ...]"


class Engine:
    """Carries out lines on a table, and tells what it finds."""

    def __init__(self, table: Table, drawn: frozenset[str], found: Found, work: int) -> None:
        self.table, self.found, self.work = table, found, work
        self.lost = False
        """Whether a line has failed in some state, and that state was given up."""
        self._drawn, self._notice = drawn, Notice(table, found)
        self._held: dict[tuple[str, State, int | None], bool] = {}
        self._known: dict[tuple[Path, int | None, State], Sequence[Outcome] | Shortage] = {}

    def nodes(self, lines: Lines, later: Later) -> tuple[Node, ...]:
        """Return lines made ready; ``later`` is what follows them."""
        steps = [step for _, step in lines]
        return tuple(
            self._node(path, step, later.and_of(self.table, steps[number + 1 :]))
            for number, (path, step) in enumerate(lines)
        )

    def _node(self, path: Path, step: Step, after: Later) -> Node:
        between = after.and_of(self.table, (step,), again=True)
        inner = between if step.times or step.who else after
        return Node(
            step,
            path,
            self.forgetting(after),
            self.forgetting(between),
            self.nodes(inner_lines(path, step), inner),
            tuple(self.nodes(option, inner) for option in option_lines(path, step)),
        )

    def forgetting(self, later: Later) -> Forgetting:
        """Return what may be forgotten before lines that ask so much."""
        return Forgetting(self.table, later, self._drawn, frozenset({ENDED, DRY}))

    def run(self, nodes: Iterable[Node], states: Weights, seat: int | None) -> Weights:
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
                raise Unknown("nobody is named whose others these are")
            return [one for one in range(self.table.players) if one != seat]
        return (seat if who is None else who,)

    def _group(self, node: Node, states: Weights, seat: int | None) -> Weights:
        for doer in self._doers(node.step, seat):
            apart: dict[int | None, Weights] = {}
            for state, chance in states.items():
                apart.setdefault(seat_of(doer, state), {})[state] = chance
            states = {}
            for one, here in apart.items():
                for state, chance in self._group_of(node, here, one).items():
                    add(states, state, chance)
        return states

    def _group_of(self, node: Node, states: Weights, seat: int | None) -> Weights:
        ready: Weights = {}
        ends: Weights = {}
        for state, chance in states.items():
            applies = self.applies(node.step, state, seat)
            add(ready if applies else ends, state if applies else node.after.of(state), chance)
        if node.choices:
            ways = [self.run(option, ready, seat) for option in node.choices]
        else:
            reached = ready
            for _ in range(repeats(node.step, self.table.numbers)):
                reached = self.run(node.steps, reached, seat)
            ways = [reached, ready] if node.step.may else [reached]
        for way in ways:
            for state, chance in way.items():
                add(ends, node.after.of(state), chance if len(ways) == 1 else None)
        return ends

    def _line(self, node: Node, states: Weights, seat: int | None) -> Weights:
        doers = self._doers(node.step, seat)
        for number, doer in enumerate(doers):
            forget = node.after if number == len(doers) - 1 else node.between
            after: Weights = {}
            for state, chance in states.items():
                one = seat_of(doer, state)
                found = self._outcomes(node, one, state)
                ends = [forget.of(outcome.state) for outcome in found]
                sure = len(found) > 1 and len(set(ends)) == 1  # a choice that changes nothing
                for outcome, end in zip(found[:1] if sure else found, ends, strict=False):
                    both = (
                        chance
                        if sure
                        else None
                        if chance is None or outcome.chance is None
                        else chance * outcome.chance
                    )
                    add(after, self._notice.of((node.step, node.path, one), state, outcome, end, both), both)
            if len(after) > MOST_STATES:
                raise TooMuch(f"more than {MOST_STATES} states")
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
            raise TooMuch("more work than was allowed")
        if isinstance(found, Shortage):
            self.lost = True
            values = tuple(each for each in state.values if not each[0].startswith((MOVED, DRY)))
            self.found.failed(node.path, seat, found, values)
            return ()
        return found

    def _worked_out(self, node: Node, seat: int | None, state: State) -> Sequence[Outcome] | Shortage:
        if not self.applies(node.step, state, seat):
            return (not_done(node.step, seat, state),)
        if ways_of(self.table, node.step, seat, state) > MOST_WAYS:
            raise TooMuch(f"a line with more than {MOST_WAYS:,} outcomes")
        try:
            return tuple(outcomes(self.table, node.step, seat, state))
        except Shortage as short:
            return short


def add(states: Weights, state: State, chance: Fraction | None) -> None:
    """Add a way to reach a state."""
    before = states.get(state, Fraction(0))
    states[state] = None if before is None or chance is None else before + chance
