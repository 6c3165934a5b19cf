"""Icons: SVG files, read without entities and against a whitelist, as outlines on a grid of 512 units; icons of sets.

What has a colon in its name, such as ``game-icons:sword``, is an icon of a set (`punchboard.load.icons.sets`).
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
"""Icons that stay known while a process lives: whoever builds again and again changes few of them."""

_SVG: Final = "{http://www.w3.org/2000/svg}"
_ROOT_ATTRIBUTES: Final = frozenset({"viewBox", "width", "height", "fill", "version", "id"})
_PATH_ATTRIBUTES: Final = frozenset({"d", "fill", "id"})
_HINT: Final = "an icon is filled shapes of one colour: in the drawing program, make outlines of lines, and unite"

_STYLED: Final = (
    "save it without style sheets: in Inkscape as 'Plain SVG', in Illustrator by 'Export As, SVG' with"
    " 'Styling: Presentation Attributes'"
)


def load_icons(lookup: SearchPath, sets: IconSets) -> LazyMapping[Outline]:
    """Return the icons by name: outlines on a grid of 512 x 512 units, y down.

    A name that is not there is a NoIconError. The shelf's names are those of SVG files; of an
    icon of a set it has to be asked itself.
    """

    def fetch(name: str) -> Outline:
        prefix, colon, own = name.partition(":")
        if colon:
            return sets.outline(prefix, own)
        path = lookup.find(f"icons/{name}.svg") if re.fullmatch(r"[\w-]+", name) else None
        if path is None:
            raise UnknownIconError(name, lambda: missing_icon_hint(name, lookup.icon_names(), sets))
        return icon_from_svg(lookup.read(path), Place(lookup.display_path(path)))

    return LazyMapping(fetch, lookup.icon_names)


def missing_icon_hint(name: str, known: Collection[str], sets: IconSets) -> str:
    """Return a hint for a name that no SVG file has: one of a file that is like it, or that of an icon of a set."""
    own = did_you_mean(name, known)
    if len(known) > MAX_SUGGESTIONS and not own.startswith("did"):
        own = f"`punchboard list icons` names all {len(known)}"
    try:
        other = sets.find_icon(name) if not own.startswith("did") else ""
    except ProblemsFound:
        return own
    return f"did you mean {other!r}?" if other else own


@lru_cache(maxsize=MAX_CACHED_ICONS)
def icon_from_svg(text: str, place: Place) -> Outline:
    """Return the outline of an icon on the grid of 512 units; one path on that grid is taken as it is.

    Raises:
        ProblemsFound: PICT001 when the text is no SVG, or more than filled shapes of one colour.
    """
    root = _parsed(text, place)
    try:
        return path_from_svg(data) if (data := _only_path(root)) is not None else _drawing(root)
    except ValueError as error:
        near = getattr(error, "near", "")
        raise fail(RULE, _place_of(text, near, place), str(error), _STYLED if near else _HINT) from error


def _place_of(text: str, near: str, place: Place) -> Place:
    """Return the place of a text within a file; the file's own when nothing is said of it."""
    at = text.find(near) if near else -1
    return place._replace(line=text.count("\n", 0, at) + 1) if at >= 0 else place


def _drawing(root: Element) -> Outline:
    from punchboard.load.icons.svg_file import outline_from_file

    return outline_from_file(root)


def _parsed(text: str, place: Place) -> Element:
    from xml.etree.ElementTree import ParseError, fromstring

    if len(text) > MAX_CHARACTERS:
        raise _refused(place, f"the icon has more than {MAX_CHARACTERS:,} characters")
    if re.search(r"<!\s*(?:DOCTYPE|ENTITY)", text, re.IGNORECASE):
        raise _refused(place, "the icon has a document type, which can read other files")
    try:
        return fromstring(text)
    except ParseError as error:
        raise _refused(place._replace(line=error.position[0], column=error.position[1] + 1), "not SVG") from error


def _only_path(root: Element) -> str | None:
    """Return the path data of a file that is one path on the grid; None for any other."""
    if root.tag != f"{_SVG}svg":
        raise ValueError("it is no <svg> of http://www.w3.org/2000/svg")
    inner = list(root.iter())[1:]
    if root.get("viewBox") != GRID_VIEW_BOX or [element.tag for element in inner] != [f"{_SVG}path"]:
        return None
    plain = set(root.keys()) <= _ROOT_ATTRIBUTES and set(inner[0].keys()) <= _PATH_ATTRIBUTES
    return inner[0].get("d", "") if plain else None


def _refused(place: Place, message: str) -> ProblemsFound:
    return fail(RULE, place, message, _HINT)
