"""Interrupted and killed commands: no process is left behind, however a command ends."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from contextlib import suppress
from multiprocessing import active_children

import pytest

from punchboard.workers.process_pool import worker_pool

pytestmark = [pytest.mark.slow, pytest.mark.unix]

PARENT = """\
import time
from punchboard.workers.process_pool import worker_pool

if __name__ == "__main__":
    with worker_pool(2) as pool:
        for work in [pool.submit(time.sleep, 600), pool.submit(time.sleep, 600)]:
            print("working", flush=True)
        work.result()
"""

KILLED = """\
import os, signal, sys, time
from multiprocessing import active_children
from punchboard.workers.process_pool import worker_pool

if __name__ == "__main__":
    with worker_pool(2) as pool:
        [*pool.map(abs, range(8))]
        time.sleep(0.5)  # both wait for work: one at the queue, the other for its lock
        with pool._shutdown_lock:  # the pool's own thread comes as far as this, and does not look at processes again
            pool._executor_manager_thread_wakeup.wakeup()
            time.sleep(0.5)
            os.kill(active_children()[int(sys.argv[1])].pid, signal.SIGKILL)
            pool._shutdown_thread = True
    print("ended", flush=True)
"""

QUICK_ASH = """\
import sys, time
import punchboard.build.pipeline

known = punchboard.build.pipeline.build

def build(name, *more, **options):
    if name != "ash-of-the-north":
        time.sleep(600)
    return known(name, *more, **options)

punchboard.build.pipeline.build = build
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
    """Wait until processes have ended, and tell whether they did."""
    deadline = time.monotonic() + 20
    while any(one.is_alive() for one in begun) and time.monotonic() < deadline:
        time.sleep(0.01)
    return not any(one.is_alive() for one in begun)


def test_leaving_the_pool_ends_its_processes():
    """Work whose result nobody waits for is dropped."""
    with worker_pool(2) as pool:
        assert [*pool.map(pow, [2] * 8, range(8))] == [1, 2, 4, 8, 16, 32, 64, 128]
        begun = active_children()
        pool.submit(time.sleep, 600)
    assert len(begun) == 2
    assert ended(begun)


@pytest.mark.parametrize("which", [0, 1])
def test_the_pool_ends_after_a_waiting_worker_is_killed(which, tmp_path):
    """One of two workers holds the lock of the queue; it dies as the pool ends, which does not notice."""
    script = tmp_path / "killed.py"
    script.write_text(KILLED, encoding="utf-8")
    done = subprocess.run([sys.executable, script, str(which)], capture_output=True, check=False, timeout=30)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"ended\n", b"")


def test_an_interrupt_while_processes_work_ends_them():
    """Both the working process and the one that waits for work."""
    begun = []
    with pytest.raises(KeyboardInterrupt), worker_pool(2) as pool:  # noqa: PT012 - what the pool began must be seen
        pool.submit(time.sleep, 600)
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
        assert [parent.stdout.readline() for _ in range(2)] == [b"working\n"] * 2
        signal_until_ended(parent, signal.Signals[how])
        assert parent.communicate(timeout=20) == (b"", None)


def signal_until_ended(process, how):
    """Send the signal once a second, as an impatient user does.

    Python sleeps through a signal that comes between its last look at signals and the start of a wait.
    """
    for _ in range(20):
        process.send_signal(how)
        with suppress(subprocess.TimeoutExpired):
            process.wait(timeout=1)
            return
    process.kill()


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
    process = subprocess.Popen(
        [sys.executable, "-c", QUICK_ASH],
        cwd=workspace.path,
        env=workspace.env(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout.readline().startswith(b"ash-of-the-north: ")
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (130, b"")
    assert [path.name for path in workspace.output.iterdir() if path.name[0] != "."] == ["ash-of-the-north"]


def test_a_build_ends_quietly_when_its_pipe_is_closed(workspace):
    """As after ``| head -1``: reported games are complete, and no error is printed."""
    for name in ("birch", "cedar", "date"):
        workspace.add(name)
    with subprocess.Popen(
        workspace.command("build", "--jobs", "1"),
        cwd=workspace.path,
        env=workspace.env(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout.readline().startswith(b"birch: ")
        process.stdout.close()
        assert (process.wait(timeout=60), process.stderr.read()) == (1, b"")
    assert (workspace.output / "birch" / "manifest.json").is_file()
    assert not (workspace.output / "date").exists()
