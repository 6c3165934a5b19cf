"""The processor time of each stage, for builds with one job."""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from decks import write_deck
from games import TABLE, UNSEEN, Edit, copy_games, delete_output
from outcome import Result
from programs import FRONTS
from timing import timed

SAMPLED = Path(__file__).resolve().parent / "sampled.py"
TASK = "stages: "
"""The prefix of the tasks of these results; the tool of each is the stage."""
CARDS = (54, 2000)


class Build(NamedTuple):
    """A sampled build: its folder, its preparation, and its arguments."""

    name: str
    where: Path
    before: Callable[[], object]
    asked: tuple[str, ...] = ()

    def taken(self) -> Mapping[str, float]:
        """Prepare, build, and return the seconds of each stage."""
        self.before()
        with tempfile.TemporaryDirectory() as name:
            into = Path(name) / "stages.json"
            timed((sys.executable, str(SAMPLED), str(into), "build", "--jobs", "1", *self.asked), self.where)
            found: dict[str, float] = json.loads(into.read_text(encoding="utf-8"))
            return found


def measure(runs: int) -> Iterator[Result]:
    """Yield the median seconds of each stage of each build."""
    with tempfile.TemporaryDirectory() as name:
        builds = (*_decks(Path(name)), *_games(Path(name)))
        for build in builds:
            build.taken()
        rounds = [[build.taken() for build in builds] for _ in range(runs)]
        for build, found in zip(builds, zip(*rounds, strict=True), strict=True):
            yield from _results(build.name, found)


def _results(name: str, found: Sequence[Mapping[str, float]]) -> Iterator[Result]:
    for stage in found[0]:
        seconds = statistics.median(one[stage] for one in found)
        yield Result(stage, 0, seconds, 0.0, 0.0, 0, TASK + name, seconds, len(found))


def _decks(folder: Path) -> Iterator[Build]:
    for cards in CARDS:
        where = folder / f"{cards}"
        where.mkdir()
        write_deck(where, cards)
        yield Build(f"{cards:,} text cards", where, partial(delete_output, where / "output"), FRONTS)


def _games(folder: Path) -> Iterator[Build]:
    games = copy_games(folder / "games")
    yield Build("five games, clean build", games, partial(delete_output, games / "output"))
    yield Build("… nothing changed", games, lambda: None)
    yield Build("… one card edited", games, Edit(games / TABLE, "flavour"))
    yield Build("… another card edited", games, Edit(games / TABLE, "flavour", UNSEEN))
