"""Replacing one folder by another: in one step where the system can."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any, Final

from punchboard.system.operating_system import is_windows

_HERE: Final = -100
"""AT_FDCWD of fcntl.h: paths are relative to the working folder."""

_EXCHANGE: Final = 2
"""RENAME_EXCHANGE on Linux and RENAME_SWAP on macOS."""

TRIES: Final = 6
PAUSE: Final = 0.2
"""How often, and after how many seconds, Windows is asked again to rename a folder: virus scanners open new files."""


def swap_folders(one: Path, other: Path) -> bool:
    """Swap two folders in one step, and return whether the system can: Linux and macOS can on most disks."""
    library = _c_library()
    paths = os.fsencode(one), os.fsencode(other)
    if hasattr(library, "renameat2"):
        return bool(library.renameat2(_HERE, paths[0], _HERE, paths[1], _EXCHANGE) == 0)
    if hasattr(library, "renamex_np"):
        return bool(library.renamex_np(*paths, _EXCHANGE) == 0)
    return False


def rename_folder(path: Path, target: Path) -> None:
    """Rename a folder; on Windows, a second may pass until other programs have closed its files.

    Raises:
        OSError: when it cannot be renamed; on Windows, for example, while a PDF viewer shows one of its files.
    """
    for _ in range(TRIES - 1 if is_windows() else 0):
        try:
            path.rename(target)
        except PermissionError:
            time.sleep(PAUSE)
        else:
            return
    path.rename(target)


def _c_library() -> Any:
    """Return the C library, or None on Windows, whose library cannot swap folders."""
    if is_windows():
        return None
    import ctypes  # noqa: PLC0415 - costs 3 ms, and only rebuilds need it

    return ctypes.CDLL(None)
