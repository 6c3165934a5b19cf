"""The build cache in ``.cache`` beside the outputs, by which a build skips games whose inputs have not changed.

It can be deleted at any time: a build without it makes the same bytes. Records that are damaged, or that another
version of the program wrote, are ignored.
"""

import os
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import punchboard
from punchboard.build_result import MANIFEST, BuildResult, FileRecord, files_in_manifest
from punchboard.cache.file_hashes import (
    CACHE_FOLDER,
    FileHashes,
    UncertainError,
    digest,
    folder_timestamp,
    read_json,
    write_json,
)
from punchboard.problem import SuppressedProblem, problems_from_json, problems_to_json
from punchboard.workspace import LAYOUTS, builtin_folder, game_folder, workspace_root

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
