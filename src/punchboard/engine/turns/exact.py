"""Exact play of rounds: all states at once, turn by turn, with the chance of each."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from punchboard.engine.merging.merge import Liveness, StateChances
from punchboard.engine.moves.queries import ENDED, value_names
from punchboard.engine.program.rounds import BY_LINE
from punchboard.engine.script.rounds import RoundPart, countdown, countdown_value, end_conditions, round_parts
from punchboard.engine.states.component_classes import ComponentClasses
from punchboard.engine.states.piles import Pile, Segment
from punchboard.engine.states.state import State
from punchboard.engine.states.table import Table
from punchboard.engine.turns.exact_engine import FIRST_SEAT, ExactEngine, PreparedStep, add
from punchboard.engine.turns.findings import TurnFindings, add_script_steps
from punchboard.engine.turns.outcome_recorder import DEPLETED
from punchboard.engine.turns.prepared_scripts import prepare_scripts
from punchboard.engine.turns.report import GameEnding
from punchboard.model.game.game import Game
from punchboard.model.game.setup import Step

TurnCounts = tuple[int, ...]
"""How many turns each seat has had."""

StatesByTurnCounts = dict[TurnCounts, StateChances]
"""States by the number of turns that each seat has had."""


class ExactRounds:
    """A game for a number of players and a variant, played round by round on all its states.

    Raises:
        UnknownOutcome: for scripts that cannot be played.
    """

    def __init__(self, game: Game, players: int, variant: str, work: int) -> None:
        self._players, self.findings = players, TurnFindings()
        scripts = prepare_scripts(game)
        parts = round_parts(scripts.round, players, game.numbers_in(variant), turns=bool(scripts.turn))
        self._first = game.file.first_seat
        read_names = {
            *value_names(scripts.repeated_steps),
            *((self._first, FIRST_SEAT) if self._first is not None else ()),
            *map(countdown_value, game.file.end),
        }
        liveness = Liveness(frozenset(scripts.repeated_queries), frozenset(read_names), ignores_seat_order=False)

        def engine(script: Sequence[Step], classes: ComponentClasses) -> ExactEngine:
            return ExactEngine(Table(game, players, variant, classes, script), script, self.findings, work)

        first = [step for _, step in scripts.setup]
        self._setup_engine = engine((*first, *scripts.repeated_steps), scripts.all_classes)
        self.engine = engine(scripts.repeated_steps, scripts.classes)
        self._setup, self._turn = (
            self._setup_engine.prepare_steps(scripts.setup, liveness),
            self.engine.prepare_steps(scripts.turn, liveness),
        )
        self._parts = [(part, self.engine.prepare_steps(part.steps, liveness)) for part in parts]
        self._ends = {when: end_conditions(game, when) for when in ("turn", "round")}
        self._countdowns = {
            name: last
            for when, ends in self._ends.items()
            for name, end in ends.items()
            if (last := countdown(end, when, players)) is not None
        }
        self._groups = scripts.all_classes.groups(scripts.repeated_queries)
        add_script_steps(self.findings, game, parts)

    def start(self) -> StatesByTurnCounts:
        """Return the states after the set-up."""
        start = list(self._setup_engine.table.start_states())
        states: StateChances = dict.fromkeys(start, Fraction(1) if len(start) == 1 else None)
        after: StateChances = {}
        for state, chance in self._setup_engine.run(self._setup, states, None).items():
            add(after, State(tuple(map(self._in_turn_classes, state.piles)), state.values), chance)
        if len(after) == 1 and not self.has_failed:
            after = dict.fromkeys(after, Fraction(1))
        return {(0,) * self._players: {self._with_empty_piles(state): chance for state, chance in after.items()}}

    def _with_empty_piles(self, state: State) -> State:
        """Return a state that records which piles are empty at the start: they do not count as run out."""
        empty = sum(1 << place for place, pile in enumerate(state.piles) if not pile)
        return state.with_value(DEPLETED, empty)

    def _in_turn_classes(self, pile: Pile) -> Pile:
        """Return a pile in the classes that turns distinguish, numbered as groups of the set-up's classes."""
        width = len(self.engine.table.classes)
        segments = []
        for segment in pile:
            counts = [0] * width
            for count, group in zip(segment.counts, self._groups, strict=True):
                counts[group] += count
            segments.append(Segment(tuple(counts), segment.is_shuffled))
        return tuple(segments)

    @property
    def has_failed(self) -> bool:
        """Whether a step has failed in some state; what would come after it is not known."""
        return self._setup_engine.has_failed or self.engine.has_failed

    def play_round(self, states_by_turns: StatesByTurnCounts) -> StatesByTurnCounts:
        """Play one round; return the states in which the game continues."""
        self.findings.round += 1
        for part, steps in self._parts:
            states_by_turns = (
                self._play_steps(part, steps, states_by_turns)
                if part.turn_offset is None
                else self._play_turns(part, states_by_turns)
            )
        return {
            turn_counts: continuing
            for turn_counts, states in states_by_turns.items()
            if (continuing := self._continuing(states, turn_counts, "round", None))
        }

    def _play_steps(
        self, part: RoundPart, steps: Sequence[PreparedStep], states_by_turns: StatesByTurnCounts
    ) -> StatesByTurnCounts:
        """Carry out the steps of a round that are not part of a turn."""
        next_states: StatesByTurnCounts = {}
        for turn_counts, states in states_by_turns.items():
            self.findings.turn = sum(turn_counts)
            ready, rest = self._split_by_conditions(part, states)
            after = self.engine.run(steps, ready, None)
            for state, chance in (*after.items(), *rest.items()):
                add(next_states.setdefault(turn_counts, {}), state, chance)
        return {
            turn_counts: continuing
            for turn_counts, states in next_states.items()
            if (continuing := self._continuing(states, turn_counts, "", None))
        }

    def _play_turns(self, part: RoundPart, states_by_turns: StatesByTurnCounts) -> StatesByTurnCounts:
        """Give a turn to the seat at an offset from the one that begins."""
        next_states: StatesByTurnCounts = {}
        for turn_counts, states in states_by_turns.items():
            ready, rest = self._split_by_conditions(part, states)
            for state, chance in rest.items():
                add(next_states.setdefault(turn_counts, {}), state, chance)
            by_seat: dict[int, StateChances] = {}
            for state, chance in ready.items():
                seat, begun = self._acting_seat(part.turn_offset or 0, state)
                add(by_seat.setdefault(seat, {}), begun, chance)
            for seat, here in by_seat.items():
                now = (*turn_counts[:seat], turn_counts[seat] + 1, *turn_counts[seat + 1 :])
                self.findings.turn = sum(now)
                after = self._continuing(self.engine.run(self._turn, here, seat), now, "turn", seat)
                for state, chance in after.items():
                    add(next_states.setdefault(now, {}), state, chance)
        return {turn_counts: states for turn_counts, states in next_states.items() if states}

    def _acting_seat(self, place: int, state: State) -> tuple[int, State]:
        """Return the seat whose turn it is, and the state with the seat that had the first turn."""
        if self._first is None:
            return place, state
        if place == 0:
            value = state.value(self._first)
            state = state.with_value(FIRST_SEAT, value if isinstance(value, int) else 0)
        begins = state.value(FIRST_SEAT)
        seat = (place + (begins if isinstance(begins, int) else 0)) % self._players
        return seat, state.with_value(FIRST_SEAT, 0) if place == self._players - 1 else state

    def _split_by_conditions(self, part: RoundPart, states: StateChances) -> tuple[StateChances, StateChances]:
        if not part.conditions:
            return states, {}
        ready = {
            state: chance
            for state, chance in states.items()
            if all(self.engine.holds(text, state, None) for text in part.conditions)
        }
        return ready, {state: chance for state, chance in states.items() if state not in ready}

    def _continuing(self, states: StateChances, turn_counts: TurnCounts, when: str, seat: int | None) -> StateChances:
        """Return the states in which no end is met; the others are recorded."""
        continuing: StateChances = {}
        for state, chance in states.items():
            after, met = self._met_ends(state, when, seat)
            if met:
                self.findings.add_ending(GameEnding(self.findings.round, turn_counts, met), chance)
            else:
                add(continuing, after, chance)
        return continuing

    def _met_ends(self, state: State, when: str, seat: int | None) -> tuple[State, tuple[str, ...]]:
        """Return the ends that are met, and the state with what is still played after other ends."""
        met = []
        for name, last in self._countdowns.items():
            left = state.value(countdown_value(name))
            if last.unit == when and isinstance(left, int):
                state = state.with_value(countdown_value(name), left - 1)
                met += [name] if left == 1 else []
        for name, end in self._ends.get(when, {}).items():
            if not self.engine.holds(end.when, state, seat):
                continue
            if name not in self._countdowns:
                met.append(name)
            elif state.value(countdown_value(name)) is None:
                state = state.with_value(countdown_value(name), self._countdowns[name].number)
        return state, (*met, *((BY_LINE,) if state.value(ENDED) is not None else ()))
