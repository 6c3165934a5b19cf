"""A game's output folder: made beside the old one, exchanged when it is whole.

A build that is killed, or finds the disk full, leaves the last good output as it was; the next build sweeps up.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import unicodedata
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath
from secrets import token_hex
from typing import Any, Final, Self

from punchboard.build_result import FileRecord, files_in_manifest
from punchboard.problem import Place, fail
from punchboard.write.cleanup import NEW, OLD, recover, remove, sibling_path
from punchboard.write.disk_errors import disk_refusal
from punchboard.write.output_place import check_place

_PART: Final = 1 << 20
"""Bytes of a file that are read at a time."""

_HERE: Final = -100
"""AT_FDCWD of fcntl.h: paths are meant from the working folder."""

_EXCHANGE: Final = 2
"""RENAME_EXCHANGE of Linux and RENAME_SWAP of macOS."""


class OutputFolder:
    """The new output of one game, until `exchange` puts it in the place of the old.

    Args:
        output: the folder of all games' outputs.
        name: the game's id.
        keep: whether files of the old output that are not made anew are kept (for ``--only``).
        locked: whether no other build of the game is at work; where nobody can tell, each has a folder of its own.
    """

    def __init__(self, output: Path, name: str, *, keep_old: bool, locked: bool = True) -> None:
        self.final = output / name
        self._new, self._old = (
            sibling_path(self.final, NEW, "" if locked else token_hex(8)),
            sibling_path(self.final, OLD),
        )
        self._keep = keep_old
        self._kept: dict[str, FileRecord] = {}
        self._names: dict[str, str] = {}

    def __enter__(self) -> Self:
        """Sweep up what a killed build left and begin.

        Raises:
            ProblemsFound: FILE004 when the place is not to be written, or holds what this program has not made.
        """
        with self._refusals():
            recover(self.final, self._old)
            check_place(self.final)
            for left in (self._new, self._old):
                _clear(left)
            self._new.mkdir()
            if self._keep:
                self._kept = {one.path: one for one in _recorded(self.final) if self._link(one)}
        return self

    def __exit__(self, *error: object) -> None:
        """Throw away what was not exchanged; what cannot be thrown away now is by the next build."""
        for _ in range(2):  # a disk, or a program that looks at a file, may refuse once
            with contextlib.suppress(OSError):
                remove(self._new)

    def kept_records(self) -> tuple[FileRecord, ...]:
        """Return the records of the files that were kept from the old output: those that are still as they were made.

        One that is gone or has another size, as after a power cut, is not kept.
        """
        return tuple(self._kept.values())

    def write(self, path: str, data: bytes | Iterable[bytes]) -> None:
        """Write a file of the new output, whole or in parts.

        Raises:
            ProblemsFound: FILE004 when the disk refuses, or could not tell the file's name from another's.
        """
        alike = self._names.setdefault(unicodedata.normalize("NFC", path).casefold(), path)
        if alike != path:
            hint = "many disks do not tell capitals from small letters: give one another name"
            raise fail("FILE004", Place(str(self.final / path)), f"cannot write: {alike!r} has the same name", hint)
        target = self._new / path
        with self._refusals(path):
            target.parent.mkdir(parents=True, exist_ok=True)
            target.unlink(missing_ok=True)  # a kept file is a link to the old one, which must stay as it is
            if isinstance(data, bytes):
                target.write_bytes(data)
            else:
                with target.open("wb") as file:
                    file.writelines(data)

    def keep(self, record: FileRecord) -> bool:
        """Keep a file of the old output as it is, and tell whether it is kept."""
        with self._refusals(record.path):
            return record.path in self._kept or self._link(record)

    def drop(self, path: str) -> None:
        """Take a file that was kept out of the new output."""
        self._kept.pop(path, None)
        (self._new / path).unlink(missing_ok=True)

    def read(self, path: str) -> bytes:
        """Return a file of the new output as it lies on the disk.

        Raises:
            ProblemsFound: FILE004 when the disk does not give back what was written.
        """
        with self._refusals(path):
            return (self._new / path).read_bytes()

    def is_intact(self, path: str, data: bytes) -> bool:
        """Tell whether a file of the new output lies on the disk as it was written; it is read in parts.

        Raises:
            ProblemsFound: FILE004 when the disk does not give back what was written.
        """
        whole, at = memoryview(data), 0
        with self._refusals(path), (self._new / path).open("rb") as file:
            while part := file.read(_PART):
                if whole[at : at + len(part)] != part:
                    return False
                at += len(part)
        return at == len(data)

    def exchange(self) -> None:
        """Put the new output in the place of the old.

        Raises:
            ProblemsFound: FILE004 when the place is taken by a file or cannot be written.
        """
        with self._refusals():
            try:
                self._exchange()
            except OSError:
                recover(self.final, self._old)
                raise

    def _exchange(self) -> None:
        check_place(self.final)  # it may be another since the build began
        if self.final.is_dir():
            if swapped(self._new, self.final):
                return  # what is now under the name of the new output is the old one, swept up at the exit
            self.final.rename(self._old)
        self._new.rename(self.final)
        with contextlib.suppress(OSError):  # the new output is there; the next build clears away what is left
            remove(self._old)

    def _link(self, record: FileRecord) -> bool:
        """Keep a file of the old output as it is, and tell whether it could be kept."""
        path = PurePosixPath(record.path)
        source, target = self.final / path, self._new / path
        if not _is_plain(source, self.final, path) or source.stat().st_size != record.size:
            return False
        target.parent.mkdir(parents=True, exist_ok=True)
        try:
            os.link(source, target)
        except OSError:  # some disks have no links
            shutil.copy2(source, target)
        return True

    @contextlib.contextmanager
    def _refusals(self, path: str = "") -> Iterator[None]:
        """Tell of what the disk refuses as a problem of the output, or of one of its files."""
        try:
            yield
        except OSError as error:
            raise disk_refusal(self.final / path, error) from error


def swapped(one: Path, other: Path) -> bool:
    """Exchange two folders in a single step, and tell whether the system could: Linux and macOS can on most disks."""
    import ctypes

    paths = os.fsencode(one), os.fsencode(other)
    library: Any = ctypes.CDLL(None) if os.name == "posix" else None
    if hasattr(library, "renameat2"):
        return bool(library.renameat2(_HERE, paths[0], _HERE, paths[1], _EXCHANGE) == 0)
    if hasattr(library, "renamex_np"):
        return bool(library.renamex_np(*paths, _EXCHANGE) == 0)
    return False


def _clear(left: Path) -> None:
    """Clear away what a killed build left.

    Raises:
        ProblemsFound: FILE004 at what cannot be cleared away.
    """
    try:
        remove(left)
    except OSError as error:
        raise disk_refusal(left, error, "an earlier build left it; delete it, and build again") from error


def _recorded(final: Path) -> tuple[FileRecord, ...]:
    """Return the records of the old output; none when it has no manifest that can be read."""
    try:
        return files_in_manifest((final / "manifest.json").read_bytes())
    except OSError:
        return ()


def _is_plain(source: Path, final: Path, path: PurePosixPath) -> bool:
    """Tell whether a path leads to a plain file of a folder: not above it, and over no link."""
    if path.is_absolute() or ".." in path.parts:
        return False
    above = (final.joinpath(*path.parts[:depth]) for depth in range(1, len(path.parts) + 1))
    return not any(one.is_symlink() for one in above) and source.is_file()
