"""Workspaces: a folder with ``catalog/`` and ``layouts/``, or the folder of a single stand-alone game.

Every command accepts either. The functions here find the games of a workspace, their folders, the shared layouts, the
output folder and (`builtin_folder`) the built-in layouts, so that other modules need not distinguish the two.
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
LAYOUTS: Final = "layouts"
GAME_FILE: Final = "game.yaml"
OUTPUT: Final = "output"

_BUILTIN: Final[ContextVar[Path | None]] = ContextVar("builtin", default=None)


@contextmanager
def use_builtin_folder(folder: Path) -> Iterator[None]:
    """Let `builtin_folder` return another folder, for jobs that a worker received with their own layouts."""
    token = _BUILTIN.set(folder)
    try:
        yield
    finally:
        _BUILTIN.reset(token)


def is_game_folder(folder: Path) -> bool:
    """Return whether a folder is the folder of a game."""
    return os.path.isfile(folder / GAME_FILE)  # noqa: PTH113 - false, too, for a name that is longer than names can be


def workspace_root(folder: Path) -> Path:
    """Return the folder with shared ``layouts/`` and ``output/``, from which messages name files.

    For a workspace or a stand-alone game that is the folder itself. For the folder of a game within ``catalog/``, it is
    the parent of ``catalog/``.
    """
    if not is_game_folder(folder):
        return folder
    absolute = Path(os.path.abspath(folder))  # noqa: PTH100 - keeps links: the folder names the game
    return absolute.parent.parent if absolute.parent.name == CATALOG else folder


def find_games(workspace: Path) -> tuple[str, ...]:
    """Return the sorted ids of the games in a folder.

    The folder of a game contains only that game; a workspace, every folder of its ``catalog/`` with a ``game.yaml``.
    """
    if is_game_folder(workspace):
        return (folder_name(workspace),)
    return tuple(sorted(path.parent.name for path in (workspace / CATALOG).glob(f"*/{GAME_FILE}")))


def game_folder(game: str, workspace: Path) -> Path:
    """Return the folder of a game, whether or not it exists."""
    root = workspace_root(workspace)
    return root if is_game_folder(root) else root / CATALOG / game


def output_folder(workspace: Path) -> Path:
    """Return the default folder for outputs."""
    return workspace_root(workspace) / OUTPUT


def folder_name(folder: Path) -> str:
    """Return the name of a folder, also for ``.`` and ``..``; the name of a game's folder is the game's id."""
    return Path(os.path.abspath(folder)).name or "game"  # noqa: PTH100 - as in `workspace_root`


def builtin_folder() -> Path:
    """Return the folder of the built-in ``layouts/``: in the installed package, or the root of a checkout."""
    override = _BUILTIN.get()
    if override is not None:
        return override
    package = Path(punchboard.__file__).resolve().parent
    packed = package / "stock"
    return packed if packed.is_dir() else package.parents[1]
