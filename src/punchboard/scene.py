"""The scene: frozen pages of drawing items in mm. Every renderer is a loop and a match over seven kinds of item.

Items are drawn in their order, the first at the bottom. A `Symbol` is drawn once in each output and placed by `Use`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

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
    """Words on one baseline, from x, set with the face's own word space; ``space_after`` ends it with a space."""

    x: float
    y: float
    words: tuple[Word, ...]
    space_after: bool = False


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
    lines: tuple[Line, ...]
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


class Mark(NamedTuple):
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

    items: tuple[Item, ...]
    transform: Affine = IDENTITY
    clip: Outline | None = None
    mark: Mark | None = None
    layer: str = ""


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Symbol:
    """A drawing that is made once and placed many times; two symbols are equal only when they are the same one."""

    name: str
    bounds: Rect
    items: tuple[Item, ...]


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


class Document(NamedTuple):
    """Pages to be written as one file, with what the file says of itself."""

    title: str
    pages: tuple[Page, ...]
    author: str = ""
    subject: str = ""
    language: str = "en"
