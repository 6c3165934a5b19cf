"""Edits of boxes as new texts of the game's own face files."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from punchboard.edit import face_edit
from punchboard.edit.face_edit import Around, moved_box
from punchboard.edit.game_files import FileChange, decoded
from punchboard.edit.tables.records import value_at
from punchboard.geometry import Rect
from punchboard.load.layouts.raw_layouts import RawFace, raw_face
from punchboard.model.layout.layout import Box
from punchboard.problem import Place
from punchboard.server.game_snapshot import Snapshot
from punchboard.server.studio import requests
from punchboard.server.studio.boxes import outdated_error, refused, shown_areas, side_spec
from punchboard.server.studio.seen import refuse_changed


class FaceText(NamedTuple):
    """A face before edits, the bytes of the game's own file for it then, and its text after them."""

    face: RawFace
    before: bytes | None
    text: str

    @property
    def change(self) -> FileChange:
        """The change of the file."""
        return FileChange(self.face.file, self.before, decoded(self.before or b"").encoded(self.text))

    def seen(self, edit: requests.BoxRequest) -> list[tuple[Any, Any]]:
        """Return what an edit has left of the values that it said to replace, as the page names them."""
        box = self.face.boxes_with(self.text).get(edit.box)
        return [(path, value_at(box, path)) for path, _ in edit.seen]


def face_texts(
    snapshot: Snapshot, workspace: Path, read: Callable[[str], bytes | None], edits: Iterable[requests.Edit]
) -> Mapping[str, FaceText]:
    """Return the texts of the faces that edits change, by the layout.

    Args:
        snapshot: the game.
        workspace: the folder that it is in.
        read: returns the bytes of a file by its path from the workspace.
        edits: what to change, in order.

    Raises:
        ProblemsFound: EDIT001 with both versions for what has changed since the page showed it, EDIT002 for what cannot
            be done.
    """
    texts: dict[str, FaceText] = {}
    for edit in edits:
        layout = layout_of(snapshot, edit)
        now = texts.get(layout) or face_text(raw_face(snapshot.game, workspace, layout), read, layout)
        refuse_changed(edit.seen, now.face.boxes.get(edit.box), f"box {edit.box!r}", Place(now.face.file))
        texts[layout] = now._replace(text=_EDITS[type(edit)](edit, now, snapshot))
    return texts


def layout_of(snapshot: Snapshot, edit: requests.BoxRequest) -> str:
    """Return the layout of the side of the component that an edit names."""
    return side_spec(snapshot, edit.component, edit.side).program.layout


def face_text(face: RawFace, read: Callable[[str], bytes | None], layout: str) -> FaceText:
    """Return a face as the game's own file for it has it now."""
    data = read(face.file)
    text = face_edit.own_text(None if data is None else decoded(data, face.file).text, layout)
    return FaceText(face._replace(boxes=face.boxes_with(text)), data, text)


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
        raise outdated_error(f"the face no longer has a box {edit.box!r}", face.file)
    return _ShownBox(box, area, among)


def _moved(edit: requests.MoveBox, now: FaceText, snapshot: Snapshot) -> str:
    box, area, among = _shown_box(edit, now.face, snapshot)
    if any(abs(here - was) > _SAME for here, was in zip(area, edit.was, strict=True)):
        raise outdated_error(f"box {edit.box!r} has moved in the meantime", now.face.file)
    along = {name: Rect(*to) for name, to in edit.along.items() if name in among.areas}
    changes = moved_box(box, among._replace(moved=along), area, Rect(*edit.to))
    if not changes and edit.to != edit.was and not along:
        raise refused(
            f"box {edit.box!r} fills an area of the card, or its text or a neighbour holds this edge", now.face.file
        )
    return face_edit.changed_box(now.text, now.face.boxes, edit.box, changes)


def _set(edit: requests.SetKey, now: FaceText, _snapshot: Snapshot) -> str:
    inherited = (now.face.inherited.get(edit.box) or {}).get(edit.path[0])
    if edit.value is None and len(edit.path) == 1 and inherited is not None:
        return face_edit.cleared_key(now.text, edit.box, edit.path[0])
    return face_edit.changed_box(now.text, now.face.boxes, edit.box, {edit.path: edit.value})


def _copied(edit: requests.CopyBox, now: FaceText, snapshot: Snapshot) -> str:
    box, area, among = _shown_box(edit, now.face, snapshot)
    changes = moved_box(box, among, area, Rect(*edit.to))
    return face_edit.copied_box(now.text, now.face.boxes, edit.box, changes)[0]


_EDITS: Final[Mapping[type, Callable[[Any, FaceText, Snapshot], str]]] = {
    requests.MoveBox: _moved,
    requests.SetKey: _set,
    requests.ResetKey: lambda edit, now, _snapshot: face_edit.reset_key(now.text, edit.box, edit.path),
    requests.HideBox: lambda edit, now, _snapshot: face_edit.hidden_box(now.text, edit.box),
    requests.DeleteBox: lambda edit, now, _snapshot: face_edit.deleted_box(now.text, now.face.inherited, edit.box),
    requests.CopyBox: _copied,
}
"""How each kind of edit changes the text of the game's own face file."""
