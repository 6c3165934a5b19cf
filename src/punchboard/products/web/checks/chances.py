"""The chances at a set-up step: exact odds, beside the share seen in random play."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Final, NamedTuple

from punchboard.engine.prover.walk import EventChance, StepPath
from punchboard.engine.simulator import Simulation
from punchboard.products.web.checks.formatting import fraction, number, percent, player_counts

EVENT_TEXTS: Final[Mapping[str, str]] = MappingProxyType(
    {"refused": "something unwanted comes up", "again": "everything is drawn again"}
)
"""What can happen at a step, in words."""


class Odds(NamedTuple):
    """The odds of an event; equal odds share a row. Chance and expected number are ranges (least, most)."""

    who: str
    what: str
    chances: tuple[Fraction, Fraction]
    expected: tuple[Fraction, Fraction]


class Chance(NamedTuple):
    """A row of the table of chances. ``seen`` is the share in random play, None where it was not played."""

    odds: Odds
    of: tuple[tuple[int, tuple[int | None, ...]], ...]
    seen: float | None = None

    @property
    def players(self) -> str:
        """The numbers of players that it applies to."""
        return player_counts(count for count, _ in self.of)

    @property
    def what(self) -> str:
        """The event, in words."""
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
        """The chance in per cent, or its range."""
        low, high = self.odds.chances
        return percent(high) if low == high else f"{percent(low)} to {percent(high)}"

    @property
    def exact(self) -> str:
        """The chance as a fraction; empty for a range."""
        low, high = self.odds.chances
        return fraction(high) if low == high else ""

    @property
    def never(self) -> str:
        """The chance that the event does not happen; empty for a range."""
        low, high = self.odds.chances
        return percent(1 - high) if low == high else ""

    @property
    def expected(self) -> str:
        """How often the event happens on average."""
        low, high = self.odds.expected
        return number(low) if low == high else f"{number(low)} to {number(high)}"

    @property
    def seen_percent(self) -> str:
        """The share in random play, in per cent."""
        return "" if self.seen is None else percent(self.seen)


def step_chances(happenings: Mapping[int, Sequence[EventChance]]) -> Iterator[Chance]:
    """Yield the chances at a step, given what can happen there by number of players. Equal odds share a row."""
    rows: dict[Odds, dict[int, list[int | None]]] = {}
    for players, found in happenings.items():
        for one in found:
            rows.setdefault(_odds(one, found), {}).setdefault(players, []).append(one.seat)
    for odds, of in rows.items():
        yield Chance(odds, tuple((players, tuple(who)) for players, who in of.items()))


def _odds(one: EventChance, every: Iterable[EventChance]) -> Odds:
    same_event = [other for other in every if other.event == one.event]
    equal = all((other.least, other.most) == (one.least, one.most) for other in same_event)
    who = "" if one.seat is None else "any seat" if equal else f"seat {one.seat + 1}"
    return Odds(who, one.event, (one.least.chance, one.most.chance), (one.least.expected, one.most.expected))


def with_random_share(chance: Chance, path: StepPath, runs: Mapping[int, Simulation]) -> Chance:
    """Return a row with the share of random runs of the step in which the event happened."""
    times = done = 0
    for players, seats in chance.of:
        happened = runs[players].draw_tallies if players in runs else {}
        for key in ((path, seat) for seat in seats):
            if key in happened:
                times += happened[key].draws_with_refusal
                done += happened[key].draws
    return chance._replace(seen=times / done if done else None)
