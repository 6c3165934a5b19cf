"""One file of an icon set: read once, its icons by their names and turns, and what it says of itself."""

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
    from punchboard.model.layout.artists import ArtistsFile

RULE: Final = "PICT001"
MAX_BYTES: Final = 40_000_000

_LONGEST: Final = 12
"""So many icons may each be called by the name of another."""

_MOST: Final = 200
"""Characters of what a set says of itself."""

_SIZE: Final = 16.0
"""Width and height of a set's icons when it does not say."""


@lru_cache(maxsize=8)
def read_set_file(path: Path, place: Place, _changed: int, _size: int) -> Mapping[str, Any]:
    """Return the content of a file; it is read again when it has changed."""
    data = read_bytes(path, place, path.name, MAX_BYTES, RULE)
    try:
        content = from_json(data, allow_inf_nan=False)
    except ValueError as error:
        raise fail(RULE, place, f"{path.name!r} is not JSON: {error}", "copy the file of the icon set again") from error
    return content if isinstance(content, Mapping) else {}


def mapping_in(data: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    """Return a mapping within a file; nothing when it has none."""
    value = data.get(key)
    return value if isinstance(value, Mapping) else {}


def icon_outline(data: Mapping[str, Any], name: str) -> Outline:
    """Return an icon's outline, turned and flipped as it, and what calls it by another name, say."""
    from punchboard.load.icons.svg_outline import UnusableIconError, outline_from_fragment

    frame: dict[str, Any] = {}
    turns, flips = 0, [False, False]
    seen: list[str] = []
    while True:
        own = mapping_in(data, "icons").get(name)
        entry = own if own is not None else mapping_in(data, "aliases").get(name)
        if not isinstance(entry, Mapping) or name in seen or len(seen) > _LONGEST:
            raise UnusableIconError(f"it is {name!r} by another name, and there is no such icon")
        seen.append(name)
        frame = {key: entry[key] for key in ("left", "top", "width", "height") if key in entry} | frame
        turns += _whole(entry.get("rotate", 0))
        flips = [flip is not bool(entry.get(key)) for flip, key in zip(flips, ("hFlip", "vFlip"), strict=True)]
        if own is not None:
            break
        name = str(entry.get("parent", ""))
    body = entry.get("body")
    if not isinstance(body, str):
        raise UnusableIconError("it has no 'body'")
    box = Rect(*(_side(frame.get(key, data.get(key)), default) for key, default in _FRAME))
    if box.width <= 0 or box.height <= 0:
        raise UnusableIconError(f"it is {box.width:g} x {box.height:g} units large")
    flip = Affine.scale(-1 if flips[0] else 1, -1 if flips[1] else 1)
    return outline_from_fragment(body, box, Affine.turn(90 * (turns % 4)) @ flip)


_FRAME: Final = (("left", 0.0), ("top", 0.0), ("width", _SIZE), ("height", _SIZE))


def _side(value: object, default: float) -> float:
    if value is None:
        return default
    from punchboard.load.icons.svg_outline import UnusableIconError

    if isinstance(value, bool) or not isinstance(value, int | float) or abs(value) > 1e6:
        raise UnusableIconError(f"{str(value)[:20]!r} is no width or height")
    return float(value)


def _whole(value: object) -> int:
    return value if isinstance(value, int) else 0


def set_description(prefix: str, info: Mapping[str, Any], artists: ArtistsFile | None) -> IconSet:
    """Return what is told of a set; older files give author and licence as texts."""
    author, licence = info.get("author"), info.get("license")
    by, under = (one if isinstance(one, Mapping) else {"name": one, "title": one} for one in (author, licence))
    return IconSet(
        prefix,
        _text(info.get("name")) or prefix,
        _text(by.get("name")),
        _address(by.get("url")),
        _text(under.get("title")),
        _text(under.get("spdx")),
        _address(under.get("url")),
        artists.artists if artists is not None else (),
        artists.by_icon if artists is not None else {},
    )


def _text(value: object) -> str:
    """Return a text of one line."""
    return "".join(c for c in " ".join(value.split()) if c.isprintable())[:_MOST] if isinstance(value, str) else ""


def _address(value: object) -> str:
    """Return an address of the web; nothing for anything else."""
    text = _text(value)
    return text if re.fullmatch(r"https?://[^\s<>\"'`{}|\\^]+", text) else ""
