"""The door to the disk: paths that stay inside their folder, files that exist, text that is UTF-8."""

from __future__ import annotations

import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path
from typing import Final

from punchboard.load.files.snapshot import record_read
from punchboard.model.values import did_you_mean
from punchboard.problem import Place, ProblemsFound, fail

MAX_BYTES: Final = 20_000_000
"""Largest text file that is read."""

MAX_TABLE_BYTES: Final = 100_000_000
"""Largest table: three hundred thousand cards of forty words."""


def resolve_inside(root: Path, relative: str, place: Place) -> Path:
    """Return a path below a folder, symbolic links followed.

    Raises:
        ProblemsFound: FILE003 for absolute paths, ``..``, control characters, and links that lead outside.
    """
    parts = relative.replace("\\", "/").split("/")
    if not relative.isprintable() or not relative or ".." in parts or not parts[0] or ":" in parts[0]:
        raise _outside(relative, place)
    try:
        path, home = (root / relative).resolve(), root.resolve()
    except (OSError, RuntimeError) as error:
        raise fail("FILE001", place, f"{relative!r} is unreadable: {_why(error)}") from error
    if not path.is_relative_to(home):
        raise _outside(relative, place)
    return path


def _outside(relative: str, place: Place) -> ProblemsFound:
    hint = "copy the file into the folder and write its path from there, such as 'art/dragon.png'"
    return fail("FILE003", place, f"{relative!r} leads outside the folder", hint)


def display_path(path: Path, workspace: Path) -> str:
    """Return how messages call a file: its path from the workspace, or in full when it lies elsewhere."""
    return (path.relative_to(workspace) if path.is_relative_to(workspace) else path).as_posix()


def check_file(path: Path, place: Place, name: str = "", limit: int = MAX_BYTES, rule: str = "FILE001") -> None:
    """Check that a file can be read; ``place`` is where it is asked for, ``name`` how messages call it.

    Raises:
        ProblemsFound: FILE001, or the rule that is given, when the file is missing, no plain file, or too large.
    """
    called = name or path.name
    try:
        status = path.stat()
    except FileNotFoundError as error:
        raise fail(rule, place, f"{called!r} is missing", _siblings(path)) from error
    except OSError as error:
        raise fail(rule, place, f"{called!r} is unreadable: {_why(error)}") from error
    if not stat.S_ISREG(status.st_mode):
        raise fail(rule, place, f"{called!r} is not a file")
    if status.st_size > limit:
        raise fail(rule, place, f"{called!r} is larger than {limit // 1_000_000} MB")
    record_read(path, status)


def read_bytes(path: Path, place: Place, name: str = "", limit: int = MAX_BYTES, rule: str = "FILE001") -> bytes:
    """Return a file's bytes.

    Raises:
        ProblemsFound: as `check_file`, and when the file cannot be read.
    """
    check_file(path, place, name, limit, rule)
    try:
        return path.read_bytes()
    except OSError as error:
        raise fail(rule, place, f"{name or path.name!r} is unreadable: {_why(error)}") from error


@contextmanager
def report_os_errors(called: Callable[[Path], str]) -> Iterator[None]:
    """Let what the system refuses be a problem of the file that it refuses, where no part has told of it better.

    Raises:
        ProblemsFound: FILE001 for a file that may not be looked at; ``called`` returns what messages call it.
        OSError: when no file is named: it is of what is printed.
    """
    try:
        yield
    except OSError as error:
        if not isinstance(error.filename, str | Path):
            raise
        raise fail("FILE001", Place(called(Path(error.filename))), f"the system refuses it: {_why(error)}") from error


def _siblings(path: Path) -> str:
    """Return a hint of the files of its sort that lie where the missing one was looked for."""
    try:
        names = [other.name for other in path.parent.iterdir()]
    except OSError:
        return f"there is no folder {path.parent.name!r}"
    alike = [name for name in names if name.endswith(path.suffix)]
    return did_you_mean(path.name, alike or get_close_matches(path.name, names, n=1))


def _why(error: Exception) -> str:
    return (getattr(error, "strerror", None) or "its links go in a circle").lower()


def read_text(path: Path, place: Place, name: str = "") -> str:
    """Return a file's text, as `read_bytes` does.

    Raises:
        ProblemsFound: FILE001 as for bytes; FILE002 at the first byte that is not UTF-8.
    """
    data = read_bytes(path, place, name)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode(errors="replace").removeprefix("\ufeff")
        at = Place(name or path.name, before.count("\n") + 1, len(before) - before.rfind("\n"))
        message = f"byte 0x{data[error.start]:02x} is not UTF-8"
        raise fail("FILE002", at, message, "save the file as UTF-8") from error
