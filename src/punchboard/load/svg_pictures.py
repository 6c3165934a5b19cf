"""SVG drawings as pictures: checked for what could fetch or never end, and measured.

Those of plain shapes are printed as shapes, the others in pixels.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256
from math import hypot
from typing import TYPE_CHECKING, Final

from punchboard.geometry import Affine, Size
from punchboard.load.icons.style_sheet import css_colour
from punchboard.load.icons.svg_file import plain_view
from punchboard.load.icons.svg_outline import PlacedElement, UnusableIconError, placed_elements, svg_number
from punchboard.model.values import message_and_hint
from punchboard.problem import Place, Problem, ProblemsFound, Severity, fail
from punchboard.scene import Image, Shape, Stroke

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

MAX_SHAPES: Final = 2000
MAX_SEGMENTS: Final = 20_000

_ROUND: Final = {"stroke-linecap": "round", "stroke-linejoin": "round"}
_PLAIN_LINE: Final = {
    "stroke-dasharray": "none",
    "stroke-opacity": "1",
    "vector-effect": "none",
    "paint-order": "normal",
    "stroke-linecap": "butt",
    "stroke-linejoin": "miter",
}
_WITHOUT_CORNERS: Final = frozenset({"rect", "circle", "ellipse"})
"""Elements without sharp corners and ends, where lines of all programs look the same."""


def vector_shapes(root: Element, size: Size) -> tuple[Shape, ...]:
    """Return the shapes of a drawing that fills an area of a size, whose top left corner is the origin.

    Args:
        root: its parsed ``<svg>``, which is modified.
        size: the size of the area, in any unit.

    Raises:
        UnusableIconError: when the drawing is more than shapes in plain colours, or has too many of them.
    """
    if root.get("preserveAspectRatio", "xMidYMid") not in {"xMidYMid", "xMidYMid meet"}:
        raise UnusableIconError("its proportions change")
    view = plain_view(root)
    scale = min(size.width / view.width, size.height / view.height)
    middle = Affine.move(size.width / 2, size.height / 2)
    place = middle @ Affine.scale(scale) @ Affine.move(-view.centre.x, -view.centre.y)
    shapes, segments = list[Shape](), 0
    for drawn in placed_elements(root, place):
        shape = _shape(drawn)
        if shape is not None:
            shapes.append(shape)
            segments += len(shape.outline.segments)
        if len(shapes) > MAX_SHAPES or segments > MAX_SEGMENTS:
            raise UnusableIconError("it has too many shapes")
    return tuple(shapes)


def _shape(drawn: PlacedElement) -> Shape | None:
    """Return what an element draws; None for nothing."""
    paint = drawn.paint
    for key in ("opacity", "fill-opacity"):
        if svg_number(paint.get(key, "1")) != 1:
            raise UnusableIconError("it is partly transparent")
    fill, line = _colour(paint.get("fill", "black")), _stroke(drawn)
    if drawn.name == "line" or (drawn.name == "polyline" and line is not None):
        raise UnusableIconError("it has an open line")
    if fill is None and line is None:
        return None
    outline = drawn.outline
    return Shape(outline, fill, line, paint.get("fill-rule") == "evenodd") if outline.segments else None


def _stroke(drawn: PlacedElement) -> Stroke | None:
    paint = drawn.paint
    colour, width = _colour(paint.get("stroke", "none")), svg_number(paint.get("stroke-width", "1"))
    if colour is None or width <= 0:
        return None
    own = {key: paint.get(key, value) for key, value in _PLAIN_LINE.items()}
    is_round = own == {**_PLAIN_LINE, **_ROUND}
    if not is_round and not (own == _PLAIN_LINE and drawn.name in _WITHOUT_CORNERS):
        raise UnusableIconError("it has lines with corners")
    return Stroke(colour, width * _even_scale(drawn.place), round=is_round)


def _even_scale(place: Affine) -> float:
    """Return the factor by which a map scales every line."""
    a, b, c, d, _, _ = place
    across, down = hypot(a, b), hypot(c, d)
    if abs(across - down) > 1e-6 * across or abs(a * c + b * d) > 1e-6 * across * down:
        raise UnusableIconError("its lines are wider one way than the other")
    return across


def _colour(text: str) -> str | None:
    """Return a colour as ``#rrggbb``; None for none."""
    if text in {"none", "transparent"}:
        return None
    colour = css_colour(text)
    if colour is None:
        raise UnusableIconError(f"{text[:40]!r} is not one plain colour")
    return colour


