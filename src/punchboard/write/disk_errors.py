"""The problem FILE004 for errors of the disk."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from punchboard.problem import Place, ProblemsFound, fail
from punchboard.system.disk_advice import disk_advice

HINT: Final = (
    "the last good output is untouched; free disk space, fix the permissions, or choose another place with --out"
)


def disk_refusal(path: Path, error: OSError, hint: str = HINT) -> ProblemsFound:
    """Return FILE004 for a path, with the system's reason, and with what to do there if that depends on the system."""
    reason, advice = disk_advice(path, error)
    message = f"cannot write: {reason or (error.strerror or str(error)).lower()}"
    return fail("FILE004", Place(str(path)), message, f"{hint}; {advice}" if advice else hint)
