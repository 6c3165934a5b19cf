"""SVG writer (svgwrite). Text becomes outlines, so that it looks the same everywhere and needs no font.

The words are kept as title and ``aria-label`` of the outlines. svgwrite's validation (``debug=True``) makes writing 38
times slower, so it is off: attribute values are numbers, colours and hrefs made here, and a test validates them. No
other module imports svgwrite.

Shapes, lines of text and uses make up nearly all of a file, and svgwrite takes four times as long for them. They are
written as text, which is exactly what svgwrite would write. `LeafElements` is their placeholder among svgwrite's
elements, and `insert_leaves` puts the text there.
"""

import base64
import io
import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final, NamedTuple
from xml.etree import ElementTree as ET

import svgwrite
from svgwrite.base import BaseElement
from svgwrite.container import Group as SvgGroup

from punchboard.fonts import Typeface
from punchboard.geometry import IDENTITY, Affine, Outline, path_to_svg, rectangle
from punchboard.render.letters import beneath_text, glyph_places
from punchboard.render.shape_symbols import count_uses
from punchboard.scene import Anchor, Gradient, Group, Item, Line, Link, Page, Picture, Shape, Stroke, Symbol, Text, Use
from punchboard.units import format_number

_MARK: Final = re.compile(r"<!--leaves (\d+)-->")
_ENDS: Final = ("x1", "y1", "x2", "y2")
_IN_TEXT: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
_IN_QUOTES: Final = _IN_TEXT | str.maketrans({'"': "&quot;", "\r": "&#13;", "\n": "&#10;", "\t": "&#09;"})


class LeafElements:
    """Placeholder among the elements of a drawing for elements written as text."""

    def __init__(self, number: int) -> None:
        self._number = number
        self.written: list[str] = []

    def get_xml(self) -> Any:
        """Return a comment that marks their place. Text from a catalog cannot contain a comment."""
        return ET.Comment(f"leaves {self._number}")


def insert_leaves(xml: str, leaves: list[LeafElements]) -> str:
    """Return a drawing with its placeholders replaced by the elements."""
    return _MARK.sub(lambda match: "".join(leaves[int(match[1])].written), xml)


def path_element(d: str, paint: str) -> str:
    """Return a path element with path data; ``paint`` contains its other attributes."""
    return f'<path d="{d}"{paint} />' if d else f"<path{paint} />"


@lru_cache(maxsize=16384)
def shape_element(item: Shape, fill: str | None = None) -> str:
    """Return the path element of a shape, cached because backgrounds and icons are on every face."""
    return path_element(
        path_to_svg(item.outline), paint_text(fill or item.fill, item.stroke, item.opacity, even_odd=item.even_odd)
    )


def gradient_element(item: Gradient) -> str:
    """Return the element of a gradient, without an id."""
    last, numbers = len(item.stops) - 1, [*map(format_number, (*item.start, *item.end, item.radius))]
    name, keys = ("radialGradient", ("cx", "cy", "fx", "fy", "r")) if item.radius else ("linearGradient", _ENDS)
    places = "".join(f' {key}="{number}"' for key, number in zip(keys, numbers, strict=False))
    stops = (f'<stop offset="{at / last:g}" stop-color="{stop}" />' for at, stop in enumerate(item.stops))
    return f'<{name} gradientUnits="userSpaceOnUse"{places}>{"".join(stops)}</{name}>'


def text_element(words: str, transform: str, colour: str, d: str) -> str:
    """Return a line of text as outlines, with its words for screen readers."""
    words = words.strip()  # a line that goes on with an icon ends with a no-break space
    quoted, text = words.translate(_IN_QUOTES), words.translate(_IN_TEXT)
    title = f"<title>{text}</title>" if text else "<title />"
    label = f' aria-label="{quoted}"'
    return f'<g fill="{colour}" transform="{transform}"{label} role="img">{title}{path_element(d, "")}</g>'


def use_element(name: str, transform: str) -> str:
    """Return an element that places a symbol by its id."""
    moved = f' transform="{transform}"' if transform else ""
    return f'<use{moved} xlink:href="#{name}" />'


