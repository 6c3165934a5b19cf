"""The command, on a disk that fails while the file named first exists; it says how: a reason and where it strikes."""

import errno
import os
import pathlib
import signal
import sys
import tempfile
from contextlib import contextmanager
from types import SimpleNamespace

from punchboard.cli import run

SWITCH = pathlib.Path(sys.argv.pop(1))
"""A file with a name of `errno`, or ``KILL``."""


def strike(*moments):
    """Fail, if the switch says so and this is its moment."""
    reason = SWITCH.read_text(encoding="utf-8") if SWITCH.exists() else ""
    if reason == "KILL" in moments:
        os.kill(os.getpid(), signal.SIGKILL)
    if reason in moments:
        raise OSError(getattr(errno, reason), os.strerror(getattr(errno, reason)))


@contextmanager
def full(file):
    """Yield a file of which the disk takes only the first half of what is written."""
    write = file.write

    def half(data):
        write(data[: len(data) // 2])
        file.flush()
        strike("ENOSPC")
        return write(data[len(data) // 2 :])

    with file:
        yield SimpleNamespace(write=half)


make, opened, replace = tempfile.mkstemp, os.fdopen, pathlib.Path.replace


def mkstemp(*args, **more):
    """Make a temporary file, unless the folder may not be written."""
    strike("EROFS", "EACCES")
    return make(*args, **more)


def replaced(self, target):
    """Move a file to its place, unless the program is killed just before."""
    strike("KILL")
    return replace(self, target)


def patched(handle, mode="r", *args, **more):
    """Open what `write_atomically` opens, on a disk that may be full."""
    file = opened(handle, mode, *args, **more)
    return full(file) if mode == "wb" and SWITCH.exists() else file


if __name__ == "__main__":
    tempfile.mkstemp, os.fdopen, pathlib.Path.replace = mkstemp, patched, replaced
    run()
