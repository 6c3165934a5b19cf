"""New folders: written to a temporary folder and renamed when complete. Existing files are never overwritten."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from punchboard.problem import Place, fail
from punchboard.system.exchange import rename_folder
from punchboard.system.file_names import unportable_name
from punchboard.write.disk_errors import disk_refusal

_HINT: Final = "free disk space, or fix the permissions"


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
        raise disk_refusal(folder, error, _HINT) from error
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
        raise disk_refusal(path, error, _HINT) from error
