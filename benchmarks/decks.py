"""Decks of text cards and of cards with pictures, built by every tool: the comparison with other tools."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from outcome import Result, result, size_of
from programs import FLOOR, WITHOUT_PICTURES, Tool
from timing import Run, run_in_turn

DECK = Path(__file__).resolve().parent / "deck.py"
PATIENCE = 120.0
"""The total seconds of a tool for one deck; a slower tool gets fewer runs, or is left out."""


def write_deck(folder: Path, cards: int, *, pictures: bool = False) -> Path:
    """Write a deck in a separate process, so that the memory of this one stays small; return its workspace."""
    asked = ["--pictures"] if pictures else []
    subprocess.run([sys.executable, str(DECK), str(folder), str(cards), *asked], check=True)
    return folder


def measure(
    compared: Sequence[Tool], cards: int, runs: int, *, task: str = "text", patience: float = PATIENCE
) -> tuple[Result, ...]:
    """Return the result of each tool for a deck, timed in turn; the ``task`` is text or pictures."""
    pictures = task == "pictures"
    able = [tool for tool in compared if not (pictures and tool.name in WITHOUT_PICTURES)]
    with tempfile.TemporaryDirectory() as name:
        where = write_deck(Path(name), cards, pictures=pictures)
        sizes: dict[str, int] = {}

        def run(tool: Tool) -> Run:
            taken = tool.run_clean(where)
            sizes[tool.name] = size_of(where / tool.output)  # the next tool may delete it
            return taken

        taken = run_in_turn([partial(run, tool) for tool in able], runs, patience)
        floor = next((found for tool, found in zip(able, taken, strict=True) if tool.name == FLOOR), ())
        return tuple(
            result(task, tool.name, cards, sizes[tool.name], found, floor)
            for tool, found in zip(able, taken, strict=True)
        )


def measure_growing(
    compared: Sequence[Tool], sizes: Sequence[int], runs: int, *, task: str = "text", patience: float = PATIENCE
) -> Iterator[Result]:
    """Yield the result of each tool for decks of growing size, without tools that would take too long."""
    warm_up(compared, task)
    found: list[Result] = []
    for cards in sorted(sizes):
        able = [tool for tool in compared if _expected(tool, cards, found) <= patience]
        found += (latest := measure(able, cards, runs, task=task, patience=patience))
        yield from latest


def warm_up(compared: Sequence[Tool], task: str) -> None:
    """Run each tool once on a few cards, to compile bytecode and fill the disk cache."""
    measure(compared, 9, 1, task=task)


def _expected(tool: Tool, cards: int, found: Sequence[Result]) -> float:
    """Return the seconds that a tool is expected to take for a deck, in proportion to its last deck."""
    last = next((one for one in reversed(found) if one.tool == tool.name), None)
    return last.seconds * cards / last.cards if last else 0.0
