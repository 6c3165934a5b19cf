"""The file watch: reports changed files, and the games that they affect."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Collection, Iterable
from contextlib import aclosing
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from punchboard.load.pictures.pictures import SUFFIXES
from punchboard.workspace import CATALOG, LAYOUTS, is_game_folder, output_folder, workspace_root

if TYPE_CHECKING:
    from watchfiles import Change

STEP_MS: Final = 15
"""Milliseconds without a change after which changes are reported; an editor writes a file in several steps."""

DEBOUNCE_MS: Final = 100
"""Milliseconds after which changes are reported even if more are coming."""

POLL_MS: Final = 500
"""Milliseconds without a change after which new and deleted folders are looked for; see `WatchedFolders`."""

FONTS: Final = frozenset({".ttf", ".otf"})


def watched_folders(workspace: Path) -> tuple[Path, ...]:
    """Return the existing folders that contain the files of games."""
    root = workspace_root(workspace).resolve()
    if is_game_folder(root):
        return (root,)
    return tuple(folder for folder in (root / CATALOG, root / LAYOUTS) if folder.is_dir())


def is_drawing_input(path: Path) -> bool:
    """Tell whether a file may be a layout, an icon, a font or a picture: what faces are drawn with, other than rows."""
    return LAYOUTS in path.parts or path.suffix.lower() in FONTS | SUFFIXES


def affected_games(paths: Iterable[Path], workspace: Path, games: Iterable[str]) -> frozenset[str]:
    """Return the games that files belong to: the game whose folder or layouts contain a file, or else all.

    Args:
        paths: absolute paths of files.
        workspace: the folder with the games.
        games: the existing games.
    """
    root, known = workspace_root(workspace).resolve(), frozenset(games)
    output, found = output_folder(workspace).resolve(), frozenset[str]()
    for path in paths:
        if path.is_relative_to(root) and not path.is_relative_to(output):
            found |= _owners(path.relative_to(root).parts, known, is_single_game=is_game_folder(root))
    return found


def _owners(parts: tuple[str, ...], games: frozenset[str], *, is_single_game: bool) -> frozenset[str]:
    if is_single_game:
        return games
    top, second = (*parts, "", "")[:2]
    if not second or (top == LAYOUTS and second not in games):  # a shared folder, or a file in one
        return games if top in {CATALOG, LAYOUTS} else frozenset()
    return games & {second} if top in {CATALOG, LAYOUTS} else frozenset()


class WatchedFolders:
    """The folders that a watcher looks at, as they appear and vanish: a watcher ignores folders created later."""

    def __init__(self, workspace: Path) -> None:
        self._workspace = workspace
        self.folders = watched_folders(workspace)
        self._new: tuple[Path, ...] = ()
        self._gone = False

    def changed_files(self, batch: Iterable[tuple[Change, str]]) -> frozenset[Path]:
        """Return the changed files of a watcher's batch, with all files of folders that are newly watched."""
        changed = frozenset(Path(path) for _, path in batch)
        self._gone |= any(folder in changed and not folder.is_dir() for folder in self.folders)
        new, self._new = self._new, ()
        return changed.union(*(folder.rglob("*") for folder in new))

    def needs_new_watcher(self) -> bool:
        """Tell whether the folders have changed and a new watcher is needed; ``folders`` then has the current ones."""
        current = watched_folders(self._workspace)
        if current == self.folders and not self._gone:
            return False
        kept = () if self._gone else self.folders  # a folder that was deleted and created again is a new one
        self._new = tuple(folder for folder in current if folder not in kept)
        self.folders, self._gone = current, False
        return True


async def file_changes(workspace: Path, stop: asyncio.Event) -> AsyncIterator[frozenset[Path]]:
    """Yield the changed files, batch by batch, until ``stop`` is set."""
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
    """Yield the batches of a watcher, and an empty one after a while without changes."""
    from watchfiles import awatch  # noqa: PLC0415 - few commands watch

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
