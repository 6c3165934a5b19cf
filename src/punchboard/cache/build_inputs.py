"""All that a build of a game goes by, as one hash: its files, the layouts beside it, what was asked, the program."""

import os
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import punchboard
from punchboard.cache.file_hashes import FileHashes, Folder, UncertainError, folder_timestamp
from punchboard.cache.store import digest
from punchboard.workspace import builtin_folder, game_folder, workspace_root

LAYOUTS: Final = "layouts"
_PACKAGE_FOLDERS: Final = ("site-packages", "dist-packages")


class Inputs(NamedTuple):
    """All that a build of a game goes by, and when its files were touched: both stay what they are while it runs."""

    digest: str
    timestamp: str


class Sources(NamedTuple):
    """The files that a build of a game may read."""

    own: Folder
    """Those of the game."""
    shared: Folder
    """The layouts beside it."""
    builtin: str
    """The hash of those that come with the program, where the others are not the same."""

    @property
    def timestamp(self) -> str:
        """When they were touched."""
        return digest(self.builtin, self.own.timestamp, self.shared.timestamp)


def fingerprint_inputs(game: str, workspace: Path, out: Path, options_text: str, hashes: FileHashes) -> Inputs | None:
    """Return the hash of all that a build of a game goes by; None when it cannot be told.

    Args:
        game: the game's id.
        workspace: the folder that holds it.
        out: the folder of outputs, which may lie in the game's own and is none of it.
        options_text: what is asked of the build.
        hashes: knows the hashes of files that have not been touched.
    """
    sources = find_sources(game, workspace, out, hashes)
    if sources is None:
        return None
    own, shared, stock = sources
    return Inputs(digest(options_text, program_digest(), stock, own.digest, shared.digest), sources.timestamp)


def find_sources(game: str, workspace: Path, out: Path, hashes: FileHashes) -> Sources | None:
    """Return the files that a build of a game may read; None when it cannot be told which these are.

    The arguments are those of `inputs_of`.
    """
    try:
        own, shared = (hashes.folder(root, out) for root in _roots(game, workspace))
        return Sources(own, shared, builtin_digest(workspace))
    except (UncertainError, OSError):
        return None


def inputs_timestamp(game: str, workspace: Path, out: Path) -> str:
    """Return what `inputs_of` says of when the files were touched, without reading any; nothing when it cannot be told.

    The arguments are those of `inputs_of`.
    """
    try:
        return digest(builtin_digest(workspace), *(folder_timestamp(root, out) for root in _roots(game, workspace)))
    except (UncertainError, OSError):
        return ""


def _roots(game: str, workspace: Path) -> tuple[Path, ...]:
    return game_folder(game, workspace), workspace_root(workspace) / LAYOUTS


def builtin_digest(workspace: Path) -> str:
    """Return the hash of the layouts that come with the program, where they are no workspace's own: like its files."""
    stock = builtin_folder() / LAYOUTS
    return "" if stock.resolve() == (workspace_root(workspace) / LAYOUTS).resolve() else _folder_digest(stock)


@cache
def _folder_digest(stock: Path) -> str:
    return digest(*_package_files(stock))


@cache
def program_digest() -> str:
    """Return the hash of what makes the files: this program, the Python that runs it, and what is installed beside it.

    Files of the program are known by size and time; of a folder of packages the time tells when one came or went.
    """
    package = Path(punchboard.__file__).parent
    folders = (folder for folder in sys.path if folder.endswith(_PACKAGE_FOLDERS) and Path(folder).is_dir())
    installed = (f"{folder} {_size_and_time(folder)}" for folder in folders)
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
            yield f"{entry.path} {_size_and_time(entry)}"


def _size_and_time(path: str | os.DirEntry[str]) -> str:
    found = os.stat(path)
    return f"{found.st_size} {found.st_mtime_ns}"
