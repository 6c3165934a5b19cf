"""One Iconify JSON file: its icons by name, with aliases, rotations and flips, and its author and licence."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pydantic_core import from_json

from punchboard.geometry import Affine, Outline, Rect
from punchboard.load.files.paths import read_bytes
from punchboard.model.layout.icon_set import IconSet
from punchboard.problem import Place, fail

if TYPE_CHECKING:
    from punchboard.model.layout.icon_set import ArtistsFile

RULE: Final = "PICT001"
MAX_BYTES: Final = 40_000_000

_MAX_ALIASES: Final = 12
"""Longest chain of aliases of an icon."""

_MAX_TEXT: Final = 200
"""Most characters of a set's name, author or licence."""

_DEFAULT_SIZE: Final = 16.0
"""Width and height of icons whose file gives none."""


@lru_cache(maxsize=8)
def read_set_file(path: Path, place: Place, _changed: int, _size: int) -> Mapping[str, Any]:
    """Return the content of a file. The cache key contains its time and size, so a changed file is read again."""
    data = read_bytes(path, place, path.name, MAX_BYTES, RULE)
    try:
        content = from_json(data, allow_inf_nan=False)
    except ValueError as error:
        raise fail(RULE, place, f"{path.name!r} is not JSON: {error}", "copy the icon set's file again") from error
    return content if isinstance(content, Mapping) else {}


def mapping_in(data: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    """Return the mapping under a key, empty when there is none."""
    value = data.get(key)
    return value if isinstance(value, Mapping) else {}


def icon_outline(data: Mapping[str, Any], name: str) -> Outline:
    """Return an icon's outline, with the rotations and flips of the icon and of the aliases that lead to it.

    Raises:
        UnusableIconError: when the icon is not filled shapes of one colour, or an alias leads nowhere.
    """
    from punchboard.load.icons.svg_outline import UnusableIconError, outline_from_fragment  # noqa: PLC0415 - rarely used

    frame: dict[str, Any] = {}
    turns, flips = 0, [False, False]
    seen: list[str] = []
    while True:
        own = mapping_in(data, "icons").get(name)
        entry = own if own is not None else mapping_in(data, "aliases").get(name)
        if not isinstance(entry, Mapping) or name in seen or len(seen) > _MAX_ALIASES:
            raise UnusableIconError(f"it is an alias of {name!r}, which does not exist")
        seen.append(name)
        frame = {key: entry[key] for key in ("left", "top", "width", "height") if key in entry} | frame
        turns += _int_or_zero(entry.get("rotate", 0))
        flips = [flip is not bool(entry.get(key)) for flip, key in zip(flips, ("hFlip", "vFlip"), strict=True)]
        if own is not None:
            break
        name = str(entry.get("parent", ""))
    body = entry.get("body")
    if not isinstance(body, str):
        raise UnusableIconError("it has no 'body'")
    box = Rect(*(_frame_side(frame.get(key, data.get(key)), default) for key, default in _FRAME))
    if box.width <= 0 or box.height <= 0:
        raise UnusableIconError(f"its size is {box.width:g} x {box.height:g} units")
    flip = Affine.scale(-1 if flips[0] else 1, -1 if flips[1] else 1)
    return outline_from_fragment(body, box, Affine.turn(90 * (turns % 4)) @ flip)


_FRAME: Final = (("left", 0.0), ("top", 0.0), ("width", _DEFAULT_SIZE), ("height", _DEFAULT_SIZE))


def _frame_side(value: object, default: float) -> float:
    if value is None:
        return default
    from punchboard.load.icons.svg_outline import UnusableIconError  # noqa: PLC0415 - rarely used

    if isinstance(value, bool) or not isinstance(value, int | float) or abs(value) > 1e6:
        raise UnusableIconError(f"{str(value)[:20]!r} is not a valid width or height")
    return float(value)


def _int_or_zero(value: object) -> int:
    return value if isinstance(value, int) else 0


def set_description(prefix: str, info: Mapping[str, Any], artists: ArtistsFile | None) -> IconSet:
    """Return the description of a set. Older files give author and licence as plain text."""
    entries = (info.get("author"), info.get("license"))
    author, licence = (entry if isinstance(entry, Mapping) else {"name": entry, "title": entry} for entry in entries)
    return IconSet(
        prefix,
        _text(info.get("name")) or prefix,
        _text(author.get("name")),
        _web_address(author.get("url")),
        _text(licence.get("title")),
        _text(licence.get("spdx")),
        _web_address(licence.get("url")),
        artists.artists if artists is not None else (),
        artists.by_icon if artists is not None else {},
    )


def _text(value: object) -> str:
    """Return a text as one line, shortened if needed; empty for anything else."""
    return "".join(c for c in " ".join(value.split()) if c.isprintable())[:_MAX_TEXT] if isinstance(value, str) else ""


def _web_address(value: object) -> str:
    """Return a web address; empty for anything else."""
    text = _text(value)
    return text if re.fullmatch(r"https?://[^\s<>\"'`{}|\\^]+", text) else ""
