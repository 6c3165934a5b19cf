"""Stamps: what a build was made from and what became of it, by which the next one knows that nothing is to be done."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from punchboard.build_result import BuildResult, FileRecord, files_in_manifest
from punchboard.cache.store import CACHE_FOLDER, read_json, write_json
from punchboard.problem import SuppressedProblem, problems_from_json, problems_to_json

MANIFEST: Final = "manifest.json"


def store_record(out: Path, output: str, inputs: str, built: BuildResult) -> None:
    """Keep what became of a build.

    Args:
        out: the folder of outputs.
        output: the name of the game's folder in it.
        inputs: the hash of all that it went by, as it was before it began and still was at its end.
        built: what became of it, whole.
    """
    folder = out / output
    try:
        lying = dict(_file_states(folder))
        written = files_in_manifest((folder / MANIFEST).read_bytes())
        whole = lying.keys() == {MANIFEST, *(file.path for file in written)} and lying == dict(_file_states(folder))
    except OSError:
        return
    if whole and _hashes_by_path(written) == _hashes_by_path(
        built.files
    ):  # another build may have taken the folder since
        write_json(_record_path(out, output), {"inputs": inputs, "lying": lying, "built": _to_plain(built)})


def load_record(out: Path, output: str, inputs: str) -> BuildResult | None:
    """Return what became of the last build when a new one would make the same: nothing that it goes by has changed.

    Its files must lie as they were written. None when anything is otherwise, or cannot be told.
    """
    kept = read_json(_record_path(out, output))
    try:
        if not inputs or kept["inputs"] != inputs or kept["lying"] != dict(_file_states(out / output)):
            return None
        return _from_plain(kept["built"])
    except (TypeError, LookupError, ValueError, OSError):
        return None


def _hashes_by_path(files: Iterable[FileRecord]) -> dict[str, str]:
    return {file.path: file.sha256 for file in files}


def _record_path(out: Path, output: str) -> Path:
    return out / CACHE_FOLDER / f"{output}.json"


def _file_states(folder: Path | str, within: str = "") -> Iterator[tuple[str, list[int]]]:
    """Yield the files of an output, each with its size and the times at which it was written and changed."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                yield from _file_states(entry.path, f"{within}{entry.name}/")
            else:
                told = entry.stat(follow_symlinks=False)
                yield f"{within}{entry.name}", [told.st_size, told.st_mtime_ns, told.st_ino]


def _to_plain(built: BuildResult) -> list[Any]:
    """Return a result as plain values."""
    aside = [[problems_to_json((one.problem,)), one.reason] for one in built.suppressed]
    return [
        built.game,
        [list(file) for file in built.files],
        built.pieces,
        problems_to_json(built.problems),
        aside,
        built.changes_text,
    ]


def _from_plain(plain: list[Any]) -> BuildResult:
    """Return a result from plain values.

    Raises:
        IndexError, TypeError, ValueError: when they are none of a result.
    """
    game, files, pieces, problems, aside, said = plain
    return BuildResult(
        game,
        tuple(FileRecord(*file) for file in files),
        pieces,
        problems_from_json(problems),
        tuple(SuppressedProblem(problems_from_json(problem)[0], reason) for problem, reason in aside),
        said,
    )
