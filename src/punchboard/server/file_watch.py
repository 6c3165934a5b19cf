"""The file watch: reports changed files, and the games that they affect."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncGenerator, Collection, Iterable, Mapping
from contextlib import aclosing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from punchboard.load.files import FileState, file_state
from punchboard.load.picture_names import SUFFIXES
from punchboard.workspace import CATALOG, LAYOUTS, is_game_folder, output_folder, workspace_root

if TYPE_CHECKING:
    from watchfiles import Change

STEP_MS: Final = 15
"""Milliseconds without a change after which changes are reported; an editor writes a file in several steps."""

DEBOUNCE_MS: Final = 100
"""Milliseconds after which changes are reported even if more are coming."""

POLL_MS: Final = 500
"""Milliseconds without a change after which new and deleted folders are looked for; see `WatchedFolders`."""

TIMES: Final[Mapping[str, Any]] = {
    "step": STEP_MS, "debounce": DEBOUNCE_MS, "rust_timeout": POLL_MS, "yield_on_timeout": True,
}  # fmt: skip
"""The times of a watcher, by the names of its options."""

FONTS: Final = frozenset({".ttf", ".otf"})


def watched_folders(workspace: Path) -> tuple[Path, ...]:
    """Return the existing folders that contain the files of games."""
    root = workspace_root(workspace).resolve()
    if is_game_folder(root):
        return (root,)
    return tuple(folder for folder in (root / CATALOG, root / LAYOUTS) if folder.is_dir())


def is_drawing_input(path: Path) -> bool:
    """Tell whether a file may be a layout, an icon, a font or a picture: what faces are drawn with, other than rows."""
    return LAYOUTS in path.parts or path.suffix.lower() in {*FONTS, *SUFFIXES}


def affected_games(paths: Iterable[Path], workspace: Path, games: Iterable[str]) -> frozenset[str]:
    """Return the games that files belong to: the game whose folder or layouts contain a file, or else all.

    Args:
        paths: absolute paths of files.
        workspace: the folder with the games.
        games: the existing games.
    """
    root, known = workspace_root(workspace).resolve(), frozenset(games)
    output, affected = output_folder(workspace).resolve(), frozenset[str]()
    for path in paths:
        if path.is_relative_to(root) and not path.is_relative_to(output):
            affected |= _owners(path.relative_to(root).parts, known, is_single_game=is_game_folder(root))
    return affected


def _owners(parts: tuple[str, ...], games: frozenset[str], *, is_single_game: bool) -> frozenset[str]:
    if is_single_game:
        return games
    top, second = (*parts, "", "")[:2]
    if not second or (top == LAYOUTS and second not in games):  # a shared folder, or a file in one
        return games if top in {CATALOG, LAYOUTS} else frozenset()
    return games & {second} if top in {CATALOG, LAYOUTS} else frozenset()


class WatchedFolders:
    """The folders that a watcher looks at, as they appear and vanish, and their files as they were last reported.

    A watcher reports nothing from before its start, and ignores folders created later, so that a new watcher is needed
    for them. The first batch of each watcher therefore includes all files that differ from those reported last.
    """

    def __init__(self, workspace: Path) -> None:
        self._workspace = workspace
        self.folders = watched_folders(workspace)
        self._states = _file_states(self.folders, workspace)
        self._is_first_batch, self._gone = True, False

    def changed_files(self, batch: Iterable[tuple[Change, str]]) -> frozenset[Path]:
        """Return the changed files of a watcher's batch, with those that changed before the watcher started."""
        changed = frozenset(Path(path) for _, path in batch)
        self._gone |= any(folder in changed and not folder.is_dir() for folder in self.folders)
        if self._is_first_batch:
            self._is_first_batch = False
            before, self._states = self._states, _file_states(self.folders, self._workspace)
            paths = before.keys() | self._states.keys()
            return changed.union(path for path in paths if before.get(path) != self._states.get(path))
        for path in changed:
            self._states.pop(path, None)
            with suppress(OSError):  # the file was deleted
                if path.is_file():
                    self._states[path] = file_state(path.stat())
        return changed

    def needs_new_watcher(self) -> bool:
        """Tell whether folders have appeared or vanished since the watcher started."""
        return self._gone or watched_folders(self._workspace) != self.folders

    def for_new_watcher(self) -> tuple[Path, ...]:
        """Return the folders that a new watcher must look at."""
        self.folders, self._gone, self._is_first_batch = watched_folders(self._workspace), False, True
        return self.folders


def _file_states(folders: Iterable[Path], workspace: Path) -> dict[Path, FileState]:
    """Return the state of each file below some folders, without hidden folders and the output."""
    output, states = output_folder(workspace).resolve(), {}
    for folder in folders:
        for path, names, files in os.walk(folder):
            here = Path(path)
            names[:] = [name for name in names if not name.startswith(".") and here / name != output]
            for file in files:
                with suppress(OSError):  # the file was deleted meanwhile
                    states[here / file] = file_state((here / file).stat())
    return states


def file_changes(workspace: Path, stop: asyncio.Event) -> AsyncGenerator[frozenset[Path], None]:
    """Return the files that change from this call on, batch by batch, until ``stop`` is set."""
    return _file_changes(WatchedFolders(workspace), stop)


async def _file_changes(watched: WatchedFolders, stop: asyncio.Event) -> AsyncGenerator[frozenset[Path], None]:
    while not stop.is_set():
        async with aclosing(_batches(watched.for_new_watcher(), stop)) as batches:
            async for batch in batches:
                if paths := watched.changed_files(batch):
                    yield paths
                if watched.needs_new_watcher():
                    break


async def _batches(
    folders: Collection[Path], stop: asyncio.Event
) -> AsyncGenerator[Collection[tuple[Change, str]], None]:
    """Yield the batches of a watcher, and an empty one after a while without changes or without a watcher."""
    from watchfiles import awatch  # noqa: PLC0415 - few commands watch

    with suppress(FileNotFoundError):  # a folder has vanished just now
        if folders:
            async for batch in awatch(*folders, **TIMES, stop_event=stop):
                yield batch
            return
    await asyncio.sleep(POLL_MS / 1000)
    yield ()
