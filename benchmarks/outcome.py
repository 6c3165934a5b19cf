"""What a benchmark says of one tool and one thing to do: medians, ratios, peaks and sizes."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from timing import Run


class Result(NamedTuple):
    """What a tool needed: the medians of its runs, the highest peak, and the size of what it made.

    ``times`` is the median of what each run took in times of the run beside it, the floor's or, for builds of games,
    the yardstick's: a machine whose clock changes between two runs changes that little. It is 0 where none was run.
    """

    tool: str
    cards: int
    seconds: float
    times: float
    memory: float
    size: int
    task: str = "text"
    work: float = 0.0
    """Seconds of processors, children's too."""
    runs: int = 1


def result(task: str, tool: str, cards: int, size: int, runs: Sequence[Run], beside: Sequence[Run] = ()) -> Result:
    """Return what the runs of a tool come to, with those beside them in the same rounds."""
    ratios = [run.seconds / floor.seconds for run, floor in zip(runs, beside, strict=False)]
    return Result(
        tool,
        cards,
        statistics.median(run.seconds for run in runs),
        statistics.median(ratios) if ratios else 0.0,
        max(run.memory for run in runs),
        size,
        task,
        statistics.median(run.work for run in runs),
        len(runs),
    )


def size_of(made: Path) -> int:
    """Return the bytes of a file, or of all files in a folder."""
    return sum(file.stat().st_size for file in (made, *made.rglob("*")) if file.is_file())
