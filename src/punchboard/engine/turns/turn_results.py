"""The results of playing turns: spreads of numbers, steps, tolerated shortages and ends."""

from fractions import Fraction
from typing import NamedTuple

from punchboard.engine.prover.walk import Failure
from punchboard.engine.script.rounds import StepPath
from punchboard.engine.states.state import PileKey
from punchboard.model.game.setup import Step


class Spread(NamedTuple):
    """The least, the mean and the most of a number; None where choices leave it open, or where it has no limit."""

    least: int
    mean: Fraction | float | None
    most: int | None

    @property
    def text(self) -> str:
        """The range in words: ``12``, ``9 to 12``, or ``9 and more``."""
        if self.most is None:
            return f"{self.least} and more"
        return str(self.least) if self.least == self.most else f"{self.least} to {self.most}"


class ToleratedShortage(NamedTuple):
    """A shortage that the step itself tolerates: a seat had less than it should, and when that first happened."""

    seat: int | None
    key: PileKey
    required: int
    available: int
    round: int
    turn: int
    """The number of the turn in the game; 0 where there are no turns."""


class TurnStepResult(NamedTuple):
    """The result of playing one step of a turn or a round."""

    step: Step
    path: StepPath
    failures: tuple[Failure, ...] = ()
    """The values of a failure end with its ``round`` and ``turn``."""
    tolerated_shortages: tuple[ToleratedShortage, ...] = ()
    unproved_reason: str = ""
    """Why the step is not proved; empty when every state was walked."""

    @property
    def verdict(self) -> str:
        """``safe``, ``fails`` or ``not proved``."""
        return "fails" if self.failures else "not proved" if self.unproved_reason else "safe"


class EndResult(NamedTuple):
    """An end, whether it is ever met (None: not met, and not disproved), and in what share of games."""

    name: str
    is_reached: bool | None
    share: Fraction | float | None


Chance = Fraction | float | None


class GameEnding(NamedTuple):
    """How a game ended: the number of rounds, the turns of each seat, and the ends that were met."""

    rounds: int
    turns: tuple[int, ...]
    names: tuple[str, ...]
