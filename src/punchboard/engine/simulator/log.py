"""The events of random play, recorded over many games."""

from typing import NamedTuple

from punchboard.engine.simulator.world import StepAtSeat

Moment = tuple[int, int]
"""The round, and the number of the turn in the game."""


class DrawTally(NamedTuple):
    """How often a step was carried out, how often something was refused in it, and how many refusals there were."""

    draws: int
    draws_with_refusal: int
    refusals: int


class Log:
    """Records events; ``moment`` is the current round and turn."""

    def __init__(self) -> None:
        self.moment: Moment = (0, 0)
        self.counts: dict[StepAtSeat, list[int]] = {}
        self.tolerated: dict[tuple[StepAtSeat, int, int, int], Moment] = {}

    def counter(self, here: StepAtSeat) -> list[int]:
        """Return the numbers of `DrawTally` for a step and a seat, to be increased."""
        return self.counts.setdefault(here, [0, 0, 0])

    def add_tolerated_shortage(self, here: StepAtSeat, place: int, wanted: int, there: int) -> None:
        """Record a shortage that a step tolerates, at its earliest moment."""
        key = (here, place, wanted, there)
        if key not in self.tolerated or self.moment < self.tolerated[key]:
            self.tolerated[key] = self.moment
