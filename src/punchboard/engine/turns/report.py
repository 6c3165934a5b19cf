"""What is told of turns: spreads of numbers, lines, shortages that are let pass, ends."""

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


class ToleratedShortage(NamedTuple):
    """A shortage that the line itself lets pass: a seat that had less than it should, and when that first happened."""

    seat: int | None
    key: PileKey
    required: int
    available: int
    round: int
    turn: int
    """The how-manieth turn of the game; 0 where there are no turns."""


class TurnStepResult(NamedTuple):
    """What playing found out about one line of a turn or a round."""

    step: Step
    path: StepPath
    failures: tuple[Failure, ...] = ()
    """A failure's values end with ``round`` and ``turn``, when it happens."""
    tolerated_shortages: tuple[ToleratedShortage, ...] = ()
    unproved_reason: str = ""
    """Why it is not proved; empty when every state was walked."""

    @property
    def verdict(self) -> str:
        """``safe``, ``fails`` or ``not proved``."""
        return "fails" if self.failures else "not proved" if self.unproved_reason else "safe"


class EndResult(NamedTuple):
    """An end, whether it is ever met (None: not met here, and not disproved), and in what share of games."""

    name: str
    is_reached: bool | None
    share: Fraction | float | None


Chance = Fraction | float | None


class GameEnding(NamedTuple):
    """How a game ended: after so many rounds, so many turns of each seat, and by which ends."""

    rounds: int
    turns: tuple[int, ...]
    names: tuple[str, ...]
