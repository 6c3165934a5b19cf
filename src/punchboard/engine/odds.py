"""Exact odds: the chance that a condition holds once the set-up, or the first of its lines, have been carried out."""

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple

from punchboard.engine.liveness import changed_piles, conditions, is_own_step, liveness_at_end, step_piles
from punchboard.engine.merging import Actor, StateAbstraction, actors, seat_of
from punchboard.engine.moves.conditions import (
    condition_nodes,
    condition_queries,
    count_calls,
    counts_only,
    holds,
    looks_at_all_seats,
    script_queries,
    step_take_query,
)
from punchboard.engine.moves.draws import repeat_count_now
from punchboard.engine.moves.moves import outcomes_of_part, skipped_outcome
from punchboard.engine.moves.outcome import CERTAIN, Outcome, Shortage, part_count
from punchboard.engine.proof import PlayConfiguration, play_configurations
from punchboard.engine.script import for_players, inline_sequences, steps_for_players
from punchboard.engine.states.piles import ComponentClasses, pile_of, pile_size
from punchboard.engine.states.table import BOX, State, Table, UnknownOutcome, all_steps
from punchboard.engine.turns.exact_engine import ExactEngine, PreparedStep
from punchboard.engine.turns.findings import TurnFindings
from punchboard.model.game.game import Game
from punchboard.model.game.setup import Step

Bounds = tuple[Fraction, Fraction]
"""The least and the greatest chance; equal where no choice decides."""

MAX_OUTCOMES: Final = 20_000
"""How many outcomes of steps are followed at most."""

TOO_MANY: Final = "there are too many ways in which it can come about"
TOO_LONG: Final = "too many steps come before it"


@dataclass(frozen=True, eq=False, slots=True)
class _Point:
    """A point in a script: the next line and who carries it out, and the point after the lines."""

    lines: tuple[PreparedStep, ...]
    index: int
    seat: int | None
    """The seat that acts where a line names nobody."""
    place: int
    """How many of the turns of the line are over: one for each who carries it out, and each of the piles it is for."""
    then: "_Point | None"


