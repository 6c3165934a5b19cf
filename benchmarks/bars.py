"""The speed bars: limits for Punchboard on the machine they were set on, converted to other machines.

The yardstick for the conversion is tuned reportlab, a Python program that draws the same cards, so a slower machine
slows both alike. The floor is no yardstick, because it spends its time in zlib.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from outcome import Result
from programs import OURS, PROTOGRAF, TUNED

YARDSTICK = TUNED
YARDSTICK_SECONDS = 0.25
"""The seconds that the yardstick takes for 2,000 cards on the machine of the bars."""
YARDSTICK_CARDS = 2000
FEW, FEW_SECONDS = 54, 0.40 / 3
"""A small deck, and the seconds of the yardstick for it there; most of that is the start of Python."""


class Bar(NamedTuple):
    """A limit of one build: seconds where the yardstick takes `YARDSTICK_SECONDS`, and MB of memory on any machine."""

    what: str
    task: str
    cards: int
    seconds: float
    memory: float = 0.0
    """No limit when 0."""
    yet: float = 1.0
    """The multiple of the seconds that a release allows while the bar is missed, or nearly missed."""
    why: str = ""
    """Why it is missed, if it is."""


_START = "most of it is spent before a card is read: on the interpreter, pydantic, typer, Jinja and our own models."
_WATCHED = "every face of the game is composed again; keeping faces between builds would need a cache within compose."
_TABLE = f"{_WATCHED} The table in the browser is one file, so all its faces are packed again too."
_SHARED = (
    "both processors work to its end; three quarters are playing the games for the checks, composing and rendering."
)
BARS = (
    Bar("54 cards", "text", 54, 0.40, yet=1.5, why=_START),
    Bar("2,000 cards", "text", 2000, 0.9, 150, yet=1.6, why="a third of it goes into imports, for one processor."),
    Bar("20,000 cards", "text", 20_000, 6, 400, yet=1.5),
    Bar("the five games, clean build, two jobs", "games, clean build", 0, 12, yet=1.6, why=_SHARED),
    Bar("the five games, nothing changed", "games, nothing changed", 0, 0.4),
    Bar("the five games, one card edited", "games, one card edited", 0, 4.0, yet=1.5),
    Bar("all products of the five games, clean build", "games, --all", 0, 60),
    Bar("2,000 cards, one edited", "deck, one card edited", 0, 0.8, yet=1.6, why=_START),
    Bar("the five games, one card edited, watched", "games, one card edited, watched", 0, 2.0, yet=1.7, why=_TABLE),
    Bar("2,000 cards, one edited, watched", "deck, one card edited, watched", 0, 0.5, yet=1.5, why=_WATCHED),
)
TIMES_FASTER = 40
"""How many times faster than protograf, for 2,000 cards in the same run."""
FASTER_YET = 30
"""The ratio that a release requires while that bar is missed."""
GROWTH = (20_000, 200_000, 11.0, 4.0)
"""Two deck sizes, and the largest ratios of their seconds and of their memory."""


class BarResult(NamedTuple):
    """One bar and its measurement, as text for the report."""

    what: str
    asked: str
    """The limit."""
    found: str
    """The measured value."""
    converted: str
    """The measured time converted to the machine of the bars; empty for memory and ratios."""
    holds: bool
    why: str = ""
    """Why it is missed, if it is."""


def yardstick_of(results: Iterable[Result], cards: int = YARDSTICK_CARDS) -> Result | None:
    """Return the result of the yardstick for a deck, by which the bars are converted to this machine."""
    wanted = (YARDSTICK, "text", cards)
    return next((one for one in results if (one.tool, one.task, one.cards) == wanted), None)


def bar_results(results: Sequence[Result]) -> Iterator[BarResult]:
    """Yield the result of every bar that was measured."""
    known = {(one.tool, one.task, one.cards): one for one in results}
    for bar in BARS:
        if (found := known.get((OURS, bar.task, bar.cards))) is not None:
            yield from _one(bar, found, converted(found, results))
    ours, theirs = (known.get((tool, "text", YARDSTICK_CARDS)) for tool in (OURS, PROTOGRAF))
    if ours and theirs:
        yield _times("2,000 cards, faster than protograf", TIMES_FASTER, theirs.seconds / ours.seconds, least=True)
    few, many = (known.get((OURS, "text", cards)) for cards in GROWTH[:2])
    if few and many:
        what = f"{few.cards:,} to {many.cards:,} cards"
        yield _times(f"{what}, seconds", GROWTH[2], many.seconds / few.seconds)
        yield _times(f"{what}, memory", GROWTH[3], many.memory / few.memory)


def converted(found: Result, results: Sequence[Result]) -> float:
    """Return a measured time converted to the machine of the bars.

    A small deck is compared with the yardstick's small deck, all else with its 2,000 cards. The ratio is taken run by
    run where both ran in the same rounds as the floor (decks), or beside the yardstick itself (games); otherwise of
    seconds.
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


def _one(bar: Bar, found: Result, seconds: float) -> Iterator[BarResult]:
    told = f"{bar.seconds:g} s", f"{found.seconds:.2f} s", f"{seconds:.2f} s"
    yield BarResult(bar.what, *told, seconds <= bar.seconds, bar.why)
    if bar.memory:
        holds = found.memory <= bar.memory
        yield BarResult(f"{bar.what}, memory", f"{bar.memory:.0f} MB", f"{found.memory:.0f} MB", "", holds)


def _times(what: str, asked: float, found: float, *, least: bool = False) -> BarResult:
    """Return the result of a ratio that must be at most a limit, or at least."""
    holds = found >= asked if least else found <= asked
    return BarResult(what, f"{asked:g} times", f"{found:.1f} times", "", holds)
