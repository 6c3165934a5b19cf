"""What a table looks like at one moment: what lies in each pile, and what dice and lines have fixed."""

from typing import Final, NamedTuple

from punchboard.engine.states.piles import Pile

BOX: Final = "box"
TABLE: Final = "table"
EACH: Final = "each "

PileKey = tuple[str, int | None]
"""A pile by its name, and the seat that it belongs to; seats count from 0, shared piles have none.

Of several equal piles each has its number in its name: ``factory 2``.
"""

Value = int | str

OF_SEAT: Final = " of seat "
"""What stands between the name of a value and the seat that it belongs to."""


class UnknownOutcome(Exception):
    """Something that cannot be worked out; the message says what."""


class State(NamedTuple):
    """All piles in the order of the table's keys, and the values that dice and lines have fixed."""

    piles: tuple[Pile, ...]
    values: tuple[tuple[str, Value], ...] = ()

    def value(self, name: str) -> Value | None:
        """Return what a die showed or a line fixed, None when it is not known."""
        return dict(self.values).get(name)

    def keep_values(self, names: frozenset[str]) -> "State":
        """Return the state without the values that nothing asks for any more."""
        kept = tuple(each for each in self.values if each[0].partition(OF_SEAT)[0] in names)
        return self if kept == self.values else self._replace(values=kept)

    def with_value(self, name: str, value: Value) -> "State":
        """Return the state with one value more."""
        return self._replace(values=tuple(sorted({**dict(self.values), name: value}.items())))
