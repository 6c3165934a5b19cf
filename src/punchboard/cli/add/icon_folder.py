"""Where icon sets are added and looked for: the folder of a game."""

from __future__ import annotations

from pathlib import Path

from punchboard.load import find_games, game_folder, workspace_root
from punchboard.model.values import did_you_mean
from punchboard.problem import Place, fail


def known_game_folder(game: str, workspace: Path) -> Path:
    """Return the folder of a game.

    Raises:
        ProblemsFound: FILE001 when there is no such game.
    """
    games = find_games(workspace_root(workspace))
    if game not in games:
        raise fail("FILE001", Place("--game"), f"there is no game {game!r}", did_you_mean(game, games))
    return game_folder(game, workspace)
