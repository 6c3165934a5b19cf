"""Content streams: scene items as PDF operators.

Each page begins with one transform to mm with y downwards, so all further numbers are those of the scene.

PDF 32000-1:2008, annex A lists the operators.
"""

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from types import MappingProxyType
from typing import Any, NamedTuple

from punchboard.fonts import Typeface
from punchboard.geometry import IDENTITY, Affine, Outline
from punchboard.render.colour.inks import RGB, Inks
from punchboard.render.pdf.font import FontUse, resource_name
from punchboard.render.pdf.fragments import DrawnForm, Fragment, cache_fragment, cached_fragment
from punchboard.render.shape_symbols import Pen, deflate, has_own_stream, is_shapes_only, matrix_operator, shape_stream
from punchboard.scene import Anchor, Colour, ComponentMark, Group, Image, Item, Link, Picture, Shape, Symbol, Text, Use
from punchboard.units import format_number

ShownCodes = dict[str, frozenset[int]]
"""The codes of the glyphs shown, by font resource name."""


class FormObject(NamedTuple):
    """A symbol drawn as a form XObject: its name, and everything used in it and in the symbols within it."""

    name: str
    within: tuple[str, ...] = ()
    images: tuple[Image, ...] = ()
    codes: Mapping[str, frozenset[int]] = MappingProxyType({})


class Resources:
    """Fonts, symbols and pictures that content streams use by name.

    A name is derived from the content of its object, so a page keeps its bytes when other pages change. Spot colours
    are numbered in order of first use.

    Args:
        inks: the inks of the file.
        single_use: symbols placed only once, as far as that is known without drawing. They are drawn in place.
    """

    def __init__(self, inks: Inks = RGB, single_use: Container[Symbol] = frozenset()) -> None:
        self.inks, self.single_use = inks, single_use
        self.fonts: dict[str, FontUse] = {}
        """The codes of each typeface, by resource name."""
        self.forms: dict[str, DrawnForm] = {}
        """The form XObjects, by resource name."""
        self.form_objects: dict[Symbol, FormObject] = {}
        self.spots: dict[str, Colour] = {}
        """Spot colours such as CutContour, each with its colour on screen."""
        self._faces: dict[Typeface, FontUse] = {}

    def font(self, face: Typeface) -> FontUse:
        """Return the codes of a typeface."""
        use = self._faces.get(face)
        if use is None:
            use = self._faces[face] = self.fonts.setdefault(resource_name(face), FontUse(face))
        return use

    def begin_page(self) -> None:
        """Evict cached words of earlier pages if there are too many."""
        for use in self.fonts.values():
            use.evict_words()

    def add_form(self, form: DrawnForm) -> str:
        """Add a form XObject, and return its resource name."""
        key = blake2b(f"{form.bounds} {form.has_resources}".encode()).digest()
        name = f"X{blake2b(form.content, key=key, digest_size=6).hexdigest()}"
        self.forms[name] = form
        return name


@dataclass(eq=False)
class LinksAndAnchors:
    """Links and anchors of a page or symbol, in its own coordinates."""

    links: list[Link] = field(default_factory=list)
    anchors: list[Anchor] = field(default_factory=list)


