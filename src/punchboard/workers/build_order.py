"""What is asked of a build: a game, in one language."""

from typing import Final, NamedTuple

from punchboard.build.options import BuildOptions
from punchboard.problem import Place, Problem

LOST_WORKER: Final = "BUILD001"


class BuildOrder(NamedTuple):
    """A game that is to be built."""

    game: str
    options: BuildOptions

    @property
    def output(self) -> str:
        """The name of the folder of its output, which no other order has."""
        return self.options.output(self.game).name


def lost_worker_problem(folder: str, why: str = "") -> Problem:
    """Return the problem that a worker which had a folder is no more.

    Args:
        folder: what it worked on.
        why: what its executor says of it.
    """
    ended = f"was lost: {why}" if why else "was ended from outside"
    hint = "memory may have run out; try one game at a time"
    return Problem(LOST_WORKER, Place(folder), f"the process that worked on it {ended}", hint)
