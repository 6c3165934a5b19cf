"""Sections of a document: runs of pages that are drawn by themselves, one after another or side by side.

A short document is one section. What its pages name (fonts, symbols, pictures) is named in the section alone, so the
bytes of a file are the same whoever has drawn which.
"""

from collections.abc import Callable, Iterator, Mapping
from hashlib import md5
from math import ceil
from typing import Final, NamedTuple

from punchboard.geometry import Rect, Size
from punchboard.render.colour.inks import RGB, Inks
from punchboard.render.pdf.content import Content, LinksAndAnchors, Resources
from punchboard.render.pdf.font import GlyphCodes
from punchboard.render.pdf.fragments import DrawnForm
from punchboard.render.shape_symbols import deflate
from punchboard.render.symbol_uses import count_uses
from punchboard.scene import Anchor, Colour, Document, Image, Link, Page
from punchboard.units import to_pt

MIN_PAGES: Final = 64
"""The fewest pages of each section of a document that has several."""

MAX_SECTIONS: Final = 8
"""Sections of a document that is not very long: each names its fonts anew, in some kilobytes."""

MAX_PAGES: Final = 512
"""The most pages of a section, which bounds the memory that the faces on it take."""


class DrawnPage(NamedTuple):
    """A page without its objects: its boxes in mm, what can be found on it, and its operators, compressed."""

    size: Size
    label: str
    trim: Rect
    bleed: Rect
    links: tuple[Link, ...]
    anchors: tuple[Anchor, ...]
    content: bytes
    signature: bytes
    """A hash of the operators."""
    forms: tuple[str, ...]
    """The names of the symbols that it places, and of those within them."""
    images: tuple[Image, ...]
    codes: Mapping[str, tuple[int, ...]]
    """The codes of the glyphs that it shows, each once and in order, by the names of the fonts."""


class SectionResources(NamedTuple):
    """What the pages of a section name."""

    fonts: Mapping[str, GlyphCodes]
    forms: Mapping[str, DrawnForm]
    images: Mapping[str, Image]
    """By their hashes."""
    spots: Mapping[str, Colour]


class Section(NamedTuple):
    """Pages that are drawn, and what they name; what none of them names any more may be among it."""

    pages: tuple[DrawnPage, ...]
    fonts: Mapping[str, GlyphCodes]
    forms: Mapping[str, DrawnForm]
    spots: Mapping[str, Colour]

    @property
    def resources(self) -> SectionResources:
        """What they name, all together."""
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
"""Gives a section, by its number from 0 and how many there are, that somebody else has drawn; None where nobody has."""


def no_section(_at: int, _of: int) -> Section | None:
    """Return nothing: nobody else draws."""
    return None


def section_page_ranges(count: int) -> tuple[range, ...]:
    """Return the numbers of the pages of each section of a document, from 0."""
    sections = max(min(MAX_SECTIONS, 1 << max(0, (count // MIN_PAGES).bit_length() - 1)), ceil(count / MAX_PAGES))
    return tuple(range(count * at // sections, count * (at + 1) // sections) for at in range(sections))


def sections_of(document: Document, inks: Inks = RGB, section_source: SectionSource = no_section) -> Iterator[Section]:
    """Yield the sections of a document in their order, each drawn when nobody else has drawn it."""
    drawer = Drawer(document, inks)
    for at in range(len(drawer.sections)):
        yield section_source(at, len(drawer.sections)) or drawer.section(at)


class Drawer:
    """Draws sections of one document.

    Args:
        document: the scenes.
        inks: in which it is printed.
    """

    def __init__(self, document: Document, inks: Inks = RGB) -> None:
        self._pages, self._inks = document.pages, inks
        self.sections = section_page_ranges(len(document.pages))

    def section(self, at: int) -> Section:
        """Draw a section, by its number from 0."""
        numbers = self.sections[at]
        pages = self._pages[numbers.start : numbers.stop]
        uses = count_uses(
            pages, into_faces=False
        )  # what a face holds, no page goes by: it can be kept without drawing it
        resources = Resources(self._inks, frozenset(symbol for symbol, count in uses.items() if count == 1))
        drawn = [_page(page, resources) for page in pages]
        fonts = {name: GlyphCodes(use.face, use.pairs) for name, use in resources.fonts.items()}
        return Section(tuple(drawn), fonts, resources.forms, resources.spots)


def _page(page: Page, resources: Resources) -> DrawnPage:
    resources.begin_page()
    found = LinksAndAnchors()
    content = Content(resources, found)
    operators = content.operators(page.items)
    flip = f"{to_pt(1):.8g} 0 0 {-to_pt(1):.8g} 0 {to_pt(page.size.height):.5f} cm\n"
    written = (flip + operators).encode("latin-1")
    trim = page.trim or Rect(0, 0, *page.size)
    noted = tuple(found.links), tuple(found.anchors)
    signature = md5(written, usedforsecurity=False).digest()
    boxes = (page.size, page.label, trim, page.bleed or trim)
    forms, images = tuple(content.forms), tuple(content.images.values())
    codes = {name: tuple(sorted(shown)) for name, shown in content.codes().items()}
    return DrawnPage(*boxes, *noted, deflate(written), signature, forms, images, codes)
