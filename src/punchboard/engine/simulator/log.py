"""What playing at random brings to light, over many games."""

from typing import NamedTuple

from punchboard.engine.simulator.world import Here

Moment = tuple[int, int]
"""The round and the how-manieth turn."""


class Happened(NamedTuple):
    """How often a line was done, in how many of these something was refused, and how often in all."""

    done: int
    any: int
    total: int


class Log:
    """Collects what happens; ``moment`` says when it is."""

    def __init__(self) -> None:
        self.moment: Moment = (0, 0)
        self.counts: dict[Here, list[int]] = {}
        self.passed: dict[tuple[Here, int, int, int], Moment] = {}

    def counter(self, here: Here) -> list[int]:
        """Return the numbers of `Happened` for a line and a seat, to be counted up."""
        return self.counts.setdefault(here, [0, 0, 0])

    def let_pass(self, here: Here, place: int, wanted: int, there: int) -> None:
        """Write down a shortage that a line lets pass."""
        key = (here, place, wanted, there)
        if key not in self.passed or self.moment < self.passed[key]:
            self.passed[key] = self.moment
