"""Scenes: pages of drawing items in mm, the input of every renderer.

A renderer is a loop and a ``match`` over seven kinds of item. Items are drawn in order, the first at the bottom. A
`Symbol` is drawn once in each output file and placed by `Use`.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, overload

from punchboard.fonts import Typeface, Word
from punchboard.geometry import IDENTITY, Affine, Outline, Point, Rect, Size

Colour = str
"""``#rrggbb`` in lower case, already validated."""


class Stroke(NamedTuple):
    """A stroke: colour, width in mm, dash lengths in mm, round or butt ends.

    ``spot`` names a spot colour that a cutting machine reads, such as ``CutContour``; screens show ``colour``.
    """

    colour: Colour
    width: float
    dash: tuple[float, ...] = ()
    round: bool = False
    spot: str = ""


class Line(NamedTuple):
    """Words on one baseline that starts at (x, y), in order from left to right, with the typeface's own word space.

    ``space_after`` ends the line with a space. ``reading_text`` is the text in reading order where that differs from
    the order of the words; with ``needs_actual_text``, it cannot be derived from the glyphs either.
    """

    x: float
    y: float
    words: tuple[Word, ...]
    space_after: bool = False
    reading_text: str = ""
    needs_actual_text: bool = False

    @property
    def text(self) -> str:
        """The text of the line in reading order."""
        return self.reading_text or " ".join(word.text for word in self.words)


class Gradient(NamedTuple):
    """Colours at even distances from ``start`` to ``end``; with a ``radius``, from ``start`` outwards.

    Beyond its ends it has the colours of its ends.
    """

    stops: tuple[Colour, ...]
    start: Point
    end: Point
    radius: float = 0.0

    def colour_at(self, share: float) -> Colour:
        """Return the colour at a share of the way, from 0 to 1."""
        at = min(int(share * (len(self.stops) - 1)), len(self.stops) - 2)
        part = share * (len(self.stops) - 1) - at
        ends = zip(*(bytes.fromhex(stop[1:]) for stop in self.stops[at : at + 2]), strict=True)
        return "#" + "".join(f"{round(first + (last - first) * part):02x}" for first, last in ends)


class Shape(NamedTuple):
    """An outline that is filled, stroked or both; a ``gradient`` is drawn in place of ``fill``, its first colour."""

    outline: Outline
    fill: Colour | None = None
    stroke: Stroke | None = None
    even_odd: bool = False
    gradient: Gradient | None = None
    opacity: float = 1.0


class Shadow(NamedTuple):
    """A copy beneath what throws it: its colour, how far it lies to the right and down in mm, its opacity to 1."""

    colour: Colour
    right: float
    down: float
    opacity: float


class Text(NamedTuple):
    """Lines of shaped words in one typeface, size (mm) and colour; ``tracking`` is the space in mm after each glyph.

    ``outline`` is drawn around the letters, half of its width hidden by them.
    """

    face: Typeface
    size: float
    colour: Colour
    lines: Sequence[Line]
    tracking: float = 0.0
    outline: Stroke | None = None
    shadow: Shadow | None = None


class Image(NamedTuple):
    """A picture: the bytes of its PNG or JPEG file, their hash, and its size in pixels.

    The loader's drawings are SVG, which are drawn in pixels when they are placed.
    """

    digest: str
    data: bytes
    width: int
    height: int
    scaled_from: str = ""
    """The hash of the larger picture that it was scaled down from."""


class Picture(NamedTuple):
    """An image stretched over a rectangle."""

    area: Rect
    image: Image


class ComponentMark(NamedTuple):
    """The component that a group shows, by id, and its side, ``front`` or ``back``.

    It is written into the file with the size of the trim in mm, so that a reader of the file knows which component lies
    where. The top left corner of the trim is the origin inside the group's transform.
    """

    component: str
    side: str
    trim: Size
    name: str = ""
    """What is read aloud if nothing else on the side is, as on a token that shows only an icon."""


class Element(NamedTuple):
    """A part of a document as screen readers read it, such as a heading or a list: what a group of items shows.

    Groups within a group show the parts within its part. Groups with equal elements in the same part show one part,
    which may so go on in another column or on another page. What no part shows is decoration, which is not read.
    """

    role: str
    """The structure type by its name in PDF: ``H1``, ``P``, ``L``, ``LI``, ``Table``, ``Figure``, ``Art``.

    ``OL`` is a numbered list, ``RowHeader`` a cell that heads its row."""
    key: str | int = 0
    """Differs from the keys of other parts with the same role in the same part."""
    order: int = 0
    """Its place among the parts that it is read with, which are otherwise read in the order in which they are drawn."""
    text: str = ""
    """What is read instead of its content, such as the description of a picture."""
    language: str = ""
    """The tag of its language, where that is not the language of the document."""


