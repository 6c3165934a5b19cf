"""The only reader of disk: folders of the catalog become games, layouts and the shelves that composing needs."""

from __future__ import annotations

from pathlib import Path

from punchboard.load.fontfiles import families
from punchboard.load.game import load_game
from punchboard.load.icons import icons
from punchboard.load.layouts import load_layouts
from punchboard.load.lookup import lookup
from punchboard.load.paths import inside
from punchboard.load.pictures import pictures
from punchboard.load.stock import stock_folder
from punchboard.load.texts import with_shared_texts
from punchboard.load.yaml_places import plain_yaml
from punchboard.model.material import Material
from punchboard.model.values import did_you_mean
from punchboard.problem import Place, fail

__all__ = ["find_games", "load", "load_game", "load_layouts", "stock_folder"]


def find_games(workspace: Path) -> tuple[str, ...]:
    """Return the ids of all games of a workspace: the folders in ``catalog/`` that have a ``game.yaml``, sorted."""
    return tuple(sorted(path.parent.name for path in (workspace / "catalog").glob("*/game.yaml")))


def load(game_id: str, workspace: Path, *, books: bool = True) -> Material:
    """Return a game with everything that it is laid out with.

    Icons, pictures and fonts are opened when they are first used.

    Args:
        game_id: the name of the game's folder in ``catalog/``.
        workspace: the folder that holds ``catalog/`` and, for layouts of its own, ``layouts/``.
        books: whether it is to have the layouts of books.

    Raises:
        ProblemsFound: every problem in the game's files, or in its layouts when the game itself has none.
    """
    folder, stock = _game_folder(game_id, workspace), stock_folder()
    order = lookup(game_id, workspace, stock)
    game = with_shared_texts(load_game(folder, workspace), order)
    layouts = load_layouts(game, workspace, stock, books=books)
    return Material(
        game=game,
        layouts=layouts,
        families=families(layouts.theme, folder),
        icons=icons(order),
        pictures=pictures(folder),
        read_yaml=plain_yaml,
    )


def _game_folder(game_id: str, workspace: Path) -> Path:
    place = Place("catalog")
    inside(workspace, f"catalog/{game_id}", place)
    folder = workspace / "catalog" / game_id
    if not folder.is_dir():
        raise fail("FILE001", place, f"there is no game {game_id!r}", did_you_mean(game_id, find_games(workspace)))
    return folder