RULE: Final = "PICT001"
MAX_SVG_BYTES: Final = 5_000_000
MAX_DRAWN: Final = 200_000
"""Most elements that are drawn, each as often as it is used."""

MAX_SHAPES_BYTES: Final = 1_000_000
"""Most bytes of a drawing that is printed as shapes."""

MAX_DEPTH: Final = 200
SVG_SIDE: Final = 4000
"""The most pixels of a side of a drawing, which is the size that it claims to have."""

_SVG: Final = "{http://www.w3.org/2000/svg}"
_SAVE: Final = "save it as plain SVG, with its pictures embedded, or as PNG"
_LENGTH: Final = re.compile(r"\s*([\d.]+(?:e[-+]?\d+)?)\s*(px|pt|pc|mm|cm|in|)\s*", re.IGNORECASE)
_UNITS: Final = {"": 1.0, "px": 1.0, "pt": 96 / 72, "pc": 16.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0}
_OTHER_FILE: Final = re.compile(r"url\(\s*['\"]?\s*(?!['\"#\s]|data:)|@import", re.IGNORECASE)
_OWN: Final = re.compile(r"#|data:image/(?:png|jpe?g|gif|webp)[;,]", re.IGNORECASE)
_USED: Final = re.compile(r"url\(\s*['\"]?\s*#([^'\")\s]+)")
_UNDRAWN: Final = frozenset({f"{_SVG}a", f"{_SVG}script"})
"""Elements whose addresses nothing fetches when the drawing is printed."""


def is_svg(data: bytes) -> bool:
    """Return whether the bytes of a file look like an SVG drawing."""
    return data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<") and b"svg" in data[:4000]


def svg_picture(data: bytes, path: str, place: Place) -> Image:
    """Return an SVG drawing as a picture whose longer side has `SVG_SIDE` pixels until its printed size is known.

    Raises:
        ProblemsFound: PICT001 when it cannot be drawn, refers to other files, or is too large.
    """
    picture = _read(data, path)
    if isinstance(picture, Problem):
        raise ProblemsFound((picture._replace(place=place),))
    return picture


@lru_cache(maxsize=32)  # the studio loads a game at each edit, and a large drawing takes seconds
def _read(data: bytes, path: str) -> Image | Problem:
    try:
        return _image(data, path, Place(path))
    except ProblemsFound as error:
        return error.problems[0]


def _image(data: bytes, path: str, place: Place) -> Image:
    root = _parsed(data, path, place)
    _check(root, path, place)
    width, height = _size(root, path, place)
    scale = SVG_SIDE / max(width, height)
    from xml.etree.ElementTree import tostring  # noqa: PLC0415 - few games have drawings

    from punchboard.pixels import drawn_svg  # noqa: PLC0415

    root.set("width", f"{width:g}")
    root.set("height", f"{height:g}")
    clean = tostring(root)
    try:
        if not svg_shapes(clean, Size(width, height)):
            drawn_svg(clean, 16)
    except ValueError as error:
        reason, hint = message_and_hint(str(error))
        raise fail(RULE, place, f"{path!r} cannot be drawn: {reason}", hint or _SAVE) from error
    except ImportError as error:
        hint = "build the game where resvg is installed: pip install resvg_py; a browser has none"
        raise fail(
            RULE, place, f"{path!r} is a drawing, and drawings cannot be drawn here without resvg", hint
        ) from error
    return Image(sha256(clean).hexdigest(), clean, max(1, round(width * scale)), max(1, round(height * scale)))


def svg_shapes(data: bytes, size: Size) -> tuple[Shape, ...]:
    """Return a checked drawing as shapes that fill an area of a size; none if it is more than plain shapes."""
    from xml.etree.ElementTree import fromstring  # noqa: PLC0415 - few games have drawings

    from punchboard.load.icons.svg_outline import UnusableIconError  # noqa: PLC0415
    from punchboard.load.svg_pictures import vector_shapes  # noqa: PLC0415

    if len(data) > MAX_SHAPES_BYTES:
        return ()
    try:
        return vector_shapes(fromstring(data), size)  # noqa: S314 - its loader has refused entities
    except UnusableIconError:
        return ()


_NOT_PRINTED: Final = {
    rb"<(?:\w+:)?text[\s>]": "text",
    rb"<(?:\w+:)?foreignObject[\s>]": "HTML",
    rb"<(?:\w+:)?(?:animate\w*|set)[\s>]": "movement",
    rb"<(?:\w+:)?(?:meshgradient|hatch)[\s>]": "mesh or hatching",
    rb"var\(\s*--": "colours by variables",
}
"""What is not printed of a drawing, by a pattern in its file."""


