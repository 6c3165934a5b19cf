"""What was read, and whether it is still so: the files of a game are of one state, or it is said that they are not.

A person saves a file while a build reads the others. Each file that is read is remembered by its size, its times and
its inode, none of which goes by what time it is. As long as all of them are the same when the last was read, there was
a moment at which the disk held exactly what was read; where not, all is read once more.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Final, TypeVar

from punchboard.problem import Place, Problem, ProblemsFound, Severity, fail

T = TypeVar("T")

MAX_ATTEMPTS: Final = 4
"""How often files are read before it is given up: somebody saves them again and again."""

RULE: Final = "FILE005"

FileState = tuple[int, int, int, int]
"""A file's size, the nanoseconds at which its content and the file itself were changed, and its inode."""


class FilesChangedError(Exception):
    """A file is read when it, or one that was read before, is no more what it was."""


class FilesRead:
    """The files that one piece of work has read."""

    def __init__(self) -> None:
        self._files: dict[str, FileState] = {}
        self._is_settled = False

    @property
    def is_confirmed(self) -> bool:
        """Whether what was read was once found to be of one state."""
        return self._is_settled

    @property
    def files(self) -> dict[str, FileState]:
        """The paths of the files that were read, each with what it was known by."""
        return dict(self._files)

    def record(self, path: Path, status: os.stat_result) -> None:
        """Remember a file as it is about to be read.

        Raises:
            UnsteadyError: when all had been found to be of one state, and this one may be of another; before that, when
                it was read before, and is another now.
        """
        name = str(path)
        if name not in self._files:
            if self._is_settled and self.changed_files():
                raise FilesChangedError
            self._files[name] = file_state(status)
        elif not self._is_settled and self._files[name] != file_state(status):
            raise FilesChangedError

    def record_elsewhere(self, files: Mapping[str, FileState]) -> None:
        """Remember files that somebody else has read for the same work.

        Raises:
            UnsteadyError: when one of them was another then, or all had been found to be of one state and may not be.
        """
        others = {name: known for name, known in files.items() if self._files.get(name) != known}
        if self._files.keys() & others.keys() or (others and self._is_settled and self.changed_files()):
            raise FilesChangedError
        self._files |= others

    def changed_files(self) -> tuple[str, ...]:
        """Return the paths of the files that are no more what was read."""
        return changed_files(self._files)

    def confirm(self) -> None:
        """Take all that was read for one state.

        Raises:
            UnsteadyError: when it is none.
        """
        if self.changed_files():
            raise FilesChangedError
        self._is_settled = True


_READS: Final[ContextVar[FilesRead | None]] = ContextVar("reads", default=None)


def file_state(status: os.stat_result) -> FileState:
    """Return what a file is known by."""
    return status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino


def record_read(path: Path, status: os.stat_result) -> None:
    """Remember a file for the work that reads it, if anybody asks."""
    reads = _READS.get()
    if reads is not None:
        reads.record(path, status)


def record_reads_elsewhere(files: Mapping[str, FileState]) -> None:
    """Remember what another process has read for the work that asked it, with what each was known by.

    Raises:
        UnsteadyError: when it has read another state; `steady` begins anew.
    """
    reads = _READS.get()
    if reads is not None:
        reads.record_elsewhere(files)


def confirm_snapshot() -> None:
    """Take all that was read so far for one state, before anything is made of it.

    Raises:
        UnsteadyError: when it is none; `steady` begins anew.
    """
    reads = _READS.get()
    if reads is not None:
        reads.confirm()


def changed_file_warnings(
    called: Callable[[Path], str] = str, files: Mapping[str, FileState] | None = None
) -> tuple[Problem, ...]:
    """Return a warning for each file that was changed after it was read: what was made does not show it.

    Args:
        called: how messages call a file.
        files: those that were read, and what they were known by; those of this piece of work when None.
    """
    changed = changed_files(files_read() if files is None else files)
    message, hint = "it was changed during the build; what was made shows it as it was before", "build again"
    return tuple(Problem(RULE, Place(called(Path(name))), message, hint, Severity.WARNING) for name in changed)


def files_read() -> dict[str, FileState]:
    """Return the paths of the files that were read, each with what it was known by."""
    reads = _READS.get()
    return reads.files if reads is not None else {}


def changed_files(files: Mapping[str, FileState]) -> tuple[str, ...]:
    """Return the paths of those files that are no more what they were known by."""
    return tuple(name for name, before in files.items() if before != _now(name))


@contextmanager
def untracked_reads() -> Iterator[None]:
    """Let files be read that are no part of the game, such as the manifest of an output, which a build changes."""
    token = _READS.set(None)
    try:
        yield
    finally:
        _READS.reset(token)


@contextmanager
def _noted() -> Iterator[FilesRead]:
    reads = FilesRead()
    token = _READS.set(reads)
    try:
        yield reads
    finally:
        _READS.reset(token)


def run_on_snapshot(work: Callable[[], T], called: Callable[[Path], str] = str) -> T:
    """Return what work makes of files that are of one state; it is done again when one changed while they were read.

    Args:
        work: reads files, and calls `settle` when it begins to make something of them.
        called: how messages call a file.

    Raises:
        ProblemsFound: FILE005 when files were changed each time; and what the work raises.
    """
    changed: tuple[str, ...] = ()
    for _ in range(MAX_ATTEMPTS):
        with _noted() as reads:
            found, wrong = None, None
            try:
                found = work()
            except FilesChangedError:
                changed = reads.changed_files()
                continue
            except ProblemsFound as problems:
                wrong = problems
            if not reads.is_confirmed and reads.changed_files():
                changed = reads.changed_files()
                continue
            if wrong is not None:
                raise wrong
            return found  # type: ignore[return-value]
    name = called(Path(changed[0])) if changed else ""
    hint = "the last good output is untouched; build again when nothing is being saved"
    raise fail(RULE, Place(name), f"it was changed while it was read, {MAX_ATTEMPTS} times", hint)


def _now(name: str) -> FileState | None:
    try:
        return file_state(os.stat(name))
    except OSError:
        return None
