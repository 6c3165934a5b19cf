"""SVG writer (svgwrite). Text becomes outlines, so that it looks the same everywhere and needs no font.

The words are kept as title and ``aria-label`` of the outlines. svgwrite's validation (``debug=True``) makes writing 38
times slower, so it is off: attribute values are numbers, colours and hrefs made here, and a test validates them. No
other module imports svgwrite.
"""

import base64
import io
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

import svgwrite
from svgwrite.base import BaseElement
from svgwrite.container import Group as SvgGroup

from punchboard.fonts import Typeface
from punchboard.geometry import IDENTITY, Affine, Outline, path_to_svg, rectangle
from punchboard.render.svg import elements as leaf
from punchboard.render.svg.elements import LeafElements, insert_leaves
from punchboard.render.symbol_uses import count_uses
from punchboard.scene import Anchor, Group, Item, Line, Link, Page, Picture, Shape, Symbol, Text, Use
from punchboard.units import format_number


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
                    for line in item.lines:
                        self._put(self._line(item, line), into)
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

    def _shape(self, item: Shape) -> str:
        return leaf.shape_element(item)

    def _line(self, item: Text, line: Line) -> str:
        scale = item.size / item.face.upem
        place = matrix(Affine(scale, 0, 0, scale, line.x, line.y))
        return leaf.text_element(line.text, place, item.colour, line_path(item, line))

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
        self._put(leaf.use_element(self._symbols[symbol], place), into)

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


def glyph_places(item: Text, line: Line) -> Iterator[tuple[int, float, float]]:
    """Yield the glyphs of a line with their places in font units, from (0, 0) with y downwards."""
    face = item.face
    tracking = item.tracking / item.size * face.upem
    space = face.space.width * face.upem + tracking
    x = 0.0
    for word in line.words:
        offsets = word.offsets or ((0.0, 0.0),) * len(word.glyphs)
        for glyph, advance, (right, up) in zip(word.glyphs, word.advances, offsets, strict=True):
            yield glyph, x + right, -up
            x += advance + tracking
        x += space


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
