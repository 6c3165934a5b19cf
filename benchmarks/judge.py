"""Measure all limits of speed and memory, and judge them: what a release must pass.

usage: judge.py [WORD ...]

Prints a table of every limit of `limits.py` with its figure, and whether the machine was quiet. With words, only the
limits are measured whose names contain one of them. A figure above its limit is *missed* on a quiet machine, and *not
judged* on a busy one. The exit status is 1 if a limit is missed, otherwise 0. It takes about ten minutes.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping
from functools import partial

from limits import LIMITS, Limit
from machine import Conditions, conditions_since, processor_ticks
from measures import Places
from timing import best_ratio

HELD, MISSED, NOT_JUDGED = "held", "missed", "not judged"


def measure(limit: Limit, places: Places) -> float:
    """Return the figure of a limit."""
    return best_ratio(limit.most, partial(limit.measure, places), partial(limit.beside, places), limit.rounds)


def verdict(limit: Limit, figure: float, conditions: Conditions) -> str:
    """Return what a figure says about the program."""
    if figure <= limit.most:
        return HELD
    return MISSED if conditions.are_quiet else NOT_JUDGED


def table(figures: Mapping[Limit, float], conditions: Conditions) -> Iterator[str]:
    """Yield the lines of a Markdown table, then those of the limits that did not hold with their reasons."""
    yield "| what | figure | limit | verdict |"
    yield "|---|---:|---:|---|"
    verdicts = {limit: verdict(limit, figure, conditions) for limit, figure in figures.items()}
    for limit, figure in figures.items():
        yield f"| {limit.what} | {figure:.3g} {limit.unit} | {limit.most:.3g} {limit.unit} | {verdicts[limit]} |"
    yield f"\n{conditions}"
    yield from (f"{said}: {limit.what}: {limit.why}" for limit, said in verdicts.items() if said != HELD)


def main() -> int:
    """Measure, print the table, and return the exit status."""
    parser = argparse.ArgumentParser(description="Measure all limits of speed and memory, and judge them.")
    parser.add_argument("words", nargs="*", metavar="WORD", help="measure only limits whose names contain a word")
    words: list[str] = parser.parse_args().words
    figures: dict[Limit, float] = {}
    before = processor_ticks()
    with Places() as places:
        for limit in LIMITS:
            if not words or any(word in limit.what for word in words):
                figures[limit] = measure(limit, places)
                print(f"{limit.what}: {figures[limit]:.3g} {limit.unit}", file=sys.stderr)
    conditions = conditions_since(before)
    print("\n".join(table(figures, conditions)), flush=True)
    return int(MISSED in {verdict(limit, figure, conditions) for limit, figure in figures.items()})


if __name__ == "__main__":
    sys.exit(main())
