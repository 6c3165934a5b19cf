"""The chances at a step on the page: exact where they are one number, and what playing at random has shown."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Final, NamedTuple

from punchboard.engine.prover.walk import EventChance, StepPath
from punchboard.engine.simulator import Simulation
from punchboard.products.web.checks.formatting import fraction, number, percent, player_counts

EVENT_TEXTS: Final[Mapping[str, str]] = MappingProxyType(
    {"refused": "something unwanted comes up", "again": "all is drawn again"}
)
"""What can happen at a step, in words."""

SeatsByPlayers = Mapping[int, Sequence[int | None]]
"""Seats by the number of players; None where nobody is asked for."""


class Odds(NamedTuple):
    """What makes two rows of chances one: for whom, what, and the least and the most of both numbers."""

    who: str
    what: str
    chances: tuple[Fraction, Fraction]
    expected: tuple[Fraction, Fraction]


class Chance(NamedTuple):
    """A row of the chances at a step; ``seen`` is the share at random, None where it was not played."""

    odds: Odds
    of: tuple[tuple[int, tuple[int | None, ...]], ...]
    seen: float | None = None

    @property
    def players(self) -> str:
        """The numbers of players that it holds for."""
        return player_counts(count for count, _ in self.of)

    @property
    def what(self) -> str:
        """What happens."""
        return EVENT_TEXTS.get(self.odds.what, self.odds.what)

    @property
    def low(self) -> float:
        """The least chance."""
        return float(self.odds.chances[0])

    @property
    def high(self) -> float:
        """The greatest chance."""
        return float(self.odds.chances[1])

    @property
    def percent(self) -> str:
        """The chance per cent, or its range."""
        low, high = self.odds.chances
        return percent(high) if low == high else f"{percent(low)} to {percent(high)}"

    @property
    def exact(self) -> str:
        """The chance as a fraction; nothing for a range."""
        low, high = self.odds.chances
        return fraction(high) if low == high else ""

    @property
    def never(self) -> str:
        """The chance that it does not happen; nothing for a range."""
        low, high = self.odds.chances
        return percent(1 - high) if low == high else ""

    @property
    def expected(self) -> str:
        """How often it happens on average."""
        few, many = self.odds.expected
        return number(few) if few == many else f"{number(few)} to {number(many)}"

    @property
    def seen_percent(self) -> str:
        """The share at random, per cent."""
        return "" if self.seen is None else percent(self.seen)


def chances(happenings: Mapping[int, Sequence[EventChance]]) -> Iterator[Chance]:
    """Yield the chances at a step from what can happen there by number of players; rows that are alike are one."""
    rows: dict[Odds, dict[int, list[int | None]]] = {}
    for players, found in happenings.items():
        for one in found:
            rows.setdefault(_odds(one, found), {}).setdefault(players, []).append(one.seat)
    for odds, of in rows.items():
        yield Chance(odds, tuple((players, tuple(who)) for players, who in of.items()))


def _odds(one: EventChance, every: Iterable[EventChance]) -> Odds:
    same = [other for other in every if other.event == one.event]
    alike = all((other.least, other.most) == (one.least, one.most) for other in same)
    who = "" if one.seat is None else "any seat" if alike else f"seat {one.seat + 1}"
    return Odds(who, one.event, (one.least.chance, one.most.chance), (one.least.expected, one.most.expected))


def seen(one: Chance, path: StepPath, runs: Mapping[int, Simulation]) -> Chance:
    """Return a row with how often it happened, of the times that the step was done at random."""
    times = done = 0
    for players, who in one.of:
        happened = runs[players].draw_tallies if players in runs else {}
        for here in ((path, seat) for seat in who):
            if here in happened:
                times += happened[here].draws_with_refusal
                done += happened[here].draws
    return one._replace(seen=times / done if done else None)
