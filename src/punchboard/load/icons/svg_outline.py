"""The drawing of an icon in a set: a fragment of SVG whose filled shapes become one outline on a grid of 512 units.

Icons are printed in one colour of the theme, cut, and shrunk: what is a shape can be, a drawn line cannot. What is not
on the white list is refused with the reason; nothing is ever left out in silence.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import isfinite, radians, tan
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from punchboard.geometry import IDENTITY, Affine, Outline, Point, Rect, path_from_svg
from punchboard.geometry.fills import Fill, union_outline

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

MAX_CHARACTERS: Final = 200_000
GRID: Final = 512.0
_FARTHEST: Final = 20 * GRID
"""How far from the grid an icon may be drawn, in its units."""

_DEEPEST: Final = 24
SVG: Final = "{http://www.w3.org/2000/svg}"
_NUMBER: Final = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_MOVE: Final = re.compile(r"\s*(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^()]*)\)\s*,?")

INHERITED_PAINT: Final = ("fill", "stroke", "stroke-width", "fill-rule", "opacity", "fill-opacity", "color")
"""What is handed down from a group to what is in it."""

_HARMLESS: Final = frozenset(
    {
        *("id", "class", "clip-rule", "stroke-linecap", "stroke-linejoin", "stroke-miterlimit", "stroke-dasharray"),
        *("stroke-dashoffset", "stroke-opacity", "vector-effect", "paint-order", "transform", *INHERITED_PAINT),
    }
)
_SHAPES: Final[Mapping[str, frozenset[str]]] = MappingProxyType(
    {
        "g": frozenset(),
        "path": frozenset({"d"}),
        "rect": frozenset({"x", "y", "width", "height", "rx", "ry"}),
        "circle": frozenset({"cx", "cy", "r"}),
        "ellipse": frozenset({"cx", "cy", "rx", "ry"}),
        "polygon": frozenset({"points"}),
        "polyline": frozenset({"points"}),
        "line": frozenset({"x1", "y1", "x2", "y2"}),
    }
)
"""The elements of a drawing, each with the attributes of its own."""


class UnusableIconError(ValueError):
    """A drawing that cannot be one outline; the message says why, ``near`` is a text of the file beside the cause."""

    def __init__(self, message: str, near: str = "") -> None:
        super().__init__(message)
        self.near = near


class _Found(NamedTuple):
    fill: Fill
    colour: str


def outline_from_fragment(body: str, box: Rect, turned: Affine) -> Outline:
    """Return the outline of a drawing on the grid of 512 units.

    Args:
        body: a fragment of SVG.
        box: the part of the plane that it shows, in its own units.
        turned: how it is turned and flipped about the middle of the grid.

    Raises:
        UnusableError: for drawings that are more than filled shapes of one colour.
    """
    return outline_from_element(_parsed(body), box, turned)


def outline_from_element(root: "Element", box: Rect, turned: Affine) -> Outline:
    """Return the outline of a parsed drawing on the grid of 512 units.

    One shape that fills the whole of what is shown, beneath shapes of another colour, is the ground that they lie on
    and no part of the icon.

    Args:
        root: an element whose children are the drawing; its paint is handed down to them.
        box: the part of the plane that it shows, in its own units.
        turned: how it is turned and flipped about the middle of the grid.

    Raises:
        UnusableError: for drawings that are more than filled shapes of one colour.
    """
    scale = GRID / max(box.width, box.height)
    middle = Affine.move(GRID / 2, GRID / 2)
    place = middle @ turned @ Affine.scale(scale) @ Affine.move(-box.centre.x, -box.centre.y)
    found = [one for one in _shapes(root, place) if one.fill.outline.segments]
    if len(found) > 1 and _is_ground(found[0], [one.colour for one in found[1:]], place.bounds(box)):
        del found[0]
    if not found:
        raise UnusableIconError("nothing in it is filled")
    colours = sorted({one.colour for one in found})
    if len(colours) > 1:
        raise UnusableIconError(
            f"it has {len(colours)} colours ({', '.join(colours[:3])}), and an icon is printed in one"
        )
    whole = union_outline([one.fill for one in found])
    if whole is None:
        raise UnusableIconError("its shapes cross one another in a way that one outline cannot show")
    return whole


def _parsed(body: str) -> "Element":
    from xml.etree.ElementTree import ParseError, fromstring

    if len(body) > MAX_CHARACTERS:
        raise UnusableIconError(f"it has more than {MAX_CHARACTERS:,} characters")
    if "<!" in body or "<?" in body:
        raise UnusableIconError("it holds more than elements, which could read other files")
    try:
        return fromstring(f'<svg xmlns="{SVG[1:-1]}" xmlns:xlink="http://www.w3.org/1999/xlink">{body}</svg>')
    except ParseError as error:
        raise UnusableIconError("it is not SVG") from error


def _shapes(root: "Element", place: Affine) -> Iterator[_Found]:
    """Yield every filled shape, placed; what is inherited is handed down."""
    above = _paint(root)
    waiting: list[tuple[Element, Affine, dict[str, str], int]] = [(one, place, above, 1) for one in reversed(root)]
    while waiting:
        element, outer, inherited, depth = waiting.pop()
        name = _checked(element, depth)
        paint = inherited | _paint(element)
        here = outer @ _transform(element.get("transform", ""))
        if name == "g":
            waiting += [(one, here, paint, depth + 1) for one in reversed(element)]
        elif _is_filled(name, paint):
            outline = _drawn(name, element).placed(here)
            if any(
                not isfinite(number) or abs(number) > _FARTHEST for _, numbers in outline.segments for number in numbers
            ):
                raise UnusableIconError("it is drawn far outside its own area")
            yield _Found(Fill(outline, paint.get("fill-rule") == "evenodd"), _colour(paint))


def _paint(element: "Element") -> dict[str, str]:
    return {key: element.attrib[key].strip() for key in INHERITED_PAINT if key in element.attrib}


def _is_ground(one: _Found, others: Sequence[str], shown: Rect) -> bool:
    """Tell whether a shape is what others of another colour lie on: a rectangle that fills what is shown."""
    bounds = one.fill.outline.bounds
    curved = any(command == "C" for command, _ in one.fill.outline.segments)
    rectangle = not curved and len(one.fill.outline.segments) < 7
    return rectangle and one.colour not in others and bounds.contains(shown, 0.5)


def _checked(element: "Element", depth: int) -> str:
    """Return the plain name of an element that may be there, with none but attributes that it may have."""
    tag = str(element.tag)
    name = tag.removeprefix(SVG)
    if name not in _SHAPES or tag == name:
        raise UnusableIconError(f"it holds <{name.rpartition('}')[2]}>, and only shapes can be an icon")
    for attribute in sorted(set(element.keys()) - _HARMLESS - _SHAPES[name]):
        raise UnusableIconError(
            f"its <{name}> has {attribute.rpartition('}')[2]!r}, which cannot be drawn as one outline"
        )
    if name != "g" and len(element):
        raise UnusableIconError(f"its <{name}> holds other elements; it may be an animation")
    if depth > _DEEPEST:
        raise UnusableIconError(f"its groups are more than {_DEEPEST} deep")
    return name


def _is_filled(name: str, paint: Mapping[str, str]) -> bool:
    """Tell whether a shape covers anything.

    Raises:
        UnusableError: when it is drawn as a line, or half seen through.
    """
    if paint.get("stroke", "none") != "none" and svg_number(paint.get("stroke-width", "1")) > 0:
        raise UnusableIconError(f"its <{name}> is drawn with a line (stroke), which has no outline of its own")
    for key in ("opacity", "fill-opacity"):
        if svg_number(paint.get(key, "1")) != 1:
            raise UnusableIconError(f"its <{name}> is half seen through ({key}), and an icon is printed in one colour")
    return name != "line" and paint.get("fill", "") != "none"


def _colour(paint: Mapping[str, str]) -> str:
    """Return the colour of a fill as it compares with others."""
    colour = paint.get("fill", "black").lower()
    return {"#000": "black", "#000000": "black"}.get(colour, colour)


def _drawn(name: str, element: "Element") -> Outline:
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


def _of(element: "Element", name: str, default: float = 0.0) -> float:
    return svg_number(element.attrib[name]) if name in element.attrib else default


def svg_number(text: str, units: str = "px") -> float:
    """Return a number of SVG, with one of the units (``px|mm``) after it or none.

    Raises:
        UnusableError: for what is no number.
    """
    match = re.fullmatch(rf"({_NUMBER.pattern})(?:{units})?", text.strip())
    if match is None:
        raise UnusableIconError(f"{text[:20]!r} is no plain number")
    return float(match.group(1))


def _rectangle(element: "Element") -> str:
    x, y, width, height = (_of(element, name) for name in ("x", "y", "width", "height"))
    rx, ry = (_of(element, one, _of(element, other)) for one, other in (("rx", "ry"), ("ry", "rx")))
    rx, ry = min(rx, width / 2), min(ry, height / 2)
    if rx <= 0 or ry <= 0:
        return f"M{x} {y}h{width}v{height}h{-width}z"
    arc, across, down = f"a{rx} {ry} 0 0 1", width - 2 * rx, height - 2 * ry
    top, bottom = f"M{x + rx} {y}h{across}{arc} {rx} {ry}v{down}", f"{arc} {-rx} {ry}h{-across}{arc} {-rx} {-ry}"
    return f"{top}{bottom}v{-down}{arc} {rx} {-ry}z"


def _ellipse(element: "Element") -> str:
    radius = _of(element, "r")
    rx, ry = _of(element, "rx", radius), _of(element, "ry", radius)
    arc = f"a{rx} {ry} 0 1 1"
    return f"M{_of(element, 'cx') - rx} {_of(element, 'cy')}{arc} {2 * rx} 0{arc} {-2 * rx} 0z" if rx > 0 < ry else ""


def _polygon(element: "Element") -> str:
    numbers = _NUMBER.findall(element.get("points", ""))
    return f"M{' '.join(numbers[: len(numbers) // 2 * 2])}z" if len(numbers) > 1 else ""


_PATHS: "Final[Mapping[str, Callable[[Element], str]]]" = MappingProxyType(
    {
        "path": lambda element: str(element.get("d", "")),
        "rect": _rectangle,
        "circle": _ellipse,
        "ellipse": _ellipse,
        "polygon": _polygon,
        "polyline": _polygon,
    }
)
"""What makes the path data of each element."""


def _transform(text: str) -> Affine:
    """Return the map that a ``transform`` says."""
    whole, at = IDENTITY, 0
    while at < len(text.rstrip()):
        match = _MOVE.match(text, at)
        if match is None:
            raise UnusableIconError(f"{text[:30]!r} is no transform")
        whole = whole @ _step(match.group(1), [float(one) for one in _NUMBER.findall(match.group(2))], text)
        at = match.end()
    return whole


def _step(name: str, n: list[float], text: str) -> Affine:
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
    raise UnusableIconError(f"{text[:30]!r} is no transform")
