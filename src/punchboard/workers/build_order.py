"""The order to build one game, in one language."""

from typing import Final, NamedTuple

from punchboard.pipeline.options import BuildOptions
from punchboard.problem import Place, Problem

LOST_WORKER: Final = "BUILD001"


class BuildOrder(NamedTuple):
    """A game to build, and how."""

    game: str
    options: BuildOptions

    @property
    def output(self) -> str:
        """The name of the game's output folder, different for each order of a build."""
        return self.options.output(self.game).name


def lost_worker_problem(folder: str, why: str = "") -> Problem:
    """Return the problem that the worker process that built a game has ended.

    Args:
        folder: the folder of the game.
        why: the reason that the executor gives.
    """
    ended = f"was lost: {why}" if why else "was killed"
    hint = "the machine may have run out of memory; build one game at a time"
    return Problem(LOST_WORKER, Place(folder), f"the process that built this game {ended}", hint)
