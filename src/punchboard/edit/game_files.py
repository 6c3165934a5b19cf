"""The files of one game, read and written: the only code of this package that touches the disk.

A change names the bytes that it was made from. If the file has others by now, nothing is written, and the caller gets
both versions. Comparing and writing are one step for all programs that edit the game here.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from difflib import unified_diff
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple

from punchboard.edit.history import FileChange
from punchboard.edit.text_file import decoded
from punchboard.load.files.paths import read_bytes, resolve_inside
from punchboard.problem import Place, ProblemsFound, fail
from punchboard.workspace import game_folder
from punchboard.write.atomic_file import UNFINISHED, disk_refusal, write_atomically
from punchboard.write.lock import lock_folder

MAX_LINES: Final = 400
"""The most lines of a difference between two versions that are shown."""

_HINT = "free disk space, or fix the permissions of the game's folder; the file on disk is unchanged"


def fingerprint(data: bytes | None) -> str:
    """Return the fingerprint of a file's bytes; empty if there is no file."""
    return "" if data is None else sha256(data).hexdigest()


class Conflict(NamedTuple):
    """A file that changed elsewhere: the bytes that the change was made from, those on disk, and those wanted."""

    file: str
    before: bytes | None
    on_disk: bytes | None
    wanted: bytes | None

    @property
    def seen(self) -> str:
        """The fingerprint of the version on disk."""
        return fingerprint(self.on_disk)

    @property
    def difference(self) -> tuple[str, ...]:
        """The differing lines, ``-`` before those on disk and ``+`` before the wanted ones, and their neighbours.

        A file that is not text has none.
        """
        try:
            disk, wanted = (decoded(data or b"").text.splitlines() for data in (self.on_disk, self.wanted))
        except ProblemsFound:
            return ()
        return tuple(islice(unified_diff(disk, wanted, n=2, lineterm=""), 2, 2 + MAX_LINES))


class GameFiles:
    """The files in the folders of one game: its own, and that of its layouts in the workspace.

    Args:
        workspace: the folder with the games.
        game: the game's id.
    """

    def __init__(self, workspace: Path, game: str) -> None:
        self._workspace = workspace
        folder, layouts = game_folder(game, workspace), workspace / "layouts" / game
        self._roots = (folder, layouts) if layouts != folder else (folder,)
        with lock_folder(folder):  # no other studio is writing
            for root in self._roots:
                _sweep(root)

    def read(self, file: str) -> bytes | None:
        """Return the bytes of a file by its path from the workspace; None when there is none.

        Raises:
            ProblemsFound: FILE001 for a file that cannot be read, FILE003 for one outside the game's folders.
        """
        path = self._path(file)
        return read_bytes(path, Place(file), file) if path.exists() else None

    def conflicts(self, changes: Iterable[FileChange]) -> tuple[Conflict, ...]:
        """Return the changes whose files have other bytes on disk than those that the changes were made from."""
        found = ((change, self.read(change.file)) for change in changes)
        return tuple(Conflict(*change[:2], data, change.after) for change, data in found if data != change.before)

    def write(self, changes: Sequence[FileChange]) -> tuple[Conflict, ...]:
        """Write files, each in one exchange, and return nothing; or only return the conflicts, if there are any.

        When a file cannot be written, those before it are put back.

        Raises:
            ProblemsFound: FILE003 as for `read`, FILE004 when a file cannot be written.
        """
        with lock_folder(self._roots[0]):
            found = self.conflicts(changes)
            if not found:
                self._write_all(changes)
        return found

    def _write_all(self, changes: Iterable[FileChange]) -> None:
        written: list[FileChange] = []
        try:
            for change in changes:
                self._write(change)
                written.append(change)
        except Exception:
            for change in reversed(written):
                self._write(change.reversed)
            raise

    def _write(self, change: FileChange) -> None:
        path = self._path(change.file)
        if change.after is not None:
            write_atomically(path, change.after, _HINT)
            return
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise disk_refusal(path, error, _HINT) from error

    def _path(self, file: str) -> Path:
        """Return the path of a file inside one of the game's folders."""
        place = Place(file)
        path = resolve_inside(self._workspace, file, place)
        if not any(path.is_relative_to(root.resolve()) for root in self._roots):
            raise fail("FILE003", place, f"{file!r} is not a file of this game", "only the game's own files are edited")
        return path


def _sweep(folder: Path) -> None:
    """Remove the temporary files of writes that were killed."""
    with suppress(OSError):
        for left in folder.rglob(f".*{UNFINISHED}"):
            left.unlink(missing_ok=True)
