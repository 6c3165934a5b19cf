"""File locks: one build at a time for each game's output."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any, Final

from punchboard.write.cleanup import remove_leftovers
from punchboard.write.disk_errors import disk_refusal

try:
    import fcntl
except ImportError:  # Windows has msvcrt
    fcntl = None  # type: ignore[assignment]

LOCK_FOLDER: Final = ".locks"
"""The folder of lock files, inside the folder of all games' outputs."""

RETRY_SECONDS: Final = 0.1
"""Seconds between attempts on systems that do not wait for a lock."""


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
def _lock_if_free(path: Path) -> Iterator[bool]:
    """Lock another game, if no build holds its lock; give whether it is held."""
    with path.open("a") as handle:
        yield _lock_file(handle, wait=False)


def _lock_file(handle: IO[Any], *, wait: bool) -> bool:
    """Lock a file until it is closed, and return whether that was possible."""
    take = _lock_function()
    while take is not None:
        try:
            take(handle.fileno(), wait)
        except BlockingIOError:
            if not wait:
                return False
            time.sleep(RETRY_SECONDS)
        except OSError:  # the disk has no locks
            return False
        else:
            return True
    return False


def _lock_function() -> Callable[[int, bool], None] | None:
    """Return the system's lock function, which raises BlockingIOError if the file is locked and it cannot wait."""
    if fcntl is not None:
        return lambda file, wait: fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    try:
        import msvcrt  # noqa: PLC0415 - exists only on Windows
    except ImportError:
        return None
    system: Any = msvcrt

    def take(file: int, _wait: bool) -> None:  # noqa: FBT001 - same signature as above
        try:
            system.locking(file, system.LK_NBLCK, 1)
        except OSError as error:  # locked: Windows raises EACCES or EDEADLOCK
            raise BlockingIOError from error

    return take
