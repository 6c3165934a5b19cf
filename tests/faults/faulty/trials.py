"""All trials, with their repetitions for a report and for a test run."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from faulty import disks, kills, others
from faulty.shim import NotHereError
from faulty.table import STARTED
from faulty.tally import Tally


class Trial(NamedTuple):
    """One kind of fault."""

    do: Callable[[Path, int], Tally]
    """Injects the fault a number of times, in an empty folder."""
    times: int
    """Repetitions for the report."""
    few: int
    """Repetitions in a test run."""

    @property
    def name(self) -> str:
        """The name of the trial."""
        return f"{self.do.__module__.rpartition('.')[2]}.{self.do.__name__}"


TRIALS = (
    Trial(kills.build, 100, 3),
    Trial(kills.jobs, 100, 3),
    Trial(kills.worker, 50, 3),
    Trial(kills.part, 50, 5),
    Trial(kills.watch, 100, 3),
    Trial(kills.each_step, 10_000, 5),
    Trial(disks.full_at_each, 10_000, 5),
    Trial(disks.failing_at_each, 10_000, 5),
    Trial(disks.small_files, 20, 2),
    Trial(disks.small_disk, 20, 2),
    Trial(disks.full_output, 5, 1),
    Trial(disks.no_rename, 12, 3),
    Trial(disks.read_only, 5, 1),
    Trial(disks.no_rights, 5, 1),
    Trial(others.two_builds, 20, 2),
    Trial(others.different_games, 20, 2),
    Trial(others.with_preview, 10, 2),
    Trial(others.no_locks, 20, 4),
    Trial(others.saved_file, 90, 3),
    Trial(others.watched_file, 20, 2),
    Trial(others.clocks, 32, 4),
    Trial(others.ruined_output, 60, 4),
    Trial(others.ruined_manifest, 6, 2),
    Trial(others.ruined_cache, 60, 4),
    Trial(others.in_the_way, len(others.WAYS), len(others.WAYS)),
    Trial(others.other_disk, 10, 2),
    Trial(others.long_paths, 5, 5),
)


def run_trial(trial: Trial, path: Path, times: int) -> Tally:
    """Run a trial in a process of its own, which may have mounts of its own; return its results."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(_done, trial.name, path, times).result()


def _done(name: str, path: Path, times: int) -> Tally:
    (trial,) = (one for one in TRIALS if one.name == name)
    try:
        return trial.do(path, times)
    except NotHereError as error:
        return Tally(name, skipped=str(error))
    finally:
        for process in STARTED:
            process.kill()
