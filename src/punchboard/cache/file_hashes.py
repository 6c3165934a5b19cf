"""Hashes of files and folders, stored as JSON that is complete or ignored: an untouched file is not read again.

A file counts as untouched when its size, times and inode are the same. A file that was written at about the same moment
as the stored hashes may have changed once more without a new time, so it is read again: see git's "racy git" note,
https://git-scm.com/docs/racy-git.
"""

import json
import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, NamedTuple

CACHE_FOLDER: Final = ".cache"
"""The folder of the cache, beside the outputs."""

MAX_BYTES: Final = 64_000_000
"""The maximum size of a cache file; the record of a deck of 200,000 cards is larger and is not stored."""


def digest(*parts: str | bytes) -> str:
    """Return one hash of all parts, which differs when the same text is divided differently."""
    whole = blake2b(digest_size=16)
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        whole.update(b"%d:" % len(data))
        whole.update(data)
    return whole.hexdigest()


def read_json(path: Path) -> Any:
    """Return the value in a file; None when the file is missing or damaged."""
    body = read_verified(path)
    try:
        return json.loads(body) if body is not None else None
    except (ValueError, RecursionError):
        return None


def write_json(path: Path, value: Any) -> None:
    """Write a value as JSON with `write_verified`."""
    write_verified(path, json.dumps(value, separators=(",", ":")).encode())


def read_verified(path: Path) -> bytes | None:
    """Return the bytes in a file; None when the file is missing, too large or damaged."""
    try:
        if path.stat().st_size > MAX_BYTES:
            return None
        stored_digest, _, body = path.read_bytes().partition(b"\n")
    except OSError:
        return None
    return body if stored_digest == digest(body).encode() else None


def write_verified(path: Path, body: bytes) -> None:
    """Replace a file by one with these bytes; bytes that are too large, or that cannot be written, are not stored."""
    if len(body) > MAX_BYTES:
        return
    new = path.with_name(f"{path.name}.{os.getpid()}.new")
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            new.write_bytes(digest(body).encode() + b"\n" + body)
            new.replace(path)
        finally:
            new.unlink(missing_ok=True)


HASHES_FILE: Final = "files.json"

COARSEST_CLOCK_NS: Final = 2_000_000_000
"""The resolution of the coarsest file times, those of FAT, in nanoseconds."""


class UncertainError(Exception):
    """The files below a folder cannot be listed for certain, because it contains a link to a folder."""


class Folder(NamedTuple):
    """The files of a folder at one time."""

    files: tuple[tuple[str, str], ...]
    """The path of each file in the folder, with the hash of its contents."""
    timestamp: str
    """The hash of the paths, sizes, times and inodes of all files."""

    @property
    def digest(self) -> str:
        """The hash of the paths and contents of all files."""
        return _digest(f"{name} {hashed}" for name, hashed in self.files)


class FileHashes:
    """The hashes of files, stored in the cache beside the outputs.

    Args:
        out: the folder of outputs.
    """

    def __init__(self, out: Path) -> None:
        self._path = out / CACHE_FOLDER / HASHES_FILE
        self._before = self._load()
        self._now: dict[str, list[object]] = {}
        self._folders: dict[Path, Folder] = {}

    def _load(self) -> dict[str, list[object]]:
        """Return the stored hashes of files that were not written shortly before the hashes were stored."""
        stored = read_json(self._path)
        if not isinstance(stored, dict):
            return {}
        try:
            written = self._path.stat().st_mtime_ns - COARSEST_CLOCK_NS
        except OSError:
            return {}
        return {
            path: entry
            for path, entry in stored.items()
            if isinstance(entry, list) and len(entry) == 5 and all(isinstance(value, int) for value in entry[:4])
            if max(entry[1], entry[2]) < written
        }

    def folder(self, root: Path, excluded: Path) -> Folder:
        """Return the files of a folder as they were at the first call; all games share those of the layouts.

        Args:
            root: the folder. A missing folder is empty.
            excluded: a folder to leave out, wherever it lies.

        Raises:
            UncertainError: when it contains a link to a folder, which may lead anywhere.
            OSError: when it cannot be read.
        """
        root = Path(os.path.abspath(root))  # noqa: PTH100 - links are not resolved
        if root not in self._folders:
            files = [(name, *self.hash(path)) for name, path in list_files(root, excluded)]
            timestamp = _digest(f"{name} {state}" for name, _, state in files)
            self._folders[root] = Folder(tuple((name, hashed) for name, hashed, _ in files), timestamp)
        return self._folders[root]

    def hash(self, path: str) -> tuple[str, str]:
        """Return the hash of a file's contents, and its size, times and inode as text.

        Args:
            path: the absolute path of the file.

        Raises:
            OSError: when it cannot be read.
        """
        state = _file_state(path)
        entry = self._before.get(path)
        if entry is None or entry[:4] != state:
            entry = [*state, blake2b(Path(path).read_bytes(), digest_size=16).hexdigest()]
        self._now[path] = entry
        return str(entry[4]), str(state)

    def save(self) -> None:
        """Store the hashes if any is new. Those of files that no longer exist are dropped."""
        if any(self._before.get(name) != entry for name, entry in self._now.items()):
            others = {name: entry for name, entry in self._before.items() if os.path.exists(name)}  # noqa: PTH110
            write_json(self._path, {**others, **self._now})


def folder_timestamp(root: Path, excluded: Path) -> str:
    """Return the `Folder.timestamp` of a folder as it is now, without reading its files.

    Arguments and errors are those of `FileHashes.folder`.
    """
    return _digest(f"{name} {_file_state(path)}" for name, path in list_files(root, excluded))


def list_files(root: Path, excluded: Path) -> Iterator[tuple[str, str]]:
    """Yield each file of a folder as its path in the folder and its whole path, without hidden files.

    Arguments and errors are those of `FileHashes.folder`.
    """
    if root.is_dir():
        yield from _walk(str(root), excluded.resolve())


def _digest(lines: Iterable[str]) -> str:
    """Return the hash of lines that describe one file each; a file's name cannot contain the separator NUL."""
    return digest("\0".join(lines))


def _walk(folder: str, excluded: Path, within: str = "") -> Iterator[tuple[str, str]]:
    with os.scandir(folder) as entries:
        by_name = sorted((entry for entry in entries if not entry.name.startswith(".")), key=lambda entry: entry.name)
    for entry in by_name:
        name = f"{within}{entry.name}"
        if entry.is_dir(follow_symlinks=False):
            if Path(entry.path).resolve() != excluded:
                yield from _walk(entry.path, excluded, f"{name}/")
        elif entry.is_dir():
            raise UncertainError(name)
        else:
            yield name, entry.path


def _file_state(path: str) -> list[int]:
    status = os.stat(path)  # noqa: PTH116 - called thousands of times
    return [status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino]
