"""Logs sorted into groups that can be compared: games of one edition, with equal seats, variant and bots."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from punchboard.model.game.game import Game
from punchboard.plays.log import RULE, GameLog, Head, Result, read_logs
from punchboard.plays.summary import Tally, tally_of
from punchboard.problem import Place, Problem, ProblemsFound, fail

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
        except ProblemsFound as found:
            problems += found.problems
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
