"""Workspaces with games, and runs of the program in them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest
from forker import Forker, Ran, environment
from patience import PATIENCE
from tests.file_data import file_data

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(Path(__file__).resolve().parent))
GAME = """\
title: A Game of {name}
version: 0.1.0
players: {{range: 2-4, prototype: for a test}}
kinds:
  card:
    name: Card
    shape: poker
    face: card
    back: back
    id: "card-{{{{ nr }}}}"
    prototype: made for a test
    fields:
      nr: {{type: integer, min: 1}}
      title: {{type: text}}
      text: {{type: text}}
    rows: cards.csv
"""
CARDS = "nr,copies,title,text\n1,1,Root,Draw two cards.\n2,3,Branch,Discard a card.\n3,1,Crown,Win the trick.\n"
FACE = """\
boxes:
  title: {at: [6, 6], size: [40, 8], text: "{{ title }}", style: title}
  text: {at: [7, 36], size: [49.5, 40], text: "{{ text }}", style: rules}
"""
BACK = """\
boxes:
  ground: {area: bleed, fill: "#345678"}
"""


class Workspace(NamedTuple):
    """A folder with games, and ways to change it and to run the program in it."""

    path: Path
    forker: Forker
    started: list[subprocess.Popen[bytes]]

    @property
    def output(self):
        """The folder of outputs."""
        return self.path / "output"

    def add(self, name, **changes):
        """Write a game of five cards; ``game``, ``cards`` and ``face`` replace its files."""
        folder = self.path / "catalog" / name
        (folder / "layouts" / "faces").mkdir(parents=True)
        files = {
            "game.yaml": changes.get("game", GAME.format(name=name.title())),
            "cards.csv": changes.get("cards", CARDS),
            "layouts/faces/card.yaml": changes.get("face", FACE),
            "layouts/faces/back.yaml": BACK,
        }
        for file, text in files.items():
            (folder / file).write_text(text, encoding="utf-8")
        return folder

    def command(self, *words):
        """Return the command line of a run."""
        return [sys.executable, "-m", "punchboard", *map(str, words)]

    def env(self, **more):
        """Return the environment of a run."""
        return environment() | more

    def run(self, *words):
        """Run the program here to its end."""
        return self.forker.run(tuple(map(str, words)), self.path, self.env()).without_traceback()

    def run_alone(self, *words, **how):
        """Run the program here in a new Python process, started with the options ``how``."""
        done = subprocess.run(
            self.command(*words),
            cwd=self.path,
            env=self.env(),
            capture_output=True,
            check=False,
            timeout=PATIENCE,
            **how,
        )
        return Ran(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8")).without_traceback()

    def imported(self, *words):
        """Return the packages that a run of the program imports."""
        script = (
            f"import sys; from punchboard.cli.main import main; sys.argv[1:] = {words!r}\n"
            "try:\n    main()\nfinally:\n    print('modules', *sys.modules, file=sys.stderr)"
        )
        command = [sys.executable, "-c", script]
        done = subprocess.run(command, env=self.env(), capture_output=True, text=True, check=True)
        return {name.partition(".")[0] for name in done.stderr.split("modules ", 1)[1].split()}

    def start(self, *words):
        """Start the program here and return the process, which ends with the test."""
        return self.start_command(self.command(*words), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

    def start_command(self, command, **how):
        """Start any command here, with options of ``Popen``, and return the process, which ends with the test."""
        self.started.append(subprocess.Popen(command, **{"cwd": self.path, "env": self.env(), **how}))
        return self.started[-1]

    def snapshot(self, folder="output"):
        """Return the bytes of all files of a folder by path; locks and what is kept are no output."""
        base = self.path / folder
        return {
            str(path.relative_to(base)): file_data(path)
            for path in sorted(base.rglob("*"))
            if path.is_file() and not {".locks", ".cache"} & {*path.parts}
        }


@pytest.fixture
def workspace(tmp_path, forker):
    """An empty workspace."""
    found = Workspace(tmp_path, forker, [])
    yield found
    for process in found.started:
        with process:  # its pipes are closed
            process.kill()


@pytest.fixture
def grove(workspace):
    """A workspace with one good game: three different cards, five in all."""
    workspace.add("grove")
    return workspace


@pytest.fixture(scope="session")
def root():
    """The root of the repository."""
    return ROOT
