"""Safety check before a build replaces an output folder: only outputs of this program may be deleted."""

from __future__ import annotations

import re
from errno import ENOTDIR
from os import scandir
from os.path import lexists
from pathlib import Path
from typing import Final

from punchboard.build_result import MANIFEST
from punchboard.problem import Place, ProblemsFound, fail

_HEAD: Final = 65_536
"""Bytes at the beginning of a manifest that contain its ``made_by``."""

_MADE_BY: Final = re.compile(rb'"made_by":\s*"punchboard ')


def check_place(final: Path) -> None:
    """Check that the place of an output is free, an empty folder, or an older output.

    Raises:
        NotADirectoryError: for a file.
        ProblemsFound: FILE004 for a link, and for any other folder, such as the game's own.
    """
    if final.is_symlink():
        hint = "a build would replace the link; link its parent folder instead, or choose another place with --out"
        raise _taken(final, "the output folder is a link", hint)
    if not lexists(final):
        return
    if not final.is_dir():
        raise NotADirectoryError(ENOTDIR, "a file has the name of this folder")
    with scandir(final) as entries:
        if any(entries) and not _is_output(final):
            hint = "a build would delete this folder; move it away, or choose another place with --out"
            raise _taken(final, "this folder is not an output of punchboard", hint)


def _is_output(folder: Path) -> bool:
    """Return whether a folder has a manifest of this program, or one that a power cut left empty."""
    try:
        with (folder / MANIFEST).open("rb") as file:
            head = file.read(_HEAD)
    except OSError:
        return False
    return _MADE_BY.search(head) is not None or not head.strip(b"\0")


def _taken(final: Path, what: str, hint: str) -> ProblemsFound:
    return fail("FILE004", Place(str(final)), f"cannot write: {what}", hint)
