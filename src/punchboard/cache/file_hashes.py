"""Hashes of files and folders: a file that has not been touched since it was hashed is not read again, as git has it.

A file is known by size, times and inode. One that was touched in the same moment as the record was written may have
been touched again since without another time, so it is read again: see git's "racy git" note,
https://git-scm.com/docs/racy-git.
"""

import os
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Final, NamedTuple

from punchboard.cache.store import CACHE_FOLDER, digest, read_json, write_json

HASHES_FILE: Final = "files.json"

COARSEST_CLOCK_NS: Final = 2_000_000_000
"""Nanoseconds: the steps of the coarsest clock of a file system, that of FAT."""


class UncertainError(Exception):
    """A folder holds what cannot be told for sure, such as a link to a folder."""


class Folder(NamedTuple):
    """The files of a folder as they were."""

    files: tuple[tuple[str, str], ...]
    """The name of each with its hash; names go by where it lies in the folder."""
    timestamp: str
    """As what and when they lay there."""

    @property
    def digest(self) -> str:
        """The hash of all of them."""
        return _digest(f"{name} {hashed}" for name, hashed in self.files)


class FileHashes:
    """The hashes of files, kept beside the outputs.

    Args:
        out: the folder of outputs.
    """

    def __init__(self, out: Path) -> None:
        self._path = out / CACHE_FOLDER / HASHES_FILE
        self._before = self._load()
        self._now: dict[str, list[object]] = {}
        self._folders: dict[Path, Folder] = {}

    def _load(self) -> dict[str, list[object]]:
        """Return what was kept of files that were not touched shortly before."""
        found = read_json(self._path)
        if not isinstance(found, dict):
            return {}
        try:
            written = self._path.stat().st_mtime_ns - COARSEST_CLOCK_NS
        except OSError:
            return {}
        return {
            path: entry
            for path, entry in found.items()
            if isinstance(entry, list) and len(entry) == 5 and all(isinstance(one, int) for one in entry[:4])
            if max(entry[1], entry[2]) < written
        }

    def folder(self, root: Path, apart: Path) -> Folder:
        """Return a folder as it was when it was asked for first: games share that of the layouts.

        Args:
            root: the folder; one that is not there is empty.
            apart: a folder that is none of it, wherever it lies.

        Raises:
            Unsure: for a link to a folder: it may lead anywhere.
            OSError: when it cannot be read.
        """
        root = Path(os.path.abspath(root))
        if root not in self._folders:
            found = [(name, *self.hash(path)) for name, path in list_files(root, apart)]
            touched = _digest(f"{name} {known}" for name, _, known in found)
            self._folders[root] = Folder(tuple((name, hashed) for name, hashed, _ in found), touched)
        return self._folders[root]

    def hash(self, path: str) -> tuple[str, str]:
        """Return the hash of a file, and as what and when it lies there.

        Args:
            path: the file's, absolute.

        Raises:
            OSError: when it cannot be read.
        """
        known = _file_state(path)
        entry = self._before.get(path)
        if entry is None or entry[:4] != known:
            entry = [*known, blake2b(Path(path).read_bytes(), digest_size=16).hexdigest()]
        self._now[path] = entry
        return str(entry[4]), str(known)

    def save(self) -> None:
        """Keep the hashes of the files that were asked for, if any is new."""
        if any(self._before.get(name) != entry for name, entry in self._now.items()):
            others = {name: entry for name, entry in self._before.items() if os.path.exists(name)}
            write_json(self._path, {**others, **self._now})


def folder_timestamp(root: Path, apart: Path) -> str:
    """Return what `Seen.folder` says of when files were touched, as it is now and without reading any.

    The arguments are those of `Seen.folder`, and so is what is raised.
    """
    return _digest(f"{name} {_file_state(path)}" for name, path in list_files(root, apart))


def list_files(root: Path, apart: Path) -> Iterator[tuple[str, str]]:
    """Yield the files of a folder, each by its name in it and its path; hidden ones are left out.

    The arguments are those of `Seen.folder`, and so is what is raised.
    """
    if root.is_dir():
        yield from _walk(str(root), apart.resolve())


def _digest(told: Iterable[str]) -> str:
    """Return the hash of what is told of files; no name of one has a nought."""
    return digest("\0".join(told))


def _walk(folder: str, apart: Path, within: str = "") -> Iterator[tuple[str, str]]:
    with os.scandir(folder) as entries:
        found = sorted((entry for entry in entries if not entry.name.startswith(".")), key=lambda entry: entry.name)
    for entry in found:
        name = f"{within}{entry.name}"
        if entry.is_dir(follow_symlinks=False):
            if Path(entry.path).resolve() != apart:
                yield from _walk(entry.path, apart, f"{name}/")
        elif entry.is_dir():
            raise UncertainError(name)
        else:
            yield name, entry.path


def _file_state(path: str) -> list[int]:
    told = os.stat(path)
    return [told.st_size, told.st_mtime_ns, told.st_ctime_ns, told.st_ino]
