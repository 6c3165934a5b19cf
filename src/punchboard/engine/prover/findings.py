"""What walking a script finds out: of each line, and of each pile at the end."""

from collections.abc import Mapping
from typing import NamedTuple

from punchboard.engine.prover.chances import EventChance
from punchboard.engine.states.state import PileKey, Value
from punchboard.model.game.setup import Step

StepPath = tuple[str | int, ...]


class Failure(NamedTuple):
    """A line that could not be carried out, and the state that shows it."""

    seat: int | None
    key: PileKey
    required: int
    available: int
    values: tuple[tuple[str, Value], ...]


class StepResult(NamedTuple):
    """What walking found out about one line of a script."""

    step: Step
    path: StepPath
    failures: tuple[Failure, ...] = ()
    event_chances: tuple[EventChance, ...] = ()
    unproved_reason: str = ""
    """Why nothing is known of it; empty when it was walked."""

    @property
    def verdict(self) -> str:
        """``safe``, ``fails`` or ``not proved``."""
        return "fails" if self.failures else "not proved" if self.unproved_reason else "safe"


class Walk(NamedTuple):
    """A script walked for a number of seats: its lines, and the sizes that each pile can have at the end.

    Where it was not walked whole, sizes are bounds that nothing exceeds, or missing when none are known.
    """

    players: int
    variant: str
    results: tuple[StepResult, ...]
    sizes: Mapping[PileKey, tuple[int, int]]
    is_complete: bool
    """Whether every state was walked to the end."""
