"""What playing at random brings to light, over many games."""

from typing import NamedTuple

from punchboard.engine.simulator.world import StepAtSeat

Moment = tuple[int, int]
"""The round and the how-manieth turn."""


class DrawTally(NamedTuple):
    """How often a line was done, in how many of these something was refused, and how often in all."""

    draws: int
    draws_with_refusal: int
    refusals: int


class Log:
    """Collects what happens; ``moment`` says when it is."""

    def __init__(self) -> None:
        self.moment: Moment = (0, 0)
        self.counts: dict[StepAtSeat, list[int]] = {}
        self.tolerated: dict[tuple[StepAtSeat, int, int, int], Moment] = {}

    def counter(self, here: StepAtSeat) -> list[int]:
        """Return the numbers of `Happened` for a line and a seat, to be counted up."""
        return self.counts.setdefault(here, [0, 0, 0])

    def add_tolerated_shortage(self, here: StepAtSeat, place: int, wanted: int, there: int) -> None:
        """Write down a shortage that a line lets pass."""
        key = (here, place, wanted, there)
        if key not in self.tolerated or self.moment < self.tolerated[key]:
            self.tolerated[key] = self.moment
