"""Safe file access: paths that stay inside their folder, size limits, UTF-8 text, problems instead of exceptions."""

from __future__ import annotations

import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path
from typing import Final

from punchboard.load.files.consistent_reads import record_read
from punchboard.model.values import did_you_mean
from punchboard.problem import Place, ProblemsFound, fail

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
        ProblemsFound: FILE001 as for `read_bytes`; FILE002 at the first byte that is not UTF-8.
    """
    data = read_bytes(path, place, name)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode(errors="replace").removeprefix("\ufeff")
        at = Place(name or path.name, before.count("\n") + 1, len(before) - before.rfind("\n"))
        message = f"byte 0x{data[error.start]:02x} is not UTF-8"
        raise fail("FILE002", at, message, "save the file as UTF-8") from error
