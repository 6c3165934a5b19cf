"""Rounds played with every state at once, turn by turn, each with its chance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Final

from punchboard.engine.merging.merge import Later, Weights
from punchboard.engine.moves.questions import ENDED, names
from punchboard.engine.script.rounds import Block, ends_at, first_seat, round_of
from punchboard.engine.states.classes import Classes
from punchboard.engine.states.piles import Pile, Segment
from punchboard.engine.states.state import State
from punchboard.engine.states.table import Table, flat, numbers_of
from punchboard.engine.turns.engine import Engine, Node, add
from punchboard.engine.turns.found import BY_LINE, Found, note_script
from punchboard.engine.turns.notice import DRY
from punchboard.engine.turns.prepared import ready
from punchboard.engine.turns.report import Ending
from punchboard.model.game.game import Game
from punchboard.model.game.setup import Step

BEGINS: Final = "begins"
"""The value of a state that says which seat had the first of the turns that are under way."""

Had = tuple[int, ...]
"""How many turns each seat has had."""

Strands = dict[Had, Weights]
"""States by the turns that seats have had."""


class Rounds:
    """A game for a number of seats and a variant, played round by round on all its states.

    Raises:
        Unknown: for scripts that cannot be played.
    """

    def __init__(self, game: Game, players: int, variant: str, work: int) -> None:
        self._players, self.found = players, Found()
        scripts = ready(game)
        blocks = round_of(scripts.round, players, numbers_of(game, variant), turns=bool(scripts.turn))
        self._first = first_seat(game)
        known = {*names(scripts.again), *((self._first, BEGINS) if self._first is not None else ())}
        later = Later(frozenset(scripts.asked), frozenset(known), any_order=False)

        def engine(script: Sequence[Step], classes: Classes) -> Engine:
            return Engine(Table(game, players, variant, classes, script), frozenset(_drawn(script)), self.found, work)

        first = [step for _, step in scripts.setup]
        self._before = engine((*first, *scripts.again), scripts.all_classes)
        self.engine = engine(scripts.again, scripts.classes)
        self._setup, self._turn = self._before.nodes(scripts.setup, later), self.engine.nodes(scripts.turn, later)
        self._blocks = [(block, self.engine.nodes(block.lines, later)) for block in blocks]
        self._ends = {when: ends_at(game, when) for when in ("turn", "round")}
        self._groups = scripts.all_classes.groups(scripts.asked)
        note_script(self.found, game, blocks)

    def begin(self) -> Strands:
        """Return the states after the set-up."""
        start = list(self._before.table.start())
        states: Weights = dict.fromkeys(start, Fraction(1) if len(start) == 1 else None)
        after: Weights = {}
        for state, chance in self._before.run(self._setup, states, None).items():
            add(after, State(tuple(map(self._told_apart, state.piles)), state.values), chance)
        if len(after) == 1 and not self.lost:
            after = dict.fromkeys(after, Fraction(1))
        return {(0,) * self._players: {self._with_empty(state): chance for state, chance in after.items()}}

    def _with_empty(self, state: State) -> State:
        """Return a state that knows which piles are empty to begin with: they do not run out."""
        empty = sum(1 << place for place, pile in enumerate(state.piles) if not pile)
        return state.knowing(DRY, empty)

    def _told_apart(self, pile: Pile) -> Pile:
        """Return a pile in the classes that turns tell apart; they are numbered as groups of the set-up's classes."""
        width = len(self.engine.table.classes)
        found = []
        for segment in pile:
            counts = [0] * width
            for count, group in zip(segment.counts, self._groups, strict=True):
                counts[group] += count
            found.append(Segment(tuple(counts), segment.mixed))
        return tuple(found)

    @property
    def lost(self) -> bool:
        """Whether a line has failed in some state; what would come after it is not known."""
        return self._before.lost or self.engine.lost

    def play(self, strands: Strands) -> Strands:
        """Play one round; return the states in which the game goes on."""
        self.found.round += 1
        for block, nodes in self._blocks:
            strands = self._all(block, nodes, strands) if block.turn is None else self._turns(block, strands)
        return {had: going for had, states in strands.items() if (going := self._going_on(states, had, "round", None))}

    def _all(self, block: Block, nodes: Sequence[Node], strands: Strands) -> Strands:
        """Do the lines of a round that are nobody's turn."""
        found: Strands = {}
        for had, states in strands.items():
            self.found.turn = sum(had)
            ready, rest = self._guarded(block, states)
            after = self.engine.run(nodes, ready, None)
            for state, chance in (*after.items(), *rest.items()):
                add(found.setdefault(had, {}), state, chance)
        return {had: going for had, states in found.items() if (going := self._going_on(states, had, "", None))}

    def _turns(self, block: Block, strands: Strands) -> Strands:
        """Give a turn to the seat that is so many places after the one that begins."""
        found: Strands = {}
        for had, states in strands.items():
            ready, rest = self._guarded(block, states)
            for state, chance in rest.items():
                add(found.setdefault(had, {}), state, chance)
            by_seat: dict[int, Weights] = {}
            for state, chance in ready.items():
                seat, begun = self._whose(block.turn or 0, state)
                add(by_seat.setdefault(seat, {}), begun, chance)
            for seat, here in by_seat.items():
                now = (*had[:seat], had[seat] + 1, *had[seat + 1 :])
                self.found.turn = sum(now)
                after = self._going_on(self.engine.run(self._turn, here, seat), now, "turn", seat)
                for state, chance in after.items():
                    add(found.setdefault(now, {}), state, chance)
        return {had: states for had, states in found.items() if states}

    def _whose(self, place: int, state: State) -> tuple[int, State]:
        """Return whose turn it is, and the state that knows who had the first one."""
        if self._first is None:
            return place, state
        if place == 0:
            value = state.value(self._first)
            state = state.knowing(BEGINS, value if isinstance(value, int) else 0)
        begins = state.value(BEGINS)
        seat = (place + (begins if isinstance(begins, int) else 0)) % self._players
        return seat, state.knowing(BEGINS, 0) if place == self._players - 1 else state

    def _guarded(self, block: Block, states: Weights) -> tuple[Weights, Weights]:
        if not block.guards:
            return states, {}
        ready = {
            state: chance
            for state, chance in states.items()
            if all(self.engine.holds(text, state, None) for text in block.guards)
        }
        return ready, {state: chance for state, chance in states.items() if state not in ready}

    def _going_on(self, states: Weights, had: Had, when: str, seat: int | None) -> Weights:
        """Return the states in which no end is met; the others are told."""
        going: Weights = {}
        for state, chance in states.items():
            met = self._met(state, when, seat)
            if met:
                self.found.ended(Ending(self.found.round, had, met), chance)
            else:
                going[state] = chance
        return going

    def _met(self, state: State, when: str, seat: int | None) -> tuple[str, ...]:
        ends = self._ends.get(when, {})
        met = [name for name, end in ends.items() if self.engine.holds(end.when, state, seat)]
        return (*met, *((BY_LINE,) if state.value(ENDED) is not None else ()))


def _drawn(script: Iterable[Step]) -> Iterator[str]:
    """Yield the piles whose order matters: those from which somebody draws."""
    for step in flat(script):
        if step.verb in {"draw", "deal"} and step.source is not None:
            yield step.source
        if step.verb in {"split", "stack"}:
            yield from (name.removeprefix("each ") for name in (*step.piles, step.target or ""))
