"""Icon sets: Iconify JSON files in ``icons/``, opened when one of their icons is first used.

All files with the same ``prefix`` form a set. One has its ``icons``; its description (``info``) is in the same file or,
as in npm packages, in another. ``artists.yaml`` adds who drew which icon. The format is described at
https://iconify.design/docs/types/iconify-json.html.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from pydantic_core import from_json

from punchboard.geometry import Affine, Outline, Rect
from punchboard.load.files import read_bytes
from punchboard.load.layout_files import SearchPath
from punchboard.model.layout.icon_set import IconSet, UnknownIconError
from punchboard.model.values import did_you_mean
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
        raise fail(RULE, place, f"{path.name!r} is not JSON", "copy the icon set's file again") from error
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


def set_description(prefix: str, info: Mapping[str, Any], artists: "ArtistsFile | None") -> IconSet:
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


KNOWN_SETS: Final = frozenset(
    {
        *("carbon", "emojione-monotone", "fa-solid", "fa6-brands", "fa6-regular", "fa6-solid", "fa7-solid", "fluent"),
        *("game-icons", "healthicons", "heroicons", "heroicons-solid", "ic", "iconoir", "ion", "lucide", "maki"),
        *("material-symbols", "mdi", "mdi-light", "mingcute", "noto", "openmoji", "ph", "ri", "solar", "streamline"),
        *("tabler", "twemoji", "uil", "wi"),
    }
)
"""Prefixes of well-known sets: ``mdi:sword`` or ``mdi-sword`` in a table names one of their icons."""


ARTISTS: Final = "icons/artists.yaml"

_PREFIX_BYTES: Final = 4096
"""Bytes at the start of a file that are searched for the prefix. If it is not there, the whole file is read."""

_PREFIX: Final = re.compile(r'"prefix"\s*:\s*"([a-z0-9]+(?:-[a-z0-9]+)*)"')
_ICON_NAME: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*:[a-z0-9]+(?:-[a-z0-9]+)*")


class _File(NamedTuple):
    path: Path
    place: Place
    data: Mapping[str, Any]


class IconSets(Mapping[str, IconSet]):
    """The descriptions of all icon sets, by prefix.

    Args:
        search_path: the folders with icons. The first file found that has the icons of a set is used.
    """

    def __init__(self, search_path: SearchPath) -> None:
        self._search_path = search_path
        self._files: dict[str, tuple[_File, ...]] = {}

    def __getitem__(self, prefix: str) -> IconSet:
        """Return the description of a set.

        Raises:
            KeyError: when there is no such set.
            ProblemsFound: when its file cannot be read.
        """
        files = self._read(prefix)
        info = next((file.data["info"] for file in files if isinstance(file.data.get("info"), Mapping)), None)
        info = info or next((file.data for file in files if "icons" not in file.data), {})
        return set_description(prefix, info, self._artists.get(prefix))

    def __contains__(self, prefix: object) -> bool:
        """Return whether there are files of a set, without loading them."""
        return prefix in self._paths

    def __iter__(self) -> Iterator[str]:
        """Yield the prefixes of all sets."""
        return iter(sorted(self._paths))

    def __len__(self) -> int:
        """Return the number of sets."""
        return len(self._paths)

    def icon_names(self, prefix: str) -> Collection[str]:
        """Return the names of a set's icons; empty when there is no such set.

        Raises:
            ProblemsFound: when its file cannot be read.
        """
        if prefix not in self:
            return ()
        data = self._icons_file(prefix).data
        return [*mapping_in(data, "icons"), *mapping_in(data, "aliases")]

    def outline(self, prefix: str, name: str) -> Outline:
        """Return an icon on the grid of 512 units.

        Raises:
            NoIconError: when there is no such icon.
            ProblemsFound: PICT001 when its set cannot be read, or the icon is not filled shapes of one colour.
        """
        called = f"{prefix}:{name}"
        if not _ICON_NAME.fullmatch(called) or prefix not in self:
            raise UnknownIconError(called, lambda: self._missing_set_hint(prefix))
        file = self._icons_file(prefix)
        if name not in mapping_in(file.data, "icons") and name not in mapping_in(file.data, "aliases"):
            raise UnknownIconError(
                called, lambda: did_you_mean(called, [f"{prefix}:{other}" for other in self.icon_names(prefix)])
            )
        from punchboard.load.icons.svg_outline import UnusableIconError  # noqa: PLC0415 - few games have icons of sets

        try:
            return icon_outline(file.data, name)
        except UnusableIconError as error:
            hint = "choose a filled icon; its name often ends with '-fill', '-filled' or '-solid'"
            raise fail(RULE, file.place, f"icon {called!r} cannot be used: {error}", hint) from error

    def _missing_set_hint(self, prefix: str) -> str:
        if prefix in KNOWN_SETS:
            return f"add the set: punchboard icons add {prefix}"
        if not self:
            return f"put the Iconify JSON file of {prefix!r} into layouts/icons/"
        return f"there is no icon set {prefix!r}; {did_you_mean(prefix, self)}"

    def find_icon(self, name: str) -> str:
        """Return the full name of the first set icon called ``name``, for a hint; empty when there is none."""
        return next((f"{prefix}:{name}" for prefix in self if name in self.icon_names(prefix)), "")

    def _icons_file(self, prefix: str) -> _File:
        """Return the file that has the icons of a set."""
        files = self._read(prefix)
        return next((file for file in files if isinstance(file.data.get("icons"), Mapping)), files[0])

    def _read(self, prefix: str) -> tuple[_File, ...]:
        if prefix not in self._files:
            paths = self._paths[prefix]
            place = self._search_path.place
            self._files[prefix] = tuple(_File(path, place(path), self._content(path)) for path in paths)
        return self._files[prefix]

    @cached_property
    def _paths(self) -> dict[str, list[Path]]:
        """The files of each set, in the order of the search path."""
        files: dict[str, list[Path]] = {}
        for root in self._search_path.roots:
            for path in sorted((root.folder / "icons").rglob("*.json")):
                prefix = self._prefix(path)
                if prefix:
                    files.setdefault(prefix, []).append(path)
        return files

    def _prefix(self, path: Path) -> str:
        """Return the prefix of a file's set, found in its first bytes if possible; empty for other JSON."""
        try:
            with self._search_path.inside(path).open("rb") as file:
                match = _PREFIX.search(file.read(_PREFIX_BYTES).decode("utf-8", "replace"))
        except OSError:
            return ""
        if match is not None:
            return match.group(1)
        prefix = self._content(path).get("prefix")
        return prefix if isinstance(prefix, str) else ""

    def _content(self, path: Path) -> Mapping[str, Any]:
        path, place = self._search_path.inside(path), self._search_path.place(path)
        try:
            status = path.stat()
        except OSError:  # gone since the folder was listed: reading it reports that
            return read_set_file(path, place, 0, 0)
        return read_set_file(path, place, status.st_mtime_ns, status.st_size)

    @cached_property
    def _artists(self) -> "dict[str, ArtistsFile]":
        """The artists of each set's icons, by prefix. Earlier folders of the search path take precedence."""
        from punchboard.load.layout_files import read_layout_file  # noqa: PLC0415 - few games have icons of sets
        from punchboard.model.layout.icon_set import ArtistsFile  # noqa: PLC0415

        by_prefix: dict[str, ArtistsFile] = {}
        for path in self._search_path.find_all(ARTISTS):
            artists = read_layout_file(self._search_path, path).validated(dict[str, ArtistsFile])
            for prefix, file in artists.items():
                known = by_prefix.get(prefix, ArtistsFile())
                update = {"artists": file.artists or known.artists, "by_icon": {**known.by_icon, **file.by_icon}}
                by_prefix[prefix] = file.model_copy(update=update)
        return by_prefix


class IconNames(Collection[str]):
    """The names of all icons: SVG files, and icons of sets, which are loaded only when needed."""

    def __init__(self, files: Collection[str], sets: IconSets) -> None:
        self._own, self.sets = files, sets

    def __contains__(self, name: object) -> bool:
        """Return whether there is an icon of this name."""
        prefix, colon, own = str(name).partition(":")
        return own in self.sets.icon_names(prefix) if colon else name in self._own

    def __iter__(self) -> Iterator[str]:
        """Yield the names of the SVG files, then those of each set."""
        yield from self._own
        for prefix in self.sets:
            yield from (f"{prefix}:{name}" for name in self.sets.icon_names(prefix))

    def __len__(self) -> int:
        """Return the number of icons."""
        return len(self._own) + sum(len(self.sets.icon_names(prefix)) for prefix in self.sets)
