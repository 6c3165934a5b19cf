"""Atomic writes of single files: a file is written completely, or stays as it was."""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
from pathlib import Path
from typing import Final

from punchboard.write.disk_errors import disk_refusal

UNFINISHED: Final = ".unfinished"
"""The end of a temporary file's name; a program that is killed in the middle of a write leaves such a file."""


_HINT: Final = "free disk space, fix the permissions, or choose another place"


def write_atomically(path: Path, data: bytes, hint: str = _HINT) -> None:
    """Write a temporary file and rename it to its place in one step; missing parent folders are created.

    A file that is replaced keeps its mode, and its owner and group where the system allows that.
    ``hint`` says what to do when that fails.

    Raises:
        ProblemsFound: FILE004 when the file cannot be written; an existing file stays unchanged.
    """
    temporary: Path | None = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_dir():
            raise IsADirectoryError(21, "a folder with this name exists")
        handle, name = tempfile.mkstemp(UNFINISHED, f".{path.name}.", path.parent)
        temporary = Path(name)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        _give_access(temporary, path)
        temporary.replace(path)
    except OSError as error:
        if temporary is not None:
            with contextlib.suppress(OSError):
                temporary.unlink(missing_ok=True)
        raise disk_refusal(path, error, hint) from error


def _give_access(temporary: Path, path: Path) -> None:
    """Give a new file the access of the one that it replaces; mkstemp makes files that only their owner can read."""
    try:
        old = path.stat()
    except FileNotFoundError:
        temporary.chmod(0o644)
        return
    if hasattr(os, "chown"):
        for user, group in ((-1, old.st_gid), (old.st_uid, -1)):
            with contextlib.suppress(OSError):  # only a privileged user may give a file away
                os.chown(temporary, user, group)
    temporary.chmod(stat.S_IMODE(old.st_mode))
