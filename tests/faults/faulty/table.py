"""The workspace that faults are injected into, and the checks after each fault."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from secrets import token_hex
from typing import Any, NamedTuple

from patience import PATIENCE, eventually

ROOT = Path(os.environ.get("FAULTS_TREE") or Path(__file__).resolve().parents[3])
"""The tree whose ``src`` is tested: this one, or the one that FAULTS_TREE names."""

MARK = "PUNCHBOARD_FAULTS"
"""The environment variable that identifies processes of a trial."""

STARTED: list[subprocess.Popen[str]] = []
"""The processes of a trial, which end with it."""

SMALL = ("--only", "components", "--only", "sheets/fronts", "--paper", "a4")
"""The options of a small build, whose manifest has the state of the components."""

GAME = """\
title: A Game of {name}
version: 0.1.0
players: {{range: 2-4, prototype: for a trial}}
kinds:
  card:
    name: Card
    shape: poker
    face: card
    back: back
    id: "card-{{{{ nr }}}}"
    prototype: for a trial
    fields: {{nr: {{type: integer, min: 1}}, title: {{type: text}}, text: {{type: text}}}}
    rows: cards.csv
"""
FACE = """\
boxes:
  title: {at: [6, 6], size: [40, 8], text: "{{ title }}", style: title}
  text: {at: [7, 36], size: [49.5, 40], text: "{{ text }}", style: rules}
  picture: {at: [40, 60], size: [12, 12], picture: art/mark.png}
