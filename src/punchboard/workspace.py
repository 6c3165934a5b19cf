"""Workspaces: a folder that holds ``catalog/`` and ``layouts/``, or the folder of a single game, which travels alone.

Whoever is given a folder may be given a game's: the functions here say which games it means, where they lie, where the
layouts beside them are and where outputs go, so that nobody else has to ask. `stock_folder` says where the layouts lie
that come with the program.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Final

import punchboard

CATALOG: Final = "catalog"
GAME_FILE: Final = "game.yaml"
OUTPUT: Final = "output"

_BUILTIN: Final[ContextVar[Path | None]] = ContextVar("stock", default=None)


@contextmanager
def use_builtin_folder(folder: Path) -> Iterator[None]:
    """Let `stock_folder` return another folder, for work that was sent here with the layouts that it goes by."""
    token = _BUILTIN.set(folder)
    try:
        yield
    finally:
        _BUILTIN.reset(token)


def is_game_folder(folder: Path) -> bool:
    """Tell whether a folder is that of a game."""
    return os.path.isfile(folder / GAME_FILE)


def workspace_root(folder: Path) -> Path:
    """Return the folder that messages name files from, and that holds shared ``layouts/`` and ``output/``.

    It is the folder itself, be it a workspace or a game that travels alone; of a game that lies in a ``catalog/`` it is
    the folder round that.
    """
    if not is_game_folder(folder):
        return folder
    whole = Path(os.path.abspath(folder))
    return whole.parent.parent if whole.parent.name == CATALOG else folder


def find_games(workspace: Path) -> tuple[str, ...]:
    """Return the ids of the games that a folder means, sorted.

    A game's own folder means that game; a workspace all folders of its ``catalog/`` that have a ``game.yaml``.
    """
    if is_game_folder(workspace):
        return (folder_name(workspace),)
    return tuple(sorted(path.parent.name for path in (workspace / CATALOG).glob(f"*/{GAME_FILE}")))


def game_folder(game: str, workspace: Path) -> Path:
    """Return where a game lies, whether or not it is there."""
    root = workspace_root(workspace)
    return root if is_game_folder(root) else root / CATALOG / game


def output_folder(workspace: Path) -> Path:
    """Return where outputs go when nothing else is said."""
    return workspace_root(workspace) / OUTPUT


def folder_name(folder: Path) -> str:
    """Return what a folder is called, also when it is given as ``.`` or ``..``: for a game this is its id."""
    return Path(os.path.abspath(folder)).name or "game"


def builtin_folder() -> Path:
    """Return the folder whose ``layouts/`` every game can use: in an installed package, or the root of a checkout."""
    elsewhere = _BUILTIN.get()
    if elsewhere is not None:
        return elsewhere
    package = Path(punchboard.__file__).resolve().parent
    packed = package / "stock"
    return packed if packed.is_dir() else package.parents[1]
