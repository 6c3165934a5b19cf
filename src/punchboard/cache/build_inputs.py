"""All that a build of a game goes by, as one hash: its files, the layouts beside it, what was asked, the program."""

import os
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import punchboard
from punchboard.cache.file_hashes import Folder, Seen, Unsure, touched_in
from punchboard.cache.store import digest
from punchboard.workspace import builtin_folder, game_folder, workspace_root

LAYOUTS: Final = "layouts"
_PACKAGES: Final = ("site-packages", "dist-packages")


class Inputs(NamedTuple):
    """All that a build of a game goes by, and when its files were touched: both stay what they are while it runs."""

    digest: str
    touched: str


class Sources(NamedTuple):
    """The files that a build of a game may read."""

    own: Folder
    """Those of the game."""
    shared: Folder
    """The layouts beside it."""
    stock: str
    """The hash of those that come with the program, where the others are not the same."""

    @property
    def touched(self) -> str:
        """When they were touched."""
        return digest(self.stock, self.own.touched, self.shared.touched)


def inputs_of(game: str, workspace: Path, out: Path, asked: str, seen: Seen) -> Inputs | None:
    """Return the hash of all that a build of a game goes by; None when it cannot be told.

    Args:
        game: the game's id.
        workspace: the folder that holds it.
        out: the folder of outputs, which may lie in the game's own and is none of it.
        asked: what is asked of the build.
        seen: knows the hashes of files that have not been touched.
    """
    sources = sources_of(game, workspace, out, seen)
    if sources is None:
        return None
    own, shared, stock = sources
    return Inputs(digest(asked, program_digest(), stock, own.digest, shared.digest), sources.touched)


def sources_of(game: str, workspace: Path, out: Path, seen: Seen) -> Sources | None:
    """Return the files that a build of a game may read; None when it cannot be told which these are.

    The arguments are those of `inputs_of`.
    """
    try:
        own, shared = (seen.folder(root, out) for root in _roots(game, workspace))
        return Sources(own, shared, stock_digest(workspace))
    except (Unsure, OSError):
        return None


def touched_of(game: str, workspace: Path, out: Path) -> str:
    """Return what `inputs_of` says of when the files were touched, without reading any; nothing when it cannot be told.

    The arguments are those of `inputs_of`.
    """
    try:
        return digest(stock_digest(workspace), *(touched_in(root, out) for root in _roots(game, workspace)))
    except (Unsure, OSError):
        return ""


def _roots(game: str, workspace: Path) -> tuple[Path, ...]:
    return game_folder(game, workspace), workspace_root(workspace) / LAYOUTS


def stock_digest(workspace: Path) -> str:
    """Return the hash of the layouts that come with the program, where they are no workspace's own: like its files."""
    stock = builtin_folder() / LAYOUTS
    return "" if stock.resolve() == (workspace_root(workspace) / LAYOUTS).resolve() else _stock_digest(stock)


@cache
def _stock_digest(stock: Path) -> str:
    return digest(*_package_files(stock))


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
