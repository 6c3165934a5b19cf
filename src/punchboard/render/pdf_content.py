"""Scene items to PDF operators. The page is scaled to mm with y downwards once, so numbers are the scene's own.

PDF 32000-1:2008, annex A lists the operators.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from punchboard.fonts import Typeface
from punchboard.geometry import IDENTITY, Affine, Outline
from punchboard.render.pdf_font import FontUse
from punchboard.scene import Anchor, Colour, Group, Image, Item, Link, Picture, Shape, Symbol, Text, Use
from punchboard.units import number

_PATH_OPERATORS = {"M": "m", "L": "l", "C": "c", "Z": "h"}
_PAINT_OPERATORS = {
    (True, False, False): "f",
    (True, False, True): "f*",
    (False, True, False): "S",
    (False, True, True): "S",
    (True, True, False): "B",
    (True, True, True): "B*",
}


@dataclass(eq=False)
class Resources:
    """Fonts, symbols and images that a document's contents name, in order of first use."""

    fonts: dict[Typeface, FontUse] = field(default_factory=dict)
    forms: dict[Symbol, str] = field(default_factory=dict)
    """Operators of each symbol that is placed more than once; its place in the order is its name: X0, X1."""
    names: dict[Symbol, str] = field(default_factory=dict)
    images: dict[str, Image] = field(default_factory=dict)
    uses: Counter[Symbol] = field(default_factory=Counter)

    def font(self, face: Typeface) -> FontUse:
        """Return the codes of a typeface, begun on first use."""
        use = self.fonts.get(face)
        if use is None:
            use = self.fonts[face] = FontUse(face, f"F{len(self.fonts) + 1}")
        return use


@dataclass(eq=False)
class Found:
    """Links and anchors of a page, in its own coordinates."""

    links: list[Link] = field(default_factory=list)
    anchors: list[Anchor] = field(default_factory=list)


class Content:
    """Writes operators for one content stream; colour, line and font are set only when they change."""

    def __init__(self, resources: Resources, found: Found | None = None) -> None:
        self._resources = resources
        self._found = found
        self._matrix = IDENTITY
        self._out: list[str] = []
        self._state: dict[str, object] = {}

    def operators(self, items: Iterable[Item]) -> str:
        """Return the operators that draw the items."""
        self._draw(items)
        return "\n".join(self._out)

    def _draw(self, items: Iterable[Item]) -> None:
        for item in items:
            match item:
                case Text():
                    self._text(item)
                case Shape():
                    self._shape(item)
                case Use():
                    self._use(item)
                case Group():
                    self._group(item)
                case Picture():
                    self._picture(item)
                case Link() | Anchor():
                    self._note(item)

    def _note(self, item: Link | Anchor) -> None:
        """Keep a link or anchor where it lies on the page; within symbols there is no page to keep it for."""
        if self._found is None:
            return
        if isinstance(item, Link):
            self._found.links.append(item._replace(area=self._matrix.bounds(item.area)))
        else:
            self._found.anchors.append(item._replace(at=self._matrix.apply(item.at)))

    def _set(self, key: str, value: object, operator: Callable[[], str]) -> None:
        if self._state.get(key) != value:
            self._state[key] = value
            self._out.append(operator())

    def _fill(self, colour: Colour) -> None:
        self._set("fill", colour, lambda: f"{_rgb(colour)} rg")

    def _text(self, item: Text) -> None:
        use = self._resources.font(item.face)
        self._fill(item.colour)
        self._out.append("BT")
        self._set("font", (use.name, item.size), lambda: f"/{use.name} {item.size:.5g} Tf")
        self._set("tracking", item.tracking, lambda: f"{item.tracking:.4g} Tc")
        space, word = use.space, use.word
        x = y = None
        for line in item.lines:
            if x is None or y is None:
                self._out.append(f"1 0 0 -1 {number(line.x)} {number(line.y)} Tm")
            else:
                self._out.append(f"{number(line.x - x)} {number(y - line.y)} Td")
            x, y = line.x, line.y
            text = space.join(map(word, line.words))
            if line.space_after:
                text += space
            self._out.append(f"[({text})]TJ" if ")" in text else f"({text})Tj")
        self._out.append("ET")

    def _shape(self, item: Shape) -> None:
        if item.fill is not None:
            self._fill(item.fill)
        stroke = item.stroke
        if stroke is not None:
            self._set("stroke", stroke.colour, lambda: f"{_rgb(stroke.colour)} RG")
            self._set("width", stroke.width, lambda: f"{number(stroke.width)} w")
            self._set("dash", stroke.dash, lambda: f"[{' '.join(map(number, stroke.dash))}] 0 d")
            self._set("ends", stroke.round, lambda: "1 J 1 j" if stroke.round else "0 J 0 j")
        self._out.append(path_operators(item.outline))
        self._out.append(_PAINT_OPERATORS[item.fill is not None, stroke is not None, item.even_odd])

    def _picture(self, item: Picture) -> None:
        self._resources.images[item.image.digest] = item.image
        area = item.area
        matrix = f"{number(area.width)} 0 0 {number(-area.height)} {number(area.x)} {number(area.bottom)} cm"
        self._out += ["q", matrix, f"/I{item.image.digest[:16]} Do", "Q"]

    def _group(self, item: Group) -> None:
        clip = f"{path_operators(item.clip)} W n" if item.clip is not None else None
        self._inside(item.transform, item.items, clip)

    def _use(self, item: Use) -> None:
        symbol = item.symbol
        if self._resources.uses[symbol] <= 1:
            self._inside(item.transform, symbol.items)
            return
        name = self._resources.names.get(symbol)
        if name is None:
            name = self._resources.names[symbol] = f"X{len(self._resources.names)}"
            self._resources.forms[symbol] = Content(self._resources).operators(symbol.items)
        if item.transform == IDENTITY:
            self._out.append(f"/{name} Do")
        else:
            self._out += ["q", _matrix(item.transform), f"/{name} Do", "Q"]

    def _inside(self, transform: Affine, items: Iterable[Item], clip: str | None = None) -> None:
        """Draw items under a transform and clip; what they set of colour and font ends with them."""
        if transform == IDENTITY and clip is None:
            self._draw(items)
            return
        outer, state = self._matrix, dict(self._state)
        self._out.append("q")
        if clip:
            self._out.append(clip)
        if transform != IDENTITY:
            self._out.append(_matrix(transform))
            self._matrix = outer @ transform
        self._draw(items)
        self._out.append("Q")
        self._matrix, self._state = outer, state


def path_operators(outline: Outline) -> str:
    """Return the path construction operators of an outline."""
    return "\n".join(
        f"{' '.join(map(number, numbers))} {_PATH_OPERATORS[command]}" if numbers else _PATH_OPERATORS[command]
        for command, numbers in outline.segments
    )


def _matrix(transform: Affine) -> str:
    a, b, c, d, e, f = transform
    return f"{a:.6g} {b:.6g} {c:.6g} {d:.6g} {number(e)} {number(f)} cm"


_COLOURS: dict[Colour, str] = {}


def _rgb(colour: Colour) -> str:
    found = _COLOURS.get(colour)
    if found is None:
        channels = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
        found = _COLOURS[colour] = " ".join(map(number, channels))
    return found
