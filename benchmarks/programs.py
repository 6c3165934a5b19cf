"""The compared programs: the command of each, and which are installed."""

from __future__ import annotations

import functools
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from timing import Run, timed

PEERS = Path(__file__).resolve().parent / "peers"
BUILD = (sys.executable, "-m", "punchboard", "build", "deck")
FRONTS = ("--only", "sheets/fronts", "--paper", "a4")
SHEETS = (*BUILD, *FRONTS)
OURS, FLOOR, TUNED, PLAIN = "Punchboard", "floor", "reportlab, tuned", "reportlab, Paragraph"
PROTOGRAF, SQUIB = "protograf", "Squib"
SLOW = frozenset({PROTOGRAF, SQUIB})
WITHOUT_PICTURES = frozenset({TUNED})


class Tool(NamedTuple):
    """One program: its command in a workspace, and the path of its PDF or folder of pictures."""

    name: str
    command: tuple[str, ...]
    output: str

    def run_clean(self, where: Path) -> Run:
        """Delete earlier output in the workspace, then run and time the program."""
        shutil.rmtree(where / Path(self.output).parts[0], ignore_errors=True)
        return timed(self.command, where)


class Peers(NamedTuple):
    """The Python that has protograf and the Ruby that has Squib; empty without one."""

    python: str = ""
    ruby: str = ""


def peers(python: str | None = None, ruby: str = "ruby") -> Peers:
    """Return the installed peers: protograf in this or the given Python, Squib in the given Ruby."""
    found = python or (sys.executable if find_spec("protograf") else "")
    return Peers(found, ruby if squib_version(ruby) else "")


def tools(peer: str | None = None, ruby: str = "ruby") -> tuple[Tool, ...]:
    """Return the tools to compare, with the installed peers."""
    found = peers(peer, ruby)
    return (
        Tool(OURS, SHEETS, "output/deck/print-and-play/a4-fronts.pdf"),
        *(_script(name, sys.executable, script) for name, script in PYTHON.items()),
        *([_script(PROTOGRAF, found.python, "protograf_deck.py")] if found.python else []),
        *([_script(SQUIB, found.ruby, "squib_deck.rb")] if found.ruby else []),
    )


PYTHON = {FLOOR: "bare.py", TUNED: "tuned.py", PLAIN: "paragraphs.py"}
"""The scripts that run in this Python."""


def _script(name: str, program: str, script: str) -> Tool:
    output = f"{Path(script).stem}.pdf"
    return Tool(name, (program, str(PEERS / script), "cards.csv", output), output)


def single() -> tuple[Tool, ...]:
    """Return Punchboard as it makes a file for each card: a PNG at 300 dpi cut to the trim, or an SVG."""
    return (
        Tool("Punchboard, PNG", (*BUILD, "--only", "pictures/trim"), "output/deck/pictures"),
        Tool("Punchboard, SVG", (*BUILD, "--only", "components"), "output/deck/components"),
    )


@functools.cache
def squib_version(ruby: str) -> str:
    """Return the version of Squib that a Ruby has; "" without one."""
    return _output_of(ruby, "-e", "require 'squib'; puts Squib::VERSION")


@functools.cache
def version(python: str, package: str) -> str:
    """Return the version of a package that a Python has; "" without one."""
    return _output_of(python, "-c", f"from importlib.metadata import version; print(version({package!r}))")


def _output_of(*command: str) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip()
