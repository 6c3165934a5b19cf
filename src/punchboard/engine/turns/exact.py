"""Rounds played with every state at once, turn by turn, each with its chance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Final

from punchboard.engine.merging.merge import Liveness, StateChances
from punchboard.engine.moves.queries import ENDED, value_names
from punchboard.engine.script.rounds import RoundPart, end_conditions, first_seat_name, round_parts
from punchboard.engine.states.component_classes import ComponentClasses
from punchboard.engine.states.piles import Pile, Segment
from punchboard.engine.states.state import State
from punchboard.engine.states.table import Table, all_steps, game_numbers
from punchboard.engine.turns.exact_engine import ExactEngine, Node, add
from punchboard.engine.turns.findings import BY_LINE, TurnFindings, add_script_steps
from punchboard.engine.turns.outcome_recorder import DEPLETED
from punchboard.engine.turns.prepared_scripts import prepare_scripts
from punchboard.engine.turns.report import GameEnding
from punchboard.model.game.game import Game
from punchboard.model.game.setup import Step

FIRST_SEAT: Final = "begins"
"""The value of a state that says which seat had the first of the turns that are under way."""

TurnCounts = tuple[int, ...]
"""How many turns each seat has had."""

StatesByTurnCounts = dict[TurnCounts, StateChances]
"""States by the turns that seats have had."""


class ExactRounds:
    """A game for a number of seats and a variant, played round by round on all its states.

    Raises:
        Unknown: for scripts that cannot be played.
    """

    def __init__(self, game: Game, players: int, variant: str, work: int) -> None:
        self._players, self.found = players, TurnFindings()
        scripts = prepare_scripts(game)
        blocks = round_parts(scripts.round, players, game_numbers(game, variant), turns=bool(scripts.turn))
        self._first = first_seat_name(game)
        known = {*value_names(scripts.repeated_steps), *((self._first, FIRST_SEAT) if self._first is not None else ())}
        later = Liveness(frozenset(scripts.repeated_queries), frozenset(known), ignores_seat_order=False)

        def engine(script: Sequence[Step], classes: ComponentClasses) -> ExactEngine:
            return ExactEngine(
                Table(game, players, variant, classes, script), frozenset(_drawn(script)), self.found, work
            )

        first = [step for _, step in scripts.setup]
        self._before = engine((*first, *scripts.repeated_steps), scripts.all_classes)
        self.engine = engine(scripts.repeated_steps, scripts.classes)
        self._setup, self._turn = (
            self._before.prepare_steps(scripts.setup, later),
            self.engine.prepare_steps(scripts.turn, later),
        )
        self._blocks = [(block, self.engine.prepare_steps(block.steps, later)) for block in blocks]
        self._ends = {when: end_conditions(game, when) for when in ("turn", "round")}
        self._groups = scripts.all_classes.groups(scripts.repeated_queries)
        add_script_steps(self.found, game, blocks)

    def start(self) -> StatesByTurnCounts:
        """Return the states after the set-up."""
        start = list(self._before.table.start_states())
        states: StateChances = dict.fromkeys(start, Fraction(1) if len(start) == 1 else None)
        after: StateChances = {}
        for state, chance in self._before.run(self._setup, states, None).items():
            add(after, State(tuple(map(self._told_apart, state.piles)), state.values), chance)
        if len(after) == 1 and not self.has_failed:
            after = dict.fromkeys(after, Fraction(1))
        return {(0,) * self._players: {self._with_empty(state): chance for state, chance in after.items()}}

    def _with_empty(self, state: State) -> State:
        """Return a state that knows which piles are empty to begin with: they do not run out."""
        empty = sum(1 << place for place, pile in enumerate(state.piles) if not pile)
        return state.with_value(DEPLETED, empty)

    def _told_apart(self, pile: Pile) -> Pile:
        """Return a pile in the classes that turns tell apart; they are numbered as groups of the set-up's classes."""
        width = len(self.engine.table.classes)
        found = []
        for segment in pile:
            counts = [0] * width
            for count, group in zip(segment.counts, self._groups, strict=True):
                counts[group] += count
            found.append(Segment(tuple(counts), segment.is_shuffled))
        return tuple(found)

    @property
    def has_failed(self) -> bool:
        """Whether a line has failed in some state; what would come after it is not known."""
        return self._before.has_failed or self.engine.has_failed

    def play_round(self, strands: StatesByTurnCounts) -> StatesByTurnCounts:
        """Play one round; return the states in which the game goes on."""
        self.found.round += 1
        for block, nodes in self._blocks:
            strands = self._all(block, nodes, strands) if block.turn_offset is None else self._turns(block, strands)
        return {had: going for had, states in strands.items() if (going := self._going_on(states, had, "round", None))}

    def _all(self, block: RoundPart, nodes: Sequence[Node], strands: StatesByTurnCounts) -> StatesByTurnCounts:
        """Do the lines of a round that are nobody's turn."""
        found: StatesByTurnCounts = {}
        for had, states in strands.items():
            self.found.turn = sum(had)
            ready, rest = self._guarded(block, states)
            after = self.engine.run(nodes, ready, None)
            for state, chance in (*after.items(), *rest.items()):
                add(found.setdefault(had, {}), state, chance)
        return {had: going for had, states in found.items() if (going := self._going_on(states, had, "", None))}

    def _turns(self, block: RoundPart, strands: StatesByTurnCounts) -> StatesByTurnCounts:
        """Give a turn to the seat that is so many places after the one that begins."""
        found: StatesByTurnCounts = {}
        for had, states in strands.items():
            ready, rest = self._guarded(block, states)
            for state, chance in rest.items():
                add(found.setdefault(had, {}), state, chance)
            by_seat: dict[int, StateChances] = {}
            for state, chance in ready.items():
                seat, begun = self._whose(block.turn_offset or 0, state)
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
            state = state.with_value(FIRST_SEAT, value if isinstance(value, int) else 0)
        begins = state.value(FIRST_SEAT)
        seat = (place + (begins if isinstance(begins, int) else 0)) % self._players
        return seat, state.with_value(FIRST_SEAT, 0) if place == self._players - 1 else state

    def _guarded(self, block: RoundPart, states: StateChances) -> tuple[StateChances, StateChances]:
        if not block.conditions:
            return states, {}
        ready = {
            state: chance
            for state, chance in states.items()
            if all(self.engine.holds(text, state, None) for text in block.conditions)
        }
        return ready, {state: chance for state, chance in states.items() if state not in ready}

    def _going_on(self, states: StateChances, had: TurnCounts, when: str, seat: int | None) -> StateChances:
        """Return the states in which no end is met; the others are told."""
        going: StateChances = {}
        for state, chance in states.items():
            met = self._met(state, when, seat)
            if met:
                self.found.add_ending(GameEnding(self.found.round, had, met), chance)
            else:
                going[state] = chance
        return going

    def _met(self, state: State, when: str, seat: int | None) -> tuple[str, ...]:
        ends = self._ends.get(when, {})
        met = [name for name, end in ends.items() if self.engine.holds(end.when, state, seat)]
        return (*met, *((BY_LINE,) if state.value(ENDED) is not None else ()))


def _drawn(script: Iterable[Step]) -> Iterator[str]:
    """Yield the piles whose order matters: those from which somebody draws."""
    for step in all_steps(script):
        if step.verb in {"draw", "deal"} and step.source is not None:
            yield step.source
        if step.verb in {"split", "stack"}:
            yield from (name.removeprefix("each ") for name in (*step.piles, step.target or ""))
