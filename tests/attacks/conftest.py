"""Untrusted games in a folder beside a secret, and the process that builds them in the sandbox."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest
from patience import PATIENCE

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
TOKEN = "5ecr3t-t0ken-of-n0body"
"""The content of the secret file: it may appear in no output and in no message."""


class Result(NamedTuple):
    """The result of building an untrusted game."""

    files: list[str]
    problems: list[tuple[str, str, str, str]]

    @property
    def codes(self):
        """The codes of errors."""
        return {rule for rule, severity, *_ in self.problems if severity == "error"}

    @property
    def messages(self):
        """All messages and hints."""
        return "\n".join(f"{message}\n{hint}" for _, _, message, hint in self.problems)


class Builder:
    """The test side of the process that forks builds."""

    def __init__(self):
        env = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYDANTIC_DISABLE_PLUGINS": "__all__"}
        command = [sys.executable, str(HERE / "forked.py")]
        self._process = subprocess.Popen(command, env=env, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def build(self, **asked):
        """Build a game and return the result."""
        self._process.stdin.write(json.dumps({name: _plain(value) for name, value in asked.items()}) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        assert "fault" not in answer, answer
        return Result(**answer)

    def close(self):
        """End the process."""
        try:
            self._process.communicate(timeout=PATIENCE)
        finally:
            self._process.kill()


def _plain(value):
    return str(value) if isinstance(value, Path) else value


class Trap(NamedTuple):
    """A workspace with an untrusted game, and a secret outside it."""

    path: Path
    builder: Builder

    @property
    def workspace(self):
        """The untrusted folder."""
        return self.path / "workspace"

    @property
    def game(self):
        """The folder of the game."""
        return self.workspace / "catalog" / "game"

    @property
    def outside(self):
        """The folder with the secrets, outside the workspace."""
        return self.path / "outside"

    def lay(self, name=""):
        """Copy the game of an attack into its folder, over the game of ``base/``."""
        shutil.copytree(HERE / "base", self.game)
        for file in (HERE / "games" / name).rglob("*") if name else ():
            target = self.game / file.relative_to(HERE / "games" / name)
            if file.is_dir():
                target.mkdir(exist_ok=True)
            else:
                text = file.read_text("utf-8")
                target.write_text(text.replace("{CANARY}", str(self.outside / "secret.csv")), encoding="utf-8")
        return self.game

    def build(self, **asked):
        """Build the game with `--untrusted`; then check that nothing outside was read, printed or changed."""
        before = self.state()
        result = self.builder.build(**{"workspace": self.workspace, "game": "game", "out": self.out, **asked})
        assert self.state() == before
        assert TOKEN not in result.messages
        for file in self.files():
            assert TOKEN.encode() not in file.read_bytes(), file
            assert file.resolve().is_relative_to(self.out.resolve())
        return result

    @property
    def out(self):
        """Where outputs go."""
        return self.workspace / "output"

    def files(self):
        """Return all files of the output."""
        own = self.out.is_dir() and not self.out.is_symlink()
        return [file for file in self.out.rglob("*") if file.is_file()] if own else []

    def state(self):
        """Return the times and modes of all files beside the output, to detect changes."""
        found = [self.path, *sorted(self.path.rglob("*"))]
        own = [file for file in found if not file.is_relative_to(self.out) and file != self.workspace]
        return [(str(file), file.lstat().st_mtime_ns, file.lstat().st_ctime_ns, file.lstat().st_mode) for file in own]


@pytest.fixture(scope="session")
def builder():
    """Yield the process that builds."""
    made = Builder()
    yield made
    made.close()


@pytest.fixture(scope="session")
def new_trap(builder):
    """Return a function that makes a workspace without a game, beside secret files of every type."""

    def make(path):
        made = Trap(path, builder)
        (made.workspace / "catalog").mkdir(parents=True)
        made.outside.mkdir()
        for suffix in ("csv", "yaml", "md", "png", "svg", "ttf"):
            (made.outside / f"secret.{suffix}").write_text(f"nr,copies,title,text\n1,1,{TOKEN},x\n", encoding="utf-8")
        return made

    return make


@pytest.fixture
def trap(tmp_path, new_trap):
    """Return a workspace without a game, beside secret files."""
    return new_trap(tmp_path)
