"""Sections of a document: runs of pages drawn independently, here or elsewhere, and sent as plain values.

A short document is one section. Resource names (fonts, symbols, pictures) are local to a section, so the bytes of a
file do not depend on which process drew which section.

The caller gives functions that replace typefaces and pictures by keys, and that find them again.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from hashlib import md5
from math import ceil
from typing import Any, Final, NamedTuple

from punchboard.fonts import Typeface
from punchboard.geometry import Point, Rect, Size
from punchboard.render.colour.inks import RGB, Inks
from punchboard.render.pdf.drawing.content import Content, LinksAndAnchors, Resources
from punchboard.render.pdf.drawing.fragments import DrawnForm
from punchboard.render.pdf.font import GlyphCodes
from punchboard.render.pdf.marked_content import Parts
from punchboard.render.shape_symbols import count_uses, deflate
from punchboard.scene import Anchor, Colour, Document, Element, Image, Link, Page
from punchboard.units import to_pt

MIN_PAGES: Final = 64
"""The fewest pages in a section of a document with several sections."""

MAX_SECTIONS: Final = 8
"""The most sections of a document, unless `MAX_PAGES` needs more: each section adds some kilobytes for its fonts."""

MAX_PAGES: Final = 512
"""The most pages in a section, which limits the memory for its faces."""


class DrawnPage(NamedTuple):
    """A drawn page before it becomes PDF objects: boxes in mm, links and anchors, and compressed operators."""

    size: Size
    label: str
    trim: Rect
    bleed: Rect
    links: tuple[tuple[Link, Parts], ...]
    """Each with the part of the document that it belongs to."""
    anchors: tuple[Anchor, ...]
    marks: tuple[Parts, ...]
    """The part that each marked-content sequence shows, by its number."""
    content: bytes
    signature: bytes
    """A hash of the operators."""
    forms: tuple[str, ...]
    """The names of the forms that it places, and of those within them."""
    images: tuple[Image, ...]
    codes: Mapping[str, tuple[int, ...]]
    """The codes of the glyphs shown, each once and in order, by font name."""


class SectionResources(NamedTuple):
    """The resources that the pages of a section use, by name."""

    fonts: Mapping[str, GlyphCodes]
    forms: Mapping[str, DrawnForm]
    images: Mapping[str, Image]
    """By hash."""
    spots: Mapping[str, Colour]


class Section(NamedTuple):
    """Drawn pages, and their fonts, forms and spot colours; unused ones may be among them."""

    pages: tuple[DrawnPage, ...]
    fonts: Mapping[str, GlyphCodes]
    forms: Mapping[str, DrawnForm]
    spots: Mapping[str, Colour]

    @property
    def resources(self) -> SectionResources:
        """Only the resources that the pages use."""
        codes: dict[str, set[int]] = {}
        for page in self.pages:
            for name, shown in page.codes.items():
                codes.setdefault(name, set()).update(shown)
        return SectionResources(
            {name: self.fonts[name].select(shown) for name, shown in codes.items()},
            {name: self.forms[name] for page in self.pages for name in page.forms},
            {image.digest: image for page in self.pages for image in page.images},
            self.spots,
        )


SectionSource = Callable[[int, int], Section | None]
"""Returns a section that a worker has drawn, by index and number of sections; None if no worker has."""


def no_section(_index: int, _count: int) -> Section | None:
    """Return None: no worker draws sections."""
    return None


def section_page_ranges(count: int) -> tuple[range, ...]:
    """Return the page range of each section of a document with ``count`` pages, from 0."""
    sections = max(min(MAX_SECTIONS, 1 << max(0, (count // MIN_PAGES).bit_length() - 1)), ceil(count / MAX_PAGES))
    return tuple(range(count * at // sections, count * (at + 1) // sections) for at in range(sections))


def sections_of(document: Document, inks: Inks = RGB, section_source: SectionSource = no_section) -> Iterator[Section]:
    """Return the sections of a document in order, drawing those that `section_source` does not have."""
    drawer = Drawer(document, inks, section_source)
    return map(drawer.section, range(len(drawer.sections)))


class Drawer:
    """Draws sections of one document.

    Args:
        document: the document of scenes.
        inks: the inks of the file.
        section_source: returns sections that are already drawn.
    """

    def __init__(self, document: Document, inks: Inks = RGB, section_source: SectionSource = no_section) -> None:
        self._pages, self._inks, self._source = document.pages, inks, section_source
        self._title = " ".join(filter(None, (document.title, document.subject)))
        self.sections = section_page_ranges(len(document.pages))

    def section(self, at: int) -> Section:
        """Return a section by index, drawn unless it already is."""
        known = self._source(at, len(self.sections))
        if known is not None:
            return known
        numbers = self.sections[at]
        pages = self._pages[numbers.start : numbers.stop]
        uses = count_uses(pages, into_faces=False)  # without drawing faces: a cached page needs none
        resources = Resources(self._inks, frozenset(symbol for symbol, count in uses.items() if count == 1))
        draw = partial(_page, resources=resources, title=self._title)
        drawn = tuple(map(draw, pages, numbers))
        fonts = {name: GlyphCodes(use.face, use.pairs) for name, use in resources.fonts.items()}
        return Section(drawn, fonts, resources.forms, resources.spots)


def _page(page: Page, number: int, resources: Resources, title: str) -> DrawnPage:
    resources.begin_page()
    collected = LinksAndAnchors()
    content = Content(resources, collected, number)
    operators = content.page_operators(page.items, f"{title} {page.label}".rstrip())
    flip = f"{to_pt(1):.8g} 0 0 {-to_pt(1):.8g} 0 {to_pt(page.size.height):.5f} cm\n"
    written = (flip + operators).encode("latin-1")
    trim = page.trim or Rect(0, 0, *page.size)
    notes = tuple(collected.links), tuple(collected.anchors), tuple(content.marks.sequences)
    signature = md5(written, usedforsecurity=False).digest()
    boxes = (page.size, page.label, trim, page.bleed or trim)
    forms, images = tuple(content.forms), tuple(content.images.values())
    codes = {name: tuple(sorted(shown)) for name, shown in content.codes().items()}
    return DrawnPage(*boxes, *notes, deflate(written), signature, forms, images, codes)


class PlainSection(NamedTuple):
    """A section as plain values."""

    pages: Sequence[Sequence[Any]]
    fonts: Mapping[str, Sequence[Any]]
    forms: Mapping[str, Sequence[Any]]
    spots: Mapping[str, str]


def to_plain(section: Section, typeface: Callable[[Typeface], Any], image: Callable[[Image], Any]) -> PlainSection:
    """Return a section as plain values.

    Args:
        section: the drawn section.
        typeface: returns the key of a typeface.
        image: returns the key of a picture.
    """
    named = section.resources
    return PlainSection(
        tuple((*page[:-2], tuple(map(image, page.images)), dict(page.codes)) for page in section.pages),
        {
            name: (typeface(codes.face), [(code, *pair) for code, pair in codes.pairs.items()])
            for name, codes in named.fonts.items()
        },
        dict(named.forms),
        dict(named.spots),
    )


def from_plain(plain: Sequence[Any], typeface: Callable[[Any], Typeface], image: Callable[[Any], Image]) -> Section:
    """Return the section that `to_plain` made plain.

    Args:
        plain: the plain values.
        typeface: returns the typeface of a key.
        image: returns the picture of a key.

    Raises:
        AttributeError, LookupError, TypeError, ValueError: when the values are malformed, or a typeface or picture is
            unknown.
    """
    pages, fonts, forms, spots = plain
    return Section(
        tuple(_plain_page(values, image) for values in pages),
        {
            name: GlyphCodes(typeface(key), {code: (glyph, source) for code, glyph, source in pairs})
            for name, (key, pairs) in fonts.items()
        },
        {name: DrawnForm(Rect(*bounds), *values) for name, (bounds, *values) in forms.items()},
        dict(spots),
    )


def _parts(elements: Sequence[Any]) -> Parts:
    return tuple(Element(*values) for values in elements)


def _plain_page(values: Sequence[Any], image: Callable[[Any], Image]) -> DrawnPage:
    size, label, trim, bleed, links, anchors, marks, content, signature, forms, images, codes = values
    return DrawnPage(
        Size(*size),
        label,
        Rect(*trim),
        Rect(*bleed),
        tuple((Link(Rect(*area), target), _parts(parts)) for (area, target), parts in links),
        tuple(Anchor(name, Point(*at), title, level) for name, at, title, level in anchors),
        tuple(map(_parts, marks)),
        content,
        signature,
        tuple(forms),
        tuple(map(image, images)),
        {name: tuple(shown) for name, shown in codes.items()},
    )
