"""A dropped picture as a file of the game: checked as the build reads it, and where it is put."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path, PurePosixPath
from typing import Final

from punchboard.load.pictures.pictures import RULE, checked_picture
from punchboard.model.game.game import Game
from punchboard.model.picture_crop import picture_crop
from punchboard.pixels import decode_picture
from punchboard.problem import Place, fail
from punchboard.server.studio.on_card import MAX_PICTURE_BYTES

_FOLDER: Final = "art"
"""The folder of a game's first picture."""

_PNG: Final = b"\x89PNG"
_STRANGE: Final = re.compile(r"[^\w ()-]+")
_MOST_LETTERS: Final = 60


def check_picture(data: bytes, name: str) -> None:
    """Check that a build can print a picture.

    Raises:
        ProblemsFound: PICT001 for a file that is too large, no picture, a kind of picture that is not read, or damaged.
    """
    place = Place(name)
    if len(data) > MAX_PICTURE_BYTES:
        most = f"{MAX_PICTURE_BYTES // 1_000_000} MB"
        raise fail(RULE, place, f"{name!r} is larger than {most}", "300 pixels per inch are enough for print")
    checked_picture(data, name, place)
    try:
        decode_picture(data)
    except (OSError, SyntaxError, ValueError) as error:
        raise fail(RULE, place, f"{name!r} is damaged: {error}", "save it again as PNG or JPEG") from error


def same_picture(folder: Path, paths: Iterable[str], data: bytes) -> str | None:
    """Return the path of a picture in the game's folder that has these bytes already."""
    for path in sorted(paths):
        with suppress(OSError):
            if (folder / path).stat().st_size == len(data) and (folder / path).read_bytes() == data:
                return path
    return None


def free_path(folder: Path, home: str, name: str, data: bytes) -> str:
    """Return a path in the game's folder for a new picture, which no file has.

    Args:
        folder: the game's folder.
        home: the folder in it, as `picture_folder` returns it.
        name: the name that the file had; folders in it do not count.
        data: its bytes, which give the suffix.
    """
    last = unicodedata.normalize("NFC", name).replace("\\", "/").rpartition("/")[2]
    stem = _STRANGE.sub("-", last.rpartition(".")[0] or last)[:_MOST_LETTERS].strip(" -") or "picture"
    suffix = ".png" if data.startswith(_PNG) else ".jpg"
    taken = {path.name.casefold() for path in _files(folder / home)}
    names = (f"{stem}{suffix}" if number == 1 else f"{stem}-{number}{suffix}" for number in count(1))
    return str(PurePosixPath(home) / next(name for name in names if name.casefold() not in taken))


def _files(folder: Path) -> Iterator[Path]:
    with suppress(OSError):
        yield from folder.iterdir()


def picture_folder(game: Game, kind: str) -> str:
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
