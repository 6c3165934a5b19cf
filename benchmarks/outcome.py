"""The result of a benchmark for one tool and one task: medians, ratios, peaks and sizes."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from timing import Run


class Result(NamedTuple):
    """The result of a tool: the medians of its runs, the highest memory peak, and the size of its output.

    ``times`` is the median ratio of each run to the run beside it in the same round: of the floor or, for builds of
    games, of the yardstick. A change of the processor's clock between rounds hardly affects it. It is 0 without such
    runs.
    """

    tool: str
    cards: int
    seconds: float
    times: float
    memory: float
    size: int
    task: str = "text"
    work: float = 0.0
    """Processor seconds, with those of child processes."""
    runs: int = 1


def result(  # noqa: PLR0917 - everything that a result has
    task: str, tool: str, cards: int, size: int, runs: Sequence[Run], beside: Sequence[Run] = ()
) -> Result:
    """Return the result of the runs of a tool, with the runs of the floor or yardstick in the same rounds."""
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


def size_of(output: Path) -> int:
    """Return the size of a file, or of all files in a folder, in bytes."""
    return sum(file.stat().st_size for file in (output, *output.rglob("*")) if file.is_file())
