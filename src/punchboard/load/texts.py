"""Texts that all games share: the set-up sheet and the playtest sheet, unless a game has its own of that name."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Final

from punchboard.load.lookup import Lookup
from punchboard.model.game import Game

FOLDER: Final = "texts"


def with_shared_texts(game: Game, order: Lookup) -> Game:
    """Return the game with the texts of ``layouts/texts`` that it does not have itself.

    Raises:
        ProblemsFound: FILE001, FILE002, FILE003.
    """
    shared = {name: path for name, path in order.named(FOLDER, ".md").items() if name not in game.texts}
    if not shared:
        return game
    return replace(
        game,
        texts=MappingProxyType({**game.texts, **{name: order.read(path) for name, path in shared.items()}}),
        text_files=MappingProxyType({name: order.shown(path) for name, path in shared.items()}),
    )
