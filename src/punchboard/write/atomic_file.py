"""Atomic writes of single files: a file is written completely, or stays as it was."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path
from typing import Final

from punchboard.write.disk_errors import disk_refusal

UNFINISHED: Final = ".unfinished"
"""The end of a temporary file's name; a program that is killed in the middle of a write leaves such a file."""


_HINT: Final = "free disk space, fix the permissions, or choose another place"


def write_atomically(path: Path, data: bytes, hint: str = _HINT) -> None:
    """Write a temporary file and rename it to its place in one step; missing parent folders are created.

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
        temporary.chmod(0o644)  # mkstemp makes files that only their owner can read
        temporary.replace(path)
    except OSError as error:
        if temporary is not None:
            with contextlib.suppress(OSError):
                temporary.unlink(missing_ok=True)
        raise disk_refusal(path, error, hint) from error
