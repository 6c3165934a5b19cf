"""Fonts of this machine, for the first proof of a game: no game depends on them, because their licences are unknown."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Final

import uharfbuzz as hb

from punchboard.system.folders import font_folders

VARIABLE: Final = "PUNCHBOARD_SYSTEM_FONTS"
"""The environment variable that names other folders, separated as in PATH."""

MAX_BYTES: Final = 20_000_000
"""The largest font that is used; the game's own fonts have the same limit."""

_UNFIT: Final = re.compile(r"italic|oblique|condensed|narrow|mono|emoji", re.IGNORECASE)


def system_fonts(letters: Collection[str]) -> tuple[Path, ...]:
    """Return the files of a TrueType font of this machine that has all of some letters, in its weights; else nothing.

    Sans-serif fonts are preferred, and among them shorter names, which are the plain ones.
    """
    found = [path for path in _font_files() if _has_letters(path, letters)]
    if not found:
        return ()
    best = min(found, key=lambda path: ("sans" not in path.name.lower(), len(path.name), path.name))
    return tuple(path for path in found if path.parent == best.parent and _family(path) == _family(best))


def _family(path: Path) -> str:
    return path.stem.partition("-")[0]


def _font_files() -> Iterator[Path]:
    given = os.environ.get(VARIABLE)
    named = () if given is None else (Path(folder).expanduser() for folder in given.split(os.pathsep))
    for folder in font_folders() if given is None else named:
        yield from sorted(path for path in folder.rglob("*.ttf") if not _UNFIT.search(path.name))


def _has_letters(path: Path, letters: Collection[str]) -> bool:
    try:
        if path.stat().st_size > MAX_BYTES:
            return False
        face = hb.Face(hb.Blob.from_file_path(str(path)))
        if "glyf" not in face.table_tags:
            return False
    except (OSError, RuntimeError, ValueError, hb.HarfBuzzError):  # a system's fonts need not all be good
        return False
    font = hb.Font(face)
    return all(font.get_nominal_glyph(ord(letter)) for letter in letters)
