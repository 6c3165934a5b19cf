"""A picture dropped on a card as changes of files: the picture itself, and the cell that names it."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from itertools import count
from pathlib import Path, PurePosixPath
from typing import Any, Final

from punchboard.compose.faces.face_spec import FaceSpec
from punchboard.edit.game_files import FileChange, decoded
from punchboard.edit.tables.records import Cell
from punchboard.edit.tables.table_file import with_cells
from punchboard.edit.yaml_edit import remove_value, set_value
from punchboard.geometry import Rect
from punchboard.load.game_pictures import RULE, checked_picture, is_whole, picture_suffixes
from punchboard.load.layouts.raw_layouts import raw_face
from punchboard.load.tables.data_table import Table
from punchboard.model.game.game import Component, Game
from punchboard.model.layout.layout import Box, field_of
from punchboard.model.values import picture_crop
from punchboard.problem import Place, fail
from punchboard.server.game_snapshot import Snapshot
from punchboard.server.studio.box_edits import face_text
from punchboard.server.studio.boxes import outdated_error, shown_areas
from punchboard.server.studio.card_edits import Deck, cards_file_changed
from punchboard.server.studio.requests import MAX_PICTURE_BYTES, CardsRequest, CellValue, PictureRequest, SetCells
from punchboard.workspace import game_folder

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


def picture_changes(
    deck: Deck,
    snapshot: Snapshot,
    request: PictureRequest,
    data: tuple[bytes, bytes],
    read: Callable[[str], bytes | None],
) -> Iterator[FileChange]:
    """Yield the changes that put a picture on the cards of a row; a picture that the game has already is not copied.

    Args:
        deck: the rows of the kind.
        snapshot: the game.
        request: the row, and the name of the picture's file.
        data: the bytes of the picture, and those of the file with the rows.
        read: returns the bytes of a file by its path from the workspace.

    Raises:
        ProblemsFound: PICT001 for what a build cannot print, and as `changed` for the cell.
    """
    picture, table = data
    _check_picture(picture, request.name)
    folder = game_folder(deck.game.id, deck.workspace)
    path = _same_picture(folder, snapshot.composed.loaded.pictures, picture)
    if path is None:
        path = _free_path(folder, _picture_folder(deck.game, deck.kind), request.name, picture)
        yield FileChange(str(PurePosixPath(deck.game.place.file).parent / path), None, picture)
    if request.column is None:
        row = deck.finder(table).numbers([request.row])[request.row.row]
        yield from first_picture(deck, snapshot, (row, path), table, read)
    else:
        cell = CellValue(row=request.row.row, column=request.column, value=path, was=request.was)
        change = SetCells(do="set", cells=(cell,))
        wanted = CardsRequest(label=request.label, kind=request.kind, rows=(request.row,), change=change)
        yield FileChange(deck.at.file, table, cards_file_changed(deck, table, wanted))


# A dropped picture as a file of the game: checked as the build reads it, and where it is put.

_FOLDER: Final = "art"
"""The folder of a game's first picture."""

_STRANGE: Final = re.compile(r"[^\w ()-]+")
_MOST_LETTERS: Final = 60


def _check_picture(data: bytes, name: str) -> None:
    """Check that a build can print a picture.

    Raises:
        ProblemsFound: PICT001 for a file that is too large, no picture, a kind of picture that is not read, or damaged.
    """
    place = Place(name)
    if len(data) > MAX_PICTURE_BYTES:
        most = f"{MAX_PICTURE_BYTES // 1_000_000} MB"
        raise fail(RULE, place, f"{name!r} is larger than {most}", "300 pixels per inch are enough for print")
    if not is_whole(checked_picture(data, name, place)):
        raise fail(RULE, place, f"{name!r} is damaged", "save it again as PNG or JPEG")


def _same_picture(folder: Path, paths: Iterable[str], data: bytes) -> str | None:
    """Return the path of a picture in the game's folder that has these bytes already."""
    for path in sorted(paths):
        with suppress(OSError):
            if (folder / path).stat().st_size == len(data) and (folder / path).read_bytes() == data:
                return path
    return None


def _free_path(folder: Path, home: str, name: str, data: bytes) -> str:
    """Return a path in the game's folder for a new picture, whose name no file has, whatever its suffix.

    Args:
        folder: the game's folder.
        home: the folder in it, as `_picture_folder` returns it.
        name: the name that the file had; folders in it do not count.
        data: its bytes: it keeps its suffix if they are of that kind.
    """
    last = unicodedata.normalize("NFC", name).replace("\\", "/").rpartition("/")[2]
    stem = _STRANGE.sub("-", last.rpartition(".")[0] or last)[:_MOST_LETTERS].strip(" -") or "picture"
    suffixes, own = picture_suffixes(data), PurePosixPath(last).suffix.lower()
    suffix = own if own in suffixes else suffixes[0]
    taken = {path.stem.casefold() for path in _files(folder / home)}  # a cell may name a picture without its suffix
    names = (stem if number == 1 else f"{stem}-{number}" for number in count(1))
    return str(PurePosixPath(home) / f"{next(name for name in names if name.casefold() not in taken)}{suffix}")


def _files(folder: Path) -> Iterator[Path]:
    with suppress(OSError):
        yield from folder.iterdir()


def _picture_folder(game: Game, kind: str) -> str:
    """Return the folder in which most pictures of a kind are, else those of the game; ``art`` for the first one."""
    for kinds in ((kind,), tuple(game.file.kinds)):
        fields = [
            (one, name)
            for one in kinds
            for name, field in game.file.kinds[one].fields.items()
            if field.type == "picture"
        ]
        paths = [
            picture_crop(value).path
            for component in game.components
            for of, name in fields
            if component.kind == of and (value := component.values.get(name))
        ]
        if paths:
            return Counter(str(PurePosixPath(path).parent) for path in paths).most_common(1)[0][0]
    return _FOLDER
