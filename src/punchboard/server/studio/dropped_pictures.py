"""A picture dropped on a card as changes of files: the picture itself, and the cell that names it."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path, PurePosixPath
from typing import Final

from punchboard.edit.game_files import FileChange
from punchboard.load.game_pictures import RULE, checked_picture, is_whole, picture_suffixes
from punchboard.model.game.game import Game
from punchboard.model.values import picture_crop
from punchboard.problem import Place, fail
from punchboard.server.game_snapshot import Snapshot
from punchboard.server.studio.card_edits import Deck, cards_file_changed
from punchboard.server.studio.picture_places import first_picture
from punchboard.server.studio.requests import MAX_PICTURE_BYTES, CardsRequest, CellValue, PictureRequest, SetCells
from punchboard.workspace import game_folder


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
