"""The table of all limits of speed and memory that a release keeps: a row each, which `judge.py` measures.

A limit of speed is a ratio to a yardstick that is measured in turn with it, so it means the same on every machine. The
yardstick of processes is tuned reportlab, a quarter of a second for 2,000 cards; that of parts of the program is a
million multiplications, about 0.05 s.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.util import find_spec
from typing import NamedTuple

import bars
from bars import FEW, FEW_SECONDS, YARDSTICK, YARDSTICK_CARDS, YARDSTICK_SECONDS
from measures import (
    PROGRAM,
    Build,
    Deck,
    FirstProof,
    Job,
    Measure,
    Part,
    Process,
    absolute,
    idle_watch,
    memory,
    seconds,
    verification_of_deck,
    verification_of_games,
    work,
)
from programs import OURS, PROTOGRAF


class Limit(NamedTuple):
    """A limit: what is measured, what beside it, and the most that their ratio may be."""

    what: str
    most: float
    measure: Measure
    beside: Measure
    why: str
    """Why the limit is this one."""
    unit: str = "times"
    rounds: int = 5
    """How often both are measured at most, while the limit is exceeded."""


def of_builds() -> Iterator[Limit]:
    """Yield the limits of the builds on the results page, whose seconds are those of the yardstick's machine."""
    for bar in bars.BARS:
        is_small = bar.cards == FEW
        beside = Deck(YARDSTICK, FEW if is_small else YARDSTICK_CARDS)
        job: Job = Deck(OURS, bar.cards) if bar.cards else Build(bar.task)
        most = bar.seconds * bar.yet / (FEW_SECONDS if is_small else YARDSTICK_SECONDS)
        why = f"{bar.seconds:g} s where the yardstick takes {YARDSTICK_SECONDS:g} s"
        so_far = f"; {bar.yet:g} times that until then: {bar.why or 'it is nearly missed'}" if bar.yet > 1 else ""
        yield Limit(bar.what, most, seconds(job), seconds(beside), why + so_far)
        if bar.memory:
            yield Limit(f"{bar.what}, memory", bar.memory, memory(job), absolute, "it bounds large decks", "MB")


REPORTLAB = work(Deck(YARDSTICK, YARDSTICK_CARDS))
SQUARES = work(Part("squares"))
HELP, EXPLAIN = Process((*PROGRAM, "--help")), Process((*PROGRAM, "explain", "COUNT001"))
TYPER = Process((sys.executable, "-c", "import typer"))
PYDANTIC = Process((sys.executable, "-c", "import typer, pydantic.type_adapter"))
FEW_CARDS, MANY, MOST = (Deck(OURS, cards) for cards in (2000, 20_000, 200_000))
CSV, JSON, HUNDRED = (FirstProof(name) for name in ("many.csv", "many.json", "hundred.csv"))
PROPORTION = "in proportion to the cards, with a tenth of tolerance"

LIMITS: tuple[Limit, ...] = (
    *of_builds(),
    Limit("20,000 cards beside 2,000, processor", 11, work(MANY), work(FEW_CARDS), PROPORTION),
    Limit("20,000 cards beside 2,000, memory", 4, memory(MANY), memory(FEW_CARDS), "memory grows less than the deck"),
    Limit("200,000 cards beside 20,000, processor", 11, work(MOST), work(MANY), PROPORTION, rounds=3),
    Limit("200,000 cards beside 20,000, memory", 4, memory(MOST), memory(MANY), "memory grows less than the deck"),
    Limit("a PNG of each of 242 cards", 24, work(Deck("Punchboard, PNG", 242)), REPORTLAB, "two processors for 3 s"),
    Limit("an SVG of each of 242 cards", 4.8, work(Deck("Punchboard, SVG", 242)), REPORTLAB, "1.2 s"),
    Limit("share of verification, the five games", 0.15, verification_of_games, absolute, "a small part of a build"),
    Limit("share of verification, 2,000 cards", 0.15, verification_of_deck, absolute, "a small part of a build"),
    Limit("checks of the five games", 12, work(Part("checks of the games"), 2), REPORTLAB, "3 s on two processors"),
    Limit("checks of 2,000 cards", 2, work(Part("checks of a deck")), REPORTLAB, "they add 0.5 s to a build"),
    Limit("100,000 set-ups of the vortex", 40, work(Part("set-ups")), REPORTLAB, "10 s with most seats"),
    Limit("64 pages as a booklet of half pages", 0.4, work(Part("booklet of half pages")), REPORTLAB, "0.1 s"),
    Limit("64 pages as a booklet of A6 pages", 0.4, work(Part("booklet of a6 pages")), REPORTLAB, "0.1 s"),
    Limit("first proof of 100 rows", 8, work(HUNDRED), REPORTLAB, "2 s from the command to the sheets"),
    Limit("first proof of 30,000 rows of CSV", 40, work(CSV), REPORTLAB, "10 s from the command to the sheets"),
    Limit("first proof of 30,000 rows of JSON", 40, work(JSON), REPORTLAB, "10 s from the command to the sheets"),
    Limit("first proof of 30,000 rows of CSV, memory", 400, memory(CSV), absolute, "as for a large deck", "MB"),
    Limit("first proof of 30,000 rows of JSON, memory", 400, memory(JSON), absolute, "as for a large deck", "MB"),
    Limit("--help", 2, work(HELP), work(TYPER), "little more than importing typer"),
    Limit("explain", 2, work(EXPLAIN), work(PYDANTIC), "little more than importing typer and pydantic"),
    Limit("a watch that waits 2 s", 0.4, idle_watch, REPORTLAB, "0.1 s: files are watched, not polled"),
    Limit("loading 2,000 cards", 5, work(Part("loading")), work(Part("splitting")), "little more than splitting cells"),
    Limit("prose of the five games", 15, work(Part("prose of the games")), SQUARES, "about 0.75 s"),
    Limit("prose of a rulebook of 300 lines", 6, work(Part("prose of a rulebook")), SQUARES, "0.3 s"),
    Limit("prose of 2,000 cards", 7, work(Part("prose of cards")), SQUARES, "about 0.35 s"),
    Limit("expectations of 2,000 cards", 2, work(Part("expectations")), SQUARES, "0.1 s"),
    Limit("places of 2,000 tokens", 20, work(Part("placement")), SQUARES, "a tenth of comparing all pairs"),
    Limit("an expression that spends its budget", 60, work(Part("costly expression")), SQUARES, "3 s at the worst"),
)

if find_spec(PROTOGRAF):
    times, why = bars.FASTER_YET, f"{bars.TIMES_FASTER} times faster is wanted"
    theirs = seconds(Deck(PROTOGRAF, YARDSTICK_CARDS))
    LIMITS += (Limit("2,000 cards, as a share of protograf", 1 / times, seconds(FEW_CARDS), theirs, why, rounds=2),)
