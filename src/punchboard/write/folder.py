"""A game's output folder: made beside the old one, exchanged when it is whole.

A build that is killed, or finds the disk full, leaves the last good output as it was; the next build sweeps up.
"""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, Self

from punchboard.problem import Place, ProblemsFound, fail
from punchboard.write.manifest import FileRecord, known_files

try:
    import fcntl
except ImportError:  # Windows has no flock; a second build there is noticed by its folder
    fcntl = None  # type: ignore[assignment]


_HERE: Final = -100
"""AT_FDCWD of fcntl.h: paths are meant from the working folder."""

_EXCHANGE: Final = 2
"""RENAME_EXCHANGE of Linux and RENAME_SWAP of macOS."""


def _refused(path: Path, error: OSError) -> ProblemsFound:
    reason = (error.strerror or str(error)).lower()
    return fail(
        "FILE004",
        Place(str(path)),
        f"cannot write: {reason}",
        "the last good output is untouched; free the disk, mend the rights, or choose another place with --out",
    )


@contextlib.contextmanager
def lock(output: Path, name: str) -> Iterator[None]:
    """Hold one game's output for one build; a second build of it waits for the first.

    Raises:
        ProblemsFound: FILE004 when the folder cannot be made or written.
    """
    try:
        (output / ".locks").mkdir(parents=True, exist_ok=True)
        handle = (output / ".locks" / name).open("a")
    except OSError as error:
        raise _refused(output, error) from error
    with handle:
        if fcntl is not None:
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield


class Folder:
    """The new output of one game, until `exchange` puts it in the place of the old.

    Args:
        output: the folder of all games' outputs.
        name: the game's id.
        keep: whether files of the old output that are not made anew are kept (for ``--only``).
    """

    def __init__(self, output: Path, name: str, *, keep: bool) -> None:
        self.final = output / name
        self._new = output / f".{name}.new"
        self._old = output / f".{name}.old"
        self._keep = keep

    def __enter__(self) -> Self:
        """Sweep up what a killed build left and begin."""
        try:
            if self._old.exists() and not self.final.exists():
                self._old.rename(self.final)
            for left in (self._new, self._old):
                shutil.rmtree(left, ignore_errors=True)
            if self._keep and self.final.is_dir():
                shutil.copytree(self.final, self._new, copy_function=_link)
            else:
                self._new.mkdir()
        except OSError as error:
            raise _refused(self.final, error) from error
        return self

    def __exit__(self, *error: object) -> None:
        """Throw away what was not exchanged."""
        shutil.rmtree(self._new, ignore_errors=True)

    def kept(self) -> tuple[FileRecord, ...]:
        """Return the records of the files that were kept from the old output."""
        try:
            return known_files((self._new / "manifest.json").read_bytes())
        except OSError:
            return ()

    def write(self, path: str, data: bytes) -> None:
        """Write a file of the new output.

        Raises:
            ProblemsFound: FILE004 when the disk refuses.
        """
        target = self._new / path
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.unlink(missing_ok=True)  # a kept file is a link to the old one, which must stay as it is
            target.write_bytes(data)
        except OSError as error:
            raise _refused(self.final / path, error) from error

    def drop(self, path: str) -> None:
        """Take a file that was kept out of the new output."""
        (self._new / path).unlink(missing_ok=True)

    def read(self, path: str) -> bytes:
        """Return a file of the new output as it lies on the disk.

        Raises:
            ProblemsFound: FILE004 when the disk does not give back what was written.
        """
        try:
            return (self._new / path).read_bytes()
        except OSError as error:
            raise _refused(self.final / path, error) from error

    def exchange(self) -> None:
        """Put the new output in the place of the old.

        Raises:
            ProblemsFound: FILE004 when the place is taken by a file or cannot be written.
        """
        try:
            if self.final.is_dir():
                if swapped(self._new, self.final):
                    return  # what is now under the name of the new output is the old one, swept up at the exit
                self.final.rename(self._old)
            elif self.final.exists():
                raise NotADirectoryError(20, "a file is in the place of this folder")
            self._new.rename(self.final)
            shutil.rmtree(self._old, ignore_errors=True)
        except OSError as error:
            if self._old.exists() and not self.final.exists():
                self._old.rename(self.final)
            raise _refused(self.final, error) from error


def swapped(one: Path, other: Path) -> bool:
    """Exchange two folders in a single step, and tell whether the system could: Linux and macOS can on most disks."""
    import ctypes  # noqa: PLC0415 - 3 ms that only a rebuild pays

    paths = os.fsencode(one), os.fsencode(other)
    library: Any = ctypes.CDLL(None) if os.name == "posix" else None
    if hasattr(library, "renameat2"):
        return bool(library.renameat2(_HERE, paths[0], _HERE, paths[1], _EXCHANGE) == 0)
    if hasattr(library, "renamex_np"):
        return bool(library.renamex_np(*paths, _EXCHANGE) == 0)
    return False


def _link(source: str, target: str) -> None:
    """Link a kept file where the disk can, else copy it."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)
