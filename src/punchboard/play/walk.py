"""Walking a script: every state that it can reach for a number of seats, merged where nothing tells states apart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from punchboard.model.game import Game
from punchboard.model.setup import Step
from punchboard.play.amounts import Unknown
from punchboard.play.classes import Classes, Counts, Question
from punchboard.play.filtered import Odds
from punchboard.play.moves import Outcome, Shortage, outcomes
from punchboard.play.piles import Pile
from punchboard.play.questions import ENDED, holds, names, questions
from punchboard.play.table import Key, State, Table, Value

Path = tuple[str | int, ...]

MOST_STATES: Final = 20_000
"""So many different states at one line are walked; beyond them nothing is claimed."""

Weights = dict[State, Fraction | None]
"""States with their chance; None once somebody's choice has led there."""


class Failure(NamedTuple):
    """A line that could not be carried out, and the state that shows it."""

    seat: int | None
    key: Key
    wanted: int
    there: int
    values: tuple[tuple[str, Value], ...]


class Happening(NamedTuple):
    """What can happen at a line for one seat: the least and the greatest chance of it, over all states."""

    seat: int | None
    what: str
    least: Odds
    most: Odds

    @property
    def sure(self) -> bool:
        """Whether the chance is one number, whatever was chosen before."""
        return self.least == self.most


class Line(NamedTuple):
    """What walking found out about one line of a script."""

    step: Step
    path: Path
    failures: tuple[Failure, ...] = ()
    happenings: tuple[Happening, ...] = ()
    unknown: str = ""
    """Why nothing is known of it; empty when it was walked."""

    @property
    def verdict(self) -> str:
        """``safe``, ``fails`` or ``not proved``."""
        return "fails" if self.failures else "not proved" if self.unknown else "safe"


class Walk(NamedTuple):
    """A script walked for a number of seats: its lines, and the sizes that each pile can have at the end."""

    players: int
    variant: str
    lines: tuple[Line, ...]
    sizes: Mapping[Key, tuple[int, int]]
    whole: bool
    """Whether every state was walked to the end."""


class _TooMany(Exception):  # noqa: N818 - the signal to give up
    pass


def walk(game: Game, script: Sequence[Step], players: int, variant: str = "", most: int = MOST_STATES) -> Walk:
    """Return what is true of every way that a script can go for a number of seats.

    Raises:
        ExpressionError: for expressions that cannot be read.
    """
    classes = Classes(game, questions(game, script))
    table = Table(game, players, variant, classes, script)
    walker = _Walker(table, most, named=any(step.who in game.file.seats for step in script))
    try:
        end = walker.run(
            script, ("setup",), {table.start(): Fraction(1)}, None, _Later(frozenset(), frozenset({ENDED}))
        )
    except _TooMany:
        end = {}
    return Walk(players, variant, tuple(walker.lines.values()), _ranges(table, end), not walker.gave_up)


def _ranges(table: Table, end: Iterable[State]) -> dict[Key, tuple[int, int]]:
    found: dict[Key, tuple[int, int]] = {}
    for state in end:
        for key, size in table.sizes(state).items():
            low, high = found.get(key, (size, size))
            found[key] = (min(low, size), max(high, size))
    return found


