"""Scene items to PDF operators. The page is scaled to mm with y downwards once, so numbers are the scene's own.

PDF 32000-1:2008, annex A lists the operators.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from punchboard.fonts import Typeface
from punchboard.geometry import IDENTITY, Affine, Outline
from punchboard.render.drawings import Pen, is_drawing, matrix_operator
from punchboard.render.ink.inks import RGB, Inks
from punchboard.render.pdf.font import FontUse
from punchboard.scene import Anchor, Colour, Group, Image, Item, Link, Mark, Picture, Shape, Symbol, Text, Use
from punchboard.units import number


@dataclass(eq=False)
class Resources:
    """Fonts, symbols and images that a document's contents name, in order of first use."""

    fonts: dict[Typeface, FontUse] = field(default_factory=dict)
    forms: dict[Symbol, str] = field(default_factory=dict)
    """Operators of each symbol that is placed more than once and holds more than shapes."""
    names: dict[Symbol, str] = field(default_factory=dict)
    """Names of symbols that are objects of their own: X0, X1."""
    images: dict[str, Image] = field(default_factory=dict)
    uses: Counter[Symbol] = field(default_factory=Counter)
    inks: Inks = RGB
    spots: dict[str, Colour] = field(default_factory=dict)
    """Plates of their own, such as CutContour, with the colour that shows each."""

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
    """Writes operators for one content stream."""

    def __init__(self, resources: Resources, found: Found | None = None) -> None:
        self._resources = resources
        self._found = found
        self._matrix = IDENTITY
        self._pen = Pen(resources.inks)
        self._pen.spots = resources.spots

    def operators(self, items: Iterable[Item]) -> str:
        """Return the operators that draw the items."""
        self._draw(items)
        return self._pen.operators()

    def _draw(self, items: Iterable[Item]) -> None:
        for item in items:
            match item:
                case Text():
                    self._text(item)
                case Shape():
                    self._pen.shape(item)
                case Use():
                    self._use(item)
                case Group():
                    self._inside(item.transform, item.items, item.clip, item.mark)
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

    def _text(self, item: Text) -> None:
        use, pen = self._resources.font(item.face), self._pen
        pen.text_colour(item.colour)
        pen.out.append("BT")
        pen.set("font", (use.name, item.size), f"/{use.name} {item.size:.5g} Tf")
        pen.set("tracking", item.tracking, f"{item.tracking:.4f} Tc")
        space, known, word = use.space, use.words, use.word
        use.size = item.size
        x = y = None
        for line in item.lines:
            if x is None or y is None:
                pen.out.append(f"1 0 0 -1 {number(line.x)} {number(line.y)} Tm")
            else:
                pen.out.append(f"{number(line.x - x)} {number(y - line.y)} Td")
            x, y = line.x, line.y
            text = space.join([known.get(id(one)) or word(one) for one in line.words])
            if line.space_after:
                text += space
            shown = f"[({text})]TJ" if ")" in text else f"({text})Tj"
            pen.out.append(shown if not line.actual else f"{_said_operator(line.said)}\n{shown}\nEMC")
        pen.out.append("ET")

    def _picture(self, item: Picture) -> None:
        self._resources.images[item.image.digest] = item.image
        area = item.area
        matrix = f"{number(area.width)} 0 0 {number(-area.height)} {number(area.x)} {number(area.bottom)} cm"
        self._pen.out += ["q", matrix, f"/I{item.image.digest[:16]} Do", "Q"]

    def _use(self, item: Use) -> None:
        symbol, resources = item.symbol, self._resources
        drawing = is_drawing(symbol)
        if resources.uses[symbol] <= 1 and not drawing:
            self._inside(item.transform, symbol.items)
            return
        name = resources.names.get(symbol)
        if name is None:
            name = resources.names[symbol] = f"X{len(resources.names)}"
            if not drawing:
                resources.forms[symbol] = Content(resources).operators(symbol.items)
        if item.transform == IDENTITY:
            self._pen.out.append(f"/{name} Do")
        else:
            self._pen.out += ["q", matrix_operator(item.transform), f"/{name} Do", "Q"]

    def _inside(
        self, transform: Affine, items: Iterable[Item], clip: Outline | None = None, mark: Mark | None = None
    ) -> None:
        """Draw items under a transform and clip; a mark becomes marked content with its own properties (14.6)."""
        if transform == IDENTITY and clip is None and mark is None:
            self._draw(items)
            return
        outer = self._matrix
        self._matrix = outer @ transform
        saved = self._pen.begin(transform, clip)
        if mark is None:
            self._draw(items)
        else:
            self._pen.out.append(_mark_operator(mark))
            self._draw(items)
            self._pen.out.append("EMC")
        self._pen.end(saved)
        self._matrix = outer


def _mark_operator(mark: Mark) -> str:
    """Return the operator that begins a marked component; ids hold letters, digits and dashes alone."""
    width, height = mark.trim
    return f"/Component <</Id ({mark.component})/Side /{mark.side}/Trim [{number(width)} {number(height)}]>> BDC"


def _said_operator(said: str) -> str:
    """Return the operator that begins text which is read otherwise than its glyphs stand (14.9.4)."""
    return f"/Span <</ActualText <FEFF{said.encode('utf-16-be').hex().upper()}>>> BDC"
