"""Layout files: found on a search path, and merged key by key with those that they extend."""

import os
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache, partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeVar

from punchboard.load.errors import raise_any
from punchboard.load.files import display_path, is_file, is_folder, read_text, resolve_inside
from punchboard.load.yaml.places import read_yaml
from punchboard.load.yaml.validate import PlaceMap, display_value, validated
from punchboard.model.layout.coloured_boxes import ONLY_COLOURED, recoloured
from punchboard.model.values import did_you_mean
from punchboard.problem import Place, Problem, Severity, fail
from punchboard.workspace import game_folder, workspace_root

T = TypeVar("T")

_NAME: Final = re.compile(r"[\w-]+(?:/[\w-]+)*")
_MAX_NAME_BYTES: Final = 250
"""Longest relative path that is searched for, in bytes. File systems allow 255 in one part of a path."""

_DEFAULT_LANGUAGES: Final = frozenset({"en", "en-GB", "en-US"})
"""Languages that shared layouts are written in, which have no folders of their own."""


class Root(NamedTuple):
    """A folder that files must stay inside, and the path of the layout folder below it."""

    path: Path
    below: str

    @property
    def folder(self) -> Path:
        """The layout folder."""
        return self.path / self.below


class SearchPath(NamedTuple):
    """Layout folders, in the order in which they are searched."""

    roots: tuple[Root, ...]
    workspace: Path
    own_count: int = 2
    """How many folders, from the first, belong to the game itself."""

    @property
    def own_folders(self) -> tuple[Path, ...]:
        """The layout folders that belong to the game itself."""
        return tuple(root.folder for root in self.roots[: self.own_count])

    def find(self, *candidates: str, without: Collection[Path] = ()) -> Path | None:
        """Return the first file at one of the relative paths that is not in ``without``; None when there is none.

        Paths too long for a file system are skipped.

        Raises:
            ProblemsFound: FILE003 for a link that leads outside.
        """
        possible = [relative for relative in candidates if len(relative.encode()) <= _MAX_NAME_BYTES]
        for root in self.roots:
            for relative in possible:
                path = root.folder / relative
                if path not in without and is_file(path):
                    resolve_inside(root.path, f"{root.below}/{relative}", self.place(path))
                    return path
        return None

    def with_themes(self, themes: Iterable[str]) -> "SearchPath":
        """Return the search path with the folders of themes: each beside the theme's file, with the theme's name.

        They come after the game's own folders and before the shared ones.
        """
        folders = [
            Root(root.path, f"{root.below}/themes/{theme}")
            for theme in themes
            for root in self.roots
            if is_folder(root.folder / "themes" / theme)
        ]
        return self._replace(roots=(*self.roots[: self.own_count], *folders, *self.roots[self.own_count :]))

    def files_by_name(self, folder: str, suffix: str = ".yaml") -> dict[str, Path]:
        """Return the files in a folder by name. The first one on the search path wins."""
        files: dict[str, Path] = {}
        for root in reversed(self.roots):
            files |= dict(_files(root.folder / folder, suffix))
        return files

    def icon_names(self) -> frozenset[str]:
        """Return the names of all SVG icons."""
        return frozenset(self.files_by_name("icons", ".svg"))

    def find_all(self, relative: str) -> tuple[Path, ...]:
        """Return all files at a relative path in reverse search order, so that later ones override earlier ones."""
        return tuple(path for root in reversed(self.roots) if is_file(path := root.folder / relative))

    def read(self, path: Path) -> str:
        """Return a layout's text.

        Raises:
            ProblemsFound: FILE001, FILE002, FILE003.
        """
        return read_text(self.inside(path), self.place(path), self.display_path(path))

    def inside(self, path: Path) -> Path:
        """Return a file in one of the folders, with its links resolved.

        Raises:
            ProblemsFound: FILE003 for a link that leads outside.
        """
        root = next(root for root in self.roots if path.is_relative_to(root.folder))
        return resolve_inside(root.path, path.relative_to(root.path).as_posix(), self.place(path))

    def place(self, path: Path) -> Place:
        """Return the place of a file."""
        return Place(self.display_path(path))

    def is_own(self, file: str) -> bool:
        """Return whether a file, as messages show it, belongs to the game: no other game uses it."""
        own = self.roots[: self.own_count]
        folders = {root.folder if root.path == self.workspace else root.path for root in own}
        return any((self.workspace / file).is_relative_to(folder) for folder in folders)

    def display_path(self, path: Path) -> str:
        """Return a file's path as messages show it."""
        return display_path(path, self.workspace)


