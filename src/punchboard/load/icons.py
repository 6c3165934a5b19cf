"""Icons: single-path SVG files on a grid of 512 units, read without entities and against a whitelist."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from punchboard.geometry import Outline, path_from_svg
from punchboard.load.lookup import Lookup
from punchboard.load.shelf import Shelf
from punchboard.problem import Place, ProblemsFound, fail

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

RULE: Final = "PICT001"
MAX_CHARACTERS: Final = 200_000
VIEW: Final = "0 0 512 512"

_SVG: Final = "{http://www.w3.org/2000/svg}"
_ROOT_ATTRIBUTES: Final = frozenset({"viewBox", "width", "height", "fill", "version", "id"})
_PATH_ATTRIBUTES: Final = frozenset({"d", "fill", "id"})
_HINT: Final = f"an icon is an <svg> with viewBox='{VIEW}' and one <path> with 'd'"


def icons(lookup: Lookup) -> Shelf[Outline]:
    """Return the icons by name: outlines on a grid of 512 x 512 units, y down."""

    def fetch(name: str) -> Outline:
        path = lookup.find(f"icons/{name}.svg") if re.fullmatch(r"[\w-]+", name) else None
        if path is None:
            raise KeyError(name)
        return icon_from_svg(lookup.read(path), Place(lookup.shown(path)))

    return Shelf(fetch, lookup.icons)


def icon_from_svg(text: str, place: Place) -> Outline:
    """Return the outline of an icon.

    Raises:
        ProblemsFound: PICT001 when the text is no SVG with one path, or holds anything else.
    """
    path = _only_path(_parsed(text, place), place)
    try:
        return path_from_svg(path.get("d", ""))
    except ValueError as error:
        raise _refused(place, str(error)) from error


def _parsed(text: str, place: Place) -> Element:
    from xml.etree.ElementTree import ParseError, fromstring  # noqa: PLC0415 - slow, and not every run needs icons

    if len(text) > MAX_CHARACTERS:
        raise _refused(place, f"the icon has more than {MAX_CHARACTERS:,} characters")
    if re.search(r"<!\s*(?:DOCTYPE|ENTITY)", text, re.IGNORECASE):
        raise _refused(place, "the icon has a document type, which can read other files")
    try:
        return fromstring(text)  # noqa: S314 - documents that could declare entities do not come this far
    except ParseError as error:
        raise _refused(place._replace(line=error.position[0], column=error.position[1] + 1), "not SVG") from error


def _only_path(root: Element, place: Place) -> Element:
    if root.tag != f"{_SVG}svg" or root.get("viewBox") != VIEW:
        raise _refused(place, f"the icon is no <svg> with viewBox='{VIEW}'")
    inner = list(root.iter())[1:]
    if [element.tag for element in inner] != [f"{_SVG}path"]:
        raise _refused(place, f"the icon has {len(inner)} elements and not one path")
    for element, allowed in ((root, _ROOT_ATTRIBUTES), (inner[0], _PATH_ATTRIBUTES)):
        for name in set(element.keys()) - allowed:
            raise _refused(place, f"the icon has an attribute {name!r}")
    return inner[0]


def _refused(place: Place, message: str) -> ProblemsFound:
    return fail(RULE, place, message, _HINT)
