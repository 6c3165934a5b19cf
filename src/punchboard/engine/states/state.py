"""The state of a table at one moment: the contents of each pile, and the values that dice and steps have set."""

from typing import Final, NamedTuple

from punchboard.engine.states.piles import Pile

BOX: Final = "box"
TABLE: Final = "table"
EACH: Final = "each "

PileKey = tuple[str, int | None]
"""The name of a pile and its seat, counted from 0; shared piles have no seat.

Piles that share a name are numbered: ``factory 2``.
"""

Value = int | str

OF_SEAT: Final = " of seat "
"""Separates the name of a value from the seat that it belongs to."""


class UnknownOutcome(Exception):  # noqa: N818 - a finding, raised to leave the step at once
    """The engine cannot determine a result; the message says why."""

    path: tuple[str | int, ...] = ()
    """The place of the step, once it is known; empty where the fault is of no one step."""


class State(NamedTuple):
    """All piles in the order of the table's keys, and the values that dice and steps have set."""

    piles: tuple[Pile, ...]
    values: tuple[tuple[str, Value], ...] = ()

    def value(self, name: str) -> Value | None:
        """Return what a die rolled or a step set; None when it has no value."""
        return dict(self.values).get(name)

    def keep_values(self, names: frozenset[str]) -> "State":
        """Return the state with the values of these names only."""
        kept = tuple(each for each in self.values if each[0].partition(OF_SEAT)[0] in names)
        return self if kept == self.values else self._replace(values=kept)

    def with_value(self, name: str, value: Value) -> "State":
        """Return the state with a value set."""
        return self._replace(values=tuple(sorted({**dict(self.values), name: value}.items())))
