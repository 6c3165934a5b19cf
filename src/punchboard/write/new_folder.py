"""A new folder: made beside its place and put there when it is whole. Nothing that is there is ever written over."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

from punchboard.problem import Place, ProblemsFound, fail


def write_new_folder(folder: Path, files: Mapping[str, bytes], *, allow_empty: bool = False) -> None:
    """Write a folder with files by their relative paths.

    Args:
        folder: where it is to be; its parents are made.
        files: the bytes of each file.
        allow_empty: whether an empty folder may be there already.

    Raises:
        ProblemsFound: FILE004 when something is there already, or the disk refuses.
    """
    new = folder.with_name(f".{folder.name}.new")
    try:
        if folder.exists() and not (allow_empty and folder.is_dir() and not any(folder.iterdir())):
            raise fail("FILE004", Place(str(folder)), "something is there already", "choose another name")
        shutil.rmtree(new, ignore_errors=True)
        for name, data in files.items():
            path = new / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        if folder.is_dir():
            folder.rmdir()
        new.rename(folder)
    except OSError as error:
        raise _refused(folder, error) from error
    finally:
        shutil.rmtree(new, ignore_errors=True)


def replace_file(path: Path, data: bytes) -> None:
    """Write a file that this program has just made once more.

    Raises:
        ProblemsFound: FILE004 when the disk refuses.
    """
    try:
        path.write_bytes(data)
    except OSError as error:
        raise _refused(path, error) from error


def _refused(path: Path, error: OSError) -> ProblemsFound:
    reason = (error.strerror or str(error)).lower()
    return fail("FILE004", Place(str(path)), f"cannot write: {reason}", "free the disk, or mend the rights")
