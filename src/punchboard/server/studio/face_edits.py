"""The edits of boxes: how each kind of request changes the text of the game's own face file."""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from punchboard.edit import face_edit
from punchboard.edit.box_moves import Around, moved_box
from punchboard.geometry import Rect
from punchboard.load.layouts.raw_faces import RawFace
from punchboard.model.layout.layout import Box
from punchboard.problem import Place, ProblemsFound, fail
from punchboard.server.snapshot import Snapshot
from punchboard.server.studio import requests
from punchboard.server.studio.boxes import gone, shown_areas, side_spec

_SAME: Final = 0.05
"""Millimetres by which an area may differ from the one that the page has seen."""


class _ShownBox(NamedTuple):
    """A box of a face, its area on one card, and what it lies among."""

    box: Box
    area: Rect
    among: Around


def _shown_box(edit: requests.BoxRequest, face: RawFace, snapshot: Snapshot) -> _ShownBox:
    """Return the box that an edit names.

    Raises:
        ProblemsFound: EDIT001 when the card does not show it any more.
    """
    spec = side_spec(snapshot, edit.component, edit.side)
    among = Around(spec.program.trim.size, shown_areas(spec))
    boxes = snapshot.composed.loaded.layouts.faces[spec.program.layout].boxes
    box, area = boxes.get(edit.box), among.areas.get(edit.box)
    if box is None or area is None:
        raise gone(f"the face no longer has a box {edit.box!r}", face.file)
    return _ShownBox(box, area, among)


def _moved(edit: requests.MoveBox, text: str, face: RawFace, snapshot: Snapshot) -> str:
    box, area, among = _shown_box(edit, face, snapshot)
    if any(abs(now - was) > _SAME for now, was in zip(area, edit.was, strict=True)):
        raise gone(f"box {edit.box!r} has moved in the meantime", face.file)
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
    box, area, among = _shown_box(edit, face, snapshot)
    return face_edit.copied_box(text, face.boxes, edit.box, moved_box(box, among, area, Rect(*edit.to)))[0]


def refused(message: str, file: str) -> ProblemsFound:
    """Return the problem of an edit that cannot be made."""
    return fail("EDIT002", Place(file), message, "use the panel, or edit the file")


EDITS: Final[Mapping[type, Callable[[Any, str, RawFace, Snapshot], str]]] = {
    requests.MoveBox: _moved,
    requests.SetKey: _set,
    requests.ResetKey: _reset,
    requests.HideBox: _hidden,
    requests.DeleteBox: _deleted,
    requests.CopyBox: _copied,
}
"""How each kind of edit changes the text of the game's own face file."""