def _files(base: Path, suffix: str) -> Iterator[tuple[str, Path]]:
    """Yield name and path of each file below a folder, sorted. `os.walk` takes a fifth of the time of globbing."""
    for where, folders, files in os.walk(base):
        folders.sort()
        below = Path(where).relative_to(base).as_posix()
        for file in sorted(files):
            if file.endswith(suffix):
                stem = file.removesuffix(suffix)
                yield stem if below == "." else f"{below}/{stem}", Path(where, file)


def game_search_path(game: str, workspace: Path, builtin: Path, locale: str = "", language: str = "") -> SearchPath:
    """Return a game's search path: its own folder, the workspace's folder for it, the shared one, the built-in one.

    For a game outside a workspace the first three are the same. With a ``locale``, the layouts in that folder of the
    game's ``locale/`` come first. ``layouts/texts/<language>`` comes before ``layouts`` beside it.
    """
    workspace = workspace_root(workspace)
    folder = game_folder(game, workspace)
    translated = (Root(folder, f"locale/{locale}/layouts"),) if locale else ()
    roots = (
        *translated,
        Root(folder, "layouts"),
        Root(workspace, f"layouts/{game}"),
        *_language_roots(workspace, language),
        Root(workspace, "layouts"),
        *_language_roots(builtin, language),
        Root(builtin, "layouts"),
    )
    # a folder that is listed twice keeps its first root, and is searched where it stands last
    unique = tuple({root.folder: root for root in reversed(roots)}.values())[::-1]
    return SearchPath(unique, workspace, 2 + len(translated))


def _language_roots(root: Path, language: str) -> Iterator[Root]:
    """Yield the existing folders of shared layouts in a language, ``de-AT`` before ``de``."""
    for name in dict.fromkeys((language, language.partition("-")[0])):
        if name and name not in _DEFAULT_LANGUAGES and is_folder(root / "layouts" / "texts" / name):
            yield Root(root, f"layouts/texts/{name}")


def valid_layout_name(name: str, place: Place) -> str:
    """Return the name of a layout, words separated by ``/``, if it is valid.

    Raises:
        ProblemsFound: REF001 for any other name, so that no name leads out of the layout folders.
    """
    if not _NAME.fullmatch(name):
        hint = "write a name such as 'cards/framed'"
        raise fail("REF001", place, f"{display_value(name)} is not a valid layout name", hint)
    return name


class LayoutType(NamedTuple):
    """A type of layout: its folder, and how deep its sections merge."""

    noun: str
    folder: str
    merge_depths: Mapping[str, int]
    other_paths: tuple[str, ...] = ()
    keeps_nulls: bool = False
    """Whether a null keeps its key, so that others can still refer to the name and the order stays the same."""
    reset_key: str = ""
    """A key that replaces an inherited entry instead of merging: a font that names its files inherits none."""

    def candidates(self, name: str) -> tuple[str, ...]:
        """Return the relative paths at which a layout of this name may be."""
        return tuple(pattern.format(name) for pattern in (*self.other_paths, f"{self.folder}/{{}}.yaml"))


