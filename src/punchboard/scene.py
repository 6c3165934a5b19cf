"""The scene: frozen pages of drawing items in mm. Every renderer is a loop and a match over seven kinds of item.

Items are drawn in their order, the first at the bottom. A `Symbol` is drawn once in each output and placed by `Use`.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, overload

from punchboard.fonts import Typeface, Word
from punchboard.geometry import IDENTITY, Affine, Outline, Point, Rect, Size

Colour = str
"""``#rrggbb`` in lower case, validated before it comes here."""


class Stroke(NamedTuple):
    """A line: colour, width in mm, dash lengths in mm, round or butt ends.

    ``spot`` names a plate of its own that a cutter reads, such as ``CutContour``; the colour is how screens show it.
    """

    colour: Colour
    width: float
    dash: tuple[float, ...] = ()
    round: bool = False
    spot: str = ""


class Line(NamedTuple):
    """Words on one baseline, from x, set with the face's own word space; ``space_after`` ends it with a space.

    The words stand from left to right. ``said`` is how they are read, where that is another way; with ``actual`` not
    even their glyphs, one after another, tell it.
    """

    x: float
    y: float
    words: tuple[Word, ...]
    space_after: bool = False
    reading_text: str = ""
    needs_actual_text: bool = False

    @property
    def text(self) -> str:
        """What it says, in the order of reading."""
        return self.reading_text or " ".join(word.text for word in self.words)


class Shape(NamedTuple):
    """An outline, filled, stroked or both."""

    outline: Outline
    fill: Colour | None = None
    stroke: Stroke | None = None
    even_odd: bool = False


class Text(NamedTuple):
    """Lines of shaped words in one face, size (mm) and colour; tracking is mm added after each glyph."""

    face: Typeface
    size: float
    colour: Colour
    lines: Sequence[Line]
    tracking: float = 0.0


class Image(NamedTuple):
    """A decoded picture's bytes as they lie in the file (PNG or JPEG), with its size in pixels and hash."""

    digest: str
    data: bytes
    width: int
    height: int


class Picture(NamedTuple):
    """An image stretched over a rectangle."""

    area: Rect
    image: Image


class ComponentMark(NamedTuple):
    """What a group shows: one side of a component, by the component's id; ``side`` is ``front`` or ``back``.

    It is written into the file, with the size of the trim in mm, whose top left corner is the origin inside the group's
    transform: who reads the file can tell which component lies where, and how large.
    """

    component: str
    side: str
    trim: Size


class Group(NamedTuple):
    """Items under a transform, clipped to an outline that is given in the coordinates outside the transform.

    ``layer`` names the layer that they form in files that have layers: SVG and DXF.
    """

    items: "tuple[Item, ...]"
    transform: Affine = IDENTITY
    clip: Outline | None = None
    mark: ComponentMark | None = None
    layer: str = ""


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Symbol:
    """A drawing that is made once and placed many times; two symbols are equal only when they are the same one."""

    name: str
    bounds: Rect
    items: "tuple[Item, ...]"
    is_face: bool = False
    """Whether it is the face of a component, which is drawn alike in every file that it lies in."""


class Use(NamedTuple):
    """A symbol placed by a transform."""

    symbol: Symbol
    transform: Affine = IDENTITY


class Link(NamedTuple):
    """An area that leads to an anchor (``#name``) or to a web address."""

    area: Rect
    target: str


class Anchor(NamedTuple):
    """A place that links and bookmarks lead to; with a title it stands in the outline at a level from 0."""

    name: str
    at: Point
    title: str = ""
    level: int = 0


Item = Shape | Text | Picture | Group | Use | Link | Anchor


def placed_symbols(items: Iterable[Item]) -> Iterator[Symbol]:
    """Yield the symbols that items place, in groups too; not those within symbols."""
    for item in items:
        if isinstance(item, Use):
            yield item.symbol
        elif isinstance(item, Group):
            yield from placed_symbols(item.items)


class Page(NamedTuple):
    """One page: the sheet's size, the items, and the trim and bleed boxes (the whole sheet when not given).

    ``side`` is ``front`` or ``back`` on paper that is printed on both, else nothing.
    """

    size: Size
    items: tuple[Item, ...]
    trim: Rect | None = None
    bleed: Rect | None = None
    label: str = ""
    side: str = ""


class LazyPages(Sequence[Page]):
    """Pages that are made when they are asked for, and not kept; so are those of a part of them.

    Args:
        numbers: the numbers by which they are asked for.
        page: makes one.
        symbols: yields what one places, each symbol as often as it does.
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
        """Return one page, or some."""
        if isinstance(at, slice):
            return LazyPages(self._numbers[at], self._page, self._symbols)
        return self._page(self._numbers[at])

    def symbols(self) -> Iterator[Symbol]:
        """Yield what all of them place, without making them."""
        for number in self._numbers:
            yield from self._symbols(number)


def symbols_on(pages: Sequence[Page]) -> Iterator[Symbol]:
    """Yield what pages place, each symbol as often as they do; pages that are made later are not made for it."""
    if isinstance(pages, LazyPages):
        yield from pages.symbols()
    else:
        for page in pages:
            yield from placed_symbols(page.items)


class Document(NamedTuple):
    """Pages to be written as one file, with what the file says of itself."""

    title: str
    pages: Sequence[Page]
    author: str = ""
    subject: str = ""
    language: str = "en"
    rtl: bool = False
    """Whether it is a book that is bound on the right: its pages are turned from left to right."""
