"""Markdown texts shared by all games, such as the playtest sheet, and a game's own texts that replace them."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from os.path import lexists
from pathlib import Path
from types import MappingProxyType
from typing import Final

from punchboard.load.files.paths import display_path, read_text, resolve_inside
from punchboard.load.layout_files.search_path import SearchPath
from punchboard.model.game.game import Game
from punchboard.problem import Place, ProblemsFound

FOLDER: Final = "texts"


def readable_texts(folder: Path, workspace: Path, names: Iterable[str]) -> dict[str, str]:
    """Return the texts of a game that can be read, by their path in messages. Its other files may be invalid."""
    found = {}
    for path in (folder / f"{name}.md" for name in names):
        file = display_path(path, workspace)
        with suppress(ProblemsFound):  # reported elsewhere
            if lexists(path):
                found[file] = read_text(resolve_inside(folder, path.name, Place(file)), Place(file), file)
    return found


def with_shared_texts(game: Game, search_path: SearchPath) -> Game:
    """Return the game with the texts of ``layouts/texts`` that it lacks.

    Raises:
        ProblemsFound: FILE001, FILE002, FILE003.
    """
    found = search_path.files_by_name(FOLDER, ".md").items()
    shared = {name: path for name, path in found if name not in game.texts and "/" not in name}
    if not shared:
        return game
    return replace(
        game,
        texts=MappingProxyType({**game.texts, **{name: search_path.read(path) for name, path in shared.items()}}),
        text_files=MappingProxyType({name: search_path.display_path(path) for name, path in shared.items()}),
    )
