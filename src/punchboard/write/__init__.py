"""Output on disk: output folders, manifest, locks. A game's files replace the old ones in one step, or not at all.

A build writes to a temporary folder, which replaces the old output when it is complete. A build that is killed, or
fills the disk, leaves the last good output unchanged, and the next build removes what it left. Imports only game
models, build results and problems.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
from collections.abc import Iterable, Iterator
from errno import ENOENT, ENOTDIR
from os import scandir
from os.path import lexists
from pathlib import Path, PurePosixPath
from secrets import token_hex
from typing import Final, Self

from punchboard.build_result import MANIFEST, FileRecord, files_in_manifest
from punchboard.problem import Place, ProblemsFound, fail
from punchboard.system.files import rename_folder, same_name_key, swap_folders, unportable_name
from punchboard.write.atomic_file import disk_refusal
from punchboard.write.lock import NEW, OLD, lock, recover, remove, sibling_path
from punchboard.write.manifest import GameSummary, ManifestExtras, file_record, game_summary, manifest, manifest_parts

_PART: Final = 1 << 20
"""Bytes of a file read at a time."""


class OutputFolder:
    """The new output of one game, until `exchange` replaces the old output with it.

    Args:
        output: the folder of all games' outputs.
        name: the game's id.
        keep_old: whether to keep files of the old output that are not rebuilt (for ``--only``).
        locked: whether this build holds the game's lock; without it, the temporary folder gets a unique name.
    """

    def __init__(self, output: Path, name: str, *, keep_old: bool, locked: bool = True) -> None:
        self.final = output / name
        self._new, self._old = (
            sibling_path(self.final, NEW, "" if locked else token_hex(8)),
            sibling_path(self.final, OLD),
        )
        self._keep = keep_old
        self._kept: dict[str, FileRecord] = {}
        self._names: dict[str, str] = {}

    def __enter__(self) -> Self:
        """Remove what a killed build left, and create the temporary folder.

        Raises:
            ProblemsFound: FILE004 when the place cannot be written, or is not an output of this program.
        """
        with self._report_errors():
            recover(self.final, self._old)
            _check_place(self.final)
            for left in (self._new, self._old):
                _remove_leftover(left)
            self._new.mkdir()
            if self._keep:
                self._kept = {record.path: record for record in _recorded(self.final) if self._keep_file(record)}
        return self

    def __exit__(self, *error: object) -> None:
        """Remove the temporary folder; if that fails, the next build removes it."""
        for _ in range(2):  # a disk, or a program that reads a file, may refuse once
            with contextlib.suppress(OSError):
                remove(self._new)

    def kept_records(self) -> tuple[FileRecord, ...]:
        """Return the records of the files kept from the old output.

        A file that is missing or has another size, as after a power cut, is not kept.
        """
        return tuple(self._kept.values())

    def write(self, path: str, data: bytes | Iterable[bytes]) -> None:
        """Write a file of the new output, at once or in parts.

        Raises:
            ProblemsFound: FILE004 when it cannot be written, its name differs from another only by case, or Windows
                could not store it.
        """
        self._check_name(path)
        target = self._new / path
        with self._report_errors(path):
            target.parent.mkdir(parents=True, exist_ok=True)
            target.unlink(missing_ok=True)  # a kept file is a hard link to the old one, which must not change
            if isinstance(data, bytes):
                target.write_bytes(data)
            else:
                with target.open("wb") as file:
                    file.writelines(data)

    def drop(self, path: str) -> None:
        """Remove a kept file from the new output."""
        self._kept.pop(path, None)
        (self._new / path).unlink(missing_ok=True)

    def is_intact(self, path: str, data: bytes) -> bool:
        """Return whether a file of the new output has the expected bytes on the disk.

        Raises:
            ProblemsFound: FILE004 when it cannot be read.
        """
        whole, at = memoryview(data), 0
        with self._report_errors(path), (self._new / path).open("rb") as file:
            while part := file.read(_PART):
                if whole[at : at + len(part)] != part:
                    return False
                at += len(part)
        return at == len(data)

    def exchange(self) -> None:
        """Replace the old output with the new one.

        Raises:
            ProblemsFound: FILE004 when a file is in its place, the place cannot be written, or another program has
                deleted a file of the new output.
        """
        for path in (*self._kept, *self._names.values()):  # `write` makes a deleted folder again, without its files
            if not (self._new / path).is_file():
                error = FileNotFoundError(ENOENT, "another program deleted it during the build")
                raise disk_refusal(self.final / path, error, "build again, and leave the output alone meanwhile")
        with self._report_errors():
            try:
                self._exchange()
            except OSError:
                recover(self.final, self._old)
                raise

    def _exchange(self) -> None:
        _check_place(self.final)  # it may have changed since the build began
        if self.final.is_dir():
            if swap_folders(self._new, self.final):
                return  # the temporary name now belongs to the old output, which __exit__ removes
            rename_folder(self.final, self._old)
        rename_folder(self._new, self.final)
        with contextlib.suppress(OSError):  # the new output is in place; the next build removes what is left
            remove(self._old)

    def _check_name(self, path: str) -> None:
        """Check that every disk can store a path beside those before it, on whichever system the game is built."""
        other = self._names.setdefault(same_name_key(path), path)
        if other != path:
            hint = "many disks treat capital and small letters as equal: rename one of the files"
            raise fail("FILE004", Place(str(self.final / path)), f"cannot write: {other!r} has the same name", hint)
        if why := unportable_name(path):
            hint = "rename the component or the file, so that the output can be copied to any system"
            raise fail("FILE004", Place(str(self.final / path)), f"cannot write: {why}", hint)

    def _keep_file(self, record: FileRecord) -> bool:
        """Link or copy an unchanged file of the old output into the new one, and return whether that was possible."""
        path = PurePosixPath(record.path)
        source, target = self.final / path, self._new / path
        if not _is_plain(source, self.final, path) or source.stat().st_size != record.size:
            return False
        target.parent.mkdir(parents=True, exist_ok=True)
        try:
            os.link(source, target)
        except (OSError, AttributeError):  # some disks have no links, and a browser cannot make any
            shutil.copy2(source, target)
        return True

    @contextlib.contextmanager
    def _report_errors(self, path: str = "") -> Iterator[None]:
        """Turn errors of the disk into problems of the output, or of one of its files."""
        try:
            yield
        except OSError as error:
            raise disk_refusal(self.final / path, error) from error


def _remove_leftover(left: Path) -> None:
    """Remove what a killed build left.

    Raises:
        ProblemsFound: FILE004 when it cannot be removed.
    """
    try:
        remove(left)
    except OSError as error:
        raise disk_refusal(left, error, "an earlier build left this folder; delete it and build again") from error


def _recorded(final: Path) -> tuple[FileRecord, ...]:
    """Return the records of the old output, or none if it has no readable manifest."""
    try:
        return files_in_manifest((final / MANIFEST).read_bytes())
    except OSError:
        return ()


def _is_plain(source: Path, final: Path, path: PurePosixPath) -> bool:
    """Return whether a path leads to a plain file inside a folder, without any link on the way."""
    if path.is_absolute() or ".." in path.parts:
        return False
    above = (final.joinpath(*path.parts[:depth]) for depth in range(1, len(path.parts) + 1))
    return not any(one.is_symlink() for one in above) and source.is_file()


_HEAD: Final = 65_536
"""Bytes at the beginning of a manifest that contain its ``made_by``."""

_MADE_BY: Final = re.compile(rb'"made_by":\s*"punchboard ')


def _check_place(final: Path) -> None:
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


__all__ = [
    "GameSummary",
    "ManifestExtras",
    "OutputFolder",
    "file_record",
    "game_summary",
    "lock",
    "manifest",
    "manifest_parts",
]
