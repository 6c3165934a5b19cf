"""What ``stats.html`` shows: a game, its edition, odds and logs."""

from typing import NamedTuple

from punchboard.model.game.loaded_game import LoadedGame
from punchboard.plays.groups import Logs
from punchboard.plays.odds import Odds, OpeningHand


class Shown(NamedTuple):
    """What the page shows."""

    loaded: LoadedGame
    edition: str
    hand: OpeningHand | None
    hand_odds: tuple[Odds, ...]
    odds: tuple[Odds, ...]
    """The answers to questions that were asked."""
    logs: Logs
