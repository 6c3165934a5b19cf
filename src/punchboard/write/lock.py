"""File locks: one build at a time for each output, one writer at a time for a game's files.

What killed builds left is removed by the next build of any game.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import AbstractContextManager, suppress
from os import scandir
from os.path import lexists
from pathlib import Path
from typing import IO, Any, Final

from punchboard.system.files import rename_folder
from punchboard.system.processes import is_running
from punchboard.write.atomic_file import disk_refusal

NEW, OLD = "new", "old"

STALE_SECONDS: Final = 86_400.0
"""Seconds after which the folder of a build without a lock counts as abandoned; a lock tells for certain."""

_CACHE: Final = ".cache"
"""The cache folder; its files are first written under a name with the number of the process."""

_CACHE_FILE: Final = re.compile(r".+\.(?P<process>[0-9]+)\.new")
_LOCKED: Final = re.compile(r"\.(?P<game>.+)\.(?:new|old)")
_UNLOCKED: Final = re.compile(r"\..+\.new-[0-9a-f]{16}")


def sibling_path(final: Path, what: str, token: str = "") -> Path:
    """Return the temporary folder of a game's new or old output during a build.

    Args:
        final: the final place of the output.
        what: `NEW` or `OLD`.
        token: distinguishes builds without a lock; empty with a lock.
    """
    return final.with_name(f".{final.name}.{what}{f'-{token}' if token else ''}")


def remove(path: Path) -> None:
    """Remove a file, a link or a folder, if it exists.

    Raises:
        OSError: when it cannot be removed.
    """
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def recover(final: Path, old: Path) -> None:
    """Restore the last good output after a build that was killed between the two steps of an exchange."""
    if old.is_dir() and not lexists(final):
        rename_folder(old, final)


def remove_leftovers(output: Path, games: Collection[str], free: Callable[[str], AbstractContextManager[bool]]) -> None:
    """Remove what killed builds of other games left. What cannot be removed now stays for the next build.

    Args:
        output: the folder of all games' outputs.
        games: the other games built here, which have a lock.
        free: tries to hold the lock of a game, and gives whether it could.
    """
    for path, game in _leftovers(output):
        with suppress(OSError):
            if game is None:
                _remove_if_stale(path)
            elif game in games:
                with free(game) as held:
                    if held:
                        recover(output / game, sibling_path(output / game, OLD))
                        remove(path)
    with suppress(OSError):
        for path in (output / _CACHE).iterdir():
            unfinished = _CACHE_FILE.fullmatch(path.name)
            if unfinished and not is_running(int(unfinished["process"])):
                remove(path)


def _remove_if_stale(path: Path) -> None:
    if abs(time.time() - path.lstat().st_mtime) > STALE_SECONDS:  # abs(): the clock may have been set back
        remove(path)


def _leftovers(output: Path) -> Iterator[tuple[Path, str | None]]:
    """Yield leftover folders with their game, or None for a build without a lock."""
    with suppress(OSError), scandir(output) as entries:
        for entry in entries:
            locked = _LOCKED.fullmatch(entry.name)
            if locked or _UNLOCKED.fullmatch(entry.name):
                yield Path(entry.path), locked["game"] if locked else None


LOCK_FOLDER: Final = ".locks"
"""The folder of lock files, inside the folder of all games' outputs."""


def lock_descriptor(descriptor: int, **options: Any) -> bool:
    """Lock an open file, and return whether that was possible.

    Raises:
        OSError: when the disk or the system has no locks.
    """
    try:
        from filelock import lock_descriptor as lock_it  # noqa: PLC0415 - a browser has none
    except ImportError as error:
        raise OSError(str(error)) from error
    return lock_it(descriptor, **options)


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
