"""Safe file access: paths that stay inside their folder, and one state of all files, even while someone saves.

Each file read is recorded with its size, times and inode, so no clock is needed. If none has changed when the last one
has been read, there was a moment at which the disk held exactly what was read. If one has changed, all are read again.
"""

import errno
import os
import stat
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Final, TypeVar

from punchboard.model.values import did_you_mean
from punchboard.problem import Place, Problem, ProblemsFound, Severity, fail

T = TypeVar("T")

MAX_ATTEMPTS: Final = 4
"""How often to read files that keep changing before giving up."""

RULE: Final = "FILE005"

FileState = tuple[int, int, int, int]
"""A file's size, its modification and change times in nanoseconds, and its inode."""


class FilesChangedError(Exception):
    """A file being read, or one read earlier, has changed."""


@dataclass
class FilesRead:
    """The files that one run has read, each with its state at that time."""

    files: dict[str, FileState] = field(default_factory=dict)
    is_confirmed: bool = False
    """Whether the files read so far were confirmed to be in one consistent state."""

    def record(self, path: Path, status: os.stat_result) -> None:
        """Record a file that is about to be read.

        Raises:
            FilesChangedError: after `confirm`, when the file is new and any earlier file has changed; before it, when
                the file was read earlier and has changed.
        """
        name = str(path)
        if name not in self.files:
            if self.is_confirmed and changed_files(self.files):
                raise FilesChangedError
            self.files[name] = file_state(status)
        elif not self.is_confirmed and self.files[name] != file_state(status):
            raise FilesChangedError

    def record_elsewhere(self, files: Mapping[str, FileState]) -> None:
        """Record files that another process has read for the same run.

        Raises:
            FilesChangedError: when one of them had a different state there, or earlier files have changed after
                `confirm`.
        """
        others = {name: state for name, state in files.items() if self.files.get(name) != state}
        if self.files.keys() & others.keys() or (others and self.is_confirmed and changed_files(self.files)):
            raise FilesChangedError
        self.files |= others

    def confirm(self) -> None:
        """Confirm that all files read so far are in one consistent state.

        Raises:
            FilesChangedError: when one of them has changed.
        """
        if changed_files(self.files):
            raise FilesChangedError
        self.is_confirmed = True


_READS: Final[ContextVar[FilesRead | None]] = ContextVar("reads", default=None)


def file_state(status: os.stat_result) -> FileState:
    """Return the state of a file, to compare with a later one."""
    return status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino


def record_read(path: Path, status: os.stat_result) -> None:
    """Record a file that is about to be read, if the current run records its reads."""
    reads = _READS.get()
    if reads is not None:
        reads.record(path, status)


def record_reads_elsewhere(files: Mapping[str, FileState]) -> None:
    """Record files that another process has read for the current run, each with its state.

    Raises:
        FilesChangedError: when it has read a different state; `run_on_snapshot` then starts over.
    """
    reads = _READS.get()
    if reads is not None:
        reads.record_elsewhere(files)


def confirm_snapshot() -> None:
    """Confirm that all files read so far are in one consistent state, before anything is built from them.

    Raises:
        FilesChangedError: when one of them has changed; `run_on_snapshot` then starts over.
    """
    reads = _READS.get()
    if reads is not None:
        reads.confirm()


def changed_file_warnings(
    called: Callable[[Path], str] = str, files: Mapping[str, FileState] | None = None
) -> tuple[Problem, ...]:
    """Return a warning for each file that changed after it was read, since the output does not show the change.

    Args:
        called: returns a file's path as messages show it.
        files: the files read, each with its state; None for those of the current run.
    """
    changed = changed_files(files_read() if files is None else files)
    message, hint = "the file changed during the build, and the output shows its earlier state", "build again"
    return tuple(Problem(RULE, Place(called(Path(name))), message, hint, Severity.WARNING) for name in changed)


def files_read() -> dict[str, FileState]:
    """Return the paths of the files read so far in the current run, each with its state."""
    reads = _READS.get()
    return dict(reads.files) if reads is not None else {}