DECORATION = Element("Artifact")
"""Marks a group as decoration, with all that is in it, such as a running head."""


class Group(NamedTuple):
    """Items under a transform, clipped to an outline in the coordinates outside the transform.

    ``layer`` names their layer in files that have layers: SVG and DXF. ``element`` is the part of the document that
    they show.
    """

    items: "tuple[Item, ...]"
    transform: Affine = IDENTITY
    clip: Outline | None = None
    mark: ComponentMark | None = None
    layer: str = ""
    element: Element | None = None


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Symbol:
    """A drawing that is defined once and placed many times; symbols are compared by identity."""

    name: str
    bounds: Rect
    items: "tuple[Item, ...]"
    is_face: bool = False
    """Whether it is the face of a component, which looks the same in every file."""


class Use(NamedTuple):
    """A symbol placed by a transform. ``reading`` is not drawn, but copied from a PDF in its place.

    It is one word of one glyph, which is stretched to the width of the word. ``text`` is read aloud in its place.
    """

    symbol: Symbol
    transform: Affine = IDENTITY
    reading: Text | None = None
    text: str = ""


class Link(NamedTuple):
    """An area that links to an anchor (``#name``) or to a web address."""

    area: Rect
    target: str


class Anchor(NamedTuple):
    """A target of links and bookmarks; with a title, it is listed in the document outline at a level from 0."""

    name: str
    at: Point
    title: str = ""
    level: int = 0


Item = Shape | Text | Picture | Group | Use | Link | Anchor


def flat_items(items: Iterable[Item]) -> Iterator[Item]:
    """Yield items without those groups that only say what part of the document their items show."""
    for item in items:
        if isinstance(item, Group) and item.element is not None and item == Group(item.items, element=item.element):
            yield from flat_items(item.items)
        else:
            yield item


def placed_symbols(items: Iterable[Item]) -> Iterator[Symbol]:
    """Yield the symbols that items place, also within groups, but not within other symbols."""
    for item in items:
        if isinstance(item, Use):
            yield item.symbol
        elif isinstance(item, Group):
            yield from placed_symbols(item.items)


class Page(NamedTuple):
    """One page: its size, its items, and its trim and bleed boxes, by default the whole page.

    ``side`` is ``front`` or ``back`` on paper that is printed on both sides, otherwise empty.
    """

    size: Size
    items: tuple[Item, ...]
    trim: Rect | None = None
    bleed: Rect | None = None
    label: str = ""
    side: str = ""


class LazyPages(Sequence[Page]):
    """Pages that are composed each time they are accessed and not stored; slices are lazy, too.

    Args:
        numbers: the page numbers.
        page: composes the page of a number.
        symbols: yields the symbols that the page of a number places, each as often as it is placed.
    """

    def __init__(self, numbers: range, page: Callable[[int], Page], symbols: Callable[[int], Iterator[Symbol]]) -> None:
        self._numbers, self._page, self._symbols = numbers, page, symbols

    def __len__(self) -> int:
        """Return how many pages there are."""
        return len(self._numbers)

    @overload
    def __getitem__(self, at: int) -> Page: ...
    @overload
    def __getitem__(self, at: slice) -> "LazyPages": ...
    def __getitem__(self, at: int | slice) -> "Page | LazyPages":
        """Return one page, or the lazy pages of a slice."""
        if isinstance(at, slice):
            return LazyPages(self._numbers[at], self._page, self._symbols)
        return self._page(self._numbers[at])

    def symbols(self) -> Iterator[Symbol]:
        """Yield the symbols that all pages place, without composing the pages."""
        for number in self._numbers:
            yield from self._symbols(number)


def symbols_on(pages: Sequence[Page]) -> Iterator[Symbol]:
    """Yield the symbols that pages place, each as often as it is placed; lazy pages are not composed for it."""
    if isinstance(pages, LazyPages):
        yield from pages.symbols()
    else:
        for page in pages:
            yield from placed_symbols(page.items)


class Document(NamedTuple):
    """Pages to write as one file, with the metadata of the file."""

    title: str
    pages: Sequence[Page]
    author: str = ""
    subject: str = ""
    language: str = "en"
    rtl: bool = False
    """Whether it is a book that is bound on the right, whose pages are turned from left to right."""
