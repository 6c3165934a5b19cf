"""Timing of one process from start to end, and of several in turn, so that other work affects all alike."""

from __future__ import annotations

import math
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

SOURCE = Path(__file__).resolve().parents[1] / "src"


class Run(NamedTuple):
    """One process: seconds from start to end, peak memory in MB, and processor seconds with its children.

    On a busy machine the seconds grow, the processor seconds hardly do. Memory is that of the largest single process,
    and is at least that of the process that started it; so the timing process stays small, and other processes write
    the decks.
    """

    seconds: float
    memory: float
    work: float


def environment() -> dict[str, str]:
    """Return the environment for children: this checkout's program, cached bytecode, and buffered output."""
    unwanted = {"PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED"}
    kept = {name: value for name, value in os.environ.items() if name not in unwanted}
    return kept | {"PYTHONPATH": str(SOURCE), "PYTHONHASHSEED": "0"}


def timed(command: Sequence[str], where: Path) -> Run:
    """Run a command to its end and return its time and memory.

    Raises:
        RuntimeError: when it fails, with its output.
    """
    with (where / "log").open("w+b") as log:
        started = time.perf_counter()
        process = subprocess.Popen(command, cwd=where, env=environment(), stdout=log, stderr=log)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - started
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            log.seek(0)
            raise RuntimeError(f"{' '.join(command)}: {log.read().decode(errors='replace')[-2000:]}")
    memory = usage.ru_maxrss / (1e6 if sys.platform == "darwin" else 1024)
    return Run(seconds, memory, usage.ru_utime + usage.ru_stime)


def run_in_turn(jobs: Sequence[Callable[[], Run]], rounds: int, patience: float) -> tuple[tuple[Run, ...], ...]:
    """Run each job once per round, and return the runs of each.

    A job that has taken ``patience`` seconds in total skips the remaining rounds.
    """
    taken: list[list[Run]] = [[] for _ in jobs]
    for _ in range(rounds):
        for job, runs in zip(jobs, taken, strict=True):
            if sum(run.seconds for run in runs) < patience:
                runs.append(job())
    return tuple(tuple(runs) for runs in taken)


def best_ratio(most: float, measure: Callable[[], float], beside: Callable[[], float], rounds: int) -> float:
    """Return the least of several measurements, divided by the least of a yardstick that is measured in turn with it.

    Other work on the machine only adds to a measurement, so of each the least counts. Both are measured twice, and
    again up to ``rounds`` times while their ratio is above ``most``.
    """
    taken, yardstick = math.inf, math.inf
    for turn in range(1, rounds + 1):
        taken, yardstick = min(taken, measure()), min(yardstick, beside())
        if turn > 1 and taken <= most * yardstick:
            break
    return taken / yardstick
