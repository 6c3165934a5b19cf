"""A session of editing one game: requests of the page become changes of files, with undo and redo across them all."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from punchboard.edit import face_edit
from punchboard.edit.box_moves import Around, moved_box
from punchboard.edit.game_files import Conflict, GameFiles
from punchboard.edit.history import FileChange, History, Step
from punchboard.geometry import Rect
from punchboard.load.layouts.raw_faces import RawFace, raw_face
from punchboard.problem import Place, ProblemsFound, fail
from punchboard.server.snapshot import Snapshot
from punchboard.server.studio import requests
from punchboard.server.studio.boxes import boxes_view, gone, shown_areas, side_spec

_SAME: Final = 0.05
"""Millimetres by which an area may differ from the one that the page has seen."""


class Outcome(NamedTuple):
    """What came of a request: the files written, or those that were changed elsewhere meanwhile."""

    written: tuple[str, ...] = ()
    conflicts: tuple[Conflict, ...] = ()


class Session:
    """The edits of one game while the studio is open.

    Args:
        workspace: the folder with the games.
        game: the game's id.
    """

    def __init__(self, workspace: Path, game: str) -> None:
        self._workspace, self._files, self.history = workspace, GameFiles(workspace, game), History()
        self._before_edit = self.history

    def boxes(self, snapshot: Snapshot, component: str, side: int) -> dict[str, Any]:
        """Return the boxes of a side of a component, as plain data for the page.

        Raises:
            ProblemsFound: EDIT001 for a side that does not exist any more.
        """
        raw = raw_face(snapshot.game, self._workspace, side_spec(snapshot, component, side).program.layout)
        own = self._files.read(raw.file)
        names = {} if own is None else face_edit.own_boxes(own.decode("utf-8-sig"))
        return boxes_view(snapshot, component, side, names, raw)

    def edit(self, snapshot: Snapshot, request: requests.EditRequest) -> Outcome:
        """Write the changes of a request, as one step that can be undone.

        Raises:
            ProblemsFound: EDIT001 when the page shows something older than the files, EDIT002 for what cannot be
                done, FILE004 when a file cannot be written; nothing is changed then.
        """
        texts: dict[str, tuple[bytes | None, str]] = {}
        for edit in request.edits:
            face = raw_face(
                snapshot.game, self._workspace, side_spec(snapshot, edit.component, edit.side).program.layout
            )
            before, text = texts.get(face.file) or self._own(face, snapshot, edit)
            texts[face.file] = before, _EDITS[type(edit)](edit, text, face, snapshot)
        changes = tuple(FileChange(file, before, _encoded(before, text)) for file, (before, text) in texts.items())
        step = Step(request.label, tuple(change for change in changes if change.before != change.after))
        outcome = self._write(step)
        if outcome.written:
            self._before_edit, self.history = self.history, self.history.with_step(step)
        return outcome

    def take_back(self) -> Outcome:
        """Put back the files of the last edit, and forget it: the game cannot be loaded with it."""
        outcome = self._write(self.history.done[-1].reversed)
        if outcome.written:
            self.history = self._before_edit
        return outcome

    def undo(self) -> Outcome:
        """Put back the files of the last step, if they are still as it left them."""
        if not self.history.done:
            return Outcome()
        outcome = self._write(self.history.done[-1].reversed)
        if outcome.written:
            self.history = self.history.after_undo()
        return outcome

    def redo(self) -> Outcome:
        """Write again what was undone last, if the files are still as the undo left them."""
        if not self.history.undone:
            return Outcome()
        outcome = self._write(self.history.undone[-1])
        if outcome.written:
            self.history = self.history.after_redo()
        return outcome

    def _write(self, step: Step) -> Outcome:
        conflicts = self._files.conflicts(step.changes)
        if conflicts:
            return Outcome(conflicts=conflicts)
        self._files.write(step.changes)
        return Outcome(tuple(change.file for change in step.changes))

    def _own(self, face: RawFace, snapshot: Snapshot, edit: requests.BoxRequest) -> tuple[bytes | None, str]:
        data = self._files.read(face.file)
        if data is not None:
            return data, data.decode("utf-8-sig")
        return None, face_edit.own_text(None, side_spec(snapshot, edit.component, edit.side).program.layout)


def _encoded(before: bytes | None, text: str) -> bytes:
    """Return a text as bytes, with a byte order mark if the file had one."""
    return text.encode("utf-8-sig" if before is not None and before.startswith(b"\xef\xbb\xbf") else "utf-8")


def _moved(edit: requests.MoveBox, text: str, face: RawFace, snapshot: Snapshot) -> str:
    drawn = snapshot.composed.draw(side_spec(snapshot, edit.component, edit.side))
    among = Around(drawn.trim.size, shown_areas(drawn))
    box, area = snapshot.composed.loaded.layouts.faces[drawn.layout].boxes.get(edit.box), among.areas.get(edit.box)
    if box is None or area is None:
        raise gone(f"the face has no box {edit.box!r} now", face.file)
    if any(abs(now - was) > _SAME for now, was in zip(area, edit.was, strict=True)):
        raise gone(f"box {edit.box!r} has moved meanwhile", face.file)
    changes = moved_box(box, among, area, Rect(*edit.to))
    if not changes and edit.to != edit.was:
        raise refused(f"box {edit.box!r} fills an area of the card, or its text holds this edge", face.file)
    return face_edit.changed_box(text, face.boxes, edit.box, changes)


def _set(edit: requests.SetKey, text: str, face: RawFace, _snapshot: Snapshot) -> str:
    inherited = (face.inherited.get(edit.box) or {}).get(edit.path[0])
    if edit.value is None and len(edit.path) == 1 and inherited is not None:
        return face_edit.cleared_key(text, edit.box, edit.path[0])
    return face_edit.changed_box(text, face.boxes, edit.box, {edit.path: edit.value})


def _reset(edit: requests.ResetKey, text: str, _face: RawFace, _snapshot: Snapshot) -> str:
    return face_edit.reset_key(text, edit.box, edit.path)


def _hidden(edit: requests.HideBox, text: str, _face: RawFace, _snapshot: Snapshot) -> str:
    return face_edit.hidden_box(text, edit.box)


def _deleted(edit: requests.DeleteBox, text: str, face: RawFace, _snapshot: Snapshot) -> str:
    return face_edit.deleted_box(text, face.inherited, edit.box)


def _copied(edit: requests.CopyBox, text: str, face: RawFace, snapshot: Snapshot) -> str:
    drawn = snapshot.composed.draw(side_spec(snapshot, edit.component, edit.side))
    among = Around(drawn.trim.size, shown_areas(drawn))
    box, area = snapshot.composed.loaded.layouts.faces[drawn.layout].boxes.get(edit.box), among.areas.get(edit.box)
    if box is None or area is None:
        raise gone(f"the face has no box {edit.box!r} now", face.file)
    return face_edit.copied_box(text, face.boxes, edit.box, moved_box(box, among, area, Rect(*edit.to)))[0]


def _ordered(edit: requests.OrderBox, text: str, face: RawFace, _snapshot: Snapshot) -> str:
    own = face_edit.own_boxes(text)
    for name in filter(None, (edit.box, edit.before)):
        if name not in own:
            raise refused(f"box {name!r} comes from a stock face, which has its own order", face.file)
    return face_edit.moved_in_order(text, edit.box, edit.before)


def refused(message: str, file: str) -> ProblemsFound:
    """Return the problem of an edit that cannot be done."""
    return fail("EDIT002", Place(file), message, "change it in the panel, or in the file")


_EDITS: Final[Mapping[type, Callable[[Any, str, RawFace, Snapshot], str]]] = {
    requests.MoveBox: _moved,
    requests.SetKey: _set,
    requests.ResetKey: _reset,
    requests.HideBox: _hidden,
    requests.DeleteBox: _deleted,
    requests.CopyBox: _copied,
    requests.OrderBox: _ordered,
}
"""How each kind of edit changes the text of the game's own face file."""
