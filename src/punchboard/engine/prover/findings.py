"""What walking a script finds out: of each line, and of each pile at the end."""

from collections.abc import Mapping
from typing import NamedTuple

from punchboard.engine.prover.chances import Happening
from punchboard.engine.states.state import Key, Value
from punchboard.model.game.setup import Step

Path = tuple[str | int, ...]


class Failure(NamedTuple):
    """A line that could not be carried out, and the state that shows it."""

    seat: int | None
    key: Key
    wanted: int
    there: int
    values: tuple[tuple[str, Value], ...]


class Line(NamedTuple):
    """What walking found out about one line of a script."""

    step: Step
    path: Path
    failures: tuple[Failure, ...] = ()
    happenings: tuple[Happening, ...] = ()
    unknown: str = ""
    """Why nothing is known of it; empty when it was walked."""

    @property
    def verdict(self) -> str:
        """``safe``, ``fails`` or ``not proved``."""
        return "fails" if self.failures else "not proved" if self.unknown else "safe"


class Walk(NamedTuple):
    """A script walked for a number of seats: its lines, and the sizes that each pile can have at the end.

    Where it was not walked whole, sizes are bounds that nothing exceeds, or missing when none are known.
    """

    players: int
    variant: str
    lines: tuple[Line, ...]
    sizes: Mapping[Key, tuple[int, int]]
    whole: bool
    """Whether every state was walked to the end."""
