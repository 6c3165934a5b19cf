"""Time the whole program on decks of text cards beside the floor and, where it is installed, protograf.

usage: run.py [--runs N] [--cards N ...] [--peer-python PYTHON | --no-peer] [--single] [--json]

Each tool is a process that reads a CSV and writes a PDF, nine cards to an A4 page; runs are interleaved, so that what
else the machine does hits all alike. With ``--single`` Punchboard also writes every card as a PNG at 300 dpi, and as an
SVG. Time is the median of whole processes, memory the highest peak. Bytecode is
compiled by a first run that is not counted. protograf (``pip install 'punchboard[bench]'``, or a Python that has it by
``--peer-python``) runs once a deck: it needs most of a minute for two thousand cards.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from deck import write_csv, write_game

HERE = Path(__file__).resolve().parent
SOURCE = HERE.parent / "src"
DECKS = (54, 242, 2000)
BUILD = (sys.executable, "-m", "punchboard", "build", "deck")
SLOW = frozenset({"protograf"})


class Tool(NamedTuple):
    """One program: its command in a workspace, and where its PDF, or the folder of its pictures, then lies."""

    name: str
    command: tuple[str, ...]
    made: str


class Run(NamedTuple):
    """One process: seconds from start to end, peak memory in MB, and what processors worked for it and its children.

    On a busy machine the seconds grow, the work hardly does.
    """

    seconds: float
    memory: float
    work: float


class Result(NamedTuple):
    """What a tool needed for a deck: the median of its runs, the highest peak, and the size of what it made.

    ``times`` is the median of what each run took in times of the floor's run beside it: a machine whose clock changes
    between two runs changes that little.
    """

    tool: str
    cards: int
    seconds: float
    times: float
    memory: float
    size: int


def environment() -> dict[str, str]:
    """Return the children's environment: this checkout's program, and bytecode written and used."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return kept | {"PYTHONPATH": str(SOURCE), "PYTHONHASHSEED": "0"}


def timed(command: Sequence[str], where: Path) -> Run:
    """Run a command to its end and return what it took.

    Raises:
        RuntimeError: when it does not end well; holds what it printed.
    """
    with (where / "log").open("w+b") as log:
        begun = time.perf_counter()
        process = subprocess.Popen(command, cwd=where, env=environment(), stdout=log, stderr=log)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - begun
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            log.seek(0)
            raise RuntimeError(f"{' '.join(command)}: {log.read().decode(errors='replace')[-2000:]}")
    memory = usage.ru_maxrss / (1e6 if sys.platform == "darwin" else 1024)
    return Run(seconds, memory, usage.ru_utime + usage.ru_stime)


def tools(peer: str | None = None) -> tuple[Tool, ...]:
    """Return the tools to compare; protograf only where it is installed, here or in the Python given."""
    program = (*BUILD, "--only", "sheets/fronts", "--paper", "a4")
    found = [
        Tool("Punchboard", program, "output/deck/print-and-play/a4-fronts.pdf"),
        Tool("floor", (sys.executable, str(HERE / "floor.py"), "cards.csv", "floor.pdf"), "floor.pdf"),
    ]
    python = peer or (sys.executable if find_spec("protograf") else None)
    if python:
        peer_command = (python, str(HERE / "protograf_deck.py"), "cards.csv", "protograf.pdf")
        found.append(Tool("protograf", peer_command, "protograf.pdf"))
    return tuple(found)


def single() -> tuple[Tool, ...]:
    """Return the program as it makes a file for each card: a PNG at 300 dpi cut to the trim, an SVG."""
    return (
        Tool("Punchboard, PNG", (*BUILD, "--only", "pictures/trim"), "output/deck/pictures"),
        Tool("Punchboard, SVG", (*BUILD, "--only", "components"), "output/deck/components"),
    )


def workspace(folder: Path, cards: int) -> Path:
    """Write the deck as a game, and its table once more for the other tools; return the folder."""
    write_game(folder, cards)
    return write_csv(folder / "cards.csv", cards).parent


def measured(compared: Sequence[Tool], cards: int, runs: int) -> tuple[Result, ...]:
    """Return what each tool needs for a deck, timed in turn."""
    with tempfile.TemporaryDirectory() as name:
        where = workspace(Path(name), cards)
        taken: dict[Tool, list[Run]] = {tool: [] for tool in compared}
        for tool in compared:
            if tool.name not in SLOW:
                timed(tool.command, where)  # compiles bytecode
        for number in range(runs):
            for tool in compared:
                if tool.name not in SLOW or number == 0:
                    taken[tool].append(timed(tool.command, where))
        floor = next(found for tool, found in taken.items() if tool.name == "floor")
        return tuple(
            Result(
                tool.name,
                cards,
                statistics.median(run.seconds for run in taken[tool]),
                statistics.median(
                    run.seconds / beside.seconds for run, beside in zip(taken[tool], floor, strict=False)
                ),
                max(run.memory for run in taken[tool]),
                size_of(where / tool.made),
            )
            for tool in compared
        )


def size_of(made: Path) -> int:
    """Return the bytes of a file, or of all files in a folder."""
    return sum(file.stat().st_size for file in (made, *made.rglob("*")) if file.is_file())


def table(results: Sequence[Result]) -> Iterator[str]:
    """Yield the lines of a Markdown table; times also as multiples of the floor's."""
    yield "| cards | tool | seconds | times the floor | memory, MB | bytes a card |"
    yield "|---:|---|---:|---:|---:|---:|"
    for tool, cards, seconds, times, memory, size in results:
        yield f"| {cards:,} | {tool} | {seconds:.2f} | {times:.1f} | {memory:.0f} | {size / cards:,.0f} |"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Time Punchboard beside the floor and protograf.")
    parser.add_argument("--runs", type=int, default=9, help="runs of each tool and deck; the median counts")
    parser.add_argument("--cards", type=int, nargs="+", default=DECKS, help="sizes of the decks")
    parser.add_argument("--peer-python", help="a Python that has protograf, when this one does not")
    parser.add_argument("--no-peer", action="store_true", help="leave protograf out, even where it is installed")
    parser.add_argument("--single", action="store_true", help="also time a PNG, and an SVG, of every card")
    parser.add_argument("--json", action="store_true", help="print data, not a table")
    asked = parser.parse_args()
    compared = [tool for tool in tools(asked.peer_python) if not (asked.no_peer and tool.name in SLOW)]
    compared += single() if asked.single else ()
    results = [result for cards in asked.cards for result in measured(compared, cards, asked.runs)]
    if asked.json:
        print(json.dumps([result._asdict() for result in results], indent=1))
    else:
        print("\n".join(table(results)))


if __name__ == "__main__":
    main()