def changed_files(files: Mapping[str, FileState]) -> tuple[str, ...]:
    """Return the paths of the files whose state has changed."""
    return tuple(name for name, before in files.items() if before != _current_state(name))


@contextmanager
def _recorded_by(reads: FilesRead | None) -> Iterator[None]:
    token = _READS.set(reads)
    try:
        yield
    finally:
        _READS.reset(token)


def untracked_reads() -> AbstractContextManager[None]:
    """Read files without recording them, such as an output's manifest, which the build itself changes."""
    return _recorded_by(None)


def run_on_snapshot(work: Callable[[], T], called: Callable[[Path], str] = str) -> T:
    """Run ``work`` on a consistent state of the files it reads and return its result; retry when a file changes.

    Args:
        work: reads files, and calls `confirm_snapshot` before it builds anything from them.
        called: returns a file's path as messages show it.

    Raises:
        ProblemsFound: FILE005 when files changed during every attempt; and whatever ``work`` raises.
    """
    changed: tuple[str, ...] = ()
    for _ in range(MAX_ATTEMPTS):
        reads = FilesRead()
        try:
            with _recorded_by(reads):
                return _on_one_state(work, reads)
        except FilesChangedError:
            changed = changed_files(reads.files)
    name = called(Path(changed[0])) if changed else ""
    hint = "build again when nothing is being saved; the last good output is unchanged"
    raise fail(RULE, Place(name), f"the file changed each time it was read, {MAX_ATTEMPTS} times", hint)


def _on_one_state(work: Callable[[], T], reads: FilesRead) -> T:
    """Return the result of ``work``, or raise its problems: both are worth nothing if a file changed meanwhile.

    Raises:
        FilesChangedError: when a file has changed and nothing has been confirmed.
        ProblemsFound: those of ``work``.
    """
    try:
        result = work()
    except ProblemsFound:
        if not reads.is_confirmed:
            reads.confirm()
        raise
    if not reads.is_confirmed:
        reads.confirm()
    return result


def _current_state(name: str) -> FileState | None:
    try:
        return file_state(os.stat(name))  # noqa: PTH116 - called for hundreds of files
    except OSError:
        return None


MAX_BYTES: Final = 20_000_000
"""Size limit of a text file."""

MAX_TABLE_BYTES: Final = 100_000_000
"""Size limit of a table: three hundred thousand cards of forty words."""


def resolve_inside(root: Path, relative: str, place: Place) -> Path:
    """Return an absolute path inside a folder, symbolic links resolved.

    Raises:
        ProblemsFound: FILE003 for absolute paths, ``..``, control characters, and links that lead outside; FILE001
            when the links cannot be resolved.
    """
    parts = relative.replace("\\", "/").split("/")
    if not relative.isprintable() or not relative or ".." in parts or not parts[0] or ":" in parts[0]:
        raise _outside(relative, place)
    try:
        path, home = (root / relative).resolve(), root.resolve()
    except (OSError, RuntimeError) as error:
        raise fail("FILE001", place, f"{relative!r} is unreadable: {_os_reason(error)}") from error
    if not path.is_relative_to(home):
        raise _outside(relative, place)
    return path


def _outside(relative: str, place: Place) -> ProblemsFound:
    hint = "copy the file into the folder and give its path from there, such as 'art/dragon.png'"
    return fail("FILE003", place, f"{relative!r} is outside the folder", hint)


def is_folder(path: Path) -> bool:
    """Return whether there is a folder; unlike ``Path.is_dir``, which from Python 3.14 on says no to one that is shut.

    Raises:
        OSError: when the system refuses to say.
    """
    return stat.S_ISDIR(_mode(path))


def is_file(path: Path) -> bool:
    """Return whether there is a regular file. `is_folder` says what it raises."""
    return stat.S_ISREG(_mode(path))


def _mode(path: Path) -> int:
    try:
        return path.stat().st_mode
    except ValueError:  # a name that no file can have
        return 0
    except OSError as error:
        if error.errno not in (errno.ENOENT, errno.ENOTDIR, errno.EBADF, errno.ELOOP):
            raise
        return 0


