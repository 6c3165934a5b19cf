"""What many games show, with 95 % intervals, and logs sorted into groups that can be compared."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import fsum, sqrt
from pathlib import Path
from typing import Final, NamedTuple, Self

from punchboard.engine.program.compiler import game_scripts, path_text
from punchboard.engine.script import nested_steps
from punchboard.model.game.game import Game
from punchboard.model.game.setup import Step
from punchboard.plays.log import RULE, STOPPED, GameLog, Head, Result, read_logs
from punchboard.problem import Place, Problem, ProblemsFound, fail

Z: Final = 1.959964
"""How many standard errors an interval of 95 % reaches to either side."""


def share_interval(count: int, games: int) -> tuple[float, float]:
    """Return the Wilson interval of a share: ``count`` of ``games``; everything from 0 to 1 if there are no games."""
    if not games:
        return 0.0, 1.0
    share, square = count / games, Z * Z / games
    middle, reach = share + square / 2, Z * sqrt(share * (1 - share) / games + square / games / 4)
    low, high = (middle - reach) / (1 + square), (middle + reach) / (1 + square)
    return (0.0 if not count else low), (1.0 if count == games else high)


def mean_interval(counts: Mapping[int, int]) -> tuple[float, float, float]:
    """Return the mean of numbers, given how often each occurs, and its interval; a single number says nothing more."""
    total = sum(counts.values())
    mean = sum(number * count for number, count in counts.items()) / total
    if total < 2:
        return mean, mean, mean
    variance = fsum(count * (number - mean) ** 2 for number, count in counts.items()) / (total - 1)
    reach = Z * sqrt(variance / total)
    return mean, mean - reach, mean + reach


@dataclass(frozen=True, slots=True)
class Share:
    """How many of some games, with the interval of the share in all games."""

    count: int
    games: int

    @property
    def interval(self) -> tuple[float, float]:
        """The least and the greatest share that these games allow, with 95 % confidence."""
        return share_interval(self.count, self.games)


@dataclass(frozen=True, slots=True)
class Use:
    """How often a component is drawn, played, and left in a hand at the end: for each copy and game."""

    id: str
    drawn: float
    played: float
    left: float


@dataclass(slots=True)
class Tally:
    """Counts over games; tallies of different games can be added.

    Attributes:
        hands: the names of the piles that are hands.
        stores: the names of decks and the box: what goes there from a hand is not played.
        steps: what each step does to the components that it moves: ``draws``, ``plays`` or ``puts away``.
    """

    hands: frozenset[str]
    stores: frozenset[str]
    steps: Mapping[str, str]
    games: int = 0
    rounds: Counter[int] = field(default_factory=Counter)
    ends: Counter[str] = field(default_factory=Counter)
    wins: Counter[int] = field(default_factory=Counter)
    decided: int = 0
    """The games of which it is known who wins."""
    seats: int = 0
    stopped: Counter[str] = field(default_factory=Counter)
    drawn: Counter[str] = field(default_factory=Counter)
    played: Counter[str] = field(default_factory=Counter)
    left: Counter[str] = field(default_factory=Counter)
    moved: set[str] = field(default_factory=set)

    def add(self, game: GameLog) -> None:
        """Count a game."""
        self.games += 1
        self.seats = max(self.seats, game.head.players)
        self._add_moves(game)
        result = game.result
        if result is None or (game.head.bots and result.notes.startswith(STOPPED)):
            self.stopped["the log breaks off" if result is None else result.notes.removeprefix(STOPPED)] += 1
            return
        self.rounds[result.round] += 1
        self.ends.update(result.ends)
        if result.winners is not None:
            self.decided += 1
            self.wins.update(result.winners)

    def _add_moves(self, game: GameLog) -> None:
        held: Counter[str] = Counter()
        for event in game.events:
            if not event.pieces or event.do not in {"move", "under"}:
                continue
            self.moved.update(event.pieces)
            comes, goes = _base(event.to) in self.hands, _base(event.source) in self.hands
            if comes == goes:
                continue
            does = self.steps.get(event.step, "plays")
            if comes:
                self.drawn.update(event.pieces)
                held.update(event.pieces)
                continue
            held.subtract(event.pieces)
            if does == "draws":
                self.drawn.subtract(event.pieces)  # a draw that is put back and repeated
            elif does == "plays" and _base(event.to) not in self.stores:
                self.played.update(event.pieces)
        self.left.update(+held)

    def include(self, other: Self) -> None:
        """Add the counts of other games."""
        self.games += other.games
        self.decided += other.decided
        self.seats = max(self.seats, other.seats)
        self.moved |= other.moved
        for name in ("rounds", "ends", "wins", "stopped", "drawn", "played", "left"):
            getattr(self, name).update(getattr(other, name))

    def length(self) -> tuple[float, float, float] | None:
        """Return the mean number of rounds and its interval; None if no game has ended."""
        return mean_interval(self.rounds) if self.rounds else None

    def end_shares(self, names: Iterable[str]) -> dict[str, Share]:
        """Return in how many games each end was met: those with these names, then others."""
        return {name: Share(self.ends[name], self.games) for name in dict.fromkeys((*names, *self.ends))}

    def win_shares(self) -> tuple[Share, ...]:
        """Return how many games each seat has won, alone or with others, of those of which it is known who wins."""
        return tuple(Share(self.wins[seat], self.decided) for seat in range(self.seats)) if self.decided else ()

    def uses(self, copies: Mapping[str, int]) -> tuple[Use, ...]:
        """Return the use of each component that was drawn or played, for each copy and game.

        One without ``copies``, which this edition no longer has, counts as one copy.
        """
        uses = []
        for name, count in (dict(copies) | dict.fromkeys((self.drawn | self.played).keys() - copies.keys(), 1)).items():
            if self.drawn[name] or self.played[name]:
                each = max(count * self.games, 1)
                uses.append(Use(name, self.drawn[name] / each, self.played[name] / each, self.left[name] / each))
        return tuple(uses)


def tally_of(game: Game) -> Tally:
    """Return a tally without any games, for games of a kind."""
    file = game.file
    hands = {name for name, pile in file.each_player_has.items() if pile.shows == "owner"}
    steps = {path_text(path): _does(step) for script in game_scripts(game) for path, step in nested_steps(script)}
    return Tally(
        frozenset({"hand"} if "hand" in file.each_player_has else hands), frozenset({*file.decks, "box"}), steps
    )


def _does(step: Step) -> str:
    """Return what a step does to the components that it moves; a discard puts them away."""
    traits = step.traits
    if traits.draws:
        return "draws"
    return "plays" if traits.operand == "amount" and traits.default_target == "table" else "puts away"


@lru_cache(maxsize=4096)
def _base(pile: str) -> str:
    """Return the name of a pile without the number of its seat."""
    name, _, number = pile.rpartition(" ")
    return name if name and number.isdecimal() else pile


MAX_BYTES: Final = 1_000_000_000
"""The largest log that is read."""

MAX_GROUPS: Final = 12
"""The most groups that are compared."""

MAX_NAMES: Final = 20_000
"""The most components that the games of a group name."""

MAX_RECORDS: Final = 40
"""The most games of people whose records are kept."""


class GroupKey(NamedTuple):
    """What the games of a group have in common."""

    version: str
    edition: str
    players: int
    variant: str
    bots: tuple[str, ...]
    """Empty for games of people."""


class Record(NamedTuple):
    """The record of a game that people played."""

    file: str
    head: Head
    result: Result


class Logs(NamedTuple):
    """What logs show: groups in the order in which they were found, records of people, problems of files."""

    groups: dict[GroupKey, Tally]
    records: tuple[Record, ...]
    problems: tuple[Problem, ...]


def read_groups(game: Game, paths: Sequence[Path]) -> Logs:
    """Return the games of logs by group; a log that cannot be read is a problem, and the others are still read."""
    groups: dict[GroupKey, Tally] = {}
    records: list[Record] = []
    problems: list[Problem] = []
    for path in paths:
        try:
            for log in _games(game, path):
                _add(game, log, groups, str(path))
                people = log.result is not None and not log.head.bots and len(records) < MAX_RECORDS
                records += [Record(path.name, log.head, log.result)] if people and log.result is not None else []
        except ProblemsFound as error:
            problems += error.problems
    return Logs(groups, tuple(records), tuple(problems))


def _games(game: Game, path: Path) -> Iterator[GameLog]:
    place = Place(str(path))
    try:
        if not path.is_file():
            raise fail(RULE, place, "there is no such file")
        if path.stat().st_size > MAX_BYTES:
            raise fail(RULE, place, f"it is larger than {MAX_BYTES // 1_000_000} MB")
        with path.open("rb") as file:
            for log in read_logs(file, str(path)):
                if log.head.game != game.id:
                    raise fail(RULE, place, f"it is a log of {log.head.game!r}, not of {game.id!r}")
                yield log
    except OSError as error:
        raise fail(RULE, place, f"it cannot be read: {error.strerror}") from error


def _add(game: Game, log: GameLog, groups: dict[GroupKey, Tally], name: str) -> None:
    head = log.head
    key = GroupKey(head.version, head.edition, head.players, head.variant, head.bots)
    if key not in groups:
        if len(groups) == MAX_GROUPS:
            message = f"more than {MAX_GROUPS} kinds of games are compared: editions, players, variants and bots"
            raise fail(RULE, Place(name), message, "give fewer logs at a time")
        groups[key] = tally_of(game)
    tally = groups[key]
    tally.add(log)
    if max(len(tally.moved), len(tally.ends), len(tally.stopped)) > MAX_NAMES:
        raise fail(RULE, Place(name), f"it names more than {MAX_NAMES} components or ends")
