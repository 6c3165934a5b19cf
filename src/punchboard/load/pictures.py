"""Pictures of a game: measured from their first bytes, before anything decodes them; read when they are asked for."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Final

from punchboard.load.paths import inside, read_bytes
from punchboard.load.shelf import Shelf
from punchboard.model.game import Component
from punchboard.model.gamefile import KindFile
from punchboard.problem import Place, Problem, ProblemsFound, fail
from punchboard.scene import Image

RULE: Final = "PICT001"
MAX_BYTES: Final = 40_000_000
MAX_PIXELS: Final = 60_000_000
MAX_SIDE: Final = 20_000
SUFFIXES: Final = frozenset({".png", ".jpg", ".jpeg"})

_PNG: Final = b"\x89PNG\r\n\x1a\n"
_JPEG: Final = b"\xff\xd8\xff"
_FRAMES: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""Markers of JPEG that begin a frame, and so hold its size."""


def pictures(folder: Path) -> Shelf[Image]:
    """Return the pictures of a game by their path in its folder, such as ``art/dragon.png``."""

    def fetch(path: str) -> Image:
        place = Place(path)
        if not inside(folder, path, place).exists():
            raise KeyError(path)
        return read_picture(folder, path, place)

    def names() -> Iterator[str]:
        found = (path for path in folder.rglob("*") if path.suffix.lower() in SUFFIXES)
        return (path.relative_to(folder).as_posix() for path in found)

    return Shelf(fetch, names)


def read_picture(folder: Path, path: str, place: Place) -> Image:
    """Return a picture with its size in pixels; ``place`` is where it is asked for.

    Raises:
        ProblemsFound: PICT001 when it is missing, no PNG or JPEG, or too large; FILE003 when it lies outside.
    """
    data = read_bytes(inside(folder, path, place), place, path, MAX_BYTES, RULE)
    size = _size(data)
    if size is None:
        raise fail(RULE, place, f"{path!r} is not a picture", "save it as PNG or JPEG")
    width, height = size
    if not (0 < width <= MAX_SIDE and 0 < height <= MAX_SIDE and width * height <= MAX_PIXELS):
        most = f"at most {MAX_SIDE:,} pixels a side and {MAX_PIXELS // 1_000_000} million in all"
        hint = f"{most}: 300 to an inch are enough for print"
        raise fail(RULE, place, f"{path!r} has {width:,} x {height:,} pixels", hint)
    return Image(sha256(data).hexdigest(), data, width, height)


def _size(data: bytes) -> tuple[int, int] | None:
    """Return width and height in pixels from the header; None when it is neither PNG nor JPEG."""
    if data.startswith(_PNG):
        return struct.unpack(">II", data[16:24]) if data[12:16] == b"IHDR" and len(data) >= 24 else None
    return _jpeg_size(data) if data.startswith(_JPEG) else None


def _jpeg_size(data: bytes) -> tuple[int, int] | None:
    """Walk the segments of a JPEG to the one that begins the frame."""
    at = 2
    while at + 9 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker in _FRAMES:
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return width, height
        at += 1 if marker == 0xFF else 2 + int.from_bytes(data[at + 2 : at + 4])
    return None


def picture_problems(components: Iterable[Component], kinds: Mapping[str, KindFile], folder: Path) -> Iterator[Problem]:
    """Yield the problems of every picture that a row names, at the first row that names it."""
    fields = {name: _picture_fields(kind) for name, kind in kinds.items()}
    first: dict[str, Place] = {}
    for component in components:
        for field in fields[component.kind]:
            path = component.values[field]
            if path is not None:
                first.setdefault(path, component.place)
    for path, place in first.items():
        try:
            read_picture(folder, path, place)
        except ProblemsFound as found:
            yield from found.problems


def _picture_fields(kind: KindFile) -> tuple[str, ...]:
    return tuple(name for name, field in kind.fields.items() if field.type == "picture")
