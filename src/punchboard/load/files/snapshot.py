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

TIMES: Final = 4
"""How often files are read before it is given up: somebody saves them again and again."""

RULE: Final = "FILE005"

Told = tuple[int, int, int, int]
"""A file's size, the nanoseconds at which its content and the file itself were changed, and its inode."""


class UnsteadyError(Exception):
    """A file is read when it, or one that was read before, is no more what it was."""


class Reads:
    """The files that one piece of work has read."""

    def __init__(self) -> None:
        self._files: dict[str, Told] = {}
        self._is_settled = False

    @property
    def is_settled(self) -> bool:
        """Whether what was read was once found to be of one state."""
        return self._is_settled

    @property
    def files(self) -> dict[str, Told]:
        """The paths of the files that were read, each with what it was known by."""
        return dict(self._files)

    def note(self, path: Path, status: os.stat_result) -> None:
        """Remember a file as it is about to be read.

        Raises:
            UnsteadyError: when all had been found to be of one state, and this one may be of another; before that, when
                it was read before, and is another now.
        """
        name = str(path)
        if name not in self._files:
            if self._is_settled and self.changed():
                raise UnsteadyError
            self._files[name] = told(status)
        elif not self._is_settled and self._files[name] != told(status):
            raise UnsteadyError

    def add(self, files: Mapping[str, Told]) -> None:
        """Remember files that somebody else has read for the same work.

        Raises:
            UnsteadyError: when one of them was another then, or all had been found to be of one state and may not be.
        """
        others = {name: known for name, known in files.items() if self._files.get(name) != known}
        if self._files.keys() & others.keys() or (others and self._is_settled and self.changed()):
            raise UnsteadyError
        self._files |= others

    def changed(self) -> tuple[str, ...]:
        """Return the paths of the files that are no more what was read."""
        return changed_since(self._files)

    def settle(self) -> None:
        """Take all that was read for one state.

        Raises:
            UnsteadyError: when it is none.
        """
        if self.changed():
            raise UnsteadyError
        self._is_settled = True


_READS: Final[ContextVar[Reads | None]] = ContextVar("reads", default=None)


def told(status: os.stat_result) -> Told:
    """Return what a file is known by."""
    return status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino


def note(path: Path, status: os.stat_result) -> None:
    """Remember a file for the work that reads it, if anybody asks."""
    reads = _READS.get()
    if reads is not None:
        reads.note(path, status)


def note_elsewhere(files: Mapping[str, Told]) -> None:
    """Remember what another process has read for the work that asked it, with what each was known by.

    Raises:
        UnsteadyError: when it has read another state; `steady` begins anew.
    """
    reads = _READS.get()
    if reads is not None:
        reads.add(files)


def settle() -> None:
    """Take all that was read so far for one state, before anything is made of it.

    Raises:
        UnsteadyError: when it is none; `steady` begins anew.
    """
    reads = _READS.get()
    if reads is not None:
        reads.settle()


def later_changes(called: Callable[[Path], str] = str, files: Mapping[str, Told] | None = None) -> tuple[Problem, ...]:
    """Return a warning for each file that was changed after it was read: what was made does not show it.

    Args:
        called: how messages call a file.
        files: those that were read, and what they were known by; those of this piece of work when None.
    """
    changed = changed_since(read_so_far() if files is None else files)
    message, hint = "it was changed during the build; what was made shows it as it was before", "build again"
    return tuple(Problem(RULE, Place(called(Path(name))), message, hint, Severity.WARNING) for name in changed)


def read_so_far() -> dict[str, Told]:
    """Return the paths of the files that were read, each with what it was known by."""
    reads = _READS.get()
    return reads.files if reads is not None else {}


def changed_since(files: Mapping[str, Told]) -> tuple[str, ...]:
    """Return the paths of those files that are no more what they were known by."""
    return tuple(name for name, before in files.items() if before != _now(name))


@contextmanager
def unnoted() -> Iterator[None]:
    """Let files be read that are no part of the game, such as the manifest of an output, which a build changes."""
    token = _READS.set(None)
    try:
        yield
    finally:
        _READS.reset(token)


@contextmanager
def _noted() -> Iterator[Reads]:
    reads = Reads()
    token = _READS.set(reads)
    try:
        yield reads
    finally:
        _READS.reset(token)


def steady(work: Callable[[], T], called: Callable[[Path], str] = str) -> T:
    """Return what work makes of files that are of one state; it is done again when one changed while they were read.

    Args:
        work: reads files, and calls `settle` when it begins to make something of them.
        called: how messages call a file.

    Raises:
        ProblemsFound: FILE005 when files were changed each time; and what the work raises.
    """
    changed: tuple[str, ...] = ()
    for _ in range(TIMES):
        with _noted() as reads:
            found, wrong = None, None
            try:
                found = work()
            except UnsteadyError:
                changed = reads.changed()
                continue
            except ProblemsFound as problems:
                wrong = problems
            if not reads.is_settled and reads.changed():
                changed = reads.changed()
                continue
            if wrong is not None:
                raise wrong
            return found  # type: ignore[return-value]
    name = called(Path(changed[0])) if changed else ""
    hint = "the last good output is untouched; build again when nothing is being saved"
    raise fail(RULE, Place(name), f"it was changed while it was read, {TIMES} times", hint)


def _now(name: str) -> Told | None:
    try:
        return told(os.stat(name))  # noqa: PTH116 - by the hundred
    except OSError:
        return None
