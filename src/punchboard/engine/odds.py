"""Exact odds: the chance that a condition holds once the set-up, or the first of its lines, have been carried out."""

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple

from punchboard.engine.merging.abstraction import StateAbstraction
from punchboard.engine.merging.actors import actors, seat_of
from punchboard.engine.merging.liveness import changed_piles
from punchboard.engine.merging.merge import Liveness
from punchboard.engine.moves.conditions import condition_nodes, count_calls
from punchboard.engine.moves.outcome import Outcome
from punchboard.engine.moves.queries import condition_queries, holds, script_queries
from punchboard.engine.proof import PlayConfiguration, play_configurations
from punchboard.engine.prover.walk import MAX_STATES
from punchboard.engine.script.for_players import for_players, steps_for_players
from punchboard.engine.script.rounds import repeat_count
from punchboard.engine.script.sequences import inline_sequences
from punchboard.engine.states.component_classes import ComponentClasses
from punchboard.engine.states.state import State, UnknownOutcome
from punchboard.engine.states.table import Table, all_steps
from punchboard.engine.turns.exact import ordered_piles
from punchboard.engine.turns.exact_engine import ExactEngine, PreparedStep, WorkLimitExceeded
from punchboard.engine.turns.findings import TurnFindings
from punchboard.model.game.game import Game
from punchboard.model.game.setup import Step

Bounds = tuple[Fraction, Fraction]
"""The least and the greatest chance; equal where no choice decides."""

Way = tuple[Fraction | None, tuple[Bounds, ...]]
"""The chance of a way, None for a choice, and the bounds for each seat that follow."""

MAX_WORK: Final = 200_000
"""How many outcomes of steps are followed at most."""


class Answer(NamedTuple):
    """The chance that a condition holds: the least and the most that choices can make of it."""

    variant: str
    players: tuple[int, ...]
    """The numbers of players with this chance."""
    seats: tuple[int, ...] = ()
    """The seats with this chance; none when it is the same for each, or when no pile of a player is read."""
    least: Fraction = Fraction(0)
    most: Fraction = Fraction(1)
    unknown: str = ""
    """Why the chance is not known; empty when it is."""


@lru_cache(maxsize=256)
def answers(game: Game, condition: str, after: int | None = None, players: int | None = None) -> tuple[Answer, ...]:
    """Return the chances of a condition: for every number of players, and every variant that changes the set-up.

    A condition that reads a pile of the acting player, such as ``count('hand')``, is asked for each seat.

    Args:
        game: the game.
        condition: the condition, as in ``when`` of a step.
        after: how many lines of the set-up are carried out before; all when None.
        players: the one number of players to ask for; all when None.

    Raises:
        ExpressionError: for a condition, or expressions of the set-up, that cannot be read.
    """
    script = game.file.setup[:after]
    found: dict[Answer, list[int]] = {}  # by what is the same with several numbers of players
    for way in play_configurations(game, inline_sequences(game, script), condition):
        if players in {None, way.players}:
            for answer in _answers(game, script, condition, way):
                found.setdefault(answer, []).append(way.players)
    return tuple(answer._replace(players=tuple(numbers)) for answer, numbers in found.items())


def _answers(game: Game, script: Sequence[Step], condition: str, way: PlayConfiguration) -> Iterator[Answer]:
    """Yield the answers of one way to play, without its number of players."""
    game, script = for_players(game, way.players), steps_for_players(script, way.players)
    script = inline_sequences(game, script)
    classes = ComponentClasses(game, (*script_queries(game, script), *condition_queries(game, condition)))
    by_chance: dict[Bounds, list[int]] = {}
    try:
        table = Table(game, *way, classes, (*script, _asking(condition)))
        seats = tuple(range(way.players)) if _reads_own_piles(table, condition) else (None,)
        for seat, bounds in zip(seats, Asker(table, script, condition, seats).bounds(), strict=True):
            by_chance.setdefault(bounds, []).extend(() if seat is None else (seat,))
    except (UnknownOutcome, WorkLimitExceeded) as unknown:
        yield Answer(way.variant, (), unknown=str(unknown))
    else:
        for chance, alike in by_chance.items():
            yield Answer(way.variant, (), () if len(by_chance) == 1 else tuple(alike), *chance)


def _asking(condition: str) -> Step:
    """Return a step that reads what a condition reads."""
    return Step.model_validate({"say": "asked", "when": condition})


@dataclass(frozen=True, eq=False, slots=True)
class _Point:
    """A point in a script: the next line and who carries it out, and the point after the lines."""

    lines: tuple[PreparedStep, ...]
    index: int
    seat: int | None
    """The seat that acts where a line names nobody."""
    place: int
    """How many of those who carry out the line have done so."""
    then: "_Point | None"


