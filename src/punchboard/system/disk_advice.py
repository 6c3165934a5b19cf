"""What a user can do about an error of the disk, where that depends on the system."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from punchboard.system.operating_system import is_windows

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
