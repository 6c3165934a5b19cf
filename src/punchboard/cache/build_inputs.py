"""The fingerprint of everything that a build of a game reads: its files, layouts, options, and the program itself."""

import os
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import punchboard
from punchboard.cache.file_hashes import FileHashes, Folder, UncertainError, folder_timestamp
from punchboard.cache.store import digest
from punchboard.workspace import LAYOUTS, builtin_folder, game_folder, workspace_root

_PACKAGE_FOLDERS: Final = ("site-packages", "dist-packages")


class Inputs(NamedTuple):
    """The fingerprint of a build's inputs, and a hash of their file times that shows edits while the build runs."""

    digest: str
    timestamp: str


class Sources(NamedTuple):
    """The files that a build of a game may read."""

    own: Folder
    """The files of the game."""
    shared: Folder
    """The layouts beside it."""
    builtin: str
    """The hash of the built-in layouts; empty when the workspace's layouts are the built-in ones."""

    @property
    def timestamp(self) -> str:
        """The hash of the sizes and times of all files."""
        return digest(self.builtin, self.own.timestamp, self.shared.timestamp)


def fingerprint_inputs(game: str, workspace: Path, out: Path, options_text: str, hashes: FileHashes) -> Inputs | None:
    """Return the fingerprint of a build's inputs; None when they cannot be listed or read reliably.

    Args:
        game: the game's id.
        workspace: the folder that holds the game.
        out: the folder of outputs. It may lie inside the game's folder, and is not an input.
        options_text: the options of the build, as text.
        hashes: the hashes of files; untouched files are not read again.
    """
    sources = find_sources(game, workspace, out, hashes)
    if sources is None:
        return None
    own, shared, builtin = sources
    return Inputs(digest(options_text, program_digest(), builtin, own.digest, shared.digest), sources.timestamp)


def find_sources(game: str, workspace: Path, out: Path, hashes: FileHashes) -> Sources | None:
    """Return the files that a build of a game may read; None when they cannot be listed or read reliably.

    The arguments are those of `fingerprint_inputs`.
    """
    try:
        own, shared = (hashes.folder(root, out) for root in _roots(game, workspace))
        return Sources(own, shared, builtin_digest(workspace))
    except (UncertainError, OSError):
        return None


def inputs_timestamp(game: str, workspace: Path, out: Path) -> str:
    """Return the `Inputs.timestamp` of the files as they are now, without reading any; "" when it is not reliable.

    The arguments are those of `fingerprint_inputs`.
    """
    try:
        return digest(builtin_digest(workspace), *(folder_timestamp(root, out) for root in _roots(game, workspace)))
    except (UncertainError, OSError):
        return ""


def _roots(game: str, workspace: Path) -> tuple[Path, ...]:
    return game_folder(game, workspace), workspace_root(workspace) / LAYOUTS


def builtin_digest(workspace: Path) -> str:
    """Return the hash of the built-in layouts; "" when they are the workspace's own layouts."""
    builtin = builtin_folder() / LAYOUTS
    return "" if builtin.resolve() == (workspace_root(workspace) / LAYOUTS).resolve() else _folder_digest(builtin)


@cache
def _folder_digest(folder: Path) -> str:
    return digest(*_package_files(folder))


@cache
def program_digest() -> str:
    """Return the hash of this program, the Python that runs it, and the packages installed beside it.

    Files of the program count by size and time. A folder of packages counts by its own time, which changes when a
    package is installed or removed.
    """
    package = Path(punchboard.__file__).parent
    folders = (folder for folder in sys.path if folder.endswith(_PACKAGE_FOLDERS) and Path(folder).is_dir())
    installed = (f"{folder} {_size_and_time(folder)}" for folder in folders)
    return digest(punchboard.__version__, sys.version, *_package_files(package), *installed)


def _package_files(folder: Path | str) -> Iterator[str]:
    """Yield the path, size and time of each file below a folder of the program."""
    with os.scandir(folder) as entries:
        by_name = sorted(entries, key=lambda entry: entry.name)
    for entry in by_name:
        if entry.is_dir():
            if entry.name != "__pycache__":
                yield from _package_files(entry.path)
        else:
            yield f"{entry.path} {_size_and_time(entry)}"


def _size_and_time(path: str | os.DirEntry[str]) -> str:
    status = os.stat(path)  # noqa: PTH116 - called thousands of times
    return f"{status.st_size} {status.st_mtime_ns}"