class Asker:
    """Asks for the chance of a condition from the end of a script back to its beginning.

    At a choice, the least of the alternatives is taken for the lower bound and the greatest for the upper one; at
    chance their mean.

    Args:
        table: the table, whose classes tell apart what the script and the condition read.
        script: the steps that are carried out first.
        condition: the condition.
        seats: the seats for which it is asked; None for nobody in particular.
    """

    def __init__(self, table: Table, script: Sequence[Step], condition: str, seats: Sequence[int | None]) -> None:
        self._table, self._condition, self._seats = table, condition, seats
        read = Liveness(frozenset(), frozenset(), ignores_seat_order=False).with_steps(table, (_asking(condition),))
        self._engine = ExactEngine(table, frozenset(ordered_piles(script)), TurnFindings(), MAX_WORK)
        lines = [(("setup", number), step) for number, step in enumerate(_decisive(table, script, condition))]
        self._lines = self._engine.prepare_steps(tuple(lines), read)
        self._points: dict[tuple[int, int, int | None, int, _Point | None], _Point] = {}
        self._known: dict[tuple[_Point, State], tuple[Bounds, ...]] = {}

    def bounds(self) -> tuple[Bounds, ...]:
        """Return the least and the greatest chance for each seat.

        Raises:
            UnknownOutcome: when a step cannot always be carried out, or something has no value.
            WorkLimitExceeded: when there are too many states.
        """
        start: list[Way] = [(None, self._value(self._at(self._lines), state)) for state in self._table.start_states()]
        return start[0][1] if len(start) == 1 else _joined(start)

    def _at(
        self,
        lines: tuple[PreparedStep, ...],
        index: int = 0,
        seat: int | None = None,
        place: int = 0,
        then: _Point | None = None,
    ) -> _Point | None:
        if index == len(lines):
            return then
        key = (id(lines), index, seat, place, then)
        return self._points.setdefault(key, _Point(lines, index, seat, place, then))

    def _value(self, point: _Point | None, state: State) -> tuple[Bounds, ...]:
        """Return the bounds for each seat from a point on."""
        if point is None:
            held = [Fraction(holds(self._condition, self._table, state, seat)) for seat in self._seats]
            return tuple((one, one) for one in held)
        found = self._known.get((point, state))
        if found is None:
            if len(self._known) == MAX_STATES:
                raise WorkLimitExceeded(f"more than {MAX_STATES} states")
            found = self._known[point, state] = _joined(self._ways(point, state))
        return found

    def _ways(self, point: _Point, state: State) -> list[Way]:
        """Return the ways from a point on, each with its chance, None for a choice, and what follows."""
        node = point.lines[point.index]
        acting = actors(self._table, node.step, point.seat, single_seat=False)
        after = self._at(point.lines, point.index + 1, point.seat, 0, point.then)
        if not acting:
            return [(Fraction(1), self._value(after, state))]
        abstraction, seat = node.after, seat_of(acting[point.place], state)
        if point.place + 1 < len(acting):
            after = self._at(point.lines, point.index, point.seat, point.place + 1, point.then)
            abstraction = node.between
        if not node.steps and not node.choices:
            found = self._engine.outcomes(node, seat, state)
            if self._engine.has_failed:
                raise UnknownOutcome("the set-up cannot always be carried out")
            return list(self._after_outcomes(found, after, abstraction))
        if not self._engine.applies(node.step, state, seat):
            return [(Fraction(1), self._value(after, abstraction.apply(state)))]
        return [(None, self._value(one, state)) for one in self._bodies(node, seat, after)]

    def _after_outcomes(
        self, found: Sequence[Outcome], after: _Point | None, abstraction: StateAbstraction
    ) -> Iterator[Way]:
        """Yield what follows outcomes; those that chance decides between after a choice are one way."""
        by_choice: dict[int, list[Way]] = {}
        for one in found:
            follows = self._value(after, abstraction.apply(one.state))
            if one.within is None:
                yield one.chance, follows
            else:
                by_choice.setdefault(one.within[0], []).append((one.within[1], follows))
        yield from ((None, _joined(ways)) for ways in by_choice.values())

    def _bodies(self, node: PreparedStep, seat: int | None, after: _Point | None) -> list[_Point | None]:
        """Return the points at which a group can be entered, or left out."""
        if node.choices:
            return [self._at(option, 0, seat, 0, after) for option in node.choices]
        body = after
        for _ in range(repeat_count(node.step, self._table.players, self._table.numbers)):
            body = self._at(node.steps, 0, seat, 0, body)
        return [body, after] if node.step.may else [body]


def _joined(ways: Sequence[Way]) -> tuple[Bounds, ...]:
    """Return the bounds for each seat over some ways: means where all have a chance, else the extremes."""
    by_seat = list(zip(*(each for _, each in ways), strict=True))
    if len(ways) == 1 or any(chance is None for chance, _ in ways):
        return tuple((min(low for low, _ in each), max(high for _, high in each)) for each in by_seat)
    weights = [chance or Fraction(0) for chance, _ in ways]
    return tuple(
        (
            sum((weight * low for weight, (low, _) in zip(weights, each, strict=True)), Fraction(0)),
            sum((weight * high for weight, (_, high) in zip(weights, each, strict=True)), Fraction(0)),
        )
        for each in by_seat
    )


def _decisive(table: Table, script: Sequence[Step], condition: str) -> Sequence[Step]:
    """Return a script without the last steps that change nothing that a condition reads: they cost states."""
    first = [call.args[0] if call.args else None for call in count_calls(condition)]
    named = [one.value for one in first if isinstance(one, ast.Constant)]
    if len(named) < len(first) or not condition_nodes(condition):
        return script  # it is not known what it reads
    read = {key for name in named for key, _seat in table.keys_of(str(name), 0)}
    values = {node.id for node in condition_nodes(condition) if isinstance(node, ast.Name)}
    last = len(script)
    while last and not changed_piles(table, script[last - 1 : last]) & read:
        told = {name for step in all_steps(script[last - 1 : last]) for name in (step.operand, step.called)}
        if told & values:
            break
        last -= 1
    return script[:last]


def _reads_own_piles(table: Table, condition: str) -> bool:
    """Tell whether a condition counts a pile of the seat that acts."""
    named = (call.args[0] for call in count_calls(condition) if getattr(call.func, "id", "") == "count" and call.args)
    return any(getattr(name, "value", None) in table.seat_pile_names for name in named)