def svg_warning(image: Image, path: str, place: Place) -> Iterator[Problem]:
    """Yield a warning that names what is not printed of a drawing; the letters of a text have no font elsewhere."""
    lost = [name for sign, name in _NOT_PRINTED.items() if re.search(sign, image.data)] if is_svg(image.data) else []
    if lost:
        hint = "turn it into paths in your drawing program, or write it in a box of the face"
        message = f"the {' and '.join(lost)} in {path!r} is not printed, only its shapes"
        yield Problem("PICT005", place, message, hint, Severity.WARNING)


def _parsed(data: bytes, path: str, place: Place) -> Element:
    from xml.etree.ElementTree import ParseError, fromstring  # noqa: PLC0415 - few games have drawings

    if len(data) > MAX_SVG_BYTES:
        raise fail(RULE, place, f"{path!r} has more than {MAX_SVG_BYTES // 1_000_000} MB", "simplify it, or use a PNG")
    if b"<!ENTITY" in data.replace(b"\0", b"").upper():
        raise fail(RULE, place, f"{path!r} declares entities, which could read other files", _SAVE)
    try:
        root = fromstring(data)  # noqa: S314 - entities are refused above
    except (ParseError, ValueError, LookupError) as error:
        raise fail(RULE, place, f"{path!r} is not SVG", _SAVE) from error
    if root.tag != f"{_SVG}svg":
        raise fail(RULE, place, f"{path!r} is not SVG", _SAVE)
    return root


def _check(root: Element, path: str, place: Place) -> None:
    """Refuse a drawing that refers to other files or draws too much.

    Raises:
        ProblemsFound: PICT001.
    """
    for element in root.iter():
        for key, value in element.items():
            is_link = key.rpartition("}")[2] in {"href", "src"} and element.tag not in _UNDRAWN
            if (is_link and value.strip() and not _OWN.match(value.strip())) or _OTHER_FILE.search(value):
                raise fail(RULE, place, f"{path!r} refers to another file: {value.strip()[:60]!r}", _SAVE)
        if element.tag == f"{_SVG}style" and _OTHER_FILE.search(element.text or ""):
            raise fail(RULE, place, f"the styles of {path!r} refer to another file", _SAVE)
    if _drawn_elements(root) > MAX_DRAWN:
        hint = "simplify it, or save it as PNG"
        raise fail(RULE, place, f"{path!r} draws more than {MAX_DRAWN:,} shapes, or nests them too deeply", hint)


def _drawn_elements(root: Element) -> int:
    """Return how many elements a drawing draws, each as often as it is used; more than `MAX_DRAWN` for one too deep."""
    by_id = {name: element for element in root.iter() if (name := element.get("id"))}
    known: dict[Element, int] = {}

    def count(element: Element, depth: int) -> int:
        if depth > MAX_DEPTH:
            return MAX_DRAWN + 1
        if element not in known:
            known[element] = 0  # what uses itself is not drawn
            known[element] = 1 + sum(count(part, depth + 1) for part in (*element, *used(element)))
        return known[element]

    def used(element: Element) -> Iterator[Element]:
        for key, value in element.items():
            names = [value.strip()[1:]] if key.rpartition("}")[2] == "href" else _USED.findall(value)
            yield from (by_id[name] for name in names if name in by_id)

    return count(root, 0)


def _size(root: Element, path: str, place: Place) -> tuple[float, float]:
    """Return width and height of a drawing in pixels: its own, or those of its view box.

    Raises:
        ProblemsFound: PICT001 when it has none.
    """
    own = [_length(root.get(name, "")) for name in ("width", "height")]
    box = [_length(part) for part in re.split(r"[\s,]+", root.get("viewBox", "").strip().replace("-", ""))]
    view = box[2:] if len(box) == 4 else [0.0, 0.0]
    width, height = own if all(own) else view
    if not (0 < width < 1e6 and 0 < height < 1e6 and max(width, height) < 100 * min(width, height)):
        raise fail(RULE, place, f"{path!r} has no size", "give its <svg> a viewBox, or a width and a height")
    return width, height


def _length(text: str) -> float:
    match = _LENGTH.fullmatch(text)
    try:
        return float(match[1]) * _UNITS[match[2].lower()] if match else 0.0
    except ValueError:
        return 0.0
