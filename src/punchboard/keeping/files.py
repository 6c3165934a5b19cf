"""Hashes of files: one that has not been touched since it was hashed is not read again, as git has it.

A file is known by size, times and inode. One that was touched in the same moment as the record was written may have
been touched again since without another time, so it is read again: see git's "racy git" note,
https://git-scm.com/docs/racy-git.
"""

from __future__ import annotations

import os
from hashlib import blake2b
from pathlib import Path
from typing import Final

from punchboard.keeping.store import CACHE, read_kept, write_kept

NAME: Final = "files.json"

COARSE: Final = 2_000_000_000
"""Nanoseconds: the steps of the coarsest clock of a file system, that of FAT."""


class Seen:
    """The hashes of files, kept beside the outputs.

    Args:
        out: the folder of outputs.
    """

    def __init__(self, out: Path) -> None:
        self._path = out / CACHE / NAME
        self._before = self._kept()
        self._now: dict[str, list[object]] = {}

    def _kept(self) -> dict[str, list[object]]:
        """Return what was kept of files that were not touched shortly before."""
        found = read_kept(self._path)
        if not isinstance(found, dict):
            return {}
        try:
            written = self._path.stat().st_mtime_ns - COARSE
        except OSError:
            return {}
        return {
            path: entry
            for path, entry in found.items()
            if isinstance(entry, list) and len(entry) == 5 and all(isinstance(one, int) for one in entry[:4])
            if max(entry[1], entry[2]) < written
        }

    def hash(self, path: str) -> tuple[str, str]:
        """Return the hash of a file, and as what and when it lies there.

        Raises:
            OSError: when it cannot be read.
        """
        known = _known(path)
        name = os.path.abspath(path)  # noqa: PTH100 - links stay as they are
        entry = self._before.get(name)
        if entry is None or entry[:4] != known:
            entry = [*known, blake2b(Path(path).read_bytes(), digest_size=16).hexdigest()]
        self._now[name] = entry
        return str(entry[4]), str(known)

    def keep(self) -> None:
        """Keep the hashes of the files that were asked for, if any is new."""
        if any(self._before.get(name) != entry for name, entry in self._now.items()):
            others = {name: entry for name, entry in self._before.items() if os.path.exists(name)}  # noqa: PTH110
            write_kept(self._path, {**others, **self._now})


def known_as(path: str) -> str:
    """Return as what and when a file lies there.

    Raises:
        OSError: when it is not there.
    """
    return str(_known(path))


def _known(path: str) -> list[int]:
    told = os.stat(path)  # noqa: PTH116 - by the thousand
    return [told.st_size, told.st_mtime_ns, told.st_ctime_ns, told.st_ino]
