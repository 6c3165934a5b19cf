"""What is said when the disk refuses."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from punchboard.problem import Place, ProblemsFound, fail

HINT: Final = "the last good output is untouched; free the disk, mend the rights, or choose another place with --out"


def disk_refusal(path: Path, error: OSError, hint: str = HINT) -> ProblemsFound:
    """Return FILE004 for a path, with the system's own words for why."""
    return fail("FILE004", Place(str(path)), f"cannot write: {(error.strerror or str(error)).lower()}", hint)
