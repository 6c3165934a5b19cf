"""Sound faces: the looks of those with which nothing was wrong, so that they need not be drawn to be checked again."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from punchboard.cache.store import CACHE, read_kept, write_kept


def sound_faces(out: Path, output: str) -> frozenset[str]:
    """Return the looks of the faces of an output that were sound when it was built last.

    Args:
        out: the folder of outputs.
        output: the name of the game's folder in it.
    """
    found = read_kept(_file(out, output))
    return frozenset(one for one in found if isinstance(one, str)) if isinstance(found, list) else frozenset()


def keep_sound_faces(out: Path, output: str, looks: Collection[str]) -> None:
    """Keep the looks of all sound faces; the arguments are those of `sound_faces`."""
    if looks:
        write_kept(_file(out, output), sorted(looks))


def _file(out: Path, output: str) -> Path:
    return out / CACHE / f"{output}.faces.json"
