"""Pictures that a table names, looked for beside the table and below it."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from punchboard.load.files.paths import read_bytes, resolve_inside
from punchboard.load.pictures.pictures import MAX_BYTES, SUFFIXES
from punchboard.problem import Place, ProblemsFound

MAX_FOLDERS: Final = 200
"""So many folders below the table's are looked through."""

MAX_TOTAL_BYTES: Final = 500_000_000
"""Bytes of all pictures together that are taken along."""


def find_pictures(home: Path, names: Iterable[str]) -> dict[str, bytes]:
    """Return the pictures that are there, by their paths as the table writes them.

    A picture lies where its path says from the table's folder, or anywhere below under its own name.
    """
    wanted = {name.replace("\\", "/"): None for name in names}
    found: dict[str, bytes] = {}
    total, elsewhere = 0, _below(home) if wanted else {}
    for name in wanted:
        data = _read(home, name) or _read(home, elsewhere.get(name.rpartition("/")[2].casefold(), ""))
        if data is not None and total + len(data) <= MAX_TOTAL_BYTES:
            found[name] = data
            total += len(data)
    return found


def _read(home: Path, name: str) -> bytes | None:
    """Return a picture's bytes; None when it is not there, or lies outside the folder."""
    try:
        return read_bytes(resolve_inside(home, name, Place(name)), Place(name), name, MAX_BYTES) if name else None
    except ProblemsFound:
        return None


def _below(home: Path) -> dict[str, str]:
    """Return the pictures in a folder and below by their names alone; the nearest wins."""
    found: dict[str, str] = {}
    for number, (where, folders, files) in enumerate(os.walk(home)):
        if number >= MAX_FOLDERS:
            break
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for file in sorted(files):
            if Path(file).suffix.lower() in SUFFIXES:
                found.setdefault(file.casefold(), (Path(where) / file).relative_to(home).as_posix())
    return found
