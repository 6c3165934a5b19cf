"""Processes that are killed at random moments."""

from __future__ import annotations

import os
import queue
import random
import signal
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path

from faulty.shim import failing
from faulty.table import PATIENCE, SMALL, Ran, Table
from faulty.tally import Tally

GAMES = ("grove", "shore")


def _killed(tally: Tally, table: Table, times: int, seed: int) -> Tally:
    """Kill builds that change one state into the other, at random moments, until enough have died before their end."""
    chance = random.Random(seed)
    assert table.build().status == 0
    table.clean(0), table.clean(1)
    table.set_state(1)
    assert table.build().status == 0
    died = number = 0
    while died < times and number < 3 * times:
        table.set_state(number % 2)
        process = table.start()
        moment = table.took * chance.uniform(0.15, 1.0)  # of the last complete build
        time.sleep(moment)
        process.kill()
        out, err = process.communicate(timeout=PATIENCE)
        died += process.returncode == -signal.SIGKILL
        tally.after(table, number % 2, Ran(process.returncode, out, err), what=f"killed after {moment:.2f} s")
        number += 1
    tally.note = f"{died} died before their end"
    return tally


def build(path: Path, times: int, seed: int = 1) -> Tally:
    """Kill a build of one game."""
    return _killed(Tally("kill -9 of a build, at random moments"), Table(path, cards=12), times, seed)


def jobs(path: Path, times: int, seed: int = 2) -> Tally:
    """Kill the parent of a build of two games in two processes."""
    table = Table(path, GAMES, cards=12, options=("--jobs", "2"))
    return _killed(Tally("kill -9 of a build with --jobs 2"), table, times, seed)


def worker(path: Path, times: int, seed: int = 3) -> Tally:
    """Kill a worker process of a build with two jobs."""
    table = Table(path, GAMES, cards=12, options=("--jobs", "2"))
    return _lost(Tally("kill -9 of one of the processes of --jobs 2"), table, times, seed)


def part(path: Path, times: int, seed: int = 6) -> Tally:
    """Kill a worker process of one game that is built in parts."""
    table = Table(path, cards=12, options=("--jobs", "2"))
    return _lost(Tally("kill -9 of one of the processes of a game built in parts"), table, times, seed, least=1)


def _lost(tally: Tally, table: Table, times: int, seed: int, least: int = 2) -> Tally:
    """Kill a worker process as soon as enough have started, or a while later."""
    chance = random.Random(seed)
    assert table.build().status == 0
    died = 0
    for number in range(times):
        table.set_state(number % 2)
        process = table.start()
        children = _children(process, least)
        time.sleep(chance.uniform(0, 0.7) * table.took)
        if children:
            try:
                os.kill(chance.choice(children), signal.SIGKILL)
                died += 1
            except ProcessLookupError:
                pass
        out, err = process.communicate(timeout=PATIENCE)
        tally.after(table, number % 2, Ran(process.returncode, out, err), what=f"a process of time {number}")
    tally.note = f"{died} died before their end"
    return tally


def _children(process: subprocess.Popen[str], least: int) -> list[int]:
    """Return the child processes of a process, as soon as enough have started."""
    path, end = Path(f"/proc/{process.pid}/task/{process.pid}/children"), time.monotonic() + 20
    found: list[int] = []
    while len(found) < least and process.poll() is None and time.monotonic() < end:
        try:
            found = [int(one) for one in path.read_text().split()]
        except OSError:
            break
        time.sleep(0.002)
    return found


class Watching:
    """A running ``build --watch``."""

    def __init__(self, table: Table) -> None:
        self.process = table.start("--watch", stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self._lines: queue.Queue[str] = queue.Queue()
        self.said = ""
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line)

    def until(self, *texts: str) -> str:
        """Wait for a line that contains one of the given texts."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                line = self._lines.get(timeout=0.1)
            except queue.Empty:
                assert self.process.poll() is None, self.said
                continue
            self.said += line
            if any(text in line for text in texts):
                return line
        raise AssertionError(self.said)

    def kill(self) -> None:
        """Kill the process."""
        self.process.kill()
        self.process.wait()
        while not self._lines.empty():
            self.said += self._lines.get()


def watch(path: Path, times: int, seed: int = 4) -> Tally:
    """Kill a watch while it builds a change."""
    tally, chance = Tally("kill -9 of build --watch, after a change"), random.Random(seed)
    table = Table(path, cards=12, options=SMALL)
    table.clean(0), table.clean(1)
    for number in range(times):
        table.set_state(number % 2)
        watching = Watching(table)
        watching.until("watching ")
        table.set_state(1 - number % 2)
        moment = chance.uniform(0.05, 1.0) * table.took
        time.sleep(moment)
        watching.kill()
        tally.after(table, 1 - number % 2, Ran(-9, watching.said, ""), what=f"killed {moment:.2f} s after a change")
    return tally


def each_step(path: Path, times: int) -> Tally:
    """Kill a build before each of its disk operations, or before some of them."""
    table = Table(path, cards=3, options=SMALL)
    return steps(Tally("kill -9 before each operation of a build on the disk"), table, times, _kill_at)


def steps(tally: Tally, table: Table, times: int, run: Callable[[Table, int], Ran]) -> Tally:
    """Inject a fault at each operation in turn, until a build ends before the fault."""
    from faulty.disks import operations

    table.clean(0), table.clean(1)
    table.set_state(0)
    assert table.build().status == 0
    count = operations(table)
    times = min(times, count)
    every = [(count - 1) * time // max(1, times - 1) for time in range(times)]
    state = 0
    for number in every:
        state = 1 - state
        table.set_state(state)
        tally.after(table, state, run(table, number), what=f"at operation {number} of {count}")
    tally.note = f"a build has {count} of them"
    return tally


def _kill_at(table: Table, number: int) -> Ran:
    return table.build(env=failing(table.output, number, 0))
