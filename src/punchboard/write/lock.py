"""File locks: one build at a time for each game's output, and one writer at a time for a game's own files."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, Final

from filelock import lock_descriptor

from punchboard.write.cleanup import remove_leftovers
from punchboard.write.disk_errors import disk_refusal

LOCK_FOLDER: Final = ".locks"
"""The folder of lock files, inside the folder of all games' outputs."""


@contextlib.contextmanager
def lock(output: Path, name: str) -> Iterator[bool]:
    """Lock one game's output; a second build of the game waits for the first.

    Gives whether the lock is held: a network disk may have no locks, and then the build continues without one.

    Raises:
        ProblemsFound: FILE004 when the folder cannot be created or written.
    """
    path = output / LOCK_FOLDER / name
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = path.open("a")
    except OSError as error:
        raise disk_refusal(path if path.is_dir() else output, error) from error
    with handle:
        held = _lock_file(handle, wait=True)
        remove_leftovers(
            output,
            {file.name for file in path.parent.iterdir()} - {name},
            lambda other: _lock_if_free(path.parent / other),
        )
        yield held


@contextlib.contextmanager
def lock_folder(folder: Path) -> Iterator[None]:
    """Lock a folder while files in it are compared and written; other writers that use this wait.

    Without a lock where the system or the disk has none for folders, as Windows.
    """
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):
            handle = os.open(folder, os.O_RDONLY)
            stack.callback(os.close, handle)
            lock_descriptor(handle, poll_interval=0.005)
        yield


@contextlib.contextmanager
def _lock_if_free(path: Path) -> Iterator[bool]:
    """Lock another game, if no build holds its lock; give whether it is held."""
    with path.open("a") as handle:
        yield _lock_file(handle, wait=False)


def _lock_file(handle: IO[Any], *, wait: bool) -> bool:
    """Lock a file until it is closed, and return whether that was possible."""
    try:
        return lock_descriptor(handle.fileno(), blocking=wait)
    except OSError:  # the disk or the system has no locks
        return False
