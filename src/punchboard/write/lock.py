"""One build at a time in a game's output: the lock, by whatever the system has for it."""

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
"""The folder of locks in the folder of all games' outputs."""

RETRY_SECONDS: Final = 0.1
"""Seconds after which a lock is tried again where the system does not wait for it."""


@contextlib.contextmanager
def lock(output: Path, name: str) -> Iterator[bool]:
    """Hold one game's output for one build; a second build of it waits for the first.

    Gives whether it is held: a disk of another machine may know no locks, and a build goes on without.

    Raises:
        ProblemsFound: FILE004 when the folder cannot be made or written.
    """
    path = output / LOCK_FOLDER / name
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = path.open("a")
    except OSError as error:
        raise disk_refusal(path if path.is_dir() else output, error) from error
    with handle:
        held = _held(handle, wait=True)
        remove_leftovers(
            output, {one.name for one in path.parent.iterdir()} - {name}, lambda other: _free(path.parent / other)
        )
        yield held


@contextlib.contextmanager
def _free(path: Path) -> Iterator[bool]:
    """Hold the lock of another game, if nobody else does."""
    with path.open("a") as handle:
        yield _held(handle, wait=False)


def _held(handle: IO[Any], *, wait: bool) -> bool:
    """Take a lock, which ends with the file, and tell whether it was to be had."""
    take = _taker()
    while take is not None:
        try:
            take(handle.fileno(), wait)
        except BlockingIOError:
            if not wait:
                return False
            time.sleep(RETRY_SECONDS)
        except OSError:  # the disk knows no locks
            return False
        else:
            return True
    return False


def _taker() -> Callable[[int, bool], None] | None:
    """Return what takes a lock: raises BlockingIOError when another has it and this system cannot wait."""
    if fcntl is not None:
        return lambda file, wait: fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    try:
        import msvcrt
    except ImportError:
        return None
    system: Any = msvcrt

    def take(file: int, _wait: bool) -> None:
        try:
            system.locking(file, system.LK_NBLCK, 1)
        except OSError as error:  # taken: Windows says so with EACCES or EDEADLOCK
            raise BlockingIOError from error

    return take
