"""What ``stats.html`` shows: a game, its edition, odds and logs."""

from typing import NamedTuple

from punchboard.model.game.loaded_game import LoadedGame
from punchboard.plays.groups import Logs
from punchboard.products.web.checks.odds import Asked


class Shown(NamedTuple):
    """What the page shows."""

    loaded: LoadedGame
    edition: str
    odds: tuple[Asked, ...]
    """The game's questions about chance, with their answers."""
    logs: Logs
