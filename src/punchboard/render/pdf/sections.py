"""Sections of a document: runs of pages that are drawn by themselves, one after another or side by side.

A short document is one section. What its pages name (fonts, symbols, pictures) is named in the section alone, so the
bytes of a file are the same whoever has drawn which.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from hashlib import md5
from typing import Final, NamedTuple

from punchboard.geometry import Rect, Size
from punchboard.render.drawings import deflated, drawing_stream
from punchboard.render.ink.inks import RGB, Inks
from punchboard.render.pdf.content import Content, Found, Resources
from punchboard.render.pdf.font import Codes
from punchboard.render.uses import count_uses
from punchboard.scene import Anchor, Colour, Document, Image, Link, Page, Symbol
from punchboard.units import to_pt

PAGES: Final = 64
"""The fewest pages of each section of a document that has several."""

MOST: Final = 8
"""Sections of a document: each names its fonts anew, in some kilobytes."""


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


class DrawnForm(NamedTuple):
    """A symbol that is placed by its name: its bounds in mm, and its operators, compressed."""

    bounds: Rect
    content: bytes
    names: bool
    """Whether its operators name something of their section, such as a font."""


class Section(NamedTuple):
    """Pages that are drawn, and what they name."""

    pages: tuple[DrawnPage, ...]
    fonts: Mapping[str, Codes]
    forms: Mapping[str, DrawnForm]
    images: Mapping[str, Image]
    """By their hashes."""
    spots: Mapping[str, Colour]


Elsewhere = Callable[[int, int], Section | None]
"""Gives a section, by its number from 0 and how many there are, that somebody else has drawn; None where nobody has."""


def nowhere(_at: int, _of: int) -> Section | None:
    """Return nothing: nobody else draws."""
    return None


def pages_of_sections(count: int) -> tuple[range, ...]:
    """Return the numbers of the pages of each section of a document, from 0."""
    sections = min(MOST, 1 << max(0, (count // PAGES).bit_length() - 1))
    return tuple(range(count * at // sections, count * (at + 1) // sections) for at in range(sections))


def sections_of(document: Document, inks: Inks = RGB, elsewhere: Elsewhere = nowhere) -> Iterator[Section]:
    """Yield the sections of a document in their order, each drawn when nobody else has drawn it."""
    drawer = Drawer(document, inks)
    for at in range(len(drawer.sections)):
        yield elsewhere(at, len(drawer.sections)) or drawer.section(at)


class Drawer:
    """Draws sections of one document.

    Args:
        document: the scenes.
        inks: in which it is printed.
    """

    def __init__(self, document: Document, inks: Inks = RGB) -> None:
        self._pages, self._inks = document.pages, inks
        self.sections = pages_of_sections(len(document.pages))

    def section(self, at: int) -> Section:
        """Return a section by its number."""
        numbers = self.sections[at]
        pages = self._pages[numbers.start : numbers.stop]
        many = Counter({symbol: count for symbol, count in count_uses(pages).items() if count > 1})
        resources = Resources(uses=many, inks=self._inks)
        return Section(
            tuple(_page(page, resources) for page in pages),
            {use.name: use.codes for use in resources.fonts.values()},
            {name: _form(symbol, resources) for symbol, name in resources.names.items()},
            resources.images,
            resources.spots,
        )


def _page(page: Page, resources: Resources) -> DrawnPage:
    found = Found()
    operators = Content(resources, found).operators(page.items)
    flip = f"{to_pt(1):.8g} 0 0 {-to_pt(1):.8g} 0 {to_pt(page.size.height):.5f} cm\n"
    written = (flip + operators).encode("latin-1")
    trim = page.trim or Rect(0, 0, *page.size)
    noted = tuple(found.links), tuple(found.anchors)
    signature = md5(written, usedforsecurity=False).digest()
    return DrawnPage(page.size, page.label, trim, page.bleed or trim, *noted, deflated(written), signature)


def _form(symbol: Symbol, resources: Resources) -> DrawnForm:
    operators = resources.forms.get(symbol)
    if operators is None:
        return DrawnForm(symbol.bounds, drawing_stream(symbol, resources.inks), names=False)
    return DrawnForm(symbol.bounds, deflated(operators.encode("latin-1")), names=True)
