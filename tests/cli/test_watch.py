"""`punchboard build --watch`, as a process that runs while files are edited."""

import os
import queue
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

WAIT = 60


class Watching:
    """A running program, with a method that waits for its lines."""

    def __init__(self, workspace, *words, only=("--only", "sheets/fronts", "--paper", "a4")):
        self.process = subprocess.Popen(
            workspace.command("build", "--watch", *only, *words),
            cwd=workspace.path,
            env=workspace.env(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.lines = queue.Queue()
        self.reader = threading.Thread(target=self._read)
        self.reader.start()
        self.until("watching ")

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip())

    def until(self, text):
        """Wait for a line that holds a text; return it with those before it."""
        seen, end = [], time.monotonic() + WAIT
        while time.monotonic() < end:
            try:
                seen.append(self.lines.get(timeout=0.2))
            except queue.Empty:
                assert self.process.poll() is None, seen
                continue
            if text in seen[-1]:
                return seen
        pytest.fail(f"no {text!r} after {seen}")

    def end(self):
        """Interrupt it as Ctrl-C does; return its status and what it said last."""
        self.process.send_signal(signal.SIGINT)
        status = self.process.wait(WAIT)
        self.reader.join(WAIT)
        return status, list(self.lines.queue)

    def close(self):
        """End it, whatever it does."""
        self.process.kill()
        self.process.wait()
        self.reader.join()
        self.process.stdout.close()

    def seconds(self):
        """Return how much of a processor it has used."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@pytest.fixture
def watch():
    """Start the program in a workspace; it is ended with the test."""
    started = []

    def watch(workspace, *words, **more):
        started.append(Watching(workspace, *words, **more))
        return started[-1]

    yield watch
    for one in started:
        one.close()


def settled():
    """Give the watcher the time of a hand that goes back to the keyboard."""
    time.sleep(0.5)


def test_a_change_rebuilds_the_affected_games(grove, watch):
    """A table rebuilds its own game, a shared layout all games; each in a line with the file and the time."""
    grove.add("meadow")
    cards = grove.path / "catalog" / "grove" / "cards.csv"
    (grove.path / "layouts" / "sheets").mkdir(parents=True)
    running = watch(grove)
    before = grove.snapshot()
    settled()
    cards.write_text(cards.read_text().replace("Root", "Bark"))
    line = running.until("grove")[-1]
    assert line.startswith("catalog/grove/cards.csv: grove ")
    assert line.endswith(" s)")
    changed = {path.split("/")[0] for path, data in grove.snapshot().items() if before.get(path) != data}
    assert changed == {"grove"}
    (grove.path / "layouts" / "sheets" / "fronts.yaml").write_text("about: Mine.\nfaces: fronts\ngap: 2\n")
    lines = running.until(": meadow ")
    assert any(": grove " in line for line in lines)
    assert running.end() == (0, [])


def test_two_processes_build_the_same_files_as_one(grove, watch):
    """After each edit of a larger game, the output equals that of a clean build."""
    folder = grove.path / "catalog" / "grove"
    (folder / "notes.txt").write_text("weight\n" * 6_000)
    cards = folder / "cards.csv"
    running = watch(grove, "--jobs", "2", only=())
    for before, after in (("Root", "Bark"), ("Bark", "Leaf")):
        settled()
        cards.write_text(cards.read_text().replace(before, after))
        assert running.until("grove ")[-1].endswith(" s)")
    assert running.end() == (0, [])
    assert grove.run("build", "--out", "anew").status == 0
    assert grove.snapshot("anew") == grove.snapshot()


DROPPED_INTERRUPT = """
import os, signal
from punchboard.cli.build import watch
class Freed:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGINT)
def rebuild(*_):
    Freed()
    print("grove rebuilt", flush=True)
watch._rebuild = rebuild
from punchboard.cli import run
run()
"""


def test_an_interrupt_that_python_drops_still_ends_it(grove):
    """Python drops an exception raised while it frees an object; the next poll of the files ends the command."""
    words = ["build", "--watch", "--only", "sheets/fronts", "--paper", "a4"]
    started = subprocess.Popen(
        [sys.executable, "-c", DROPPED_INTERRUPT, *words],
        cwd=grove.path,
        env=grove.env(),
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        while "watching" not in started.stdout.readline():
            pass
        cards = grove.path / "catalog" / "grove" / "cards.csv"
        settled()
        cards.write_text(cards.read_text().replace("Root", "Bark"))
        assert started.wait(WAIT) == 0
        assert started.stdout.read() == "grove rebuilt\n"
    finally:
        started.kill()
        started.communicate()


def test_problems_are_reported_and_fixing_them_rebuilds(grove, watch):
    """The problems have places, and the last good output stays meanwhile."""
    game = grove.path / "catalog" / "grove" / "game.yaml"
    running = watch(grove)
    good, before = game.read_text(), grove.snapshot()
    settled()
    game.write_text(good.replace("title:", "titel:"))
    lines = running.until("not built")
    assert any("catalog/grove/game.yaml:1:1: error KEY001" in line for line in lines)
    assert grove.snapshot() == before
    settled()
    game.write_text("title: [\n")
    running.until("not built")
    settled()
    game.write_text(good)
    assert running.until("grove ")[-1].endswith(" s)")
    assert running.end() == (0, [])


def test_a_single_game_is_watched_without_its_outputs(grove, watch):
    """Outputs lie within its folder, but cause no further build."""
    folder = grove.path / "catalog" / "grove"
    alone = grove.path / "elsewhere"
    folder.rename(alone)
    workspace = grove._replace(path=alone)
    running = watch(workspace)
    settled()
    (alone / "cards.csv").write_text((alone / "cards.csv").read_text().replace("Root", "Bark"))
    assert running.until("elsewhere ")[-1].startswith("cards.csv: elsewhere ")
    (alone / "notes~").write_text("an editor's copy")
    (alone / ".punchboard").mkdir()
    (alone / ".punchboard" / "state").write_text("a tool's")
    time.sleep(1)
    assert running.end() == (0, [])


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_waiting_takes_no_processor_time(grove, watch):
    """Nothing is polled: two idle seconds take less than a tenth of a second of the processor."""
    running = watch(grove)
    settled()
    before = running.seconds()
    time.sleep(2)
    assert running.seconds() - before < 0.1
    assert running.end() == (0, [])


def test_changes_during_the_first_build_are_built(grove):
    """Before the watcher starts, changes are found by size, times and inode, wherever the clock is."""
    from punchboard.cli.build.watch import _changed_paths, _file_states

    folder, output = grove.path / "catalog" / "grove", grove.path / "output"
    cards = folder / "cards.csv"
    before = _file_states((grove.path,), output)
    assert _changed_paths(before, _file_states((grove.path,), output)) == ()
    cards.write_text(cards.read_text().replace("Draw two", "Draw six"))
    os.utime(cards, (1, 1))
    assert _changed_paths(before, _file_states((grove.path,), output)) == (cards,)
    (folder / "back.png").touch()
    cards.unlink()
    (output / "grove").mkdir(parents=True)
    (output / "grove" / "manifest.json").touch()
    (folder / ".hidden").mkdir()
    (folder / ".hidden" / "notes.yaml").touch()
    assert _changed_paths(before, _file_states((grove.path,), output)) == (folder / "back.png", cards)


def test_an_empty_folder_cannot_be_watched(workspace):
    """It is a problem at once; so is --json."""
    assert workspace.run("build", "--watch").status == 1
    assert workspace.run("build", "--watch", "--json").status == 2
