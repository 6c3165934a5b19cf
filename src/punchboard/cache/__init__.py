"""The build cache in ``.cache`` beside the outputs, by which a build skips games whose inputs have not changed.

It can be deleted at any time: a build without it makes the same bytes. Records that are damaged, or that another
version of the program wrote, are ignored.

An untouched file is not read again: one whose size, times and inode are those stored with its hash. A file that was
written at about the same moment as the stored hashes may have changed once more without a new time, so it is read
again: see git's "racy git" note, https://git-scm.com/docs/racy-git.
"""

import json
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, NamedTuple

import punchboard
from punchboard.build_result import MANIFEST, BuildResult, FileRecord, files_in_manifest
from punchboard.problem import SuppressedProblem, problems_from_json, problems_to_json
from punchboard.workspace import LAYOUTS, builtin_folder, game_folder, workspace_root

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


__all__ = ["FileHashes", "Inputs", "fingerprint_inputs", "inputs_timestamp", "load_record", "store_record"]


# The record of each game's last build: the fingerprint of its inputs, the state of its output, and its result.


def store_record(out: Path, output: str, inputs: str, built: BuildResult) -> None:
    """Store the result of a build, unless its output folder holds anything else.

    Args:
        out: the folder of outputs.
        output: the name of the game's folder in it.
        inputs: the fingerprint of its inputs, the same before and after the build.
        built: the result.
    """
    folder = out / output
    try:
        states = dict(_file_states(folder))
        written = files_in_manifest((folder / MANIFEST).read_bytes())
        complete = states.keys() == {MANIFEST, *(file.path for file in written)} and states == dict(
            _file_states(folder)
        )
    except OSError:
        return
    # another build may have replaced the folder in the meantime
    if complete and _hashes_by_path(written) == _hashes_by_path(built.files):
        write_json(_record_path(out, output), {"inputs": inputs, "output": states, "result": _to_plain(built)})


def load_record(out: Path, output: str, inputs: str) -> BuildResult | None:
    """Return the result of the last build, or None when a new build could give another.

    That is so when the inputs or any output file have changed since, or when there is no readable record.
    """
    record = read_json(_record_path(out, output))
    try:
        if not inputs or record["inputs"] != inputs or record["output"] != dict(_file_states(out / output)):
            return None
        return _from_plain(record["result"])
    except (TypeError, LookupError, ValueError, OSError):
        return None


def _hashes_by_path(files: Iterable[FileRecord]) -> dict[str, str]:
    return {file.path: file.sha256 for file in files}


def _record_path(out: Path, output: str) -> Path:
    return out / CACHE_FOLDER / f"{output}.json"


def _file_states(folder: Path | str, within: str = "") -> Iterator[tuple[str, list[int]]]:
    """Yield the path of each file of an output, with its size, modification time and inode."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                yield from _file_states(entry.path, f"{within}{entry.name}/")
            else:
                status = entry.stat(follow_symlinks=False)
                yield f"{within}{entry.name}", [status.st_size, status.st_mtime_ns, status.st_ino]


def _to_plain(built: BuildResult) -> list[Any]:
    """Return a result as values that JSON can hold."""
    suppressed = [[problems_to_json((one.problem,)), one.reason] for one in built.suppressed]
    return [
        built.game,
        [list(file) for file in built.files],
        built.pieces,
        problems_to_json(built.problems),
        suppressed,
        built.changes_text,
        built.kept,
    ]


def _from_plain(plain: list[Any]) -> BuildResult:
    """Return the result that `_to_plain` turned into plain values.

    Raises:
        IndexError, TypeError, ValueError: when the values are not those of a result.
    """
    game, files, pieces, problems, suppressed, changes_text, kept = plain
    return BuildResult(
        game,
        tuple(FileRecord(*file) for file in files),
        pieces,
        problems_from_json(problems),
        tuple(SuppressedProblem(problems_from_json(problem)[0], reason) for problem, reason in suppressed),
        changes_text,
        tuple(kept),
    )


# The fingerprint of everything that a build of a game reads: its files, layouts, options, and the program itself.

_PACKAGE_FOLDERS: Final = ("site-packages", "dist-packages")


class Inputs(NamedTuple):
    """The fingerprint of a build's inputs, and a hash of their file times that shows edits while the build runs."""

    digest: str
    timestamp: str


def fingerprint_inputs(game: str, workspace: Path, out: Path, options_text: str, hashes: FileHashes) -> Inputs | None:
    """Return the fingerprint of a build's inputs; None when they cannot be listed or read reliably.

    Args:
        game: the game's id.
        workspace: the folder that holds the game.
        out: the folder of outputs. It may lie inside the game's folder, and is not an input.
        options_text: the options of the build, as text.
        hashes: the hashes of files; untouched files are not read again.
    """
    try:
        own, shared = (hashes.folder(root, out) for root in _roots(game, workspace))
        builtin = _builtin_digest(workspace)
    except (UncertainError, OSError):
        return None
    whole = digest(options_text, program_digest(), builtin, own.digest, shared.digest)
    return Inputs(whole, digest(builtin, own.timestamp, shared.timestamp))


def inputs_timestamp(game: str, workspace: Path, out: Path) -> str:
    """Return the `Inputs.timestamp` of the files as they are now, without reading any; "" when it is not reliable.

    The arguments are those of `fingerprint_inputs`.
    """
    try:
        return digest(_builtin_digest(workspace), *(folder_timestamp(root, out) for root in _roots(game, workspace)))
    except (UncertainError, OSError):
        return ""


def _roots(game: str, workspace: Path) -> tuple[Path, ...]:
    return game_folder(game, workspace), workspace_root(workspace) / LAYOUTS


def _builtin_digest(workspace: Path) -> str:
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
