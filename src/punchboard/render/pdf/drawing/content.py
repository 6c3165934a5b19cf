"""Content streams: scene items as PDF operators, and what the operators use by name.

Each page begins with one transform to mm with y downwards, so all further numbers are those of the scene.

PDF 32000-1:2008, annex A lists the operators.
"""

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from types import MappingProxyType
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from punchboard.fonts import Typeface
from punchboard.geometry import IDENTITY, Affine, Outline
from punchboard.model.layout.face import flat_parts, spoken_parts
from punchboard.render.colour.inks import RGB, Inks
from punchboard.render.letters import beneath_text
from punchboard.render.pdf.drawing.fragments import DrawnForm, Fragment, cache_fragment, cached_fragment, painted_form
from punchboard.render.pdf.font import FontUse, resource_name
from punchboard.render.pdf.marked_content import (
    Marks,
    Parts,
    actual_text_operator,
    alternate_operator,
    as_one_part,
    component_operator,
    resolve,
    without_marks,
)
from punchboard.render.shape_symbols import Pen, deflate, has_own_stream, is_shapes_only, matrix_operator, shape_stream
from punchboard.scene import (
    Anchor,
    Colour,
    ComponentMark,
    Element,
    Group,
    Image,
    Item,
    Link,
    Picture,
    Shape,
    Symbol,
    Text,
    Use,
)
from punchboard.units import format_number


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
        key = blake2b(f"{form.bounds} {form.has_resources} {form.own_resources}".encode()).digest()
        name = f"X{blake2b(form.content, key=key, digest_size=6).hexdigest()}"
        self.forms[name] = form
        return name


ShownCodes = dict[str, frozenset[int]]
"""The codes of the glyphs shown, by font resource name."""


@dataclass(eq=False)
class LinksAndAnchors:
    """Links, each with its part of the document, and anchors, in the coordinates of the page or symbol."""

    links: list[tuple[Link, Parts]] = field(default_factory=list)
    anchors: list[Anchor] = field(default_factory=list)


