"""The files of one game, read and written: the only code of this package that touches the disk.

A change names the bytes that it was made from. If the file has others by now, nothing is written, and the caller gets
both versions. Comparing and writing are one step for all programs that edit the game here.

A step is what a person does at once; it may change several files. Undo is itself a step on the disk: it puts back the
bytes that a file had, and only if the file still has the bytes that the step left.
"""

from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterable, Sequence
from contextlib import suppress
from difflib import unified_diff
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Final, Literal, NamedTuple

from punchboard.load.files import read_bytes, resolve_inside
from punchboard.problem import Place, ProblemsFound, fail
from punchboard.workspace import game_folder
from punchboard.write.atomic_file import UNFINISHED, disk_refusal, write_atomically
from punchboard.write.lock import lock_folder

MAX_BYTES: Final = 64_000_000
"""The most bytes of older contents that are kept; the oldest steps are forgotten first."""


class FileChange(NamedTuple):
    """A file's path within the game, and its bytes before and after; None where the file does not exist."""

    file: str
    before: bytes | None
    after: bytes | None

    @property
    def reversed(self) -> "FileChange":
        """The change that takes this one back."""
        return FileChange(self.file, self.after, self.before)


class Step(NamedTuple):
    """One edit: its label, and the files that it changed."""

    label: str
    changes: tuple[FileChange, ...]
    gesture: str = ""
    """A name for edits that belong together, such as one drag of a slider; they are one step for undo."""

    @property
    def reversed(self) -> "Step":
        """The step that takes this one back."""
        return Step(self.label, tuple(change.reversed for change in reversed(self.changes)))

    def follows(self, earlier: "Step") -> bool:
        """Return whether nothing else has changed the files of an earlier step before this one."""
        left = {change.file: change.after for change in earlier.changes}
        return all(left.get(change.file, change.before) == change.before for change in self.changes)

    def after(self, earlier: "Step") -> "Step":
        """Return this step and an earlier one as one step; files that are as before them are left out."""
        first = {change.file: change.before for change in (*self.changes, *earlier.changes)}
        last = {change.file: change.after for change in (*earlier.changes, *self.changes)}
        changes = tuple(FileChange(file, first[file], last[file]) for file in last if first[file] != last[file])
        return Step(self.label, changes, self.gesture)


Lines = tuple[bytes, ...]
"""The contents of a file in lines, each with its end."""


class KeptChange(NamedTuple):
    """A file's path within the game, and its lines before and after; None where the file does not exist."""

    file: str
    before: Lines | None
    after: Lines | None


class KeptStep(NamedTuple):
    """A step as the history keeps it: a line that an earlier step has too is kept once for both."""

    label: str
    gesture: str
    changes: tuple[KeptChange, ...]
    size: int
    """The bytes that it adds to those of the steps before it."""

    @property
    def whole(self) -> Step:
        """The step as it was made."""
        joined = (FileChange(file, *map(_joined, lines)) for file, *lines in self.changes)
        return Step(self.label, tuple(joined), self.gesture)


def _joined(lines: Lines | None) -> bytes | None:
    return None if lines is None else b"".join(lines)


def kept(step: Step, older: Sequence[KeptStep] = ()) -> KeptStep:
    """Return a step in lines, those of the latest older steps of its files where they are the same."""
    size, changes = 0, []
    for file, *contents in step.changes:
        last = next((change for earlier in reversed(older) for change in earlier.changes if change.file == file), None)
        known = {line: line for lines in (last or ())[1:] for line in lines or ()}
        sides: list[Lines | None] = []
        for content in contents:
            lines = None if content is None else content.splitlines(keepends=True)
            size += sum(len(line) for line in lines or () if line not in known)
            sides.append(None if lines is None else tuple(known.setdefault(line, line) for line in lines))
        changes.append(KeptChange(file, *sides))
    return KeptStep(step.label, step.gesture, tuple(changes), size)