@lru_cache(maxsize=4096)
def paint_text(fill: str | None, stroke: Stroke | None, opacity: float = 1.0, *, even_odd: bool) -> str:
    """Return the fill and stroke attributes of a path as text, in svgwrite's order."""
    attributes = {"fill": fill or "none"} | (_line(stroke) if stroke is not None else {})
    if even_odd:
        attributes["fill-rule"] = "evenodd"
    if opacity < 1:
        attributes["opacity"] = format_number(opacity)
    return "".join(f' {name}="{value}"' for name, value in sorted(attributes.items()))


def _line(stroke: Stroke) -> dict[str, str]:
    style = {"stroke": stroke.colour, "stroke-width": format_number(stroke.width)}
    if stroke.dash:
        style["stroke-dasharray"] = " ".join(map(format_number, stroke.dash))
    if stroke.round:
        style |= {"stroke-linecap": "round", "stroke-linejoin": "round"}
    return style


def render_svg(page: Page, title: str) -> bytes:
    """Return a page as an SVG file in mm."""
    return SvgWriter(page, title).data()


class SvgWriter:
    """Writes one SVG file; symbols placed several times are defined once."""

    def __init__(self, page: Page, title: str) -> None:
        width, height = page.size
        box = " ".join(map(format_number, (0, 0, width, height)))
        self._drawing = svgwrite.Drawing(
            size=(f"{format_number(width)}mm", f"{format_number(height)}mm"), viewBox=box, debug=False, profile="full"
        )
        self._drawing.set_desc(title=title)
        self._uses = count_uses((page,))
        self._symbols: dict[Symbol, str] = {}
        self._clips: dict[Outline, str] = {}
        self._shared: dict[str, str] = {}
        self._anchors: set[str] = set()
        self._leaves: list[LeafElements] = []
        self._draw(page.items, self._drawing)

    def data(self) -> bytes:
        """Return the file's bytes."""
        out = io.StringIO()
        self._drawing.write(out)
        return insert_leaves(out.getvalue(), self._leaves).encode("utf-8")

    def _put(self, made: str, into: Any) -> None:
        """Add an element given as text; successive ones share one placeholder."""
        last = into.elements[-1] if into.elements else None
        if not isinstance(last, LeafElements):
            last = LeafElements(len(self._leaves))
            self._leaves.append(last)
            into.add(last)
        last.written.append(made)

    def _draw(self, items: Iterable[Item], into: Any) -> None:
        for item in items:
            match item:
                case Shape():
                    self._put(self._shape(item), into)
                case Text():
                    self._letters(item, into)
                case Use():
                    self._use(item, into)
                case Group():
                    self._group(item, into)
                case Picture():
                    into.add(self._picture(item))
                case Link():
                    into.add(self._link(item))
                case Anchor():
                    self._anchor(item, into)

    def _anchor(self, item: Anchor, into: Any) -> None:
        if item.name not in self._anchors:  # ids must be unique in a file
            self._anchors.add(item.name)
            into.add(self._drawing.g(id=f"to-{item.name}"))

    def _letters(self, item: Text, into: Any) -> None:
        for shape in beneath_text(item):
            self._put(self._shape(shape), into)
        for line in item.lines:
            self._put(self._line(item, line), into)

    def _shape(self, item: Shape) -> str:
        return shape_element(item, self._blend(item))

    def _blend(self, item: Shape) -> str | None:
        """Return the gradient of a shape as a fill, if it has one."""
        return f"url(#{self._add_shared(gradient_element(item.gradient))})" if item.gradient is not None else None

    def _add_shared(self, text: str) -> str:
        """Define an element given as text without an id, and return its id."""
        if text not in self._shared:
            self._shared[text] = f"g{len(self._shared)}"
            self._put(text.replace(" ", f' id="{self._shared[text]}" ', 1), self._drawing.defs)
        return self._shared[text]

    def _line(self, item: Text, line: Line) -> str:
        scale = item.size / item.face.upem
        place = matrix(Affine(scale, 0, 0, scale, line.x, line.y))
        return text_element(line.text, place, item.colour, line_path(item, line))

    def _use(self, item: Use, into: Any) -> None:
        symbol = item.symbol
        if self._uses[symbol] <= 1:
            self._inside(item.transform, None, symbol.items, into)
            return
        if symbol not in self._symbols:
            self._symbols[symbol] = f"s{len(self._symbols)}"
            group = self._drawing.g(id=self._symbols[symbol])
            self._draw(symbol.items, group)
            self._drawing.defs.add(group)
        place = "" if item.transform == IDENTITY else matrix(item.transform)
        self._put(use_element(self._symbols[symbol], place), into)

    def _group(self, item: Group, into: Any) -> None:
        if item.layer:
            layer = _Layer(item.layer)
            into.add(layer)
            into = layer
        self._inside(item.transform, item.clip, item.items, into)

    def _inside(self, transform: Affine, clip: Outline | None, items: Iterable[Item], into: Any) -> None:
        """Draw items in a clipped group around a transformed group, as far as these are needed."""
        if clip is not None:
            clipped = self._drawing.g(clip_path=f"url(#{self._clip(clip)})")
            into.add(clipped)
            into = clipped
        if transform != IDENTITY:
            moved = self._drawing.g(transform=matrix(transform))
            into.add(moved)
            into = moved
        self._draw(items, into)

    def _clip(self, outline: Outline) -> str:
        if outline not in self._clips:
            self._clips[outline] = f"c{len(self._clips)}"
            path = self._drawing.clipPath(id=self._clips[outline])
            path.add(self._drawing.path(d=path_to_svg(outline)))
            self._drawing.defs.add(path)
        return self._clips[outline]

    def _picture(self, item: Picture) -> BaseElement:
        area = item.area
        kind = "png" if item.image.data.startswith(b"\x89PNG") else "jpeg"
        href = f"data:image/{kind};base64,{base64.b64encode(item.image.data).decode('ascii')}"
        return self._drawing.image(
            href, insert=(area.x, area.y), size=(area.width, area.height), preserveAspectRatio="none"
        )

    def _link(self, item: Link) -> BaseElement:
        target = f"#to-{item.target[1:]}" if item.target.startswith("#") else item.target
        link = self._drawing.a(target)
        link.add(self._drawing.path(d=path_to_svg(rectangle(item.area)), fill="none", pointer_events="all"))
        return link


