"""All that a build of a game goes by, as one hash: its files, the layouts beside it, what was asked, the program."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import punchboard
from punchboard.keeping.files import Seen, known_as
from punchboard.keeping.store import digest
from punchboard.workspace import game_folder, home, stock_folder

LAYOUTS: Final = "layouts"
_PACKAGES: Final = ("site-packages", "dist-packages")


class Unsure(Exception):  # noqa: N818 - it is not an error: nothing is kept then
    """A folder holds what cannot be told for sure, such as a link to a folder."""


class Inputs(NamedTuple):
    """All that a build of a game goes by, and when its files were touched: both stay what they are while it runs."""

    digest: str
    touched: str


def inputs_of(game: str, workspace: Path, out: Path, asked: str, seen: Seen) -> Inputs | None:
    """Return the hash of all that a build of a game goes by; None when it cannot be told.

    Args:
        game: the game's id.
        workspace: the folder that holds it.
        out: the folder of outputs, which may lie in the game's own and is none of it.
        asked: what is asked of the build.
        seen: knows the hashes of files that have not been touched.
    """
    try:
        found = [(name, *seen.hash(path)) for name, path in files_read(game, workspace, out)]
        stock = stock_digest(workspace)
    except (Unsure, OSError):
        return None
    whole = digest(asked, program_digest(), stock, *(name + hashed for name, hashed, _ in found))
    return Inputs(whole, digest(stock, *(name + touched for name, _, touched in found)))


def touched_of(game: str, workspace: Path, out: Path) -> str:
    """Return what `inputs_of` says of when the files were touched, without reading any; nothing when it cannot be told.

    The arguments are those of `inputs_of`.
    """
    try:
        found = [name + known_as(path) for name, path in files_read(game, workspace, out)]
        return digest(stock_digest(workspace), *found)
    except (Unsure, OSError):
        return ""


def files_read(game: str, workspace: Path, out: Path) -> Iterator[tuple[str, str]]:
    """Yield the files that a build of a game may read, each with a name that goes by its place in the game."""
    for number, root in enumerate((game_folder(game, workspace), home(workspace) / LAYOUTS)):
        if root.is_dir():
            yield from ((f"{number} {name} ", path) for name, path in _files(root, {out.resolve()}))


def stock_digest(workspace: Path) -> str:
    """Return the hash of the layouts that come with the program, where they are no workspace's own: like its files."""
    stock = stock_folder() / LAYOUTS
    return "" if stock.resolve() == (home(workspace) / LAYOUTS).resolve() else _stock_digest(stock)


@cache
def _stock_digest(stock: Path) -> str:
    return digest(*_package_files(stock))


def _files(root: Path, apart: set[Path], within: str = "") -> Iterator[tuple[str, str]]:
    """Yield the files of a folder by their names in it; hidden ones, and folders that stand apart, are left out.

    Raises:
        Unsure: for a link to a folder: it may lead anywhere.
    """
    with os.scandir(root) as entries:
        found = sorted((entry for entry in entries if not entry.name.startswith(".")), key=lambda entry: entry.name)
    for entry in found:
        name = f"{within}{entry.name}"
        if entry.is_dir(follow_symlinks=False):
            if Path(entry.path).resolve() not in apart:
                yield from _files(Path(entry.path), apart, f"{name}/")
        elif entry.is_dir():
            raise Unsure(name)
        else:
            yield name, entry.path


@cache
def program_digest() -> str:
    """Return the hash of what makes the files: this program, the Python that runs it, and what is installed beside it.

    Files of the program are known by size and time; of a folder of packages the time tells when one came or went.
    """
    package = Path(punchboard.__file__).parent
    folders = (folder for folder in sys.path if folder.endswith(_PACKAGES) and Path(folder).is_dir())
    installed = (f"{folder} {_told(folder)}" for folder in folders)
    return digest(punchboard.__version__, sys.version, *_package_files(package), *installed)


def _package_files(folder: Path | str) -> Iterator[str]:
    """Yield the files of a folder of the program, each with its size and time."""
    with os.scandir(folder) as entries:
        found = sorted(entries, key=lambda entry: entry.name)
    for entry in found:
        if entry.is_dir():
            if entry.name != "__pycache__":
                yield from _package_files(entry.path)
        else:
            yield f"{entry.path} {_told(entry)}"


def _told(path: str | os.DirEntry[str]) -> str:
    found = os.stat(path)  # noqa: PTH116 - by the thousand
    return f"{found.st_size} {found.st_mtime_ns}"
