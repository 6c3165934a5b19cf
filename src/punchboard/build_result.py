"""The result of building a game: its files, problems and counts; and the files listed in a manifest."""

import json
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from punchboard.problem import Problem, SuppressedProblem, has_errors

MANIFEST: Final = "manifest.json"
"""The file in each output folder that lists the others."""


class FileRecord(NamedTuple):
    """One output file."""

    path: str
    product: str
    pages: int
    pieces: int
    size: int
    sha256: str
    proof: Mapping[str, float] | None = None
    """Counts and measurements from verifying a PDF; None for other files."""

    def manifest_entry(self) -> dict[str, Any]:
        """Return the record as an entry of the manifest."""
        return {name: value for name, value in self._asdict().items() if value is not None}


class BuildResult(NamedTuple):
    """The result of building one game."""

    game: str
    files: tuple[FileRecord, ...] = ()
    pieces: int = 0
    problems: tuple[Problem, ...] = ()
    suppressed: tuple[SuppressedProblem, ...] = ()
    changes_text: str = ""
    """How many components a build with ``--changed-since`` prints, or how many cards long texts make of the others."""
    kept: tuple[str, ...] = ()
    """The paths of those files that an earlier build made, and that this one kept."""

    @property
    def has_errors(self) -> bool:
        """Whether any problem is an error."""
        return has_errors(self.problems)

    @property
    def made(self) -> tuple[FileRecord, ...]:
        """The files that this build made."""
        kept = frozenset(self.kept)
        return tuple(file for file in self.files if file.path not in kept)


def _up_to_files(data: bytes) -> bytes:
    """Return the part of a manifest with its files, which come first; the rest may be a thousand times as long."""
    end = data.find(b"\n],\n")
    return data[:end] + b"\n]}" if end >= 0 else data


def files_in_manifest(data: bytes) -> tuple[FileRecord, ...]:
    """Return the file records of an earlier manifest; empty when it cannot be read."""
    try:
        return tuple(FileRecord(**file) for file in json.loads(_up_to_files(data))["files"])
    except (ValueError, KeyError, TypeError, RecursionError):
        return ()
