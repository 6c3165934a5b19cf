"""What is told of turns: spreads of numbers, lines, shortages that are let pass, ends."""

from fractions import Fraction
from typing import NamedTuple

from punchboard.engine.prover.walk import Failure
from punchboard.engine.script.rounds import Path
from punchboard.engine.states.state import Key
from punchboard.model.game.setup import Step


class Spread(NamedTuple):
    """The least, the mean and the most of a number; None where choices leave it open, or where it has no limit."""

    least: int
    mean: Fraction | float | None
    most: int | None


class Passed(NamedTuple):
    """A shortage that the line itself lets pass: a seat that had less than it should, and when that first happened."""

    seat: int | None
    key: Key
    wanted: int
    there: int
    round: int
    turn: int
    """The how-manieth turn of the game; 0 where there are no turns."""


class TurnLine(NamedTuple):
    """What playing found out about one line of a turn or a round."""

    step: Step
    path: Path
    failures: tuple[Failure, ...] = ()
    """A failure's values end with ``round`` and ``turn``, when it happens."""
    short: tuple[Passed, ...] = ()
    unknown: str = ""
    """Why it is not proved; empty when every state was walked."""

    @property
    def verdict(self) -> str:
        """``safe``, ``fails`` or ``not proved``."""
        return "fails" if self.failures else "not proved" if self.unknown else "safe"


class EndMet(NamedTuple):
    """An end, whether it is ever met (None: not met here, and not disproved), and in what share of games."""

    name: str
    reached: bool | None
    share: Fraction | float | None


Chance = Fraction | float | None


class Ending(NamedTuple):
    """How a game ended: after so many rounds, so many turns of each seat, and by which ends."""

    rounds: int
    turns: tuple[int, ...]
    names: tuple[str, ...]
