"""SVG drawings as one outline: the filled shapes of an icon, united on a grid of 512 units.

Icons are printed in one theme colour, cut, and scaled down. Lines become the shapes that they cover. Anything not on
the allow list is rejected with a reason; nothing is silently dropped.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import isfinite, radians, tan
from typing import TYPE_CHECKING, Final, NamedTuple

from punchboard.geometry import IDENTITY, Affine, Outline, Point, Rect, join_outlines, path_from_svg
from punchboard.geometry.shapes import Fill, union_outline
from punchboard.geometry.strokes import Cap, Join, Pen, stroked

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

MAX_CHARACTERS: Final = 200_000
GRID: Final = 512.0
_MAX_DISTANCE: Final = 20 * GRID
"""The largest coordinate of an outline, in grid units."""

_MAX_DEPTH: Final = 24
SVG: Final = "{http://www.w3.org/2000/svg}"
_NUMBER: Final = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_TRANSFORM: Final = re.compile(r"\s*(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^()]*)\)\s*,?")

LINES: Final = (
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-miterlimit",
    "stroke-dasharray",
    "stroke-opacity",
    "vector-effect",
    "paint-order",
)

INHERITED_PAINT: Final = ("fill", "stroke", "stroke-width", "fill-rule", "opacity", "fill-opacity", "color", *LINES)
"""Attributes that children inherit from their group."""

_IGNORED_ATTRIBUTES: Final = frozenset({"id", "class", "clip-rule", "stroke-dashoffset", "transform", *INHERITED_PAINT})
_SHAPES: Final[Mapping[str, frozenset[str]]] = {
    "g": frozenset(),
    "path": frozenset({"d"}),
    "rect": frozenset({"x", "y", "width", "height", "rx", "ry"}),
    "circle": frozenset({"cx", "cy", "r"}),
    "ellipse": frozenset({"cx", "cy", "rx", "ry"}),
    **dict.fromkeys(("polygon", "polyline"), frozenset({"points"})),
    "line": frozenset({"x1", "y1", "x2", "y2"}),
}
"""The allowed elements, each with its own attributes."""


class UnusableIconError(ValueError):
    """A drawing that cannot become one outline. The message gives the reason; ``near`` is text beside the cause."""

    def __init__(self, message: str, near: str = "") -> None:
        super().__init__(message)
        self.near = near


class PlacedElement(NamedTuple):
    """An element that draws a shape, where it lies, and its own and inherited paint."""

    name: str
    element: "Element"
    place: Affine
    paint: dict[str, str]

    @property
    def outline(self) -> Outline:
        """Its outline, placed."""
        return _element_outline(self.name, self.element).placed(self.place)


class _FilledShape(NamedTuple):
    fill: Fill
    colour: str
    is_line: bool = False


def outline_from_fragment(body: str, box: Rect, turned: Affine) -> Outline:
    """Return the outline of a drawing on the grid of 512 units.

    Args:
        body: a fragment of SVG.
        box: its view box, in its own units.
        turned: a rotation and flip about the centre of the grid.

    Raises:
        UnusableIconError: when the drawing is more than filled shapes of one colour.
    """
    return outline_from_element(_parsed(body), box, turned)


def outline_from_element(root: "Element", box: Rect, turned: Affine) -> Outline:
    """Return the outline of a parsed drawing on the grid of 512 units.

    A first shape that fills the whole view box, below shapes of another colour, is a background and is dropped.

    Args:
        root: an element whose children are the drawing; they inherit its paint.
        box: the view box, in the drawing's units.
        turned: a rotation and flip about the centre of the grid.

    Raises:
        UnusableIconError: when the drawing is more than filled shapes of one colour.
    """
    scale = GRID / max(box.width, box.height)
    middle = Affine.move(GRID / 2, GRID / 2)
    place = middle @ turned @ Affine.scale(scale) @ Affine.move(-box.centre.x, -box.centre.y)
    shapes = [shape for shape in _shapes(root, place) if shape.fill.outline.segments]
    if len(shapes) > 1 and _is_background(shapes[0], [shape.colour for shape in shapes[1:]], place.bounds(box)):
        del shapes[0]
    if not shapes:
        raise UnusableIconError("it contains no filled shape")
    colours = sorted({shape.colour for shape in shapes})
    if len(colours) > 1:
        shown = ", ".join(colours[:3])
        raise UnusableIconError(f"it has {len(colours)} colours ({shown}), but an icon is printed in one")
    lines = [shape.fill for shape in shapes if shape.is_line]  # each winds one way, wherever it lies
    fills = [shape.fill for shape in shapes if not shape.is_line]
    try:
        parts = [union_outline(group) for group in (*([fills] if fills else ()), *([line] for line in lines))]
    except ValueError as error:
        raise UnusableIconError(str(error)) from error
    whole = [part for part in parts if part is not None]
    if len(whole) < len(parts):
        raise UnusableIconError("its shapes overlap in a way that one outline cannot show")
    return join_outlines(whole)


def _parsed(body: str) -> "Element":
    from xml.etree.ElementTree import ParseError, fromstring  # noqa: PLC0415 - slow, and not every run needs icons

    if len(body) > MAX_CHARACTERS:
        raise UnusableIconError(f"it has more than {MAX_CHARACTERS:,} characters")
    if "<!" in body or "<?" in body:
        raise UnusableIconError("it contains declarations or comments, which could read other files")
    try:
        return fromstring(f'<svg xmlns="{SVG[1:-1]}" xmlns:xlink="http://www.w3.org/1999/xlink">{body}</svg>')  # noqa: S314 - declarations are rejected above
    except ParseError as error:
        raise UnusableIconError("it is not SVG") from error


def placed_elements(root: "Element", place: Affine) -> Iterator[PlacedElement]:
    """Yield every element that draws a shape, from the lowest to the highest.

    Raises:
        UnusableIconError: for an element or an attribute that is not on the allow list.
    """
    base = _paint(root)
    waiting: list[tuple[Element, Affine, dict[str, str], int]] = [(child, place, base, 1) for child in reversed(root)]
    while waiting:
        element, outer, inherited, depth = waiting.pop()
        name = _element_name(element, depth)
        paint = inherited | _paint(element)
        here = outer @ _transform(element.get("transform", ""))
        if name == "g":
            waiting += [(child, here, paint, depth + 1) for child in reversed(element)]
        else:
            yield PlacedElement(name, element, here, paint)


def _shapes(root: "Element", place: Affine) -> Iterator[_FilledShape]:
    """Yield every filled shape and every line, transformed, with its inherited paint."""
    for drawn in placed_elements(root, place):
        for key in ("opacity", "fill-opacity", "stroke-opacity"):
            if svg_number(drawn.paint.get(key, "1")) != 1:
                what = f"its <{drawn.name}> is partly transparent ({key}), but an icon is printed in one colour"
                raise UnusableIconError(what)
        placed = _on_the_grid(drawn.outline)
        if drawn.name != "line" and drawn.paint.get("fill", "") != "none":
            yield _FilledShape(Fill(placed, drawn.paint.get("fill-rule") == "evenodd"), _colour(drawn.paint, "fill"))
        if (pen := _pen(drawn)) is not None:
            line = stroked(_element_outline(drawn.name, drawn.element), pen).placed(drawn.place)
            yield _FilledShape(Fill(_on_the_grid(line)), _colour(drawn.paint, "stroke"), is_line=True)


def _on_the_grid(outline: Outline) -> Outline:
    numbers = (number for _, numbers in outline.segments for number in numbers)
    if any(not isfinite(number) or abs(number) > _MAX_DISTANCE for number in numbers):
        raise UnusableIconError("it is drawn far outside its own area")
    return outline


def _pen(drawn: PlacedElement) -> Pen | None:
    """Return how the line of an element is drawn; None for none.

    Raises:
        UnusableIconError: when it is dashed, or as wide on paper as anywhere.
    """
    paint = drawn.paint
    width = svg_number(paint.get("stroke-width", "1"))
    if paint.get("stroke", "none") == "none" or width <= 0:
        return None
    if paint.get("stroke-dasharray", "none") != "none" or paint.get("vector-effect", "none") != "none":
        raise UnusableIconError(
            f"its <{drawn.name}> has a dashed line, or one that keeps its width, which cannot be filled"
        )
    cap, join = paint.get("stroke-linecap", "butt"), paint.get("stroke-linejoin", "miter")
    limit = svg_number(paint.get("stroke-miterlimit", "4"))
    return Pen(width, _CAPS.get(cap, "butt"), _JOINS.get(join, "miter"), max(limit, 1.0))


_CAPS: Final[Mapping[str, Cap]] = {"round": "round", "square": "square"}
_JOINS: Final[Mapping[str, Join]] = {"round": "round", "bevel": "bevel"}


def _paint(element: "Element") -> dict[str, str]:
    return {key: element.attrib[key].strip() for key in INHERITED_PAINT if key in element.attrib}


def _is_background(shape: _FilledShape, others: Sequence[str], view: Rect) -> bool:
    """Return whether a shape is a background: a rectangle that fills the view, in a colour that no other shape has."""
    outline = shape.fill.outline
    curved = any(command == "C" for command, _ in outline.segments)
    rectangle = not curved and len(outline.segments) < 7
    return rectangle and shape.colour not in others and outline.bounds.contains(view, 0.5)


def _element_name(element: "Element", depth: int) -> str:
    """Return the plain name of an element; reject elements and attributes that are not on the allow list."""
    tag = str(element.tag)
    name = tag.removeprefix(SVG)
    if name not in _SHAPES or tag == name:
        raise UnusableIconError(f"it contains <{name.rpartition('}')[2]}>, but an icon can only contain shapes")
    for attribute in sorted(set(element.keys()) - _IGNORED_ATTRIBUTES - _SHAPES[name]):
        plain = attribute.rpartition("}")[2]
        raise UnusableIconError(f"its <{name}> has {plain!r}, which cannot be drawn as one outline")
    if name != "g" and len(element):
        raise UnusableIconError(f"its <{name}> contains other elements, perhaps an animation")
    if depth > _MAX_DEPTH:
        raise UnusableIconError(f"its groups are nested more than {_MAX_DEPTH} deep")
    return name


def _colour(paint: Mapping[str, str], key: str) -> str:
    """Return the colour of a fill or a line in a form that can be compared."""
    colour = paint.get(key, "black").lower()
    return {"#000": "black", "#000000": "black"}.get(colour, colour)


def _element_outline(name: str, element: "Element") -> Outline:
    """Return the outline of an element in its own units."""
    try:
        outline = path_from_svg(_PATHS[name](element))
    except UnusableIconError:
        raise
    except ValueError as error:
        raise UnusableIconError(str(error)) from error
    if outline.segments and outline.segments[0][0] != "M":
        raise UnusableIconError("its path does not begin with a move")
    return outline


def _attribute_number(element: "Element", name: str, default: float = 0.0) -> float:
    return svg_number(element.attrib[name]) if name in element.attrib else default


def svg_number(text: str, units: str = "px") -> float:
    """Return an SVG number, with or without one of the units, given as a pattern (``px|mm``).

    Raises:
        UnusableIconError: when the text is not a number.
    """
    match = re.fullmatch(rf"({_NUMBER.pattern})(?:{units})?", text.strip())
    if match is None:
        raise UnusableIconError(f"{text[:20]!r} is not a plain number")
    return float(match.group(1))


def _rectangle(element: "Element") -> str:
    x, y, width, height = (_attribute_number(element, name) for name in ("x", "y", "width", "height"))
    rx = _attribute_number(element, "rx", _attribute_number(element, "ry"))
    ry = _attribute_number(element, "ry", _attribute_number(element, "rx"))
    rx, ry = min(rx, width / 2), min(ry, height / 2)
    if rx <= 0 or ry <= 0:
        return f"M{x} {y}h{width}v{height}h{-width}z"
    arc, across, down = f"a{rx} {ry} 0 0 1", width - 2 * rx, height - 2 * ry
    top, bottom = f"M{x + rx} {y}h{across}{arc} {rx} {ry}v{down}", f"{arc} {-rx} {ry}h{-across}{arc} {-rx} {-ry}"
    return f"{top}{bottom}v{-down}{arc} {rx} {-ry}z"


def _ellipse(element: "Element") -> str:
    radius = _attribute_number(element, "r")
    rx, ry = _attribute_number(element, "rx", radius), _attribute_number(element, "ry", radius)
    if not rx > 0 < ry:
        return ""
    left, middle, arc = _attribute_number(element, "cx") - rx, _attribute_number(element, "cy"), f"a{rx} {ry} 0 1 1"
    return f"M{left} {middle}{arc} {2 * rx} 0{arc} {-2 * rx} 0z"


def _polygon(element: "Element") -> str:
    numbers = _NUMBER.findall(element.get("points", ""))
    ending = "z" if element.tag == f"{SVG}polygon" else ""
    return f"M{' '.join(numbers[: len(numbers) // 2 * 2])}{ending}" if len(numbers) > 1 else ""


def _straight(element: "Element") -> str:
    x1, y1, x2, y2 = (_attribute_number(element, name) for name in ("x1", "y1", "x2", "y2"))
    return f"M{x1} {y1}L{x2} {y2}"


_PATHS: "Final[Mapping[str, Callable[[Element], str]]]" = {
    "path": lambda element: str(element.get("d", "")),
    "rect": _rectangle,
    **dict.fromkeys(("circle", "ellipse"), _ellipse),
    **dict.fromkeys(("polygon", "polyline"), _polygon),
    "line": _straight,
}
"""Functions that return the path data of each element."""


def _transform(text: str) -> Affine:
    """Return the affine map of a ``transform`` attribute."""
    whole, at = IDENTITY, 0
    while at < len(text.rstrip()):
        match = _TRANSFORM.match(text, at)
        if match is None:
            raise UnusableIconError(f"{text[:30]!r} is not a valid transform")
        numbers = [float(number) for number in _NUMBER.findall(match.group(2))]
        whole = whole @ _transform_step(match.group(1), numbers, text)
        at = match.end()
    return whole


def _transform_step(name: str, n: list[float], text: str) -> Affine:
    match name, len(n):
        case "matrix", 6:
            return Affine(*n)
        case "translate", 1 | 2:
            return Affine.move(n[0], n[1] if len(n) == 2 else 0.0)
        case "scale", 1 | 2:
            return Affine.scale(n[0], n[1] if len(n) == 2 else None)
        case "rotate", 1 | 3:
            return Affine.turn(n[0], Point(*n[1:]) if len(n) == 3 else Point(0, 0))
        case "skewX", 1:
            return Affine(1, 0, tan(radians(n[0])), 1, 0, 0)
        case "skewY", 1:
            return Affine(1, tan(radians(n[0])), 0, 1, 0, 0)
    raise UnusableIconError(f"{text[:30]!r} is not a valid transform")
