"""What the cells of a picture column name: files with the folders of another system, attachments, numbers, words."""

import os
import re
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import unquote, urlsplit

from punchboard.load.files import read_bytes, resolve_inside
from punchboard.problem import Place, ProblemsFound
from punchboard.workspace import OUTPUT

MAX_BYTES: Final = 40_000_000
SUFFIXES: Final = (".png", ".jpg", ".jpeg", ".svg", ".webp", ".gif", ".tif", ".tiff", ".bmp")
"""The endings of pictures; of two of one name, the one with the earlier ending is meant."""

MAX_FOLDERS: Final = 200
"""Most folders below the game's, or the table's, that are searched."""

MAX_TOTAL_BYTES: Final = 500_000_000
"""Most bytes of all pictures together; further ones are left out."""

_NAMED: Final = re.compile(rf".+?(?:{'|'.join(map(re.escape, SUFFIXES))})(?=\s*(?:[,;|\n(]|$))", re.IGNORECASE)
"""The first file in a cell that may name several, each perhaps with its address in brackets."""

_LINK: Final = re.compile(r"!?\[[^\]\n]*\]\(([^()\n]+)\)|=IMAGE\(\"([^\"\n]+)\".*\)", re.IGNORECASE)
_ADDRESS: Final = re.compile(r"\w{2,}://\S+")
_OUTSIDE: Final = re.compile(r"/|~|[A-Za-z]:|(?:.*/)?\.\.(?:/|$)")


def picture_name(cell: str) -> str:
    r"""Return the first picture that a cell names, as a path: of attachments and of files of another system, the file.

    ``C:\Users\Ana\wolf.png``, ``wolf.png (https://...)``, ``wolf.png, bear.png`` and ``https://.../wolf.png?v=2``
    are ``wolf.png``. A cell that names no file is returned as it is.
    """
    link = _LINK.fullmatch(cell)
    text = (link[1] or link[2]) if link else cell
    if _ADDRESS.fullmatch(text):
        return _file_of(text) or text
    named = _NAMED.match(text)
    path = unquote(named[0] if named else text).replace("\\", "/").strip()
    return path.rpartition("/")[2] if is_outside(path) else path


def _file_of(address: str) -> str:
    try:
        return unquote(urlsplit(address).path).rpartition("/")[2]
    except ValueError:  # brackets that are no address of a machine
        return ""


def is_outside(path: str) -> bool:
    """Return whether a path is one of another system, or leads out of the folder."""
    return bool(_OUTSIDE.match(path.replace("\\", "/")) or _ADDRESS.fullmatch(path))


class PictureFolder:
    """The pictures in a folder and below, found by what cells call them. The folder is read on first use."""

    def __init__(self, home: Path) -> None:
        self._home = home

    def find(self, cell: str) -> str:
        """Return the path of the picture that a cell means; empty if there is none.

        It is the file of that path, of that name anywhere below, without its ending, or with noughts before its number;
        in any case. Of several, it is the one with the most folders in common.
        """
        name = picture_name(cell)
        file = name.rpartition("/")[2].casefold()
        number = f"{int(file)}" if file.isascii() and file.isdigit() else ""
        for key in filter(None, (file, number)):
            if key in self._paths:
                return max(self._paths[key], key=lambda path: _common_end(path.casefold(), name.casefold()))
        return ""

    @cached_property
    def _paths(self) -> dict[str, list[str]]:
        """The pictures by file name, by name without ending, and by number, in folded case."""
        pictures = list[Path]()
        for number, (where, folders, files) in enumerate(os.walk(self._home)):
            if number >= MAX_FOLDERS:
                break
            folders[:] = sorted(name for name in folders if not name.startswith(".") and name != OUTPUT)
            pictures += (Path(where) / file for file in sorted(files) if Path(file).suffix.lower() in SUFFIXES)
        paths: dict[str, list[str]] = {}
        for path in sorted(pictures, key=lambda path: SUFFIXES.index(path.suffix.lower())):
            stem = path.stem.casefold()
            plain = f"{int(stem)}" if stem.isascii() and stem.isdigit() else stem
            for key in dict.fromkeys((path.name.casefold(), stem, plain)):
                paths.setdefault(key, []).append(path.relative_to(self._home).as_posix())
        return paths


def _common_end(path: str, name: str) -> int:
    """Return how many letters at the end of two paths are the same."""
    pairs = enumerate(zip(reversed(path), reversed(name), strict=False))
    return next((count for count, (one, other) in pairs if one != other), min(len(path), len(name)))


class FoundPictures(NamedTuple):
    """Pictures beside a table, by their paths in the game, the names of those that are missing, and why others stay."""

    files: dict[str, bytes]
    missing: tuple[str, ...]
    notes: tuple[str, ...] = ()


def find_pictures(home: Path, cells: Iterable[str]) -> FoundPictures:
    """Return the pictures that the cells of a table mean, and the names of those that are not there.

    A picture is found at its path from the table's folder, or by its name anywhere below that folder.
    """
    folder, files = PictureFolder(home), dict[str, bytes]()
    missing, notes = dict[str, None](), dict[str, None]()
    total = 0
    for name, cell in {picture_name(cell): cell for cell in cells}.items():
        at = name if _read(home, name) else folder.find(cell)
        data = _read(home, at)
        if data is not None and total + len(data) <= MAX_TOTAL_BYTES:
            if at not in files:
                total += len(data)
            files.setdefault(at, data)
        elif at:
            most = "the pictures together" if data is not None else "a picture"
            limit = (MAX_TOTAL_BYTES if data is not None else MAX_BYTES) // 1_000_000
            notes[f"the picture {at!r} is not copied, as {most} may have at most {limit} MB: scale it down"] = None
        else:
            missing[name] = None
    return FoundPictures(files, tuple(missing), tuple(notes))


def _read(home: Path, name: str) -> bytes | None:
    """Return a picture's bytes; None when it is missing, unreadable or outside the folder."""
    try:
        return read_bytes(resolve_inside(home, name, Place(name)), Place(name), name, MAX_BYTES) if name else None
    except ProblemsFound:
        return None
