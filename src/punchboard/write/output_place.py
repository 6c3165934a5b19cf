"""The place of an output: nothing but what this program has made is ever exchanged, and so deleted."""

from __future__ import annotations

import re
from errno import ENOTDIR
from os import scandir
from os.path import lexists
from pathlib import Path
from typing import Final

from punchboard.problem import Place, ProblemsFound, fail

MANIFEST: Final = "manifest.json"

_HEAD: Final = 65_536
"""Bytes of a manifest within which it says what made it."""

_MADE_BY: Final = re.compile(rb'"made_by":\s*"punchboard ')


def check_place(final: Path) -> None:
    """Check that an output may take a place: that nothing is there, an empty folder, or an older output.

    Raises:
        NotADirectoryError: when a file is there.
        ProblemsFound: FILE004 for a link, and for a folder of something else, such as the game's own.
    """
    if final.is_symlink():
        hint = "a build puts another folder in its place; link the folder above it, or choose the place with --out"
        raise _taken(final, "a link is in the place of this folder", hint)
    if not lexists(final):
        return
    if not final.is_dir():
        raise NotADirectoryError(ENOTDIR, "a file is in the place of this folder")
    with scandir(final) as entries:
        if any(entries) and not _is_output(final):
            hint = "a build would delete it; move it away, or choose another place with --out"
            raise _taken(final, "the folder that is here is not an output of punchboard", hint)


def _is_output(folder: Path) -> bool:
    """Tell by the manifest; one that a power cut has left empty is one too."""
    try:
        with (folder / MANIFEST).open("rb") as file:
            head = file.read(_HEAD)
    except OSError:
        return False
    return _MADE_BY.search(head) is not None or not head.strip(b"\0")


def _taken(final: Path, what: str, hint: str) -> ProblemsFound:
    return fail("FILE004", Place(str(final)), f"cannot write: {what}", hint)
