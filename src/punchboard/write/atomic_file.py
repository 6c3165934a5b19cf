"""One file of its own: it is there whole, or as it was before."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

from punchboard.problem import Place, fail


def write_atomically(path: Path, data: bytes) -> None:
    """Write a file beside its place and put it there in one step; folders above it are made.

    Raises:
        ProblemsFound: FILE004 when the disk refuses; what was there before is untouched.
    """
    waiting: Path | None = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_dir():
            raise IsADirectoryError(21, "a folder is in the place of this file")
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        waiting = Path(name)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        waiting.chmod(0o644)  # mkstemp makes files that nobody else may read
        waiting.replace(path)
    except OSError as error:
        if waiting is not None:
            with contextlib.suppress(OSError):
                waiting.unlink(missing_ok=True)
        reason = (error.strerror or str(error)).lower()
        hint = "free the disk, mend the rights, or choose another place"
        raise fail("FILE004", Place(str(path)), f"cannot write: {reason}", hint) from error