class _Layer(SvgGroup):  # type: ignore[misc]  # svgwrite ships no types
    """A group that Inkscape and cutting software treat as a layer, by its id or its label."""

    def __init__(self, name: str) -> None:
        super().__init__(id=name, debug=False)
        self._name = name

    def get_xml(self) -> Any:
        """Return the element with Inkscape's attributes, which svgwrite does not have."""
        element = super().get_xml()
        element.set("xmlns:inkscape", "http://www.inkscape.org/namespaces/inkscape")
        element.set("inkscape:groupmode", "layer")
        element.set("inkscape:label", self._name)
        return element


def line_path(item: Text, line: Line) -> str:
    """Return the outlines of a line's glyphs as one path in font units, from (0, 0)."""
    return "".join(glyph_path(item.face, glyph, x, y) for glyph, x, y in glyph_places(item, line))


def glyph_path(face: Typeface, glyph: int, x: float = 0.0, y: float = 0.0) -> str:
    """Return the outline of a glyph at a place as path data in font units; empty for a space."""
    if not y:
        return "".join([f"M{format_number(x + one.left)} {one.rest}" for one in _contours(face, glyph)])
    return "".join(
        [f"M{format_number(x + one.left)} {format_number(one.top + y)}{one.tail}" for one in _contours(face, glyph)]
    )


class _Contour(NamedTuple):
    """A contour of a glyph: its start, and the path from there in relative commands."""

    left: float
    rest: str
    """The y of the start, followed by the path."""
    top: float
    tail: str


@lru_cache(maxsize=8192)
def _contours(face: Typeface, glyph: int) -> tuple[_Contour, ...]:
    """Return the contours of a glyph."""
    contours: list[_Contour] = []
    text: list[str] = []
    start = at = (0.0, 0.0)
    for command, numbers in face.outline(glyph).segments:
        if command == "Z":
            tail = f"{''.join(text)}z"
            contours.append(_Contour(start[0], f"{format_number(start[1])}{tail}", start[1], tail))
            text = []
            continue
        if command == "M":
            start = at = (numbers[0], numbers[1])
            continue
        relative = [value - at[index % 2] for index, value in enumerate(numbers)]
        text.append(command.lower() + " ".join(map(format_number, relative)))
        at = (numbers[-2], numbers[-1])
    return tuple(contours)


def matrix(transform: Affine) -> str:
    """Return a transform as an SVG attribute value."""
    a, b, c, d, e, f = transform
    return f"matrix({a:.6g} {b:.6g} {c:.6g} {d:.6g} {format_number(e)} {format_number(f)})"