"""
BACK = 'boxes:\n  ground: {area: bleed, fill: "#345678"}\n'
RULEBOOK = "# A Game\n\nThe highest card wins the trick.\n"
WORDS = (("two", "Draw two cards."), ("six", "Draw six cards."))
"""The text of the first card in the two states of a game, of the same length so that file sizes are equal."""


def png(colour: int) -> bytes:
    """Return a grey picture of 300 by 300 pixels."""
    import struct
    import zlib

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    rows = zlib.compress((b"\0" + bytes([colour]) * 300) * 300, 0)
    head = struct.pack(">IIBBBBB", 300, 300, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


class Ran(NamedTuple):
    """The result of a run of the program."""

    status: int
    out: str
    err: str

    @property
    def text(self) -> str:
        """All its output."""
        return self.out + self.err


Snapshot = dict[str, str]
"""The digest of each file of an output by its path."""


class Table:
    """A workspace with games of two states each, and the output of a clean build of each state.

    Args:
        path: an empty folder.
        games: the names of the games.
        cards: the number of cards of each.
        options: options of every build.
    """

    def __init__(self, path: Path, games: tuple[str, ...] = ("grove",), cards: int = 12, options: tuple[str, ...] = ()):
        self.path, self.games, self.cards, self.options = path, games, cards, options
        self.output = path / "output"
        self.token = token_hex(8)
        self.armed = path / "armed"
        """The file without which no fault happens, in trials that name it."""
        self._clean: dict[int, dict[str, Snapshot]] = {}
        for game in games:
            for name, text in {
                "game.yaml": GAME.format(name=game.title()),
                "layouts/faces/card.yaml": FACE,
                "layouts/faces/back.yaml": BACK,
                "rulebook.md": RULEBOOK,
            }.items():
                self.write(f"catalog/{game}/{name}", text.encode())
            self.write(f"catalog/{game}/art/mark.png", png(90))
        self.set_state(0)

    def write(self, name: str, data: bytes) -> Path:
        """Write a file of the workspace."""
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        return path

    def rows(self, state: int) -> bytes:
        """Return the table of cards in a state."""
        lines = [f"{nr},1,Leaf {nr},{WORDS[state][1]}\n" for nr in range(1, self.cards + 1)]
        return "".join(["nr,copies,title,text\n", *lines]).encode()

    def set_state(self, state: int) -> None:
        """Put all games in one of their two states."""
        for game in self.games:
            self.write(f"catalog/{game}/cards.csv", self.rows(state))

    def environment(self, **more: str) -> dict[str, str]:
        """Return the environment of a run."""
        kept = {key: value for key, value in os.environ.items() if not key.startswith(("COV", "PYTEST"))}
        return kept | {"PYTHONPATH": str(ROOT / "src"), MARK: self.token} | more

    def command(self, *words: str) -> list[str]:
        """Return the command line of a build of the games."""
        return [sys.executable, "-m", "punchboard", "build", *self.games, *self.options, *words]

    def start(self, *words: str, env: dict[str, str] | None = None, **how: Any) -> subprocess.Popen[str]:
        """Start a build."""
        return self.start_command(self.command(*words), env=env, **how)

    def start_command(
        self, command: list[str], *, env: dict[str, str] | None = None, **how: Any
    ) -> subprocess.Popen[str]:
        """Start a process in the workspace."""
        pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        STARTED.append(subprocess.Popen(command, cwd=self.path, env=self.environment(**(env or {})), **(pipes | how)))
        return STARTED[-1]

    def build(self, *words: str, env: dict[str, str] | None = None, **how: Any) -> Ran:
        """Run a build to its end."""
        process = self.start(*words, env=env, **how)
        out, err = process.communicate(timeout=PATIENCE)
        return Ran(process.returncode, out, err)

    def snapshot(self, output: Path | None = None) -> dict[str, Snapshot]:
        """Return the files of each output, by game; a game without an output is left out."""
        base = output or self.output
        return {game: files(base / game) for game in self.games if (base / game).is_dir()}

    def clean(self, state: int) -> dict[str, Snapshot]:
        """Return the output of a clean build of a state, built once in a temporary folder."""
        if state not in self._clean:
            before = {game: (self.path / f"catalog/{game}/cards.csv").read_bytes() for game in self.games}
            self.set_state(state)
            self._clean[state] = self.clean_now()
            for game, rows in before.items():
                self.write(f"catalog/{game}/cards.csv", rows)
        return self._clean[state]

    def clean_now(self) -> dict[str, Snapshot]:
        """Return the output of a clean build of the games as they are."""
        out = self.path / f"clean-{token_hex(4)}"
        ran = self.build("--out", str(out))
        assert ran.status == 0, ran.text
        found = self.snapshot(out)
        shutil.rmtree(out)
        return found

    def is_whole(self) -> bool:
        """Tell whether every output has exactly the files of its manifest, with their digests."""
        return all(whole(self.output / game) for game in self.games if os.path.lexists(self.output / game))

    def rubbish(self) -> list[str]:
        """Return the files among the outputs that belong to none."""
        if not self.output.is_dir():
            return []
        known = {".locks", ".cache", *self.games}
        left = [path.name for path in self.output.iterdir() if path.name not in known]
        kept = [path.name for path in (self.output / ".cache").rglob("*") if ".new" in path.name]
        return sorted(left + kept)

    def orphans(self) -> list[int]:
        """Return the processes of the trial that never end, and end them."""
        try:
            eventually(lambda: not self.running())
        except AssertionError:
            left = self.running()
            for one in left:
                os.kill(one, 9)
            return left
        return []

    def running(self) -> list[int]:
        """Return the processes of the trial."""
        mark = f"{MARK}={self.token}".encode()
        found = []
        for path in Path("/proc").glob("[0-9]*/environ"):
            try:
                if mark in path.read_bytes().split(b"\0") and b") Z " not in (path.parent / "stat").read_bytes():
                    found.append(int(path.parent.name))
            except OSError:
                continue
        return [one for one in found if one != os.getpid()]


def files(folder: Path) -> Snapshot:
    """Return the digest of each file of a folder."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def whole(folder: Path) -> bool:
    """Tell whether a folder has exactly the files of its manifest, with their digests."""
    try:
        told = json.loads((folder / "manifest.json").read_bytes())["files"]
    except (OSError, ValueError, KeyError):
        return False
    lying = files(folder)
    lying.pop("manifest.json")
    return lying == {file["path"]: file["sha256"] for file in told}
