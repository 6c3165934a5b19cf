"""Decks of text cards, and of cards with pictures, by every tool: the one comparison with others."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from outcome import Result, result, size_of
from programs import FLOOR, WITHOUT_PICTURES, Tool
from timing import Run, in_turn

DECK = Path(__file__).resolve().parent / "deck.py"
PATIENCE = 120.0
"""Seconds that a tool may take for one deck in all; what takes more runs less often, or is left out."""


def made(folder: Path, cards: int, *, pictures: bool = False) -> Path:
    """Have a deck written by a process of its own, so that who times stays small; return its workspace."""
    asked = ["--pictures"] if pictures else []
    subprocess.run([sys.executable, str(DECK), str(folder), str(cards), *asked], check=True)
    return folder


def measured(
    compared: Sequence[Tool], cards: int, runs: int, *, task: str = "text", patience: float = PATIENCE
) -> tuple[Result, ...]:
    """Return what each tool needs for a deck, timed in turn; the ``task`` is text or pictures."""
    pictures = task == "pictures"
    able = [tool for tool in compared if not (pictures and tool.name in WITHOUT_PICTURES)]
    with tempfile.TemporaryDirectory() as name:
        where = made(Path(name), cards, pictures=pictures)
        sizes: dict[str, int] = {}

        def run(tool: Tool) -> Run:
            taken = tool.anew(where)
            sizes[tool.name] = size_of(where / tool.made)  # before another clears it away
            return taken

        taken = in_turn([partial(run, tool) for tool in able], runs, patience)
        floor = next((found for tool, found in zip(able, taken, strict=True) if tool.name == FLOOR), ())
        return tuple(
            result(task, tool.name, cards, sizes[tool.name], found, floor)
            for tool, found in zip(able, taken, strict=True)
        )


def growing(
    compared: Sequence[Tool], sizes: Sequence[int], runs: int, *, task: str = "text", patience: float = PATIENCE
) -> Iterator[Result]:
    """Yield what each tool needs for decks that grow; one that would lose patience is left out of the larger ones."""
    warm(compared, task)
    found: list[Result] = []
    for cards in sorted(sizes):
        able = [tool for tool in compared if _expected(tool, cards, found) <= patience]
        found += (latest := measured(able, cards, runs, task=task, patience=patience))
        yield from latest


def warm(compared: Sequence[Tool], task: str) -> None:
    """Run each tool once on a few cards: bytecode is compiled, and files are in the machine's memory."""
    measured(compared, 9, 1, task=task)


def _expected(tool: Tool, cards: int, found: Sequence[Result]) -> float:
    """Return how long a tool will take for a deck, if its cost goes on as it did for the last one."""
    last = next((one for one in reversed(found) if one.tool == tool.name), None)
    return last.seconds * cards / last.cards if last else 0.0
