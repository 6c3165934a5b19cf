"""Files: names that every system can store, folders replaced in one step, and advice about errors of the disk.

https://learn.microsoft.com/windows/win32/fileio/naming-a-file has the rules of Windows, which are the strictest.
"""

from __future__ import annotations

import os
import re
import time
import unicodedata
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
    """Return the C library, or None where it cannot swap folders: on Windows, and where Python cannot call it."""
    if is_windows():
        return None
    try:
        import ctypes  # noqa: PLC0415 - costs 3 ms, and only rebuilds need it
    except ImportError:
        return None
    return ctypes.CDLL(None)


MAX_NAME: Final = 255
"""The longest name of a file or folder: in bytes on Linux, in UTF-16 units on Windows and macOS."""

_DEVICE: Final = re.compile(r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:\..*)?", re.IGNORECASE)
"""Names of devices, which Windows opens in place of a file, whatever follows a dot."""

_FORBIDDEN: Final = re.compile(r'[<>:"|?*\\\x00-\x1f]')


def unportable_name(path: str) -> str:
    """Return why some system cannot store a relative path with slashes, or "" if all can."""
    return next((why for name in path.split("/") if (why := _why(name))), "")


def same_name_key(path: str) -> str:
    """Return a text that is equal for paths that some disk takes for one: by case, or by composed letters."""
    return unicodedata.normalize("NFC", path).casefold()


def _why(name: str) -> str:
    if _DEVICE.fullmatch(name):
        return f"{name!r} is the name of a device on Windows"
    if match := _FORBIDDEN.search(name):
        return f"Windows does not allow {match.group()!r} in {name!r}"
    if name.endswith((".", " ")):
        return f"Windows removes the last character of {name!r}"
    if len(name.encode(errors="surrogateescape")) > MAX_NAME:
        return f"{name[:20] + '…'!r} is longer than {MAX_NAME} bytes"
    return ""


MAX_PATH: Final = 259
"""Characters of a whole path that Windows allows, unless the user has switched long paths on."""

_LONG: Final = "choose a shorter folder, or switch on long paths in Windows (LongPathsEnabled)"
_OPEN: Final = "close the programs that show its files, such as a PDF viewer, and try again"


def disk_advice(path: Path, error: OSError) -> tuple[str, str]:
    """Return a clearer reason than the system's, and what to do; two empty texts where the system's reason is clear."""
    if not is_windows():
        return "", ""
    length = len(str(path.absolute()))
    if length > MAX_PATH:  # Windows then reports that there is no such file
        return f"the path has {length} characters, and Windows allows {MAX_PATH}", _LONG
    if isinstance(error, PermissionError):
        return "another program has a file open, or access is denied", _OPEN
    return "", ""
