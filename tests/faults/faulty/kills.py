"""Processes that are killed at an operation on the disk."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

from patience import PATIENCE, eventually

from faulty.shim import KILL, failing
from faulty.table import SMALL, Ran, Table
from faulty.tally import Tally

GAMES = ("grove", "shore")


def build(path: Path, times: int) -> Tally:
    """Kill a build of all products of one game before some of its operations on the disk."""
    return steps(Tally("kill -9 of a build of all products"), Table(path, cards=12), times, _kill_at)


def jobs(path: Path, times: int) -> Tally:
    """Kill the parent of a build of two games in two processes, at operations of any of the three."""

    def kill(table: Table, number: int) -> Ran:
        return table.build(env=failing(table.output, number, KILL, victim="first"))

    table = Table(path, GAMES, cards=12, options=("--jobs", "2"))
    return steps(Tally("kill -9 of a build with --jobs 2"), table, times, kill)


def worker(path: Path, times: int) -> Tally:
    """Kill a worker process of a build with two jobs."""
    table = Table(path, GAMES, cards=12, options=("--jobs", "2"))
    return _lost(Tally("kill -9 of one of the processes of --jobs 2"), table, times)


def part(path: Path, times: int) -> Tally:
    """Kill a worker process of one game that is built in parts."""
    table = Table(path, cards=12, options=("--jobs", "2"))
    return _lost(Tally("kill -9 of one of the processes of a game built in parts"), table, times)


def _lost(tally: Tally, table: Table, times: int) -> Tally:
    """Kill one worker process when it opens a file, from the first to the last that each of two opens."""
    from faulty.disks import operations

    everywhere, died = Path("/"), 0

    def kill(table: Table, number: int) -> Ran:
        nonlocal died
        table.armed.touch()
        ran = table.build(env=failing(everywhere, number, KILL, on="open", who="worker", armed=table.armed))
        died += not table.armed.exists()
        table.armed.unlink(missing_ok=True)
        return ran

    count = operations(table, under=everywhere, on="open", who="worker") // 2
    steps(tally, table, times, kill, count)
    tally.note = f"{died} died before their end"
    if not died:
        tally.wrong.append("no worker process was killed")
    return tally


class Watching:
    """A running ``build --watch``."""

    def __init__(self, table: Table, env: dict[str, str]) -> None:
        self._printed = table.path / "watch.txt"
        self._seen = 0
        with self._printed.open("wb") as printed:
            self.process = table.start("--watch", env=env, stdout=printed, stderr=subprocess.STDOUT)

    @property
    def said(self) -> str:
        """All that it has printed."""
        return self._printed.read_text("utf-8", "replace")

    def until(self, text: str) -> bool:
        """Wait for a text after the last one that was waited for, or for the end; return whether the text came."""

        def is_over() -> bool:
            ended = self.process.poll() is not None
            return text in self.said[self._seen :] or ended

        eventually(is_over, lambda: f"{text!r} in {self.said}")
        at = self.said.find(text, self._seen)
        self._seen = at + len(text)
        return at >= 0

    def kill(self) -> None:
        """Kill the process."""
        self.process.kill()
        self.process.wait(PATIENCE)


def watch(path: Path, times: int) -> Tally:
    """Kill a watch before some operation on the disk of a build after a change."""
    from faulty.disks import operations

    tally = Tally("kill -9 of build --watch, after a change")
    table = Table(path, cards=12, options=SMALL)
    table.clean(0), table.clean(1)
    table.build()
    count, died = operations(table), 0
    for number in range(times):
        at = count * number // times
        table.set_state(number % 2)
        watching = Watching(table, failing(table.output, at, KILL, armed=table.armed))
        try:
            assert watching.until("watching "), watching.said
            table.armed.touch()
            table.set_state(1 - number % 2)
            watching.until("grove ")
            died += watching.process.poll() == -signal.SIGKILL
        finally:
            watching.kill()
            table.armed.unlink(missing_ok=True)
        tally.after(table, 1 - number % 2, Ran(-9, watching.said, ""), what=f"killed at operation {at} of {count}")
    tally.note = f"{died} died before their end"
    if not died:
        tally.wrong.append("no watch was killed")
    return tally


def each_step(path: Path, times: int) -> Tally:
    """Kill a build before each of its disk operations, or before some of them."""
    table = Table(path, cards=3, options=SMALL)
    return steps(Tally("kill -9 before each operation of a build on the disk"), table, times, _kill_at)


def steps(tally: Tally, table: Table, times: int, run: Callable[[Table, int], Ran], count: int | None = None) -> Tally:
    """Inject a fault at each operation in turn, or at as many as there are times, from the first to the last.

    Without a ``count`` of operations, those of a whole build below the folder of outputs are counted.
    """
    from faulty.disks import operations

    table.clean(0), table.clean(1)
    table.set_state(0)
    assert table.build().status == 0
    count = operations(table) if count is None else count
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
    return table.build(env=failing(table.output, number, KILL))
