"""Sections of a document: runs of pages that are drawn by themselves, one after another or side by side.

A short document is one section. What its pages name (fonts, symbols, pictures) is named in the section alone, so the
bytes of a file are the same whoever has drawn which.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from hashlib import md5
from itertools import islice
from types import MappingProxyType
from typing import Final, NamedTuple, Protocol

from punchboard.geometry import Rect, Size
from punchboard.render.colour.inks import RGB, Inks
from punchboard.render.pdf.content import Content, Found, Resources
from punchboard.render.pdf.font import Codes
from punchboard.render.pdf.fragments import DrawnForm
from punchboard.render.shape_symbols import deflated
from punchboard.render.symbol_uses import count_uses, seen_on
from punchboard.scene import Anchor, Colour, Document, Image, Link, Page
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
    forms: tuple[str, ...]
    """The names of the symbols that it places, and of those within them."""
    images: tuple[Image, ...]
    codes: Mapping[str, tuple[int, ...]]
    """The codes of the glyphs that it shows, each once and in order, by the names of the fonts."""
    key: str = ""
    """The hash of all that is drawn on it, where one is asked for; nothing where it cannot be told."""


class Named(NamedTuple):
    """What the pages of a section name."""

    fonts: Mapping[str, Codes]
    forms: Mapping[str, DrawnForm]
    images: Mapping[str, Image]
    """By their hashes."""
    spots: Mapping[str, Colour]


class Section(NamedTuple):
    """Pages that are drawn, and what they name; what none of them names any more may be among it."""

    pages: tuple[DrawnPage, ...]
    fonts: Mapping[str, Codes]
    forms: Mapping[str, DrawnForm]
    spots: Mapping[str, Colour]

    @property
    def named(self) -> Named:
        """What they name, all together."""
        codes: dict[str, set[int]] = {}
        for page in self.pages:
            for name, shown in page.codes.items():
                codes.setdefault(name, set()).update(shown)
        return Named(
            {name: self.fonts[name].only(shown) for name, shown in codes.items()},
            {name: self.forms[name] for page in self.pages for name in page.forms},
            {image.digest: image for page in self.pages for image in page.images},
            self.spots,
        )


NOTHING: Final = Section((), MappingProxyType({}), MappingProxyType({}), MappingProxyType({}))
"""A section of which nothing is known."""

Elsewhere = Callable[[int, int], Section | None]
"""Gives a section, by its number from 0 and how many there are, that somebody else has drawn; None where nobody has."""


def nowhere(_at: int, _of: int) -> Section | None:
    """Return nothing: nobody else draws."""
    return None


class Before(Protocol):
    """The pages of a file as it was drawn last."""

    def key(self, page: Page, once: tuple[bool, ...], /) -> str:
        """Return the hash of all that is drawn on a page; nothing where it cannot be told.

        ``once`` says of each symbol on it whether it is placed only there.
        """

    def section(self, at: int, of: int, /) -> Section:
        """Return a section, by its number from 0 and how many there are; one without pages where none is known."""

    def note(self, at: int, of: int, section: Section, /) -> None:
        """Take note of a section as it is now."""


def pages_of_sections(count: int) -> tuple[range, ...]:
    """Return the numbers of the pages of each section of a document, from 0."""
    sections = min(MOST, 1 << max(0, (count // PAGES).bit_length() - 1))
    return tuple(range(count * at // sections, count * (at + 1) // sections) for at in range(sections))


def sections_of(
    document: Document, inks: Inks = RGB, elsewhere: Elsewhere = nowhere, before: Before | None = None
) -> Iterator[Section]:
    """Yield the sections of a document in their order, each drawn when nobody else has drawn it."""
    drawer = Drawer(document, inks, before)
    for at in range(len(drawer.sections)):
        section = elsewhere(at, len(drawer.sections)) or drawer.section(at)
        if before is not None:
            before.note(at, len(drawer.sections), section)
        yield section


class Drawer:
    """Draws sections of one document.

    Args:
        document: the scenes.
        inks: in which it is printed.
        before: the pages of the same file as it was drawn last, in the same inks: those that are the same are taken
            from there.
    """

    def __init__(self, document: Document, inks: Inks = RGB, before: Before | None = None) -> None:
        self._pages, self._inks, self._before = document.pages, inks, before
        self.sections = pages_of_sections(len(document.pages))

    def section(self, at: int) -> Section:
        """Return a section by its number."""
        return self.begun(at).whole()

    def begun(self, at: int) -> "Begun":
        """Return a section by its number, of which nothing is drawn yet."""
        numbers = self.sections[at]
        pages = self._pages[numbers.start : numbers.stop]
        uses = count_uses(pages, draw=False)  # what a face holds, no page goes by: it can be kept without drawing it
        resources = Resources(self._inks, frozenset(symbol for symbol, count in uses.items() if count == 1))
        before = self._before
        known = before.section(at, len(self.sections)) if before is not None else NOTHING
        return Begun(len(numbers), _pages(pages, resources, before, known), resources, known.forms)


class Begun:
    """A section that is drawn page by page.

    Args:
        count: how many pages it has.
        pages: draws them, each when it is asked for.
        resources: what they name.
        forms: further symbols that they may name, by their names.
    """

    def __init__(
        self, count: int, pages: Iterator[DrawnPage], resources: Resources, forms: Mapping[str, DrawnForm]
    ) -> None:
        self.count, self._left, self._resources, self._forms = count, pages, resources, forms
        self._drawn: list[DrawnPage] = []

    def draw(self, count: int) -> None:
        """Draw its pages until so many are drawn."""
        self._drawn += islice(self._left, max(0, count - len(self._drawn)))

    def whole(self) -> Section:
        """Draw all that are left, and return it."""
        pages, resources = (*self._drawn, *self._left), self._resources
        fonts = {name: Codes(use.face, use.pairs) for name, use in resources.fonts.items()}
        return Section(pages, fonts, {**self._forms, **resources.forms}, resources.spots)


class CodesBefore:
    """The codes that the pages of a section had when it was drawn before, taken over page by page.

    Args:
        resources: of the section as it is drawn now.
        fonts: what the codes stood for, by the names of the fonts.
    """

    def __init__(self, resources: Resources, fonts: Mapping[str, Codes]) -> None:
        self._resources, self._fonts = resources, fonts
        self._taken: dict[str, set[int]] = {name: set() for name in fonts}

    def take(self, codes: Mapping[str, Collection[int]]) -> bool:
        """Give the glyphs of a page the codes that they had there; tell whether that can be.

        Args:
            codes: those that the page shows, by the names of its fonts; nearly all stood on pages before it.
        """
        new = [
            (name, code, self._fonts[name].pairs[code])
            for name, shown in codes.items()
            if not (taken := self._taken[name]).issuperset(shown)
            for code in shown
            if code not in taken
        ]
        uses = {name: self._resources.font(self._fonts[name].face) for name, _, _ in new}
        if not all(uses[name].agrees(code, pair) for name, code, pair in new):
            return False
        for name, code, pair in new:
            uses[name].code(pair)
            self._taken[name].add(code)
        return True


def _pages(pages: Sequence[Page], resources: Resources, before: Before | None, known: Section) -> Iterator[DrawnPage]:
    """Yield pages, drawn where they are not what they were."""
    kept, codes = {page.key: page for page in known.pages}, CodesBefore(resources, known.fonts)
    for page in pages:
        key = before.key(page, tuple(symbol in resources.once for symbol in seen_on(page.items))) if before else ""
        old = kept.get(key) if key else None
        if old is None or not codes.take(old.codes):
            old = _page(page, resources)._replace(key=key)
        yield old


def _page(page: Page, resources: Resources) -> DrawnPage:
    resources.begin_page()
    found = Found()
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
    return DrawnPage(*boxes, *noted, deflated(written), signature, forms, images, codes)
