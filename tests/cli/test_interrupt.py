"""Interrupted and killed commands: no process is left behind, however a command ends."""

from __future__ import annotations

import signal
import subprocess
import sys
from itertools import count
from multiprocessing import active_children

import pytest
from patience import PATIENCE, eventually

from punchboard.workers.process_pool import worker_pool

pytestmark = [pytest.mark.slow, pytest.mark.unix]

PARENT = """\
import signal
from punchboard.workers.process_pool import worker_pool

if __name__ == "__main__":
    with worker_pool(2) as pool:
        for work in [pool.submit(signal.pause), pool.submit(signal.pause)]:
            print("working", flush=True)
        work.result()
"""

KILLED = """\
import multiprocessing, os, signal
from multiprocessing import connection
from punchboard.workers.process_pool import worker_pool

multiprocessing.set_start_method("fork")  # the workers have what is replaced here
parent, (reading, writing) = os.getpid(), os.pipe()
known_recv, known_wait = connection.Connection.recv_bytes, connection.wait

def recv_bytes(*more):
    if os.getpid() != parent:
        os.write(writing, b"%08d" % os.getpid())
    return known_recv(*more)

def wait(objects, *more):
    return known_wait([one for one in objects if not isinstance(one, int)] or objects, *more)

connection.Connection.recv_bytes, connection.wait = recv_bytes, wait

if __name__ == "__main__":
    with worker_pool(2) as pool:
        first, second = (int(os.read(reading, 8)) for _ in range(2))
        while pool._pending_work_items:  # the result of the first task may be on its way
            pass
        os.kill(second, signal.SIGKILL)
    print("ended", flush=True)
"""
"""A worker says so when it holds the lock of the queue and waits for work: the first gets the pool's first task, the
second gets none. The pool waits for processes and pipes at once; here it overlooks processes that have ended, so all
work must be done by then: for the result of a worker that was killed it would wait forever."""

QUICK_ASH = """\
import signal, sys
import punchboard.pipeline.build

known = punchboard.pipeline.build.build

def build(name, *more, **options):
    if name != "ash-of-the-north":
        signal.pause()
    return known(name, *more, **options)

punchboard.pipeline.build.build = build
sys.argv[1:] = ["build", "--jobs", "2"]
from punchboard.cli import run

run()
"""

DYING = """\
import os, signal, sys
from pathlib import Path

known = Path.replace

def replace(self, target):
    if Path(target).name == last:
        os.kill(os.getpid(), signal.SIGKILL)
    return known(self, target)

Path.replace = replace
last, sys.argv[1:] = sys.argv[1], ["build"]
from punchboard.cli import run

run()
"""


def ended(begun):
    """Wait until processes have ended."""
    return eventually(lambda: not any(one.is_alive() for one in begun), "the end of the worker processes")


def test_leaving_the_pool_ends_its_processes():
    """Work whose result nobody waits for is dropped."""
    with worker_pool(2) as pool:
        assert [*pool.map(pow, [2] * 8, range(8))] == [1, 2, 4, 8, 16, 32, 64, 128]
        begun = active_children()
        pool.submit(signal.pause)
    assert len(begun) == 2
    assert ended(begun)


def test_the_pool_ends_after_a_waiting_worker_is_killed(tmp_path):
    """One of two workers holds the lock of the queue; it dies as the pool ends, which does not notice."""
    script = tmp_path / "killed.py"
    script.write_text(KILLED, encoding="utf-8")
    done = subprocess.run([sys.executable, script], capture_output=True, check=False, timeout=PATIENCE)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"ended\n", b"")


def test_an_interrupt_while_processes_work_ends_them():
    """Both the working process and the one that waits for work."""
    begun = []
    with pytest.raises(KeyboardInterrupt), worker_pool(2) as pool:  # noqa: PT012 - what the pool began must be seen
        pool.submit(signal.pause)
        begun = active_children()
        raise KeyboardInterrupt
    assert begun
    assert ended(begun)


def test_an_interrupt_while_the_pool_ends_still_ends_its_processes(monkeypatch):
    """All work is done, and Ctrl-C arrives while the pool waits for its processes."""

    def interrupted(**_how):
        raise KeyboardInterrupt

    begun = []
    with pytest.raises(KeyboardInterrupt), worker_pool(2) as pool:  # noqa: PT012 - what the pool began must be seen
        pool.submit(abs, -1).result()
        begun = active_children()
        monkeypatch.setattr(pool, "shutdown", interrupted)
    assert begun
    assert ended(begun)


@pytest.mark.parametrize("how", ["SIGKILL", "SIGTERM", "SIGINT"])
def test_worker_processes_end_with_their_parent(how, tmp_path):
    """They hold its standard output open as long as they live."""
    script = tmp_path / "parent.py"
    script.write_text(PARENT, encoding="utf-8")
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as parent:
        try:
            assert [parent.stdout.readline() for _ in range(2)] == [b"working\n"] * 2
            signal_until_ended(parent, signal.Signals[how])
            assert parent.communicate(timeout=PATIENCE) == (b"", None)
        finally:
            parent.kill()


def signal_until_ended(process, how):
    """Send the signal now and then until the process ends, as an impatient user does.

    Python sleeps through a signal that comes between its last look at signals and the start of a wait.
    """
    looks = count()

    def has_ended():
        if next(looks) % 50 == 0:
            process.send_signal(how)
        return process.poll() is not None

    eventually(has_ended, f"the end of a process after {how.name}")


@pytest.mark.parametrize("name", ["files.json", "grove.json"])
def test_the_next_build_removes_temporary_files_of_a_killed_one(name, grove):
    """The next build does not take the game for unchanged, whichever cache file was being written."""
    dying = subprocess.run(
        [sys.executable, "-c", DYING, name], cwd=grove.path, env=grove.env(), capture_output=True, check=False
    )
    assert dying.returncode == -signal.SIGKILL
    assert [path.name.startswith(name) for path in (grove.output / ".cache").glob("*.new")] == [True]
    assert grove.run("build").status == 0
    assert [*(grove.output / ".cache").glob("*.new")] == []


def test_ctrl_c_keeps_finished_games_only(workspace):
    """Two of four games at a time, the largest first: at the interrupt the others are being built or not started."""
    for name in ("ash-of-the-north", "birch", "cedar", "date"):
        workspace.add(name)
    process = workspace.start_command([sys.executable, "-c", QUICK_ASH], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout.readline().startswith(b"ash-of-the-north: ")
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (130, b"")
    assert [path.name for path in workspace.output.iterdir() if path.name[0] != "."] == ["ash-of-the-north"]


def test_a_build_ends_quietly_when_its_pipe_is_closed(workspace):
    """As after ``| head -1``: reported games are complete, and no error is printed."""
    for name in ("birch", "cedar", "date"):
        workspace.add(name)
    command = workspace.command("build", "--jobs", "1")
    process = workspace.start_command(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout.readline().startswith(b"birch: ")
    process.stdout.close()
    assert (process.wait(PATIENCE), process.stderr.read()) == (1, b"")
    assert (workspace.output / "birch" / "manifest.json").is_file()
    assert not (workspace.output / "date").exists()
