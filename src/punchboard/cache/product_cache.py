"""Products that are not made again: the files of the last output, known by the hash of what they were made from."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from punchboard.build_result import FileRecord
from punchboard.cache.build_inputs import program_digest
from punchboard.cache.digests import Digests
from punchboard.cache.store import CACHE, digest, read_kept, write_kept

Again = Callable[[FileRecord], bool]
"""Puts a file of the last output into the new one under the same path, and tells whether it could."""


class Keys:
    """The hashes of products, where no file of the last output is at hand: on a worker that makes some of them."""

    def __init__(self, digests: Digests | None = None) -> None:
        self._digests = digests or Digests()

    def key(self, name: str, product: object) -> str:
        """Return the hash of a product of a name; nothing for one that cannot be hashed."""
        try:
            return digest(name, self._digests.of(product))
        except (TypeError, AttributeError, pickle.PicklingError):
            return ""

    def again(self, _key: str) -> Sequence[FileRecord]:
        """Return nothing: whatever it is, it is made."""
        return ()


def is_known(out: Path, output: str, context: str) -> bool:
    """Tell whether products of an output are kept that were made with the same: see `KeptProducts`."""
    found = read_kept(_file(out, output))
    return isinstance(found, dict) and found.get("context") == _context(context)


def _file(out: Path, output: str) -> Path:
    return out / CACHE / f"{output}.products.json"


def _context(context: str) -> str:
    return digest(program_digest(), context)


class KeptProducts(Keys):
    """The files of the last output of a game, by the hashes of the products that they were made from.

    Held by whoever holds the lock of the output.

    Args:
        out: the folder of outputs.
        output: the name of the game's folder in it.
        context: what products are made with beside themselves, as a text: forms, wishes.
        again: keeps a file.
        digests: makes their hashes; ones of its own when None.
    """

    def __init__(self, out: Path, output: str, context: str, again: Again, digests: Digests | None = None) -> None:
        super().__init__(digests)
        self._again = again
        self._folder, self._path = out / output, _file(out, output)
        self._context = _context(context)
        self._before = self._kept()
        self._now: dict[str, list[FileRecord]] = {}

    def _kept(self) -> dict[str, list[list[Any]]]:
        """Return what was kept by the same program for builds that are made with the same."""
        found = read_kept(self._path)
        if not isinstance(found, dict) or found.get("context") != self._context:
            return {}
        return dict(found.get("products", {}))

    def again(self, key: str) -> Sequence[FileRecord]:
        """Return the records of the files of a product that lie as they were written, when all of them are kept."""
        records = self._lying(key)
        return records if all(map(self._again, records)) else ()

    def knows(self, key: str) -> bool:
        """Tell whether the files of a product lie as they were written."""
        return bool(self._lying(key))

    def _lying(self, key: str) -> Sequence[FileRecord]:
        """Return the records of the files of a product, when all of them lie as they were written."""
        try:
            files = [(FileRecord(*plain), lying) for plain, lying in self._before.get(key, ())]
        except (TypeError, ValueError):
            return ()
        lie = all(_lies(self._folder / record.path) == lying for record, lying in files)
        return tuple(record for record, _ in files) if lie else ()

    def note(self, key: str, record: FileRecord) -> None:
        """Note a file that was made of a product, or kept."""
        if key:
            self._now.setdefault(key, []).append(record)

    def keep(self) -> None:
        """Keep what was noted; the output has taken its place."""
        told = {
            key: [[list(record), _lies(self._folder / record.path)] for record in records]
            for key, records in self._now.items()
        }
        write_kept(self._path, {"context": self._context, "products": told})


def _lies(path: Path) -> list[int]:
    """Return by what a file is known that nobody has touched; nothing where there is none."""
    try:
        told = os.stat(path, follow_symlinks=False)  # noqa: PTH116 - as in `punchboard.cache.file_hashes`
    except OSError:
        return []
    return [told.st_size, told.st_mtime_ns, told.st_ino]
