"""What builds that were killed have left in the folder of outputs is cleared away by the next build of any game."""

from __future__ import annotations

import os
import re
import shutil
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import AbstractContextManager, suppress
from os import scandir
from os.path import lexists
from pathlib import Path
from typing import Final

NEW, OLD = "new", "old"

STALE_SECONDS: Final = 86_400.0
"""Seconds after which a folder of a build without a lock is taken to be nobody's; with a lock one knows."""

_CACHE: Final = ".cache"
"""The folder of what is kept for the next build; its files are written under the number of a process first."""

_KEPT: Final = re.compile(r".+\.(?P<process>[0-9]+)\.new")
_LEFT: Final = re.compile(r"\.(?P<game>.+)\.(?:new|old)")
_UNLOCKED: Final = re.compile(r"\..+\.new-[0-9a-f]{16}")


def sibling_path(final: Path, what: str, token: str = "") -> Path:
    """Return where a game's new or old output lies while one is made, and the two are exchanged.

    Args:
        final: the place of its output.
        what: which of the two.
        token: what keeps two builds apart that hold no lock.
    """
    return final.with_name(f".{final.name}.{what}{f'-{token}' if token else ''}")


def remove(path: Path) -> None:
    """Remove a file, a link or a folder; nothing when there is none.

    Raises:
        OSError: when the system does not let it go.
    """
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def recover(final: Path, old: Path) -> None:
    """Put back the last good output of a build that was killed between the two steps of an exchange."""
    if old.is_dir() and not lexists(final):
        old.rename(final)


def remove_leftovers(output: Path, games: Collection[str], free: Callable[[str], AbstractContextManager[bool]]) -> None:
    """Clear away what killed builds left, but for the game's own; what cannot be cleared away stays for the next time.

    Args:
        output: the folder of all games' outputs.
        games: those that were built here, and so have a lock.
        free: holds the lock of a game, and tells whether it could.
    """
    for path, game in _left(output):
        with suppress(OSError):
            if game is None:
                _stale(path)
            elif game in games:
                with free(game) as held:
                    if held:
                        recover(output / game, sibling_path(output / game, OLD))
                        remove(path)
    with suppress(OSError):
        for path in (output / _CACHE).iterdir():
            known = _KEPT.fullmatch(path.name)
            if known and not _is_running(int(known["process"])):
                remove(path)


def _stale(path: Path) -> None:
    if abs(time.time() - path.lstat().st_mtime) > STALE_SECONDS:  # also of a clock that was set back
        remove(path)


def _is_running(process: int) -> bool:
    """Tell whether a process may be at work; where one cannot ask without ending it, it may."""
    if os.name != "posix":
        return True
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:  # somebody else's
        return True
    return True


def _left(output: Path) -> Iterator[tuple[Path, str | None]]:
    """Yield what is left, with the game that it is of; none for what was made without a lock."""
    with suppress(OSError), scandir(output) as entries:
        for entry in entries:
            known = _LEFT.fullmatch(entry.name)
            if known or _UNLOCKED.fullmatch(entry.name):
                yield Path(entry.path), known["game"] if known else None
