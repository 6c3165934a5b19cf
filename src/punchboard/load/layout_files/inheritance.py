"""Layouts that extend one another: raw mappings merged field by field, each value with the place that it came from."""

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
    """A sort of layout: where it is looked for, and how deep its sections merge."""

    noun: str
    folder: str
    merge_depths: Mapping[str, int]
    other_paths: tuple[str, ...] = ()
    keeps_nulls: bool = False
    """Whether what a null takes away leaves its name, which others may go by, and its place in the order."""
    reset_key: str = ""
    """The key with which a part of a section begins anew: a font that names its files takes none of another family."""

    def candidates(self, name: str) -> tuple[str, ...]:
        """Return the relative paths that a name may stand for."""
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
    "theme", "themes", MappingProxyType({"colours": 1, "fonts": 2, "styles": 2}), ("{}.yaml",), reset_key="regular"
)


class RawLayout(NamedTuple):
    """A raw mapping with the places of its values, whichever file each came from."""

    raw: Any
    places: PlaceMap
    file: str
    under: tuple[str, ...] = ()
    """The names of the layouts that it extends, the nearest first."""


def resolve_layout(
    lookup: SearchPath, layout_type: LayoutType, name: str, place: Place, above: tuple[Path, ...] = ()
) -> RawLayout:
    """Return a layout with all that it extends beneath it.

    A name stands for the first file of the look-up order that does not extend already: a game's ``back`` may extend the
    shared ``back``.

    Args:
        lookup: where layouts lie.
        layout_type: what is looked for.
        name: its name.
        place: where the name is written.
        above: the files that extend this one.

    Raises:
        ProblemsFound: REF001 for a name that does not exist or extends itself, and all faults of the files.
    """
    path = lookup.find(*layout_type.candidates(valid_layout_name(name, place)), without=above)
    if path is None:
        raise _missing(lookup, layout_type, name, place, above)
    own = read_layout_file(lookup, path)
    below = own.raw.get("extends") if isinstance(own.raw, Mapping) else None
    if not isinstance(below, str):
        return own
    return _merged(
        resolve_layout(lookup, layout_type, below, own.places[("extends",)], (*above, path)), own, layout_type
    )


def read_layout_file(lookup: SearchPath, path: Path) -> RawLayout:
    """Return one file of layouts.

    Raises:
        ProblemsFound: when it cannot be read or is not YAML.
    """
    return _layer_of(lookup.read(path), lookup.display_path(path))


@lru_cache(maxsize=512)
def _layer_of(text: str, file: str) -> RawLayout:
    """Return what a text holds; games share the stock's files, and a preview reads all of them at each change."""
    raw, places = read_yaml(text, file)
    return RawLayout({} if raw is None else raw, places, file)


def _missing(lookup: SearchPath, sort: LayoutType, name: str, place: Place, above: tuple[Path, ...]) -> Exception:
    if lookup.find(*sort.candidates(name)) is not None:
        circle = " -> ".join([*(path.stem for path in above), name])
        return fail("REF001", place, f"{name!r} extends itself: {circle}", "delete one 'extends'")
    return fail(
        "REF001", place, f"no {sort.noun} {name!r}", did_you_mean(name, lookup.files_by_name(sort.folder, ".yaml"))
    )


def _merged(below: RawLayout, own: RawLayout, sort: LayoutType) -> RawLayout:
    """Return a layout laid over the one that it extends."""
    under = (own.raw["extends"], *below.under)
    if not isinstance(below.raw, Mapping):
        return own._replace(under=under)
    if sort.keeps_nulls:
        _check_boxes(below, own)
    raw = {
        key: _over(
            below.raw.get(key), value, sort.merge_depths.get(key, 0), holes=sort.keeps_nulls, anew=sort.reset_key
        )
        for key, value in own.raw.items()
    }
    return RawLayout({**below.raw, **raw}, {**below.places, **own.places}, own.file, under)


_PLACED: Final = frozenset({"at", "size", "sides", "area"})


def _check_boxes(below: RawLayout, own: RawLayout) -> None:
    """Refuse boxes without a place that change none of the layout beneath: they were written for another one.

    Raises:
        ProblemsFound: REF001 for each of them.
    """
    there, mine = below.raw.get("boxes") or {}, own.raw.get("boxes")
    if not isinstance(there, Mapping) or not isinstance(mine, Mapping):
        return
    lost = [
        name
        for name, box in mine.items()
        if name not in there and isinstance(box, Mapping) and not _PLACED & box.keys()
    ]
    hint = f"delete it, or give it a place; that layout has {', '.join(map(str, there))}"
    stock = own.raw["extends"]
    if lost:
        raise ProblemsFound(
            tuple(
                Problem("REF001", own.places[("boxes", name)], f"{stock!r} has no box {name!r} to change", hint)
                for name in lost
            )
        )


def _over(below: Any, own: Any, depth: int, *, holes: bool = False, anew: str = "") -> Any:
    """Return a value over another: mappings merge key by key down to a depth, where a null takes its key away."""
    if depth == 0 or not isinstance(below, Mapping) or not isinstance(own, Mapping) or anew in own:
        return own
    result = dict(below)
    for key, value in own.items():
        if value is None and not holes:
            result.pop(key, None)
        else:
            result[key] = _over(below.get(key), value, depth - 1, anew=anew)
    return result