class _Walker:
    def __init__(self, table: Table, most: int, *, named: bool) -> None:
        self._table, self._most = table, most
        self._alike_from = 1 if named else 0
        self.lines: dict[Path, Line] = {}
        self.gave_up = False

    def run(self, script: Sequence[Step], path: Path, states: Weights, seat: int | None, after: _Later) -> Weights:
        """Return the states after a script that began in some; ``after`` are the questions of what follows it."""
        game = self._table.game
        for number, step in enumerate(script):
            here = (*path, number)
            if self.gave_up:
                self.lines[here] = Line(step, here, unknown="too many states")
                continue
            later = after.and_of(game, script[number + 1 :])
            try:
                states = self._step(step, here, states, seat, later)
            except _TooMany:
                self.gave_up = True
                self.lines[here] = Line(step, here, unknown=f"more than {self._most} states")
            except Unknown as unknown:
                self.gave_up = True
                self.lines[here] = Line(step, here, unknown=str(unknown))
        return {} if self.gave_up else states

    def _step(self, step: Step, path: Path, states: Weights, seat: int | None, later: _Later) -> Weights:
        if step.steps:
            inner = later.and_of(self._table.game, step.steps if step.times or step.who else ())
            for one in self._seats(step, seat):
                for _ in range(_times(step, self._table)):
                    states = self.run(step.steps, (*path, "do"), states, one, inner)
            return states
        if step.choices:
            ends: Weights = {}
            for number, option in enumerate(step.choices):
                reached = self.run(option, (*path, "one of", number), states, seat, later)
                ends.update(dict.fromkeys(reached))
            return ends
        return self._line(step, path, states, seat, later)

    def _line(self, step: Step, path: Path, states: Weights, seat: int | None, later: _Later) -> Weights:
        own = later.and_of(self._table.game, (step,))
        failures: list[Failure] = []
        happenings: list[Happening] = []
        seats = self._seats(step, seat)
        for index, one in enumerate(seats):
            last = index == len(seats) - 1
            done = self._table.players if last or one is None else one + 1
            states, odds = self._done_by(step, one, states, failures, _Merge(*(later if last else own), done))
            happenings += _happenings(one, odds)
        known = self.lines.get(path)
        if known is not None:
            failures, happenings = [*known.failures, *failures], [*known.happenings, *happenings]
        self.lines[path] = Line(step, path, tuple(failures[:8]), tuple(happenings))
        return states

    def _done_by(
        self, step: Step, seat: int | None, states: Weights, failures: list[Failure], merge: _Merge
    ) -> tuple[Weights, list[Odds]]:
        """Return the states once a seat, or nobody, has carried out a line in each of these."""
        groups = self._table.classes.groups(merge.live)
        merged: dict[object, tuple[State, Fraction | None]] = {}
        odds: list[Odds] = []
        for state, weight in states.items():
            try:
                found = self._outcomes(step, seat, state)
            except Shortage as short:
                failures.append(Failure(seat, short.key, short.wanted, short.there, state.values))
                continue
            for outcome in found:
                if outcome.odds is not None:
                    odds.append(outcome.odds)
                chance = None if weight is None or outcome.chance is None else weight * outcome.chance
                reached = outcome.state.knowing_only(merge.names)
                key = self._alike(reached, groups, merge.done)
                before = merged.get(key)
                if before is not None:
                    chance = None if chance is None or before[1] is None else chance + before[1]
                merged[key] = (before[0] if before else reached, chance)
            if len(merged) > self._most:
                raise _TooMany
        return dict(merged.values()), odds

    def _outcomes(self, step: Step, seat: int | None, state: State) -> Sequence[Outcome]:
        skipped = step.when is not None and not holds(step.when, self._table, state, seat)
        if skipped or state.value(ENDED) is not None:
            return (Outcome(state, Fraction(1)),)
        return tuple(outcomes(self._table, step, seat, state))

    def _seats(self, step: Step, seat: int | None) -> tuple[int | None, ...]:
        """Return who carries out a line: seats are alike, so that a named one may as well be the first."""
        who = step.who or ("each player" if step.verb == "deal" else None)
        if who == "each player":
            return tuple(range(self._table.players))
        if who == "each other player":
            return tuple(one for one in range(self._table.players) if one != (seat or 0))
        return (seat,) if who is None else (seat or 0,)

    def _alike(self, state: State, groups: Counts, done: int) -> object:
        """Return what nothing that follows can tell apart: compositions by group, seats alike in any order."""
        piles = [_grouped(pile, groups) for pile in state.piles]
        shared = tuple(pile for (_, seat), pile in zip(self._table.keys, piles, strict=True) if seat is None)
        seats: list[list[object]] = [[] for _ in range(self._table.players)]
        for (_, seat), pile in zip(self._table.keys, piles, strict=True):
            if seat is not None:
                seats[seat].append(pile)
        first = self._alike_from
        before, between, behind = seats[:first], seats[first : max(first, done)], seats[max(first, done) :]
        order = (repr(before), tuple(sorted(map(repr, between))), tuple(sorted(map(repr, behind))))
        return shared, order, state.values


class _Merge(NamedTuple):
    """What still matters after a line: questions, names of values; and how many seats have carried it out."""

    live: frozenset[Question]
    names: frozenset[str]
    done: int


class _Later(NamedTuple):
    """What the lines after one ask: of components, and of values."""

    live: frozenset[Question]
    names: frozenset[str]

    def and_of(self, game: Game, script: Sequence[Step]) -> _Later:
        """Return what these lines and all after them ask."""
        return _Later(self.live | frozenset(questions(game, script)), self.names | frozenset(names(script)))


def _grouped(pile: Pile, groups: Counts) -> tuple[tuple[Counts, bool], ...]:
    width = max(groups, default=-1) + 1
    found: list[tuple[Counts, bool]] = []
    for segment in pile:
        counts = [0] * width
        for count, group in zip(segment.counts, groups, strict=True):
            counts[group] += count
        found.append((tuple(counts), segment.mixed and sum(count > 0 for count in counts) > 1))
    return tuple(found)


def _times(step: Step, table: Table) -> int:
    if isinstance(step.times, str):
        return table.game.file.numbers[step.times].value
    return step.times or 1


def _happenings(seat: int | None, odds: Sequence[Odds]) -> Iterator[Happening]:
    for what in dict.fromkeys(one.what for one in odds):
        same = [one for one in odds if one.what == what]
        yield Happening(seat, what, min(same, key=lambda one: one.chance), max(same, key=lambda one: one.chance))
