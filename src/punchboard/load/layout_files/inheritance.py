"""Layouts that extend others: raw mappings merged key by key, each value with the place it came from."""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from punchboard.load.layout_files.search_path import SearchPath, valid_layout_name
from punchboard.load.yaml.places import read_yaml
from punchboard.load.yaml.validate import PlaceMap
from punchboard.model.values import did_you_mean
from punchboard.problem import Place, Problem, ProblemsFound, fail


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
MACHINE: Final = LayoutType(
    "machine", "machines", MappingProxyType({"sheet": 1, "forms": 2, "registration": 1, "colours": 1})
)
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
    below = own.raw.get("extends") if isinstance(own.raw, Mapping) else None
    if not isinstance(below, str):
        return own
    return merge_layouts(
        resolve_layout(search_path, layout_type, below, own.places[("extends",)], (*above, path)), own, layout_type
    )


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
    return fail(
        "REF001",
        place,
        f"no {layout_type.noun} {name!r}",
        did_you_mean(name, search_path.files_by_name(layout_type.folder, ".yaml")),
    )


def merge_layouts(below: RawLayout, own: RawLayout, layout_type: LayoutType) -> RawLayout:
    """Return a layout merged over another one, as a rule the one that it extends.

    Raises:
        ProblemsFound: REF001 for a box without a position that the other layout does not have.
    """
    ancestors = (own.raw.get("extends", ""), *below.ancestors) if isinstance(own.raw, Mapping) else below.ancestors
    if not isinstance(own.raw, Mapping) or not isinstance(below.raw, Mapping):
        return own._replace(ancestors=ancestors)
    if layout_type.keeps_nulls:
        _check_boxes(below, own)
    raw = {
        key: _merge_values(
            below.raw.get(key),
            value,
            layout_type.merge_depths.get(key, 0),
            keeps_nulls=layout_type.keeps_nulls,
            reset_key=layout_type.reset_key,
        )
        for key, value in own.raw.items()
    }
    return RawLayout({**below.raw, **raw}, {**below.places, **own.places}, own.file, ancestors)


_PLACING_KEYS: Final = frozenset({"at", "size", "sides", "area"})


def _check_boxes(below: RawLayout, own: RawLayout) -> None:
    """Reject boxes without a position whose name the extended layout lacks: they were written for another layout.

    Raises:
        ProblemsFound: REF001 for each of them.
    """
    inherited, boxes = below.raw.get("boxes") or {}, own.raw.get("boxes")
    if not isinstance(inherited, Mapping) or not isinstance(boxes, Mapping):
        return
    lost = [
        name
        for name, box in boxes.items()
        if name not in inherited and isinstance(box, Mapping) and not _PLACING_KEYS & box.keys()
    ]
    hint = f"delete the box or give it a position; the boxes of that layout are {', '.join(map(str, inherited))}"
    extended = own.raw["extends"]
    if lost:
        raise ProblemsFound(
            tuple(
                Problem(
                    "REF001", own.places[("boxes", name)], f"layout {extended!r} has no box {name!r} to change", hint
                )
                for name in lost
            )
        )


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
