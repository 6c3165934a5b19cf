"""The history of edits while the studio is open: undo and redo across all files of a game.

A step is what a person does at once; it may change several files. Undo is itself a step on the disk: it puts back the
bytes that a file had, and only if the file still has the bytes that the step left.
"""

from typing import Final, Literal, NamedTuple

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

    def after(self, earlier: "Step") -> "Step":
        """Return this step and an earlier one as one step; files that are as before them are left out."""
        first = {change.file: change.before for change in (*self.changes, *earlier.changes)}
        last = {change.file: change.after for change in (*earlier.changes, *self.changes)}
        changes = tuple(FileChange(file, first[file], last[file]) for file in last if first[file] != last[file])
        return Step(self.label, changes, self.gesture)

    @property
    def size(self) -> int:
        """The bytes that it keeps."""
        return sum(len(change.before or b"") + len(change.after or b"") for change in self.changes)


class History(NamedTuple):
    """The steps that can be undone and those that can be done again, the next one last."""

    done: tuple[Step, ...] = ()
    undone: tuple[Step, ...] = ()

    def with_step(self, step: Step) -> "History":
        """Return the history after a new step; what had been undone cannot be done again."""
        older = self.done
        if step.gesture and older and older[-1].gesture == step.gesture:
            step, older = step.after(older[-1]), older[:-1]
        done, size = [step] if step.changes else [], step.size
        for earlier in reversed(older):
            size += earlier.size
            if size > MAX_BYTES:
                break
            done.append(earlier)
        return History(tuple(reversed(done)))

    def after_undo(self) -> "History":
        """Return the history after its last step is undone."""
        return History(self.done[:-1], (*self.undone, self.done[-1]))

    def after_redo(self) -> "History":
        """Return the history after the step that was undone last is done again."""
        return History((*self.done, self.undone[-1]), self.undone[:-1])

    def without_last(self, of: Literal["undo", "redo"]) -> "History":
        """Return the history without the step that would be undone, or done again, next."""
        return History(self.done[:-1], self.undone) if of == "undo" else History(self.done, self.undone[:-1])
