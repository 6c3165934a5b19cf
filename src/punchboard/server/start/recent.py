"""The games that were opened last, kept in the user's settings. A list that cannot be read or written is empty."""

from contextlib import suppress
from pathlib import Path
from typing import Annotated, Final

from pydantic import Field, TypeAdapter, ValidationError

from punchboard.load.printers import config_folder
from punchboard.model.values import Model
from punchboard.problem import ProblemsFound
from punchboard.workspace import game_folder, is_game_folder
from punchboard.write.atomic_file import write_atomically

MOST: Final = 12
"""How many games are remembered."""

_MOST_BYTES: Final = 100_000


class RecentGame(Model):
    """A game, and the folder from which it was opened."""

    workspace: Annotated[str, Field(max_length=4000)]
    game: Annotated[str, Field(max_length=200)]

    @property
    def folder(self) -> Path:
        """The folder of the game."""
        return game_folder(self.game, Path(self.workspace))


_GAMES: Final = TypeAdapter(tuple[RecentGame, ...])


def recent_games() -> tuple[RecentGame, ...]:
    """Return the games that were opened last and still exist, the last one first."""
    try:
        with _path().open("rb") as file:
            known = _GAMES.validate_json(file.read(_MOST_BYTES))
    except (OSError, ValidationError):
        return ()
    return tuple(one for one in known if is_game_folder(one.folder))


def remember(workspace: Path, game: str) -> None:
    """Put a game at the beginning of the list."""
    latest = RecentGame(workspace=str(workspace.absolute()), game=game)
    games = (latest, *(other for other in recent_games() if other != latest))[:MOST]
    with suppress(ProblemsFound):
        write_atomically(_path(), _GAMES.dump_json(games, indent=1))


def _path() -> Path:
    return config_folder() / "recent.json"
