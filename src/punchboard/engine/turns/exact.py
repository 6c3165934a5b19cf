"""Exact play of rounds: all states at once, turn by turn, with the chance of each."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from punchboard.engine.liveness import conditions, liveness_at_end
from punchboard.engine.merging import StateChances, add
from punchboard.engine.moves.conditions import ENDED, SHUFFLE_IN, script_queries, shortage_fallbacks, value_names
from punchboard.engine.program.rounds import BY_LINE
from punchboard.engine.script import (
    PlacedSteps,
    RoundPart,
    countdown,
    countdown_value,
    end_conditions,
    round_parts,
    script_steps,
)
from punchboard.engine.states.piles import ComponentClasses, ComponentQuery, Pile, Segment
from punchboard.engine.states.table import EACH, State, Table, all_steps
from punchboard.engine.turns.exact_engine import DEPLETED, FIRST_SEAT, ExactEngine, PreparedStep
from punchboard.engine.turns.findings import GameEnding, TurnFindings, add_script_steps
from punchboard.model.game.game import Game
from punchboard.model.game.selection import ALL, expand_selection
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
        scripts = _prepare_scripts(game)
        parts = round_parts(scripts.round, players, game.numbers_in(variant), turns=bool(scripts.turn))
        self._first = game.file.first_seat
        read_names = {
            *value_names(scripts.repeated_steps),
            *((self._first, FIRST_SEAT) if self._first is not None else ()),
            *map(countdown_value, game.file.end),
        }
        liveness = liveness_at_end(frozenset(read_names), frozenset(scripts.repeated_queries))

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


# Scripts prepared for play with any number of players, without distinctions that nothing reads.


class PreparedScripts(NamedTuple):
    """The scripts of a game, and what they ask of components."""

    setup: PlacedSteps
    turn: PlacedSteps
    round: PlacedSteps
    repeated_steps: tuple[Step, ...]
    """Every step and end that is carried out or tested repeatedly: rounds, turns, ends."""
    repeated_queries: tuple[ComponentQuery, ...]
    """The component queries of ``repeated_steps``."""
    all_classes: ComponentClasses
    """The component classes that all scripts distinguish."""
    classes: ComponentClasses
    """The component classes that ``repeated_steps`` distinguish."""


@lru_cache(maxsize=8)
def _prepare_scripts(game: Game) -> PreparedScripts:
    """Return the scripts of a game, prepared once for every number of players and variant.

    Raises:
        ExpressionError: for expressions that cannot be read.
    """
    setup, turn, rounds = (script_steps(game, name) for name in ("setup", "turn", "round"))
    ends = tuple(Step.model_validate({"say": "", "when": end.when}) for end in game.file.end.values())
    read_piles = frozenset(_read_piles(game, (*ends, *_steps(turn), *_steps(rounds))))

    def simplify(lines: PlacedSteps) -> PlacedSteps:
        return tuple((path, _simplify(game, step, read_piles)) for path, step in lines)

    turn, rounds = simplify(turn), simplify(rounds)
    repeated_steps = (*ends, *_steps(turn), *_steps(rounds))
    repeated_queries = tuple(dict.fromkeys(script_queries(game, repeated_steps)))
    classes = ComponentClasses(game, (*script_queries(game, _steps(setup)), *repeated_queries))
    return PreparedScripts(
        setup,
        turn,
        rounds,
        repeated_steps,
        repeated_queries,
        classes,
        ComponentClasses(game, repeated_queries),
    )


def _steps(lines: PlacedSteps) -> Iterator[Step]:
    return (step for _, step in lines)


def _simplify(game: Game, step: Step, read_piles: frozenset[str]) -> Step:
    """Return a step whose refused components all go to one pile, if no step ever reads any of their piles."""
    changed: dict[str, object] = {}
    rules = step.otherwise
    if isinstance(rules, tuple) and len(rules) > 1 and not any(rule["to"] in read_piles for rule in rules):
        fitting = " or ".join(f"({_selection_expression(game, rule.get('of', ALL))})" for rule in rules)
        changed["otherwise"] = ({"of": fitting, "to": rules[0]["to"]},)
    if step.steps:
        changed["steps"] = tuple(_simplify(game, inner_step, read_piles) for inner_step in step.steps)
    if step.choices:
        changed["choices"] = tuple(
            tuple(_simplify(game, inner_step, read_piles) for inner_step in option) for option in step.choices
        )
    return step.model_copy(update=changed) if changed else step


def _selection_expression(game: Game, text: str) -> str:
    expanded = expand_selection(game, text)
    if expanded == ALL:
        return "true"
    return f"kind == {expanded!r}" if expanded in game.kinds else expanded


def _read_piles(game: Game, script: Sequence[Step]) -> Iterator[str]:
    """Yield the piles that a step takes from, fills up, shuffles or counts."""
    file = game.file
    for step in all_steps(script):
        names = [step.source, *step.piles, *(way.removeprefix(SHUFFLE_IN) for way in shortage_fallbacks(step))]
        if step.target is not None and (step.amount is None or step.amount.mode == "until" or step.piles):
            names.append(step.target)
        text = " ".join(conditions(step))
        names += [name for name in (*file.decks, *file.piles, *file.each_player_has, "box", "table") if name in text]
        yield from (name.removeprefix(EACH) for name in names if name is not None)
