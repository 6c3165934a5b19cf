"""The record of each game's last build: the fingerprint of its inputs, the state of its output, and its result."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from punchboard.build_result import MANIFEST, BuildResult, FileRecord, files_in_manifest
from punchboard.cache.store import CACHE_FOLDER, read_json, write_json
from punchboard.problem import SuppressedProblem, problems_from_json, problems_to_json


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