def display_path(path: Path, workspace: Path) -> str:
    """Return a file's path as messages show it: relative to the workspace, or in full when it is elsewhere."""
    return (path.relative_to(workspace) if path.is_relative_to(workspace) else path).as_posix()


def check_file(path: Path, place: Place, name: str = "", limit: int = MAX_BYTES, rule: str = "FILE001") -> None:
    """Check that a file can be read. ``place`` is where it is named, ``name`` its path in messages.

    Raises:
        ProblemsFound: with ``rule`` as code, when the file is missing, not a regular file, or too large.
    """
    called = name or path.name
    try:
        status = path.stat()
    except FileNotFoundError as error:
        raise fail(rule, place, f"{called!r} is missing", _siblings(path)) from error
    except OSError as error:
        raise fail(rule, place, f"{called!r} is unreadable: {_os_reason(error)}") from error
    if not stat.S_ISREG(status.st_mode):
        raise fail(rule, place, f"{called!r} is not a file")
    if status.st_size > limit:
        raise fail(rule, place, f"{called!r} is larger than {limit // 1_000_000} MB")
    record_read(path, status)


def read_bytes(path: Path, place: Place, name: str = "", limit: int = MAX_BYTES, rule: str = "FILE001") -> bytes:
    """Return a file's bytes.

    Raises:
        ProblemsFound: as for `check_file`, and when reading fails.
    """
    check_file(path, place, name, limit, rule)
    try:
        return path.read_bytes()
    except OSError as error:
        raise fail(rule, place, f"{name or path.name!r} is unreadable: {_os_reason(error)}") from error


@contextmanager
def report_os_errors(called: Callable[[Path], str]) -> Iterator[None]:
    """Turn an operating system error about a file into a problem, where no other code has handled it.

    Raises:
        ProblemsFound: FILE001 for the file of the error; ``called`` returns its path as messages show it.
        OSError: when the error names no file, as for an error on standard output.
    """
    try:
        yield
    except OSError as error:
        if not isinstance(error.filename, str | Path):
            raise
        place = Place(called(Path(error.filename)))
        raise fail("FILE001", place, f"the system refuses access: {_os_reason(error)}") from error


def _siblings(path: Path) -> str:
    """Return a hint that names similar files in the folder of a missing one."""
    try:
        names = [other.name for other in path.parent.iterdir()]
    except OSError:
        return f"there is no folder {path.parent.name!r}"
    alike = [name for name in names if name.endswith(path.suffix)]
    return did_you_mean(path.name, alike or get_close_matches(path.name, names, n=1))


def _os_reason(error: Exception) -> str:
    return (getattr(error, "strerror", None) or "its links form a loop").lower()


def read_text(path: Path, place: Place, name: str = "") -> str:
    """Return a file's text, without a byte order mark.

    Raises:
        ProblemsFound: FILE001 as for `read_bytes`; FILE002 at the first byte that is not UTF-8, or that is zero: every
            second one is, where letters have two bytes.
    """
    data = read_bytes(path, place, name)
    zero = data.find(b"\0")
    try:
        text = data[: zero if zero >= 0 else len(data)].decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise not_utf8(error, name or path.name) from error
    if zero >= 0:
        raise not_utf8(UnicodeDecodeError("utf-8", data, zero, zero + 1, "no letter"), name or path.name)
    return text


def not_utf8(error: UnicodeDecodeError, file: str, hint: str = "") -> ProblemsFound:
    """Return FILE002 at the first byte of a file that is not UTF-8."""
    place = byte_place(error.object, error.start, file)
    message = "this letter cannot be read: the file is not saved as UTF-8"
    return fail("FILE002", place, message, hint or "save the file as UTF-8")


def byte_place(data: bytes, at: int, file: str) -> Place:
    """Return the place of the byte at a position of a text."""
    before = data[:at].decode(errors="replace").removeprefix("\ufeff")
    return Place(file, before.count("\n") + 1, len(before) - before.rfind("\n"))