class Content:
    """Writes the operators of one content stream: of a page, whose links and anchors are collected, or of a form."""

    def __init__(self, resources: Resources, collected: LinksAndAnchors | None = None, page: int = 0) -> None:
        self._resources = resources
        self._collected = collected
        self._in_place: Container[Symbol] = resources.single_use if collected is not None else ()
        self.forms: dict[str, None] = {}
        """The names of the forms that it places, and of those within them."""
        self.images: dict[str, Image] = {}
        """The pictures that it shows, by hash."""
        self._words: dict[FontUse, set[int]] = {}
        self._codes: ShownCodes = {}
        self._matrix = IDENTITY
        self._name = ""  # of the component whose side is being drawn
        self._pen = Pen(resources.inks)
        self._pen.spots = resources.spots
        self.marks = Marks(self._pen.out, page)

    def operators(self, items: Iterable[Item]) -> str:
        """Return the operators that draw the items, with the tokens of `marks`."""
        self._draw(items)
        self.marks.close()
        return self._pen.operators()

    def page_operators(self, items: Iterable[Item], description: str) -> str:
        """Return the operators of a page, with its marked content; a page without parts is one picture."""
        operators = self.operators(items)
        if operators and not self.marks.sequences:
            self.marks.sequences.append((Element("Figure", description, text=description),))
            operators = as_one_part(operators)
        return resolve(operators, self.marks.sequences)

    def codes(self) -> ShownCodes:
        """Return the codes of all glyphs shown, ordered by font name."""
        for use, words in self._words.items():
            self._codes[use.name] = self._codes.get(use.name, frozenset()) | use.word_codes(words)
        return {name: self._codes[name] for name in sorted(self._codes)}

    def _draw(self, items: Iterable[Item]) -> None:
        for item in items:
            match item:
                case Text():
                    self.marks.paint()
                    for shape in beneath_text(item):
                        self._shape(shape)
                    self._text(item)
                case Shape():
                    self.marks.paint()
                    self._shape(item)
                case Use():
                    self._use(item)
                case Group():
                    self._group(item)
                case Picture():
                    self.marks.paint()
                    self._picture(item)
                case Link() | Anchor():
                    self._note(item)

    def _group(self, item: Group) -> None:
        before = None if item.element is None else self.marks.enter(item.element)
        if not item.items and before is not None:
            self.marks.paint()  # an empty cell is a cell, too
        self._inside(item.transform, item.items, item.clip, item.mark)
        self.marks.leave(before)

    def _note(self, item: Link | Anchor, inner: Parts = ()) -> None:
        """Record a link or anchor in page coordinates; inside a form there is no page to record it for."""
        if self._collected is None:
            return
        if isinstance(item, Link):
            self._collected.links.append(
                (item._replace(area=self._matrix.bounds(item.area)), (*self.marks.parts, *inner))
            )
        else:
            self._collected.anchors.append(item._replace(at=self._matrix.apply(item.at)))

    def _shape(self, item: Shape) -> None:
        if item.gradient is None and item.opacity == 1:
            self._pen.shape(item)
            return
        name = self._resources.add_form(painted_form(item, self._resources.inks))
        self.forms[name] = None
        self._pen.out.append(f"/{name} Do")

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
                shown if not line.needs_actual_text else f"{actual_text_operator(line.reading_text)}\n{shown}\nEMC"
            )
        pen.out.append("ET")

    def _picture(self, item: Picture) -> None:
        self.images[item.image.digest] = item.image
        area = item.area
        width, height, x, y = map(format_number, (area.width, -area.height, area.x, area.bottom))
        self._pen.out += ["q", f"{width} 0 0 {height} {x} {y} cm", f"/I{item.image.digest[:16]} Do", "Q"]

    def _use(self, item: Use) -> None:
        if item.reading is None:
            self._place(item)
        else:
            self._read_symbol(item, item.reading)

    def _read_symbol(self, item: Use, reading: Text) -> None:
        """Draw a symbol within a line, which is copied as one word and read aloud as another."""
        self.marks.paint()
        self._pen.out.append(alternate_operator(item.text))
        self._hidden_text(reading)
        self._place(item)
        self._pen.out.append("EMC")

    def _place(self, item: Use) -> None:
        """Draw a symbol: a face that says something is an article, and a form that does is a picture with a text."""
        symbol, marks = item.symbol, self.marks
        text = "" if marks.is_content else spoken(symbol)
        before = None
        if symbol.is_face and not marks.is_content:
            is_named = self._name.casefold() in text.casefold()
            part = Element("Art") if is_named else Element("Figure", text=f"{self._name}. {text}".rstrip(". "))
            before = marks.enter(part._replace(key=marks.next_key())) if text or part.text else None
            text = text if is_named else ""
        if symbol not in self._in_place or has_own_stream(symbol):
            inner = marks.enter(Element("Figure", marks.next_key(), text=text)) if text else None
            self._form(item)
            marks.leave(inner)
        elif symbol.is_face:
            self._face(item)
        else:
            self._inside(item.transform, symbol.items)
        marks.leave(before)

    def _form(self, item: Use) -> None:
        self.marks.paint()
        placed = self._resources.form_objects.get(item.symbol)
        if placed is None:
            placed = self._resources.form_objects[item.symbol] = self._drawn(item.symbol)
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
        form = DrawnForm(symbol.bounds, deflate(without_marks(drawn.operators).encode("latin-1")), has_resources=True)
        codes = {resource_name(face): shown for face, shown in drawn.codes.items()}
        return FormObject(resources.add_form(form), tuple(drawn.forms), drawn.images, codes)

    def _face(self, item: Use) -> None:
        """Draw a face in place. Its operators do not depend on any earlier setting."""
        drawn = self._fragment(item.symbol)
        self._names(drawn.forms, drawn.images, {resource_name(face): shown for face, shown in drawn.codes.items()})
        operators = self.marks.insert(drawn.operators, drawn.marks)
        saved = self._pen.begin_group(item.transform, None)
        self._pen.out.append(operators)
        self._pen.end_group(saved)
        outer, self._matrix = self._matrix, self._matrix @ item.transform
        for note, parts in drawn.notes:
            self._note(note, parts)
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
        collected = LinksAndAnchors()
        inner = Content(resources, collected)
        inner._in_place = ()
        operators = inner.operators(symbol.items)
        codes = {resources.fonts[name].face: shown for name, shown in inner.codes().items()}
        forms = {name: resources.forms[name] for name in inner.forms}
        notes: list[tuple[Link | Anchor, Parts]] = [*collected.links, *((anchor, ()) for anchor in collected.anchors)]
        fragment = Fragment(
            operators, forms, tuple(inner.images.values()), codes, tuple(notes), tuple(inner.marks.sequences)
        )
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
            self.marks.close()
            self._pen.out.append(component_operator(mark))
            self._name = mark.name
            self._draw(items)
            self._name = ""
            self.marks.close()
        self._pen.end_group(saved)
        if mark is not None:
            self._pen.out[-1] = "EMC Q"  # on one line, by which a reader finds the end quickly
        self._matrix = outer


_texts: WeakKeyDictionary[Symbol, str] = WeakKeyDictionary()


def spoken(symbol: Symbol) -> str:
    """Return the texts of the parts that a symbol shows, in the order in which they are read; empty if it has none.

    A text without a mark at its end gets a full stop.
    """
    joined = _texts.get(symbol)
    if joined is None:
        parts = sorted(flat_parts(spoken_parts(symbol.items)), key=lambda part: part.element.order)
        texts = dict.fromkeys(filter(None, (part.whole_text for part in parts)))
        joined = _texts[symbol] = " ".join(text if text[-1] in ".!?:;,…" else f"{text}." for text in texts)
    return joined