FACE: Final = LayoutType("face", "faces", MappingProxyType({"boxes": 2}), keeps_nulls=True)
SHEET: Final = LayoutType("sheet", "sheets", MappingProxyType({}))
_MACHINE_DEPTHS: Final = MappingProxyType({"sheet": 1, "forms": 2, "registration": 1, "colours": 1})
MACHINE: Final = LayoutType("machine", "machines", _MACHINE_DEPTHS)
TABLE: Final = LayoutType("table", "tables", MappingProxyType({}))
SHOP: Final = LayoutType("shop", "shops", MappingProxyType({}))
BOOKLET: Final = LayoutType("booklet", "booklets", MappingProxyType({}))
BOOK: Final = LayoutType("book", "books", MappingProxyType({"masters": 4, "styles": 1, "chapter": 3}))
THEME: Final = LayoutType(
    "theme",
    "themes",
    MappingProxyType({"colours": 1, "fonts": 2, "styles": 2, "ornaments": 1}),
    ("{}.yaml",),
    reset_key="regular",
)


class RawLayout(NamedTuple):
    """A raw mapping with the places of its values, which may come from several files."""

    raw: Any
    places: PlaceMap
    file: str
    ancestors: tuple[str, ...] = ()
    """The names of the layouts that it extends, directly extended ones first."""
    unused: tuple[Problem, ...] = ()
    """A warning for each box that only colours a box of another built-in layout, and is left out."""

    @property
    def mapping(self) -> Mapping[str, Any]:
        """Its values by key; empty for a file that is no mapping, which validation reports."""
        return self.raw if isinstance(self.raw, Mapping) else {}

    @property
    def extends(self) -> str | None:
        """The name of the layout that it extends; None when it names none."""
        extended = self.mapping.get("extends")
        return extended if isinstance(extended, str) else None

    def section(self, key: str) -> Mapping[str, Any]:
        """Return the mapping under a key; empty when there is none."""
        value = self.mapping.get(key)
        return value if isinstance(value, Mapping) else {}

    def validated(self, model: type[T]) -> T:
        """Return it as a model, or as a mapping of models.

        Raises:
            ProblemsFound: all problems of its keys and values.
        """
        return validated(model, self.raw, self.places, self.file)


def resolve_layout(
    search_path: SearchPath, layout_type: LayoutType, name: str, place: Place, above: tuple[Path, ...] = ()
) -> RawLayout:
    """Return a layout merged over all layouts that it extends.

    The first file on the search path that is not already part of the chain is used: a game's ``back`` may extend the
    shared ``back``.

    Args:
        search_path: where to look for layouts.
        layout_type: the type of layout.
        name: its name.
        place: where the name is written.
        above: the files that extend this one.

    Raises:
        ProblemsFound: REF001 for a name that does not exist or extends itself, and all problems of the files.
    """
    path = search_path.find(*layout_type.candidates(valid_layout_name(name, place)), without=above)
    if path is None:
        raise _missing_layout(search_path, layout_type, name, place, above)
    own = read_layout_file(search_path, path)
    if own.extends is None:
        if isinstance(own.mapping.get("extends", ""), list | Mapping | None):
            message, hint = "'extends' is not the name of a layout", "write a name, without brackets or lines below"
            raise fail("VALUE001", own.places[("extends",)], message, hint)
        return own
    below = resolve_layout(search_path, layout_type, own.extends, own.places[("extends",)], (*above, path))
    return merge_layouts(below, own, layout_type)


def read_layout_file(search_path: SearchPath, path: Path) -> RawLayout:
    """Return one layout file, without what it extends.

    Raises:
        ProblemsFound: when it cannot be read or is not YAML.
    """
    return _parse_layout(search_path.read(path), search_path.display_path(path))


@lru_cache(maxsize=512)
def _parse_layout(text: str, file: str) -> RawLayout:
    """Return a parsed layout. It is cached: games share built-in files, and a preview reads all at each change."""
    raw, places = read_yaml(text, file)
    return RawLayout({} if raw is None else raw, places, file)


def _missing_layout(
    search_path: SearchPath, layout_type: LayoutType, name: str, place: Place, above: tuple[Path, ...]
) -> Exception:
    if search_path.find(*layout_type.candidates(name)) is not None:
        chain = " -> ".join([*(path.stem for path in above), name])
        return fail("REF001", place, f"{name!r} extends itself: {chain}", "delete one 'extends'")
    hint = did_you_mean(name, search_path.files_by_name(layout_type.folder))
    return fail("REF001", place, f"no {layout_type.noun} {name!r}", hint)


