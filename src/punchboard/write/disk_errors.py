"""The problem FILE004 for errors of the disk."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from punchboard.problem import Place, ProblemsFound, fail

HINT: Final = (
    "the last good output is untouched; free disk space, fix the permissions, or choose another place with --out"
)


def disk_refusal(path: Path, error: OSError, hint: str = HINT) -> ProblemsFound:
    """Return FILE004 for a path, with the system's reason."""
    return fail("FILE004", Place(str(path)), f"cannot write: {(error.strerror or str(error)).lower()}", hint)
