"""A picture dropped on a card as changes of files: the picture itself, and the cell that names it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import PurePosixPath
from typing import Final

from punchboard.edit.history import FileChange
from punchboard.edit.tables.changes import Cell
from punchboard.edit.tables.table_file import with_cells
from punchboard.edit.text_file import decoded
from punchboard.edit.yaml_edit import set_value
from punchboard.model.layout.layout import field_of
from punchboard.problem import Place, ProblemsFound, fail
from punchboard.server.snapshot import Snapshot
from punchboard.server.studio.boxes import gone, side_spec
from punchboard.server.studio.cards.edits import Deck, changed
from punchboard.server.studio.cards.requests import CardsRequest, CellValue, SetCells
from punchboard.server.studio.on_card.picture_file import check_picture, free_path, picture_folder, same_picture
from punchboard.server.studio.on_card.requests import PictureRequest
from punchboard.workspace import game_folder

_FIELD: Final = {"type": "picture", "optional": True}
"""A field for the pictures of a kind that has none yet; its other rows go without."""


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
    check_picture(picture, request.name)
    folder = game_folder(deck.game.id, deck.workspace)
    path = same_picture(folder, snapshot.composed.loaded.pictures, picture)
    if path is None:
        path = free_path(folder, picture_folder(deck.game, deck.kind), request.name, picture)
        yield FileChange(str(PurePosixPath(deck.game.place.file).parent / path), None, picture)
    if request.column is None:
        yield from _with_new_field(deck, Cell(request.row, picture_slot(deck, snapshot), path), table, read)
    else:
        cell = SetCells(do="set", cells=(CellValue(row=request.row, column=request.column, value=path),))
        wanted = CardsRequest(label=request.label, kind=request.kind, seen=request.seen, change=cell)
        yield FileChange(deck.at.file, table, changed(deck, table, wanted))


def _with_new_field(deck: Deck, cell: Cell, table: bytes, read: Callable[[str], bytes | None]) -> Iterator[FileChange]:
    """Yield the changes that give a kind a field for pictures, and a row its picture."""
    file = deck.game.place.file
    before = read(file)
    if before is None:
        raise gone(f"{file} no longer exists", file)
    if cell.row >= len(deck.at.table(table).rows):
        raise gone(f"{deck.at.file} has no such row now", deck.at.file)
    text = decoded(before, file)
    after = text.encoded(set_value(text.text, ("kinds", deck.kind, "fields", cell.column), _FIELD))
    if deck.at.file == file:
        yield FileChange(file, before, with_cells(deck.at, after, [cell]))
        return
    yield FileChange(file, before, after)
    yield FileChange(deck.at.file, table, with_cells(deck.at, table, [cell]))


def picture_slot(deck: Deck, snapshot: Snapshot) -> str:
    """Return the field that the kind's face would show a picture of, if the kind had it.

    Raises:
        ProblemsFound: EDIT002 when its face has no slot for a picture.
    """
    card = next((one for one in deck.game.components if one.kind == deck.kind), None)
    if card is not None:
        layout = side_spec(snapshot, card.id, 0).program.layout
        for name, box in snapshot.composed.loaded.layouts.faces[layout].boxes.items():
            if box is not None and box.slot == "picture" and box.picture == f"{{{{ {field_of(name)} }}}}":
                return field_of(name)
    raise _no_place(deck)


def _no_place(deck: Deck) -> ProblemsFound:
    kind = deck.game.file.kinds[deck.kind].name
    hint = "add 'art: {type: picture, optional: true}' to its fields in game.yaml, and a box that shows it to its face"
    return fail("EDIT002", Place(deck.game.place.file), f"the face of {kind} has no place for a picture", hint)
