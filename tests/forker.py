"""The side of a test of runs of the program that are forked from one process; `forked.py` is the other side."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from patience import PATIENCE

HERE = Path(__file__).resolve().parent


class Ran(NamedTuple):
    """The result of a run of the program."""

    status: int
    out: str
    err: str

    def without_traceback(self) -> Ran:
        """Return it; whatever happens, the program may not show a traceback."""
        assert "Traceback" not in self.err + self.out, self.err
        return self


def environment() -> dict[str, str]:
    """Return the environment of a run: no terminal, and the program of this repository."""
    kept = {key: value for key, value in os.environ.items() if key not in {"COLUMNS", "TERM"}}
    return kept | {"PYTHONPATH": str(HERE.parent / "src")}


class Forker:
    """Runs the program in processes that are forked from one which is warm; where none can be forked, in new ones.

    Args:
        prints: The folder for the files into which the runs print.
    """

    def __init__(self, prints: Path) -> None:
        self._out, self._err = prints / "out", prints / "err"
        self._process = None
        if hasattr(os, "fork"):
            self._process = subprocess.Popen(
                [sys.executable, str(HERE / "forked.py")],
                env=environment(),
                text=True,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
            )

    def run(self, words: Sequence[str], here: Path, env: Mapping[str, str]) -> Ran:
        """Run the program in a folder to its end, and return what came of it."""
        if self._process is None:
            command = [sys.executable, "-m", "punchboard", *words]
            done = subprocess.run(command, cwd=here, env=env, capture_output=True, check=False, timeout=PATIENCE)
            return Ran(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"))
        asked = {"words": words, "here": str(here), "env": env, "out": str(self._out), "err": str(self._err)}
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()
        return Ran(int(self._process.stdout.readline()), self._out.read_text("utf-8"), self._err.read_text("utf-8"))

    def close(self) -> None:
        """End the process."""
        if self._process is None:
            return
        try:
            self._process.communicate(timeout=PATIENCE)
        finally:
            self._process.kill()
