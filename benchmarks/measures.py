"""What the bars measure: processes and parts of the program, in workspaces written when first needed."""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

from decks import write_deck
from games import CARDS, Task, copy_games, deck_tasks, delete_output, game_tasks, watched_deck, watched_games
from programs import FRONTS, single, tools
from stages import Build as SampledBuild
from tables import TABLES
from timing import Run, timed
from watching import Watched

PARTS = Path(__file__).resolve().parent / "parts.py"
PROGRAM = (sys.executable, "-m", "punchboard")
IDLE = 2.0
"""The seconds for which a watched build is left alone."""


class Places:
    """The workspaces of one run of the bars, and the highest memory peak of each job."""

    def __enter__(self) -> Self:
        """Make a temporary folder."""
        self._ends = ExitStack()
        self.folder = Path(self._ends.enter_context(tempfile.TemporaryDirectory()))
        self.peaks: dict[Job, float] = {}
        self._decks: dict[int, Path] = {}
        self._numbers = count()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """End the programs that watch, and delete the folder."""
        self._ends.close()

    def run(self, job: Job) -> Run:
        """Run a job and keep its peak."""
        run = job.run(self)
        self.peaks[job] = max(run.memory, self.peaks.get(job, 0.0))
        return run

    def new_folder(self) -> Path:
        """Make another empty folder."""
        path = self.folder / f"new-{next(self._numbers)}"
        path.mkdir()
        return path

    def deck(self, cards: int) -> Path:
        """Return the workspace with the deck of so many cards."""
        if cards not in self._decks:
            self._decks[cards] = write_deck(self.new_folder(), cards)
        return self._decks[cards]

    @cached_property
    def games(self) -> Path:
        """The workspace with the five games of the repository."""
        return copy_games(self.new_folder() / "games")

    @cached_property
    def builds(self) -> dict[str, Task]:
        """The builds of the games and of a deck, by name; each workspace has been built once."""
        found = {task.name: task for task in (*game_tasks(self.games), *deck_tasks(self.deck(CARDS)))}
        for name in ("games, clean build", "deck, clean build"):
            found[name].run()
        return found

    @cached_property
    def watched(self) -> dict[str, Watched]:
        """The watched builds by name, each in a workspace of its own."""
        found = (
            watched_games(copy_games(self.new_folder() / "games"), "one card"),
            watched_deck(write_deck(self.new_folder(), CARDS)),
        )
        return {one.name: self._ends.enter_context(one) for one in found}


class Job(Protocol):
    """Something that is run and timed; two that are equal do the same."""

    def run(self, places: Places, /) -> Run:
        """Run once."""

    def __hash__(self) -> int:
        """Return the hash, by which its peak is found again."""


@dataclass(frozen=True)
class Deck:
    """A tool that makes the sheets of a deck from an empty output, or the files of its cards."""

    tool: str
    cards: int

    def run(self, places: Places) -> Run:
        """Run once."""
        tool = next(tool for tool in (*tools(), *single()) if tool.name == self.tool)
        return tool.run_clean(places.deck(self.cards))


@dataclass(frozen=True)
class Build:
    """A build of the five games or of a deck, by its name on the results page."""

    name: str

    def run(self, places: Places) -> Run:
        """Run once."""
        return (places.watched if self.name.endswith("watched") else places.builds)[self.name].run()


@dataclass(frozen=True)
class Process:
    """A command in an empty folder."""

    command: tuple[str, ...]

    def run(self, places: Places) -> Run:
        """Run once."""
        return timed(self.command, places.new_folder())


@dataclass(frozen=True)
class FirstProof:
    """`punchboard new --from` a table of `tables.py`, up to the first sheets."""

    table: str

    def run(self, places: Places) -> Run:
        """Run once."""
        where = places.new_folder()
        TABLES[self.table](where / self.table)
        return timed((*PROGRAM, "new", "game", "--from", self.table), where)


@dataclass(frozen=True)
class Part:
    """A part of the program by its name in `parts.py`, in a process of its own; only that part is timed."""

    name: str

    def run(self, places: Places) -> Run:
        """Run once."""
        where = places.new_folder()
        whole = timed((sys.executable, str(PARTS), self.name), where)
        taken: float = json.loads((where / "log").read_text(encoding="utf-8"))
        return Run(taken, whole.memory, taken)


Measure = Callable[[Places], float]


def seconds(job: Job) -> Measure:
    """Return the measure of a job's seconds from start to end."""
    return lambda places: places.run(job).seconds


def work(job: Job, processors: int = 1) -> Measure:
    """Return the measure of a job's processor seconds, divided among so many processors."""
    return lambda places: places.run(job).work / processors


def memory(job: Job) -> Measure:
    """Return the measure of the highest peak of a job's memory in MB, run again only if it has not run."""
    return lambda places: places.peaks.get(job) or places.run(job).memory


def absolute(_places: Places) -> float:
    """Return 1, for a figure that is compared with nothing."""
    return 1.0


def verification_of_games(places: Places) -> float:
    """Return the share of verification in a clean build of the five games, with one job."""
    return _verification(SampledBuild("", places.games, partial(delete_output, places.games / "output")))


def verification_of_deck(places: Places) -> float:
    """Return the share of verification in a clean build of a large deck, with one job."""
    deck = places.deck(CARDS)
    return _verification(SampledBuild("", deck, partial(delete_output, deck / "output"), FRONTS))


def _verification(build: SampledBuild) -> float:
    taken = build.taken()
    return taken["verify"] / sum(taken.values())


def idle_watch(places: Places) -> float:
    """Return the processor seconds of a watched build while no file changes."""
    watched = places.watched["deck, one card edited, watched"]
    watched.run()
    time.sleep(IDLE)  # what follows a build ends
    before = watched.processor_seconds()
    time.sleep(IDLE)
    return watched.processor_seconds() - before
