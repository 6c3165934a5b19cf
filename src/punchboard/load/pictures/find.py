"""Finding the pictures that an imported table names, in the table's folder and below."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from punchboard.load.files.paths import read_bytes, resolve_inside
from punchboard.load.pictures.pictures import MAX_BYTES, SUFFIXES
from punchboard.problem import Place, ProblemsFound

MAX_FOLDERS: Final = 200
"""Most folders below the table's that are searched."""

MAX_TOTAL_BYTES: Final = 500_000_000
"""Most bytes of all pictures together; further ones are left out."""


def find_pictures(home: Path, names: Iterable[str]) -> dict[str, bytes]:
    """Return the pictures that exist, by their paths as written in the table.

    A picture is found at its path from the table's folder, or by its file name anywhere below that folder.
    """
    paths = {name.replace("\\", "/"): None for name in names}
    found: dict[str, bytes] = {}
    total, elsewhere = 0, _pictures_below(home) if paths else {}
    for name in paths:
        data = _read(home, name) or _read(home, elsewhere.get(name.rpartition("/")[2].casefold(), ""))
        if data is not None and total + len(data) <= MAX_TOTAL_BYTES:
            found[name] = data
            total += len(data)
    return found


def _read(home: Path, name: str) -> bytes | None:
    """Return a picture's bytes; None when it is missing, unreadable or outside the folder."""
    try:
        return read_bytes(resolve_inside(home, name, Place(name)), Place(name), name, MAX_BYTES) if name else None
    except ProblemsFound:
        return None


def _pictures_below(home: Path) -> dict[str, str]:
    """Return the paths of pictures in a folder and below, by file name. The first one found wins."""
    found: dict[str, str] = {}
    for number, (where, folders, files) in enumerate(os.walk(home)):
        if number >= MAX_FOLDERS:
            break
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for file in sorted(files):
            if Path(file).suffix.lower() in SUFFIXES:
                found.setdefault(file.casefold(), (Path(where) / file).relative_to(home).as_posix())
    return found
