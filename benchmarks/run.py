"""Time Punchboard beside the floor, plain reportlab and the installed peers.

usage: run.py [--results [FOLDER]] [--parts PART ...] [--runs N] [--cards N ...] [--pictures N ...] [--patience SECONDS]
              [--tools NAME ...] [--peer-python PYTHON] [--ruby RUBY] [--no-peer] [--single] [--json]

``--results`` measures every part (text decks, decks with pictures, the five games with repeated builds, the stages of
builds, a file for every card) and writes ``results.md``, its chart ``results.svg`` and the data ``results.json``, here
or in the given folder. Without it, a table of text decks is printed. ``--from results.json`` writes them from existing
data.

Each tool is a process that reads a CSV and writes a PDF, nine cards on an A4 page. The tools take turns, so other work
on the machine affects all alike. Time is the median of whole processes, memory the highest peak. A first run that is
not counted compiles bytecode. protograf (``pip install 'punchboard[bench]'``, or a Python that has it by
``--peer-python``) and Squib (``gem install squib``) are timed where they are installed. A tool that has taken
``--patience`` seconds for one deck gets no further runs of it; one that is expected to take longer is left out of
larger decks.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import decks
import games
import stages
from deck import workspace, write_game
from decks import measure_growing
from machine import describe_machine, processor_ticks, stolen_share
from outcome import Result
from programs import FLOOR, SLOW, Tool, peers, single, tools
from timing import environment, timed

__all__ = [
    "Result",
    "Tool",
    "environment",
    "main",
    "single",
    "table",
    "timed",
    "tools",
    "workspace",
    "write_deck",
    "write_game",
]

HERE = Path(__file__).resolve().parent
DECKS = (54, 242, 2000)
ALL_DECKS = (*DECKS, 20_000)
PICTURES = (54, 242)
SINGLE = 242
PARTS = ("text", "pictures", "games", "all", "stages", "single")
write_deck = decks.write_deck


def measure(asked: argparse.Namespace) -> Iterator[Result]:
    """Yield the results of all requested parts."""
    every = tools(asked.peer_python, asked.ruby)
    left_out = SLOW if asked.no_peer else frozenset[str]()
    compared = [tool for tool in every if tool.name in (asked.tools or {one.name for one in every} - left_out)]
    runs, patience = asked.runs, asked.patience
    if "text" in asked.parts:
        yield from measure_growing(compared, asked.cards, runs, patience=patience)
    if "pictures" in asked.parts:
        yield from measure_growing(compared, asked.pictures, runs, task="pictures", patience=patience)
    if "games" in asked.parts:
        yield from games.measure(runs, everything="all" in asked.parts, patience=patience)
    if "stages" in asked.parts:
        yield from stages.measure(asked.runs)
    if "single" in asked.parts:
        floor = [tool for tool in compared if tool.name == FLOOR]
        sizes = (SINGLE,) if asked.results else asked.cards
        found = measure_growing([*floor, *single()], sizes, runs, task="single", patience=patience)
        yield from (one for one in found if one.tool != FLOOR)


def table(results: Sequence[Result]) -> Iterator[str]:
    """Yield the lines of a Markdown table of decks, with times as multiples of the floor's, too."""
    yield "| cards | tool | seconds | times the floor | memory, MB | bytes a card |"
    yield "|---:|---|---:|---:|---:|---:|"
    for one in results:
        size = f"{one.size / one.cards:,.0f}" if one.cards else f"{one.size / 1e6:.1f} MB"
        name = one.tool if one.cards else one.task
        yield f"| {one.cards:,} | {name} | {one.seconds:.2f} | {one.times:.1f} | {one.memory:.0f} | {size} |"


def print_each(results: Iterator[Result]) -> Iterator[Result]:
    """Yield the results, and print each to standard error as it arrives."""
    for one in results:
        print(f"{one.task}: {one.cards:,} {one.tool} {one.seconds:.2f} s", file=sys.stderr)
        yield one


def write_results(results: Sequence[Result], machine: dict[str, str], folder: Path) -> None:
    """Write table, chart and data."""
    from chart import chart  # noqa: PLC0415 - keeps the timing process small
    from report import report  # noqa: PLC0415

    folder.mkdir(parents=True, exist_ok=True)
    kept = json.dumps({"machine": machine, "results": [one._asdict() for one in results]}, indent=1)
    (folder / "results.json").write_text(kept + "\n", encoding="utf-8")
    (folder / "results.svg").write_text(chart(results), encoding="utf-8")
    (folder / "results.md").write_text(report(results, machine), encoding="utf-8")


def arguments() -> argparse.Namespace:
    """Return the command-line arguments."""
    parser = argparse.ArgumentParser(description="Time Punchboard beside the floor, plain reportlab and its peers.")
    parser.add_argument(
        "--results", nargs="?", type=Path, const=HERE, help="measure everything, and write the results to this folder"
    )
    parser.add_argument(
        "--from", dest="kept", type=Path, help="write the results from this JSON file, without measuring"
    )
    parser.add_argument(
        "--parts", nargs="+", choices=PARTS, help="what to measure; with 'all', games also build all their products"
    )
    parser.add_argument("--runs", type=int, default=9, help="runs of each tool and deck, of which the median counts")
    parser.add_argument("--cards", type=int, nargs="+", help="sizes of the decks; 200000 shows how cost grows")
    parser.add_argument("--pictures", type=int, nargs="+", default=PICTURES, help="sizes of the decks with pictures")
    parser.add_argument("--patience", type=float, default=decks.PATIENCE, help="total seconds for one tool and deck")
    parser.add_argument("--tools", nargs="+", help="compare only these, by their names in the table")
    parser.add_argument("--peer-python", help="a Python that has protograf, if this one does not")
    parser.add_argument("--ruby", default="ruby", help="a Ruby that has Squib")
    parser.add_argument(
        "--no-peer", action="store_true", help="leave out protograf and Squib, even if they are installed"
    )
    parser.add_argument("--single", action="store_true", help="also time a PNG and an SVG of every card")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    asked = parser.parse_args()
    asked.cards = asked.cards or (ALL_DECKS if asked.results else DECKS)
    asked.parts = asked.parts or (PARTS if asked.results else ["text", *(["single"] if asked.single else [])])
    return asked


def main() -> None:
    """Measure, then print or write the results."""
    asked = arguments()
    if asked.kept:
        kept = json.loads(asked.kept.read_text(encoding="utf-8"))
        write_results([Result(**one) for one in kept["results"]], kept["machine"], asked.results or asked.kept.parent)
    elif asked.results:
        machine, before = describe_machine(peers(asked.peer_python, asked.ruby)), processor_ticks()
        found = tuple(print_each(measure(asked)))
        write_results(found, machine | {"taken by other machines": stolen_share(before)}, asked.results)
    elif asked.json:
        print(json.dumps([one._asdict() for one in measure(asked)], indent=1))
    else:
        print("\n".join(table(tuple(measure(asked)))))


if __name__ == "__main__":
    main()
