"""What became of a game that was built: the files, and what there is to say of it."""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from punchboard.problem import Problem, Severity, SuppressedProblem


class FileRecord(NamedTuple):
    """One written file."""

    path: str
    product: str
    pages: int
    pieces: int
    size: int
    sha256: str
    proof: Mapping[str, float] | None = None
    """What was counted and measured in a PDF when it was opened again; nothing for other files."""

    def manifest_entry(self) -> dict[str, Any]:
        """Return the record as the manifest has it."""
        return {name: value for name, value in self._asdict().items() if value is not None}


class BuildResult(NamedTuple):
    """What became of one game."""

    game: str
    files: tuple[FileRecord, ...] = ()
    pieces: int = 0
    problems: tuple[Problem, ...] = ()
    suppressed: tuple[SuppressedProblem, ...] = ()
    changes_text: str = ""
    """What there is to say of a build that printed what has changed."""

    @property
    def has_errors(self) -> bool:
        """Whether any problem is an error."""
        return any(problem.severity is Severity.ERROR for problem in self.problems)


def _up_to_files(data: bytes) -> bytes:
    """Return a manifest as far as its files, which stand first; all the rest may be a thousand times as long."""
    end = data.find(b"\n],\n")
    return data[:end] + b"\n]}" if end >= 0 else data


def files_in_manifest(data: bytes) -> tuple[FileRecord, ...]:
    """Return the records of an older manifest; one that cannot be read has none."""
    try:
        return tuple(FileRecord(**file) for file in json.loads(_up_to_files(data))["files"])
    except (ValueError, KeyError, TypeError, RecursionError):
        return ()
