"""Files and new folders that are written completely or not at all, and the problem of a disk that refuses."""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from punchboard.problem import Place, ProblemsFound, fail
from punchboard.system.files import disk_advice, rename_folder, unportable_name

HINT: Final = (
    "the last good output is untouched; free disk space, fix the permissions, or choose another place with --out"
)


def disk_refusal(path: Path, error: OSError, hint: str = HINT) -> ProblemsFound:
    """Return FILE004 for a path, with the system's reason, and with what to do there if that depends on the system."""
    in_the_way = next((parent for parent in path.parents if parent.is_file()), None)
    if in_the_way:
        message = f"cannot write: {in_the_way} is a file, and a folder is needed there"
        return fail("FILE004", Place(str(path)), message, "move or rename that file, or choose another place")
    reason, advice = disk_advice(path, error)
    message = f"cannot write: {reason or (error.strerror or str(error)).lower()}"
    return fail("FILE004", Place(str(path)), message, f"{hint}; {advice}" if advice else hint)


UNFINISHED: Final = ".unfinished"
"""The end of a temporary file's name; a program that is killed in the middle of a write leaves such a file."""


_HINT: Final = "free disk space, fix the permissions, or choose another place"


def write_atomically(path: Path, data: bytes, hint: str = _HINT) -> None:
    """Write a temporary file and rename it to its place in one step; missing parent folders are created.

    A file that is replaced keeps its mode, and its owner and group where the system allows that.
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
        _give_access(temporary, path)
        temporary.replace(path)
    except OSError as error:
        if temporary is not None:
            with contextlib.suppress(OSError):
                temporary.unlink(missing_ok=True)
        raise disk_refusal(path, error, hint) from error


def _give_access(temporary: Path, path: Path) -> None:
    """Give a new file the access of the one that it replaces; mkstemp makes files that only their owner can read."""
    try:
        old = path.stat()
    except FileNotFoundError:
        temporary.chmod(0o644)
        return
    if hasattr(os, "chown"):
        for user, group in ((-1, old.st_gid), (old.st_uid, -1)):
            with contextlib.suppress(OSError):  # only a privileged user may give a file away
                os.chown(temporary, user, group)
    temporary.chmod(stat.S_IMODE(old.st_mode))


def copy_path(path: Path) -> Path:
    """Return the path of the copy of a file: ``cards.csv.bak`` for ``cards.csv``."""
    return path.with_name(f"{path.name}.bak")


def replace_with_copy(path: Path, old: bytes | None, new: bytes) -> None:
    """Replace a file and keep its old content as its copy. After a crash, either the old or the new file is whole.

    Args:
        path: the file.
        old: its present content; None when there is no such file.
        new: the content to write.

    Raises:
        ProblemsFound: FILE004 when a file cannot be written.
    """
    if old is not None:
        write_atomically(copy_path(path), old)
    write_atomically(path, new)


_FOLDER_HINT: Final = "free disk space, or fix the permissions"


def write_new_folder(folder: Path, files: Mapping[str, bytes], *, allow_empty: bool = False) -> None:
    """Write a new folder with files.

    Args:
        folder: the new folder; missing parents are created.
        files: the bytes of each file, by relative path.
        allow_empty: whether the folder may exist already if it is empty.

    Raises:
        ProblemsFound: FILE004 when the folder exists already, cannot be written, or has a name that Windows cannot
            store.
    """
    if why := unportable_name(folder.name):
        raise fail("FILE004", Place(str(folder)), f"cannot write: {why}", "choose another name")
    new = folder.with_name(f".{folder.name}.new")
    try:
        if folder.exists() and not (allow_empty and folder.is_dir() and not any(folder.iterdir())):
            raise fail("FILE004", Place(str(folder)), "a file or folder with this name exists", "choose another name")
        shutil.rmtree(new, ignore_errors=True)
        for name, data in files.items():
            path = new / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        if folder.is_dir():
            folder.rmdir()
        rename_folder(new, folder)
    except OSError as error:
        raise disk_refusal(folder, error, _FOLDER_HINT) from error
    finally:
        shutil.rmtree(new, ignore_errors=True)


def replace_file(path: Path, data: bytes) -> None:
    """Overwrite a file that this program has just written.

    Raises:
        ProblemsFound: FILE004 when it cannot be written.
    """
    try:
        path.write_bytes(data)
    except OSError as error:
        raise disk_refusal(path, error, _FOLDER_HINT) from error