class Asker:
    """Asks for the chance of a condition from the end of a script back to its beginning.

    At a choice, the least of the alternatives is taken for the lower bound and the greatest for the upper one; at
    chance their mean.

    Args:
        table: the table, whose classes tell apart what the script and the condition read.
        script: the steps that are carried out first.
        condition: the condition.
        seat: the seat for which it is asked; None for nobody in particular.
    """

    def __init__(self, table: Table, script: Sequence[Step], condition: str, seat: int | None) -> None:
        self._table, self._condition, self._seat = table, condition, seat
        read = liveness_at_end(frozenset()).with_steps(table, (asking(condition),))
        self._engine = ExactEngine(table, script, TurnFindings(), 0)
        lines = [(("setup", number), step) for number, step in enumerate(script)]
        self._lines = self._engine.prepare_steps(tuple(lines), read)
        self._alone_from = len(script) + 1 if seat is None else others_matter_until(table, script, condition)
        self._points: dict[tuple[int, int, int | None, int, _Point | None], _Point] = {}
        self._known: dict[tuple[_Point, State], Bounds] = {}
        self._followed = 0

    def chance(self) -> Bounds:
        """Return the least and the greatest chance.

        Raises:
            UnknownOutcome: when a step cannot always be carried out, something has no value, or there is too much.
        """
        start = self._at(self._lines)
        try:
            return _joined([(None, self._value(start, state)) for state in self._table.start_states()])
        except RecursionError:
            raise UnknownOutcome(TOO_LONG) from None

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

    def _value(self, point: _Point | None, state: State) -> Bounds:
        """Return the bounds from a point on."""
        if point is None:
            held = Fraction(holds(self._condition, self._table, state, self._seat))
            return held, held
        if self._is_alone(point):
            state = self._without_others(state)
        bounds = self._known.get((point, state))
        if bounds is None:
            bounds = self._known[point, state] = _joined(self._ways(point, state))
        return bounds

    def _is_alone(self, point: _Point) -> bool:
        return point.lines is self._lines and point.index >= self._alone_from

    def _without_others(self, state: State) -> State:
        """Return a state in which what the other seats hold is only counted."""
        classes = len(self._table.classes)
        piles = [
            pile_of((pile_size(pile), *(0,) * (classes - 1))) if pile and owner not in {None, self._seat} else pile
            for pile, (_, owner) in zip(state.piles, self._table.keys, strict=True)
        ]
        return State(tuple(piles), state.values)

    def _ways(self, point: _Point, state: State) -> list[tuple[Fraction | None, Bounds]]:
        """Return the ways from a point on, each with its chance, None for a choice, and the bounds that follow."""
        node = point.lines[point.index]
        turns = self._turns(point, node.step)
        after = self._at(point.lines, point.index + 1, point.seat, 0, point.then)
        if not turns:
            return [(CERTAIN, self._value(after, state))]
        (actor, part), abstraction = turns[point.place], node.after
        seat = seat_of(actor, state)
        if point.place + 1 < len(turns):
            after = self._at(point.lines, point.index, point.seat, point.place + 1, point.then)
            abstraction = node.between
        if not node.steps and not node.choices:
            return list(self._after_outcomes(self._outcomes(node, seat, state, part), after, abstraction))
        if not self._engine.applies(node.step, state, seat):
            return [(CERTAIN, self._value(after, abstraction.apply(state)))]
        return [(None, self._value(entry, state)) for entry in self._bodies(node, seat, after, state)]

    def _turns(self, point: _Point, step: Step) -> list[tuple[Actor, int]]:
        """Return who carries out a line, and for which of the piles of ``each part``, in order."""
        if self._is_alone(point) and is_own_step(self._table, step):
            acting: Sequence[Actor] = (self._seat,)
        else:
            acting = actors(self._table, step, point.seat, single_seat=False)
        if step.steps or step.choices:
            return [(actor, 0) for actor in acting]
        of_actor = [0 if isinstance(actor, str) else actor for actor in acting]
        parts = [part_count(self._table, step, seat) for seat in of_actor]
        return [(actor, part) for actor, number in zip(acting, parts, strict=True) for part in range(number)]

    def _outcomes(self, node: PreparedStep, seat: int | None, state: State, part: int) -> Sequence[Outcome]:
        step, (script, number, *_) = node.step, node.path
        if not self._engine.applies(step, state, seat):
            return (skipped_outcome(step, seat, state),)
        try:
            outcomes = tuple(outcomes_of_part(self._table, step, seat, state, part))
        except Shortage:
            line = f"line {int(number) + 1} of the set-up" if script == "setup" else f"a line of {number!r}"
            raise UnknownOutcome(f"{line} cannot always be carried out") from None
        self._followed += len(outcomes)
        if self._followed > MAX_OUTCOMES:
            raise UnknownOutcome(TOO_MANY)
        return outcomes

    def _after_outcomes(
        self, outcomes: Sequence[Outcome], after: _Point | None, abstraction: StateAbstraction
    ) -> Iterator[tuple[Fraction | None, Bounds]]:
        """Yield what follows outcomes; those that chance decides between after a choice are one way."""
        by_choice: dict[int, list[tuple[Fraction | None, Bounds]]] = {}
        for outcome in outcomes:
            follows = self._value(after, abstraction.apply(outcome.state))
            if outcome.within is None:
                yield outcome.chance, follows
            else:
                by_choice.setdefault(outcome.within[0], []).append((outcome.within[1], follows))
        yield from ((None, _joined(ways)) for ways in by_choice.values())

    def _bodies(
        self, node: PreparedStep, seat: int | None, after: _Point | None, state: State
    ) -> Iterator[_Point | None]:
        """Yield the points at which a group can be entered, or left out."""
        if node.choices:
            yield from (self._at(option, 0, seat, 0, after) for option in node.choices)
            return
        body = after
        for _ in range(repeat_count_now(self._table, node.step, seat, state)):
            body = self._at(node.steps, 0, seat, 0, body)
        yield body
        if node.step.may:
            yield after


def asking(condition: str) -> Step:
    """Return a step that reads what a condition reads."""
    return Step.model_validate({"say": "asked", "when": condition})