def merge_layouts(below: RawLayout, own: RawLayout, layout_type: LayoutType) -> RawLayout:
    """Return a layout merged over another one, as a rule the one that it extends.

    Raises:
        ProblemsFound: REF001 for a box without a position that the other layout does not have.
    """
    ancestors = (own.raw.get("extends", ""), *below.ancestors) if isinstance(own.raw, Mapping) else below.ancestors
    if not isinstance(own.raw, Mapping) or not isinstance(below.raw, Mapping):
        return own._replace(ancestors=ancestors)
    if layout_type.keeps_nulls:
        own = _for_the_layout(below, own)
    raw = merged_mappings(below.raw, own.raw, layout_type)
    warnings = (*below.unused, *own.unused)
    return RawLayout(raw, {**below.places, **own.places}, own.file, ancestors, warnings)


def merged_mappings(below: Mapping[str, Any], own: Mapping[str, Any], layout_type: LayoutType) -> dict[str, Any]:
    """Return the values of a layout merged over those of the one that it extends."""
    merged = partial(_merge_values, keeps_nulls=layout_type.keeps_nulls, reset_key=layout_type.reset_key)
    depths = layout_type.merge_depths
    return {**below, **{key: merged(below.get(key), value, depths.get(key, 0)) for key, value in own.items()}}


_PLACING_KEYS: Final = frozenset({"at", "size", "sides", "area"})
_COLOURING_KEYS: Final = frozenset({"fill", "colour", "stroke", "icon of"})


def _for_the_layout(below: RawLayout, own: RawLayout) -> RawLayout:
    """Return a layout as it is meant over another one than it was written for.

    What colours a box that the other one lacks colours the boxes that stand for it there. If there are none, it is left
    out with a warning: nothing is missing without it.

    Raises:
        ProblemsFound: REF001 for each other box without a position whose name the extended layout lacks.
    """
    known, boxes = below.section("boxes"), own.section("boxes")
    inherited = {name: box for name, box in known.items() if box is not None}
    new = {name: box for name, box in boxes.items() if name not in inherited and isinstance(box, Mapping)}
    lost = {name: box for name, box in new.items() if not _PLACING_KEYS & box.keys()}
    there = f"the boxes of that layout are {', '.join(map(str, inherited))}"
    has_none = f"layout {own.raw['extends']!r} has no box {{!r}}" if lost else ""
    may_lack = ONLY_COLOURED | known.keys()  # a theme may leave a box of its layout out
    aside = [name for name, box in lost.items() if box.keys() <= _COLOURING_KEYS and name in may_lack]
    hint = f"delete the box or give it a position; {there}"
    raise_any(
        Problem("REF001", own.places[("boxes", name)], f"{has_none.format(name)} to change", hint)
        for name in lost
        if name not in aside
    )
    if not aside:
        return own
    kept, unplaced = recoloured(boxes, aside, inherited, (own.extends or "", *below.ancestors))
    hint = f"delete its line, or give its colour to another box; {there}"
    unused = (
        Problem(
            "REF001",
            own.places.get(("boxes", name), Place(own.file)),
            f"{has_none.format(name)}, which is left out",
            hint,
            Severity.WARNING,
        )
        for name in unplaced
    )
    return own._replace(raw={**own.raw, "boxes": kept}, unused=tuple(unused))


def _merge_values(below: Any, own: Any, depth: int, *, keeps_nulls: bool = False, reset_key: str = "") -> Any:
    """Return a value merged over another. Mappings merge key by key down to a depth; a null removes its key."""
    if depth == 0 or not isinstance(below, Mapping) or not isinstance(own, Mapping) or reset_key in own:
        return own
    result = dict(below)
    for key, value in own.items():
        if value is None and not keeps_nulls:
            result.pop(key, None)
        else:
            result[key] = _merge_values(below.get(key), value, depth - 1, reset_key=reset_key)
    return result
