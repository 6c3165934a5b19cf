"""What Punchboard is to hold on the machine that the bars were set on; elsewhere in step with tuned reportlab.

That is a program in Python which draws the same cards, and feels what a machine does to ours; the floor, whose time
goes into zlib, does not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from outcome import Result
from programs import OURS, PROTOGRAF, TUNED

YARDSTICK = TUNED
YARDSTICK_SECONDS = 0.25
"""What it takes for 2,000 cards on that machine."""
YARDSTICK_CARDS = 2000
FEW, FEW_SECONDS = 54, 0.40 / 3
"""A small deck, and what the yardstick takes for it there: most is the start of Python, which is another work."""


class Bar(NamedTuple):
    """The most that a build may take: seconds where the yardstick takes `YARDSTICK_SECONDS`, MB of memory anywhere."""

    what: str
    task: str
    cards: int
    seconds: float
    memory: float = 0.0
    """Nothing is asked of memory when 0."""
    yet: float = 1.0
    """How many times the seconds it takes, at the most, while the bar is missed or nearly so: tests hold it there."""
    why: str = ""
    """Why it is missed, where it is."""


_START = "most of it is spent before a card is read: on the interpreter, pydantic, typer, Jinja and our own models."
_SHARED = (
    "both processors work to its end; three quarters are playing the games for the checks, composing and rendering."
)
BARS = (
    Bar("54 cards", "text", 54, 0.40, yet=1.5, why=_START),
    Bar("2,000 cards", "text", 2000, 0.9, 150, yet=1.6, why="a third of it goes into imports, for one processor."),
    Bar("20,000 cards", "text", 20_000, 6, 400, yet=1.5),
    Bar(
        "table set of the five games, anew, two jobs",
        *("games, table set", 0, 12),
        yet=1.6,
        why=_SHARED,
    ),
    Bar("the five games, nothing changed", "games, nothing changed", 0, 0.4),
    Bar("the five games, one card edited", "games, one card edited", 0, 4.0, yet=1.5),
    Bar("all products of the five games, anew", "games, --all", 0, 60),
    Bar("2,000 cards, one edited", "deck, one card edited", 0, 0.8, yet=1.6, why=_START),
)
TIMES_FASTER = 40
"""Than protograf, at 2,000 cards in the same run."""
FASTER_YET = 30
"""What it is at the least while that is missed."""
GROWTH = (20_000, 200_000, 11.0, 4.0)
"""From so many cards to so many more: times the seconds, and times the memory, at the most."""


class Judged(NamedTuple):
    """One bar held against what was measured, in words."""

    what: str
    asked: str
    """What may be at the most, or at the least."""
    found: str
    """What was measured here."""
    carried: str
    """What that is where the yardstick takes `YARDSTICK_SECONDS`; nothing for what does not go by the machine."""
    holds: bool
    kept: bool
    """Whether it holds, or is missed by no more than it has been."""
    why: str = ""
    """Why it does not hold, if it does not."""


def yardstick_of(results: Iterable[Result], cards: int = YARDSTICK_CARDS) -> Result | None:
    """Return what the yardstick took for 2,000 cards or for few, by which bars are carried over to this machine."""
    wanted = (YARDSTICK, "text", cards)
    return next((one for one in results if (one.tool, one.task, one.cards) == wanted), None)


def judged(results: Sequence[Result]) -> Iterator[Judged]:
    """Yield every bar of which something was measured."""
    known = {(one.tool, one.task, one.cards): one for one in results}
    for bar in BARS:
        if (found := known.get((OURS, bar.task, bar.cards))) is not None:
            yield from _one(bar, found, carried(found, results))
    ours, theirs = (known.get((tool, "text", YARDSTICK_CARDS)) for tool in (OURS, PROTOGRAF))
    if ours and theirs:
        yield _times("2,000 cards, faster than protograf", TIMES_FASTER, theirs.seconds / ours.seconds, least=True)
    few, many = (known.get((OURS, "text", cards)) for cards in GROWTH[:2])
    if few and many:
        what = f"{few.cards:,} to {many.cards:,} cards"
        yield _times(f"{what}, seconds", GROWTH[2], many.seconds / few.seconds)
        yield _times(f"{what}, memory", GROWTH[3], many.memory / few.memory)


def carried(found: Result, results: Sequence[Result]) -> float:
    """Return the seconds that a result comes to on the machine of the bars.

    A small deck goes by the yardstick's small deck, all else by its 2,000 cards. Run by run where something was run
    beside both, as it is for decks, or the yardstick itself, as for games; else by seconds.
    """
    if not found.cards and found.times:
        return found.times * YARDSTICK_SECONDS
    few = yardstick_of(results, FEW) if found.cards == FEW else None
    yardstick, there = (few, FEW_SECONDS) if few else (yardstick_of(results), YARDSTICK_SECONDS)
    if yardstick is None:
        return found.seconds
    beside = found.times and yardstick.times and found.cards == yardstick.cards
    times = found.times / yardstick.times if beside else found.seconds / yardstick.seconds
    return times * there


def _one(bar: Bar, found: Result, seconds: float) -> Iterator[Judged]:
    told = f"{bar.seconds:g} s", f"{found.seconds:.2f} s", f"{seconds:.2f} s"
    yield Judged(bar.what, *told, seconds <= bar.seconds, seconds <= bar.seconds * bar.yet, bar.why)
    if bar.memory:
        holds = found.memory <= bar.memory
        yield Judged(f"{bar.what}, memory", f"{bar.memory:.0f} MB", f"{found.memory:.0f} MB", "", holds, holds)


def _times(what: str, asked: float, found: float, *, least: bool = False) -> Judged:
    """Return how one ratio of two results holds: at most so many times, or at least."""
    holds = found >= asked if least else found <= asked
    return Judged(what, f"{asked:g} times", f"{found:.1f} times", "", holds, holds or (least and found >= FASTER_YET))