class Content:
    """Writes the operators of one content stream: of a page, whose links and anchors are collected, or of a form."""

    def __init__(self, resources: Resources, found: LinksAndAnchors | None = None) -> None:
        self._resources = resources
        self._found = found
        self._in_place: Container[Symbol] = resources.single_use if found is not None else ()
        self.forms: dict[str, None] = {}
        """The names of the forms that it places, and of those within them."""
        self.images: dict[str, Image] = {}
        """The pictures that it shows, by hash."""
        self._words: dict[FontUse, set[int]] = {}
        self._codes: ShownCodes = {}
        self._matrix = IDENTITY
        self._pen = Pen(resources.inks)
        self._pen.spots = resources.spots

    def operators(self, items: Iterable[Item]) -> str:
        """Return the operators that draw the items."""
        self._draw(items)
        return self._pen.operators()

    def codes(self) -> ShownCodes:
        """Return the codes of all glyphs shown, ordered by font name."""
        for use, words in self._words.items():
            self._codes[use.name] = self._codes.get(use.name, frozenset()) | use.word_codes(words)
        return {name: self._codes[name] for name in sorted(self._codes)}

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
        """Record a link or anchor in page coordinates; inside a form there is no page to record it for."""
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
        space, known, word = use.space, use.encoded_words, use.word
        use.size = item.size
        shown_words = self._words.get(use)
        if shown_words is None:
            shown_words = self._words[use] = set()
        x = y = None
        for line in item.lines:
            if x is None or y is None:
                pen.out.append(f"1 0 0 -1 {format_number(line.x)} {format_number(line.y)} Tm")
            else:
                pen.out.append(f"{format_number(line.x - x)} {format_number(y - line.y)} Td")
            x, y = line.x, line.y
            words = [*map(id, line.words)]
            parts: list[Any] = [*map(known.get, words)]
            text = space.join([known.get(id(one)) or word(one) for one in line.words] if None in parts else parts)
            shown_words.update(words)
            if line.space_after:
                text += space
            shown = f"[({text})]TJ" if ")" in text else f"({text})Tj"
            pen.out.append(
                shown if not line.needs_actual_text else f"{_actual_text_operator(line.reading_text)}\n{shown}\nEMC"
            )
        pen.out.append("ET")

    def _picture(self, item: Picture) -> None:
        self.images[item.image.digest] = item.image
        area = item.area
        width, height, x, y = map(format_number, (area.width, -area.height, area.x, area.bottom))
        self._pen.out += ["q", f"{width} 0 0 {height} {x} {y} cm", f"/I{item.image.digest[:16]} Do", "Q"]

    def _use(self, item: Use) -> None:
        symbol = item.symbol
        if item.reading is not None:
            self._hidden_text(item.reading)
        if symbol in self._in_place and not has_own_stream(symbol):
            if symbol.is_face:
                self._face(item)
            else:
                self._inside(item.transform, symbol.items)
            return
        placed = self._resources.form_objects.get(symbol)
        if placed is None:
            placed = self._resources.form_objects[symbol] = self._drawn(symbol)
        self._names((*placed.within, placed.name), placed.images, placed.codes)
        if item.transform == IDENTITY:
            self._pen.out.append(f"/{placed.name} Do")
        else:
            self._pen.out += ["q", matrix_operator(item.transform), f"/{placed.name} Do", "Q"]

    def _hidden_text(self, item: Text) -> None:
        """Write text in rendering mode 3 (9.3.6), which is found and copied, but not painted."""
        word = item.lines[0].words[0]
        stretch = 100 * word.width * item.face.upem / max(word.advances[0], 1)
        self._pen.out.append(f"3 Tr {stretch:.0f} Tz")
        self._text(item)
        self._pen.out.append("0 Tr 100 Tz")

    def _drawn(self, symbol: Symbol) -> FormObject:
        """Draw a symbol as a form XObject."""
        resources = self._resources
        if is_shapes_only(symbol):
            drawing = DrawnForm(symbol.bounds, shape_stream(symbol, resources.inks), has_resources=False)
            return FormObject(resources.add_form(drawing))
        drawn = self._fragment(symbol)
        form = DrawnForm(symbol.bounds, deflate(drawn.operators.encode("latin-1")), has_resources=True)
        codes = {resource_name(face): shown for face, shown in drawn.codes.items()}
        return FormObject(resources.add_form(form), tuple(drawn.forms), drawn.images, codes)

    def _face(self, item: Use) -> None:
        """Draw a face in place. Its operators do not depend on any earlier setting."""
        drawn = self._fragment(item.symbol)
        self._names(drawn.forms, drawn.images, {resource_name(face): shown for face, shown in drawn.codes.items()})
        saved = self._pen.begin_group(item.transform, None)
        self._pen.out.append(drawn.operators)
        self._pen.end_group(saved)
        outer, self._matrix = self._matrix, self._matrix @ item.transform
        for note in drawn.notes:
            self._note(note)
        self._matrix = outer

    def _names(self, forms: Iterable[str], images: Iterable[Image], codes: Mapping[str, frozenset[int]]) -> None:
        """Record the resources used by operators that were written elsewhere."""
        self.forms |= dict.fromkeys(forms)
        self.images |= {image.digest: image for image in images}
        for font, shown in codes.items():
            self._codes[font] = self._codes.get(font, shown) | shown

    def _fragment(self, symbol: Symbol) -> Fragment:
        """Return the operators of a symbol, from the cache if its glyph codes fit this file."""
        resources = self._resources
        cached = cached_fragment(symbol, resources.inks)
        if cached is not None and all(
            resources.font(face).use_own_codes(codes) for face, codes in cached.codes.items()
        ):
            resources.forms |= cached.forms
            return cached
        found = LinksAndAnchors()
        inner = Content(resources, found)
        inner._in_place = ()
        operators = inner.operators(symbol.items)
        codes = {resources.fonts[name].face: shown for name, shown in inner.codes().items()}
        forms = {name: resources.forms[name] for name in inner.forms}
        fragment = Fragment(operators, forms, tuple(inner.images.values()), codes, (*found.links, *found.anchors))
        if (
            symbol.is_face
            and not resources.spots
            and all(resources.font(one).use_own_codes(codes[one]) for one in codes)
        ):
            cache_fragment(symbol, resources.inks, fragment)
        return fragment

    def _inside(
        self, transform: Affine, items: Iterable[Item], clip: Outline | None = None, mark: ComponentMark | None = None
    ) -> None:
        """Draw items under a transform and clip; a mark becomes marked content with a property list (14.6)."""
        if transform == IDENTITY and clip is None and mark is None:
            self._draw(items)
            return
        outer = self._matrix
        self._matrix = outer @ transform
        saved = self._pen.begin_group(transform, clip)
        if mark is None:
            self._draw(items)
        else:
            self._pen.out.append(_mark_operator(mark))
            self._draw(items)
            self._pen.out.append("EMC")
        self._pen.end_group(saved)
        self._matrix = outer


def _mark_operator(mark: ComponentMark) -> str:
    """Return the operator that begins a marked component; ids contain only letters, digits and dashes."""
    trim = " ".join(map(format_number, mark.trim))
    return f"/Component <</Id ({mark.component})/Side /{mark.side}/Trim [{trim}]>> BDC"


def _actual_text_operator(text: str) -> str:
    """Return the operator that begins text to be read in another order than its glyphs are drawn (14.9.4)."""
    return f"/Span <</ActualText <FEFF{text.encode('utf-16-be').hex().upper()}>>> BDC"
