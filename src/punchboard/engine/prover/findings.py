"""The results of walking a script: for each step, and for each pile at the end."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from punchboard.engine.prover.chances import EventChance
from punchboard.engine.script.rounds import StepPath
from punchboard.engine.states.state import PileKey, Value
from punchboard.model.game.setup import Step


class Failure(NamedTuple):
    """A step that cannot be carried out, with the state that shows it."""

    seat: int | None
    key: PileKey
    required: int
    available: int
    values: tuple[tuple[str, Value], ...]


AFTER_UNPROVED: Final = "an earlier step is not proved"
"""How the reason of every step after the first unproved one begins."""

TOO_MANY: Final = "more than"
"""How the reason begins where there are more states than the walker may keep."""


class StepResult(NamedTuple):
    """The result of walking one step of a script."""

    step: Step
    path: StepPath
    failures: tuple[Failure, ...] = ()
    event_chances: tuple[EventChance, ...] = ()
    unproved_reason: str = ""
    """Why the step is not proved; empty when it was walked."""

    @property
    def verdict(self) -> str:
        """``safe``, ``fails`` or ``not proved``."""
        return "fails" if self.failures else "not proved" if self.unproved_reason else "safe"

    @property
    def is_first_unproved(self) -> bool:
        """Whether the step is not proved for a reason of its own."""
        return self.verdict == "not proved" and not self.unproved_reason.startswith(AFTER_UNPROVED)


class Walk(NamedTuple):
    """A script walked for a number of seats: the result of each step, and the range of each pile's size at the end.

    If the walk is not complete, the sizes are bounds, or missing when there are none.
    """

    players: int
    variant: str
    results: tuple[StepResult, ...]
    sizes: Mapping[PileKey, tuple[int, int]]
    is_complete: bool
    """Whether every state was walked to the end."""
