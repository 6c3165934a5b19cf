"""The programs that are compared: the command of each, and which of them this machine has."""

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
    """One program: its command in a workspace, and where its PDF, or the folder of its pictures, then lies."""

    name: str
    command: tuple[str, ...]
    made: str

    def anew(self, where: Path) -> Run:
        """Run it in a workspace, timed, without anything that it or another has made there before."""
        shutil.rmtree(where / Path(self.made).parts[0], ignore_errors=True)
        return timed(self.command, where)


class Peers(NamedTuple):
    """Which Python has protograf and which Ruby has Squib; nothing where none has."""

    python: str = ""
    ruby: str = ""


def peers(python: str | None = None, ruby: str = "ruby") -> Peers:
    """Return the peers that there are: protograf here or in the Python given, Squib in the Ruby given."""
    found = python or (sys.executable if find_spec("protograf") else "")
    return Peers(found, ruby if squib_version(ruby) else "")


def tools(peer: str | None = None, ruby: str = "ruby") -> tuple[Tool, ...]:
    """Return the tools to compare; peers only where they are installed."""
    found = peers(peer, ruby)
    return (
        Tool(OURS, SHEETS, "output/deck/print-and-play/a4-fronts.pdf"),
        *(_script(name, sys.executable, script) for name, script in PYTHON.items()),
        *([_script(PROTOGRAF, found.python, "protograf_deck.py")] if found.python else []),
        *([_script(SQUIB, found.ruby, "squib_deck.rb")] if found.ruby else []),
    )


PYTHON = {FLOOR: "bare.py", TUNED: "tuned.py", PLAIN: "paragraphs.py"}
"""What this Python can always run."""


def _script(name: str, program: str, script: str) -> Tool:
    made = f"{Path(script).stem}.pdf"
    return Tool(name, (program, str(PEERS / script), "cards.csv", made), made)


def single() -> tuple[Tool, ...]:
    """Return the program as it makes a file for each card: a PNG at 300 dpi cut to the trim, an SVG."""
    return (
        Tool("Punchboard, PNG", (*BUILD, "--only", "pictures/trim"), "output/deck/pictures"),
        Tool("Punchboard, SVG", (*BUILD, "--only", "components"), "output/deck/components"),
    )


@functools.cache
def squib_version(ruby: str) -> str:
    """Return which Squib a Ruby has; nothing without one."""
    return _said(ruby, "-e", "require 'squib'; puts Squib::VERSION")


@functools.cache
def version(python: str, package: str) -> str:
    """Return which version of a package a Python has; nothing without one."""
    return _said(python, "-c", f"from importlib.metadata import version; print(version({package!r}))")


def _said(*command: str) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip()