def others_matter_until(table: Table, script: Sequence[Step], condition: str) -> int:
    """Return the number of the line from which on a seat's chance does not depend on which cards other seats hold.

    From there on, nobody reads what another seat holds, or held. Seats only get cards or lay any cards aside first;
    then they do what concerns their own piles alone, which the others need not do.
    """
    if looks_at_all_seats(condition):
        return len(script) + 1
    until = len(script)
    while until and _leaves_others_alone(table, script[until - 1 :], condition):
        until -= 1
    return until


def _leaves_others_alone(table: Table, script: Sequence[Step], condition: str) -> bool:
    """Tell whether the first of some lines, of which the others do, reads nothing of what another seat holds."""
    first, later = script[0], script[1:]
    if is_own_step(table, first):
        own = table.seat_pile_names
        return all(is_own_step(table, step) or own.isdisjoint(step_piles(step)) for step in later)
    if first.steps or first.choices or first.traits.passes or not _reads_only(table, first, table.shared_pile_names):
        return False
    if first.source not in table.seat_pile_names:
        return True
    takes_any = len(set(table.classes.results(step_take_query(table.game, first)))) == 1
    if first.amount is None or not takes_any or first.target not in table.shared_pile_names:
        return False
    hidden = set(table.keys_of(first.target, 0))
    open_names = frozenset(name for name in table.shared_pile_names if hidden.isdisjoint(table.keys_of(name, 0)))
    return counts_only(condition, open_names | table.seat_pile_names) and all(
        is_own_step(table, step) or _reads_only(table, step, open_names) for step in later
    )


def _reads_only(table: Table, step: Step, piles: frozenset[str]) -> bool:
    """Tell whether a step reads these shared piles at most, except how many cards the acting seat holds."""
    if not all(counts_only(text, piles) for text in conditions(step)):
        return False
    taken = {name for name in step_piles(step) if name not in {step.target, BOX}}
    if step.source in table.seat_pile_names:
        taken.discard(step.source)
    return taken <= piles


def _joined(ways: Sequence[tuple[Fraction | None, Bounds]]) -> Bounds:
    """Return the bounds over some ways: means where all have a chance, else the extremes."""
    if len(ways) == 1 or any(chance is None for chance, _ in ways):
        return min(low for _, (low, _) in ways), max(high for _, (_, high) in ways)
    least = sum(((chance or 0) * low for chance, (low, _) in ways), Fraction(0))
    return least, sum(((chance or 0) * high for chance, (_, high) in ways), Fraction(0))


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
    by_answer: dict[Answer, list[int]] = {}  # by what is the same with several numbers of players
    for way in play_configurations(game, inline_sequences(game, script), condition):
        if players in {None, way.players}:
            for answer in _answers(game, script, condition, way):
                by_answer.setdefault(answer, []).append(way.players)
    return tuple(answer._replace(players=tuple(numbers)) for answer, numbers in by_answer.items())


def _answers(game: Game, script: Sequence[Step], condition: str, way: PlayConfiguration) -> Iterator[Answer]:
    """Yield the answers of one way to play, without its number of players."""
    game, script = for_players(game, way.players), steps_for_players(script, way.players)
    script = inline_sequences(game, script)
    classes = ComponentClasses(game, (*script_queries(game, script), *condition_queries(game, condition)))
    by_chance: dict[Bounds, list[int]] = {}
    try:
        table = Table(game, *way, classes, (*script, asking(condition)))
        decisive = _decisive(table, script, condition)
        for seat in range(way.players) if _reads_own_piles(table, condition) else (None,):
            chance = Asker(table, decisive, condition, seat).chance()
            by_chance.setdefault(chance, []).extend(() if seat is None else (seat,))
    except UnknownOutcome as unknown:
        yield Answer(way.variant, (), unknown=str(unknown))
    else:
        for chance, alike in by_chance.items():
            yield Answer(way.variant, (), () if len(by_chance) == 1 else tuple(alike), *chance)


def _decisive(table: Table, script: Sequence[Step], condition: str) -> Sequence[Step]:
    """Return a script without the last steps that change nothing that a condition reads: they cost states."""
    first = [call.args[0] if call.args else None for call in count_calls(condition)]
    named = [argument.value for argument in first if isinstance(argument, ast.Constant)]
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
