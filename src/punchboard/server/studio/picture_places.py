"""Where the first picture of a kind goes: the box of its face that shows it, and the field that names it."""

from collections.abc import Callable, Mapping
from functools import partial
from itertools import count
from typing import Any, Final

from punchboard.compose.faces.face_spec import FaceSpec
from punchboard.edit.game_files import FileChange, decoded
from punchboard.edit.tables.records import Cell
from punchboard.edit.tables.table_file import with_cells
from punchboard.edit.yaml_edit import remove_value, set_value
from punchboard.geometry import Rect
from punchboard.load.layouts.raw_layouts import raw_face
from punchboard.load.tables.data_table import Table
from punchboard.model.game.game import Component
from punchboard.model.layout.layout import Box, field_of
from punchboard.problem import Place, fail
from punchboard.server.game_snapshot import Snapshot
from punchboard.server.studio.box_edits import face_text
from punchboard.server.studio.boxes import outdated_error, shown_areas
from punchboard.server.studio.card_edits import Deck

Read = Callable[[str], bytes | None]

_PICTURE: Final = "picture"
_FIELD: Final = {"type": _PICTURE, "optional": True}
"""A field for the pictures of a kind that has none yet; its other rows go without."""


def first_picture(deck: Deck, snapshot: Snapshot, named: tuple[int, str], data: bytes, read: Read) -> list[FileChange]:
    """Return the changes that give a kind a field for pictures, its face a box for it, and a row its picture.

    Args:
        deck: the rows of the kind.
        snapshot: the game.
        named: the row, and the path of its picture.
        data: the bytes of the file with the rows.
        read: returns the bytes of a file by its path from the workspace.

    Raises:
        ProblemsFound: EDIT001 for a kind that has no card, or a field for pictures by now, EDIT002 for a map.
    """
    file, kind = deck.game.place.file, deck.game.file.kinds[deck.kind]
    card = next((one for one in snapshot.composed.game.components if one.kind == deck.kind), None)
    before = read(file)
    if before is None or card is None or any(one.type == _PICTURE for one in kind.fields.values()):
        raise outdated_error(f"{file} was changed elsewhere since the cards were shown", file)
    if kind.map is not None:
        hint = f"put it into the layout {kind.face!r} of the map"
        raise fail("EDIT002", Place(file), "the cells of a map have no pictures of their own", hint)
    field, faces = _place(deck, snapshot, card, (partial(_is_free, deck, deck.at.table(data)), read))
    text, known = decoded(before, file), kind.fields.get(field)
    path = ("kinds", deck.kind, "fields", field)
    new = set_value(text.text, (*path, "type"), _PICTURE) if known else set_value(text.text, path, _FIELD)
    after = text.encoded(new)
    cell = Cell(named[0], " ".join(((known and known.column) or field).split()), named[1])
    if deck.at.file == file:
        return [*faces, FileChange(file, before, with_cells(deck.at, after, [cell]))]
    return [*faces, FileChange(file, before, after), FileChange(deck.at.file, data, with_cells(deck.at, data, [cell]))]


def _is_free(deck: Deck, table: Table, field: str) -> bool:
    """Return whether a field can become that of the pictures: there is none yet, or one for texts in which none is."""
    known = deck.game.file.kinds[deck.kind].fields.get(field)
    if known is None:
        return True
    column = " ".join((known.column or field).split())
    is_plain = known.type == "text" and known.optional and known.default is None
    return is_plain and not any(row.get(column) for row in table.rows)


def _place(
    deck: Deck, snapshot: Snapshot, card: Component, how: tuple[Callable[[str], bool], Read]
) -> tuple[str, tuple[FileChange, ...]]:
    """Return the field that shows a card's picture, if its kind had it, and the change that its face needs for it.

    It is that of a place on one of its sides; else of one that its front leaves out; else of a new box. ``how`` tells
    whether a field is free, and reads a file.
    """
    is_free, read = how
    composer, faces = snapshot.composed.composer, snapshot.composed.loaded.layouts.faces
    front = composer.front(card)
    layout = front.program.layout
    for spec in filter(None, (front, composer.back(card))):
        for name, box in faces[spec.program.layout].boxes.items():
            if box is not None and _shows_its_field(name, box) and is_free(field_of(name)):
                return field_of(name), ()
    now = face_text(raw_face(deck.game, deck.workspace, layout), read, layout)
    boxes, inherited = now.face.boxes, now.face.inherited
    for name, values in inherited.items():
        is_slot = values is not None and values.get("slot") == _PICTURE and _PICTURE not in values
        if is_slot and boxes.get(name) is None and is_free(field_of(name)):
            return field_of(name), (now._replace(text=remove_value(now.text, ("boxes", name))).change,)
    names = (_PICTURE if number == 1 else f"{_PICTURE}-{number}" for number in count(1))
    name = next(one for one in names if one not in {*boxes, *inherited} and is_free(field_of(one)))
    new = {**_free_area(front, faces[layout].boxes), "slot": _PICTURE}
    return field_of(name), (now._replace(text=set_value(now.text, ("boxes", name), new)).change,)


def _shows_its_field(name: str, box: Box) -> bool:
    return box.slot == _PICTURE and box.picture == f"{{{{ {field_of(name)} }}}}"


_SIZE: Final = (24.0, 18.0)
_STEP: Final = 2
"""The size of a new box for a picture in mm, and how far apart are the places that are tried, as in `newbox.js`."""

_TITLES: Final = frozenset({"title", "title-plate", "name"})


def _free_area(spec: FaceSpec, boxes: Mapping[str, Box | None]) -> Mapping[str, Any]:
    """Return where a new box covers least of a card: words count ten times a picture, a title more than all."""
    trim, safe, areas = spec.program.trim.size, spec.program.area.safe, shown_areas(spec)
    width, height = (min(one, side - 2 * safe) for one, side in zip(_SIZE, trim, strict=True))
    shown = [(areas[name], _weight(name, box)) for name, box in boxes.items() if box and not box.area and name in areas]

    def covered(place: tuple[float, float]) -> float:
        common = ((area.overlap(Rect(*place, width, height)), heavy) for area, heavy in shown)
        return sum(heavy * both.width * both.height for both, heavy in common if both)

    across, down = (
        [safe + step * _STEP for step in range(int((side - 2 * safe - one) / _STEP) + 1)]
        for side, one in zip(trim, (width, height), strict=True)
    )
    x, y = min(((x, y) for y in reversed(down) for x in across), key=covered)
    return {"at": [round(x, 2), round(y, 2)], "size": [round(width, 2), round(height, 2)]}


def _weight(name: str, box: Box) -> float:
    if name in _TITLES:
        return 1e6
    return {None: 0.1, _PICTURE: 1, "ornament": 1}.get(box.content, 10)
