"""Icons by name, as outlines on a grid of 512 units. SVG files are read without entities and against an allow list.

A name with a colon, such as ``game-icons:sword``, is that of an icon in a set (`punchboard.load.icons.sets`).
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from punchboard.geometry import Outline, path_from_svg
from punchboard.load.files.lazy_mapping import LazyMapping
from punchboard.load.layout_files.search_path import SearchPath
from punchboard.model.layout.icon_set import UnknownIconError
from punchboard.model.values import MAX_SUGGESTIONS, did_you_mean
from punchboard.problem import Place, ProblemsFound, fail

if TYPE_CHECKING:
    from collections.abc import Collection
    from xml.etree.ElementTree import Element

    from punchboard.load.icons.sets import IconSets

RULE: Final = "PICT001"
MAX_CHARACTERS: Final = 200_000
GRID_VIEW_BOX: Final = "0 0 512 512"

MAX_CACHED_ICONS: Final = 512
"""Icons cached for the lifetime of the process. Between repeated builds, few of them change."""

_SVG: Final = "{http://www.w3.org/2000/svg}"
_ROOT_ATTRIBUTES: Final = frozenset({"viewBox", "width", "height", "fill", "version", "id"})
_PATH_ATTRIBUTES: Final = frozenset({"d", "fill", "id"})
_HINT: Final = (
    "in the drawing program, convert lines to outlines and unite all shapes: an icon is filled, in one colour"
)

_STYLE_HINT: Final = (
    "save it without style sheets: in Inkscape as 'Plain SVG', in Illustrator with 'Export As, SVG' and"
    " 'Styling: Presentation Attributes'"
)


def load_icons(search_path: SearchPath, sets: IconSets) -> LazyMapping[Outline]:
    """Return the icons by name: outlines on a grid of 512 x 512 units, y down.

    Accessing an unknown name raises NoIconError. Iteration yields only the names of SVG files, but icons of sets can
    be accessed too.
    """

    def fetch(name: str) -> Outline:
        prefix, colon, own = name.partition(":")
        if colon:
            return sets.outline(prefix, own)
        path = search_path.find(f"icons/{name}.svg") if re.fullmatch(r"[\w-]+", name) else None
        if path is None:
            raise UnknownIconError(name, lambda: missing_icon_hint(name, search_path.icon_names(), sets))
        return icon_from_svg(search_path.read(path), Place(search_path.display_path(path)))

    return LazyMapping(fetch, search_path.icon_names)


def missing_icon_hint(name: str, known: Collection[str], sets: IconSets) -> str:
    """Return a hint for an unknown icon name: a similar SVG file, or an icon of that name in a set."""
    own = did_you_mean(name, known)
    if len(known) > MAX_SUGGESTIONS and not own.startswith("did"):
        own = f"run `punchboard list icons` to see all {len(known)}"
    try:
        other = sets.find_icon(name) if not own.startswith("did") else ""
    except ProblemsFound:
        return own
    return f"did you mean {other!r}?" if other else own


@lru_cache(maxsize=MAX_CACHED_ICONS)
def icon_from_svg(text: str, place: Place) -> Outline:
    """Return the outline of an icon on the grid of 512 units. A single path on that grid is used unchanged.

    Raises:
        ProblemsFound: PICT001 when the text is not SVG, or contains more than filled shapes of one colour.
    """
    root = _parsed(text, place)
    try:
        return path_from_svg(data) if (data := _only_path(root)) is not None else _drawing(root)
    except ValueError as error:
        near = getattr(error, "near", "")
        raise fail(RULE, _place_of(text, near, place), str(error), _STYLE_HINT if near else _HINT) from error


def _place_of(text: str, near: str, place: Place) -> Place:
    """Return the place of the text ``near`` in a file, or the given place when it is empty or not found."""
    at = text.find(near) if near else -1
    return place._replace(line=text.count("\n", 0, at) + 1) if at >= 0 else place


def _drawing(root: Element) -> Outline:
    from punchboard.load.icons.svg_file import outline_from_file  # noqa: PLC0415 - built-in icons are single paths

    return outline_from_file(root)


def _parsed(text: str, place: Place) -> Element:
    from xml.etree.ElementTree import ParseError, fromstring  # noqa: PLC0415 - slow, and not every run needs icons

    if len(text) > MAX_CHARACTERS:
        raise _unusable(place, f"the icon has more than {MAX_CHARACTERS:,} characters")
    if re.search(r"<!\s*(?:DOCTYPE|ENTITY)", text, re.IGNORECASE):
        raise _unusable(place, "the icon has a document type declaration, which could read other files")
    try:
        return fromstring(text)  # noqa: S314 - documents that could declare entities are rejected above
    except ParseError as error:
        raise _unusable(place._replace(line=error.position[0], column=error.position[1] + 1), "not SVG") from error


def _only_path(root: Element) -> str | None:
    """Return the path data of a file that is a single path on the grid; None for any other file."""
    if root.tag != f"{_SVG}svg":
        raise ValueError("its root is not an <svg> of http://www.w3.org/2000/svg")
    inner = list(root.iter())[1:]
    if root.get("viewBox") != GRID_VIEW_BOX or [element.tag for element in inner] != [f"{_SVG}path"]:
        return None
    plain = set(root.keys()) <= _ROOT_ATTRIBUTES and set(inner[0].keys()) <= _PATH_ATTRIBUTES
    return inner[0].get("d", "") if plain else None


def _unusable(place: Place, message: str) -> ProblemsFound:
    return fail(RULE, place, message, _HINT)
