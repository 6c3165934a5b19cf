"""`punchboard build --watch`, as a process that runs while files are edited."""

import signal
import subprocess
import sys

import pytest
from patience import PATIENCE, eventually

pytestmark = pytest.mark.slow


class Watching:
    """A running program, with a method that waits for its lines."""

    def __init__(self, workspace, *words, only=("--only", "sheets/fronts", "--paper", "a4")):
        self.lines, self.printed = [], workspace.path.with_name(f"{workspace.path.name}.printed")  # is not watched
        with self.printed.open("wb") as printed:
            command = workspace.command("build", "--watch", *only, *words)
            self.process = workspace.start_command(command, stdout=printed, stderr=subprocess.STDOUT)
        self.until("watching ")

    def read(self):
        """Return the complete lines that no earlier call has returned."""
        text = self.printed.read_text("utf-8")
        new = text[: text.rfind("\n") + 1].splitlines()[len(self.lines) :]
        self.lines += new
        return new

    def until(self, text):
        """Wait for a line that holds a text; return it with those before it."""
        seen = []

        def is_there():
            ended = self.process.poll() is not None  # before reading: its last lines may have come meanwhile
            seen.extend(self.read())
            found = any(text in line for line in seen)
            assert found or not ended, seen
            return found

        eventually(is_there, lambda: f"{text!r} after {seen}")
        return seen

    def end(self):
        """Interrupt it as Ctrl-C does; return its status and what it said last."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(PATIENCE), self.read()


@pytest.fixture
def watch():
    """Start the program in a workspace, which ends it with the test."""
    return Watching


def save(path, text):
    """Save a file in one step, so that no build reads half of it."""
    new = path.with_name(f".{path.name}.new")
    new.write_text(text, encoding="utf-8")
    new.replace(path)


def test_a_change_rebuilds_the_affected_games(grove, watch):
    """A table rebuilds its own game, a shared layout all games; each in a line with the file and the time."""
    grove.add("meadow")
    cards = grove.path / "catalog" / "grove" / "cards.csv"
    (grove.path / "layouts" / "sheets").mkdir(parents=True)
    running = watch(grove)
    before = grove.snapshot()
    save(cards, cards.read_text().replace("Root", "Bark"))
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
        save(cards, cards.read_text().replace(before, after))
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
    command = [sys.executable, "-c", DROPPED_INTERRUPT, *words]
    started = grove.start_command(command, stdout=subprocess.PIPE, text=True)
    while "watching" not in started.stdout.readline():
        assert started.poll() is None
    cards = grove.path / "catalog" / "grove" / "cards.csv"
    save(cards, cards.read_text().replace("Root", "Bark"))
    assert started.wait(PATIENCE) == 0
    assert started.stdout.read() == "grove rebuilt\n"


def test_problems_are_reported_and_fixing_them_rebuilds(grove, watch):
    """The problems have places, and the last good output stays meanwhile."""
    game = grove.path / "catalog" / "grove" / "game.yaml"
    running = watch(grove)
    good, before = game.read_text(), grove.snapshot()
    save(game, good.replace("title:", "titel:"))
    lines = running.until("not built")
    assert any("catalog/grove/game.yaml:1:1: error KEY001" in line for line in lines)
    assert grove.snapshot() == before
    save(game, "title: [\n")
    running.until("not built")
    save(game, good)
    assert running.until("grove ")[-1].endswith(" s)")
    assert running.end() == (0, [])


def test_a_single_game_is_watched_without_its_outputs(grove, watch):
    """Outputs lie within its folder, but cause no further build; nor do an editor's and a tool's files."""
    folder = grove.path / "catalog" / "grove"
    alone = grove.path / "elsewhere"
    folder.rename(alone)
    workspace = grove._replace(path=alone)
    running = watch(workspace)
    cards = alone / "cards.csv"
    save(cards, cards.read_text().replace("Root", "Bark"))
    assert running.until("elsewhere ")[-1].startswith("cards.csv: elsewhere ")
    (alone / "notes~").write_text("an editor's copy")
    (alone / ".punchboard").mkdir()
    (alone / ".punchboard" / "state").write_text("a tool's")
    save(cards, cards.read_text().replace("Bark", "Leaf"))
    (line,) = running.until("elsewhere ")
    assert line.startswith("cards.csv: elsewhere ")
    assert running.end() == (0, [])


def test_waiting_looks_at_no_file(grove, monkeypatch):
    """Nothing is polled: while nothing changes, files are looked at only before and right after the watcher starts."""
    from punchboard.cli.build import watch
    from punchboard.server import file_watch

    looks, dropped, states = [], [], file_watch._file_states

    def look(folders, workspace):
        looks.append(folders)
        return states(folders, workspace)

    def idle(*_folders, **_times):
        yield from [set()] * 100
        dropped.append("an interrupt, which ends it")
        yield set()

    monkeypatch.setattr(file_watch, "_file_states", look)
    monkeypatch.setattr("watchfiles.watch", idle)
    assert list(watch._changes(file_watch.WatchedFolders(grove.path), dropped)) == []
    assert len(dropped) == 1
    assert len(looks) == 2


def test_an_empty_folder_cannot_be_watched(workspace):
    """It is a problem at once; so is --json."""
    assert workspace.run("build", "--watch").status == 1
    assert workspace.run("build", "--watch", "--json").status == 2