class History(NamedTuple):
    """The steps that can be undone and those that can be done again, the next one last."""

    done: tuple[KeptStep, ...] = ()
    undone: tuple[KeptStep, ...] = ()

    def with_step(self, step: Step) -> "History":
        """Return the history after a new step; what had been undone cannot be done again."""
        older = self.done
        last = older[-1].whole if step.gesture and older and older[-1].gesture == step.gesture else None
        if last is not None and step.follows(last):
            step, older = step.after(last), older[:-1]
        new = kept(step, older)
        done, size = [new] if new.changes else [], new.size
        for earlier in reversed(older):
            size += earlier.size
            if size > MAX_BYTES:
                break
            done.append(earlier)
        return History(tuple(reversed(done)))

    def after_undo(self) -> "History":
        """Return the history after its last step is undone. Nothing joins a step before or after that any more."""
        return History(_ended(self.done[:-1]), (*self.undone, *_ended(self.done[-1:])))

    def after_redo(self) -> "History":
        """Return the history after the step that was undone last is done again."""
        return History((*self.done, self.undone[-1]), self.undone[:-1])

    def without_last(self, of: Literal["undo", "redo"]) -> "History":
        """Return the history without the step that would be undone, or done again, next."""
        if of == "undo":
            return History(_ended(self.done[:-1]), self.undone)
        return History(_ended(self.done), self.undone[:-1])


def _ended(steps: tuple[KeptStep, ...]) -> tuple[KeptStep, ...]:
    """Return steps of which the last one is joined by no later step of its gesture."""
    return (*steps[:-1], *(last._replace(gesture="") for last in steps[-1:]))


_MARKS: Final = ((BOM_UTF8, "utf-8"), (BOM_UTF16_LE, "utf-16-le"), (BOM_UTF16_BE, "utf-16-be"))


class TextFile(NamedTuple):
    """A file's text without its byte order mark, and the mark and encoding of the file."""

    text: str
    mark: bytes = b""
    encoding: str = "utf-8"

    def encoded(self, text: str) -> bytes:
        """Return the bytes of the file with another text."""
        return self.mark + text.encode(self.encoding)


def decoded(data: bytes, file: str = "") -> TextFile:
    """Return the text of a file. Without a byte order mark, it is UTF-8. ``file`` is its path in messages.

    Raises:
        ProblemsFound: FILE002 for bytes that are not text.
    """
    mark, encoding = next(((mark, name) for mark, name in _MARKS if data.startswith(mark)), (b"", "utf-8"))
    try:
        return TextFile(data.removeprefix(mark).decode(encoding), mark, encoding)
    except UnicodeDecodeError as error:
        raise fail("FILE002", Place(file), f"the file is not {encoding.upper()}", "save it as UTF-8") from error


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


_LOCKS: Final = (".~lock.{}#", "~${}")
"""The files that LibreOffice and Excel put beside a file that they have open."""


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

    def is_open_elsewhere(self, file: str) -> bool:
        """Return whether a spreadsheet program has a file open: it would write its own version over any other."""
        path = self._path(file)
        return any(path.with_name(name.format(path.name)).exists() for name in _LOCKS)

    def conflicts(self, changes: Iterable[FileChange]) -> tuple[Conflict, ...]:
        """Return the changes whose files have other bytes on disk than those that the changes were made from."""
        on_disk = ((change, self.read(change.file)) for change in changes)
        return tuple(Conflict(*change[:2], data, change.after) for change, data in on_disk if data != change.before)

    def write(self, changes: Sequence[FileChange]) -> tuple[Conflict, ...]:
        """Write files, each in one exchange, and return nothing; or only return the conflicts, if there are any.

        When a file cannot be written, those before it are put back.

        Raises:
            ProblemsFound: FILE003 as for `read`, FILE004 when a file cannot be written.
        """
        with lock_folder(self._roots[0]):
            conflicts = self.conflicts(changes)
            if not conflicts:
                self._write_all(changes)
        return conflicts

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
