"""Which games a changed file concerns, and the watch over the folders that games come from."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Collection, Iterable
from contextlib import aclosing
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from punchboard.load.pictures.pictures import SUFFIXES
from punchboard.workspace import CATALOG, is_game_folder, output_folder, workspace_root

if TYPE_CHECKING:
    from watchfiles import Change

STEP_MS: Final = 15
"""Milliseconds without a change after which changes are told; an editor writes a file in several steps."""

DEBOUNCE_MS: Final = 100
"""Milliseconds after which changes are told although there are more."""

POLL_MS: Final = 500
"""Milliseconds without a change after which it is looked whether folders are there that were not: `Watched`."""

FONTS: Final = frozenset({".ttf", ".otf"})
_LAYOUTS: Final = "layouts"


def watched_folders(workspace: Path) -> tuple[Path, ...]:
    """Return the folders whose files games are made of, as far as they exist."""
    root = workspace_root(workspace).resolve()
    if is_game_folder(root):
        return (root,)
    return tuple(folder for folder in (root / CATALOG, root / _LAYOUTS) if folder.is_dir())


def is_drawing_input(path: Path) -> bool:
    """Tell whether a file may be a layout, an icon, a font or a picture: what rows are drawn with."""
    return _LAYOUTS in path.parts or path.suffix.lower() in FONTS | SUFFIXES


def affected_games(paths: Iterable[Path], workspace: Path, games: Iterable[str]) -> frozenset[str]:
    """Return the games that files belong to: one whose folder, or whose layouts, they lie in; else all.

    Args:
        paths: absolute paths of files.
        workspace: the folder that the games are in.
        games: the games there are.
    """
    root, known = workspace_root(workspace).resolve(), frozenset(games)
    output, found = output_folder(workspace).resolve(), frozenset[str]()
    for path in paths:
        if path.is_relative_to(root) and not path.is_relative_to(output):
            found |= _owners(path.relative_to(root).parts, known, alone=is_game_folder(root))
    return found


def _owners(parts: tuple[str, ...], games: frozenset[str], *, alone: bool) -> frozenset[str]:
    if alone:
        return games
    top, second = (*parts, "", "")[:2]
    if not second or (top == _LAYOUTS and second not in games):  # a folder for all of them, itself or what lies in it
        return games if top in {CATALOG, _LAYOUTS} else frozenset()
    return games & {second} if top in {CATALOG, _LAYOUTS} else frozenset()


class WatchedFolders:
    """The folders that a watcher looks at, which come and go: a watcher sees nothing of one that was not there."""

    def __init__(self, workspace: Path) -> None:
        self._workspace = workspace
        self.folders = watched_folders(workspace)
        self._fresh: tuple[Path, ...] = ()
        self._gone = False

    def changed_files(self, batch: Iterable[tuple[Change, str]]) -> frozenset[Path]:
        """Return the files of a batch of a watcher, with all those of folders that it has just begun to look at."""
        seen = frozenset(Path(path) for _, path in batch)
        self._gone |= any(folder in seen and not folder.is_dir() for folder in self.folders)
        fresh, self._fresh = self._fresh, ()
        return seen.union(*(folder.rglob("*") for folder in fresh))

    def needs_new_watcher(self) -> bool:
        """Tell whether a new watcher is needed: there are other folders now, which are then those to look at."""
        there = watched_folders(self._workspace)
        if there == self.folders and not self._gone:
            return False
        kept = () if self._gone else self.folders  # one that was gone and is back is another folder
        self._fresh = tuple(folder for folder in there if folder not in kept)
        self.folders, self._gone = there, False
        return True


async def file_changes(workspace: Path, stop: asyncio.Event) -> AsyncIterator[frozenset[Path]]:
    """Yield the files that have changed, again and again, until told to stop."""
    watched = WatchedFolders(workspace)
    while not stop.is_set():
        async with aclosing(_batches(watched.folders, stop)) as batches:
            async for batch in batches:
                if paths := watched.changed_files(batch):
                    yield paths
                if watched.needs_new_watcher():
                    break


async def _batches(
    watched: Collection[Path], stop: asyncio.Event
) -> AsyncGenerator[Collection[tuple[Change, str]], None]:
    """Yield what a watcher sees, and nothing when that was nothing for a while."""
    from watchfiles import awatch

    times: dict[str, Any] = {
        "step": STEP_MS,
        "debounce": DEBOUNCE_MS,
        "rust_timeout": POLL_MS,
        "yield_on_timeout": True,
    }
    if watched:
        async for batch in awatch(*watched, **times, stop_event=stop):
            yield batch
    else:
        await asyncio.sleep(POLL_MS / 1000)
        yield ()
