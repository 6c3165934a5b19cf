"""Cache of drawn faces: the same face is on the sheets of every paper, and in a book.

The operators of a face depend on its content, and on codes and names derived from it (`WordEncoder`,
`Resources.add_form`). So they are the same in every file in which each glyph has its preferred code.

Shapes with a gradient or with transparency are forms with a shading or a graphics state of their own: PDF 32000-1:2008,
8.7.4.5 (shadings), 7.10 (functions), 11.6.4.4 (constant opacity).
"""

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Final, NamedTuple
from weakref import WeakKeyDictionary

from punchboard.fonts import Typeface
from punchboard.geometry import Rect
from punchboard.render.colour.inks import Inks
from punchboard.render.pdf.marked_content import Parts
from punchboard.render.shape_symbols import Pen, deflate, path_operators
from punchboard.scene import Anchor, Gradient, Image, Link, Shape, Symbol
from punchboard.units import format_number

MAX_CACHED: Final = 1024
"""The most faces to cache: the faces of a larger deck are in few files, so caching them does not pay."""


class DrawnForm(NamedTuple):
    """A form XObject: its bounds in mm, and its compressed operators."""

    bounds: Rect
    content: bytes
    has_resources: bool
    """Whether its operators use a resource of their section, such as a font."""
    own_resources: str = ""
    """The resource dictionary of its own, of a form with a gradient or with transparency."""


class Fragment(NamedTuple):
    """A drawn symbol: operators that do not depend on earlier settings, and the resources they use."""

    operators: str
    forms: Mapping[str, DrawnForm]
    images: tuple[Image, ...]
    codes: Mapping[Typeface, frozenset[int]]
    """The glyph codes by typeface."""
    notes: tuple[tuple[Link | Anchor, Parts], ...]
    """Links and anchors, in the symbol's coordinates, each with the part that a link belongs to."""
    marks: tuple[Parts, ...]
    """The parts that the tokens in the operators stand for, in order."""


_cache: WeakKeyDictionary[Symbol, dict[Inks, Fragment]] = WeakKeyDictionary()


def cached_fragment(symbol: Symbol, inks: Inks) -> Fragment | None:
    """Return a symbol as drawn for an earlier file, or None if it is not cached."""
    cached = _cache.get(symbol)
    return cached.get(inks) if cached is not None else None


def cache_fragment(symbol: Symbol, inks: Inks, fragment: Fragment) -> None:
    """Cache a symbol drawn with preferred codes, if fewer than `MAX_CACHED` symbols are cached."""
    if symbol in _cache or len(_cache) < MAX_CACHED:
        _cache.setdefault(symbol, {})[inks] = fragment


OPACITY: Final = "/ExtGState"
"""What the resources of a form with transparency begin with."""


def painted_form(item: Shape, inks: Inks) -> DrawnForm:
    """Return a shape with a gradient or with transparency as a form."""
    pen, own = Pen(inks), ""
    if item.opacity < 1:
        level = format_number(item.opacity)
        pen.out.append("/Soft gs")
        own = f"{OPACITY}<</Soft<</ca {level}/CA {level}>>>>"
    if item.gradient is not None:
        own += f"/Shading<</Fill {_shading(item.gradient, inks)}>>"
        clip = "W* n" if item.even_odd else "W n"
        pen.out += ["q", path_operators(item.outline), clip, "/Fill sh", "Q"]
        item = item._replace(fill=None)
    if item.fill is not None or item.stroke is not None:
        pen.shape(item)
    reach = item.stroke.width if item.stroke else 0.0
    bounds = item.outline.bounds.grow(reach)
    return DrawnForm(bounds, deflate(pen.operators().encode("ascii")), has_resources=False, own_resources=f"<<{own}>>")


def _shading(item: Gradient, inks: Inks) -> str:
    """Return an axial or a radial shading, extended beyond its ends."""
    stops = [_numbers(inks.channel_levels(stop)) for stop in item.stops]
    steps = [f"<</FunctionType 2/Domain[0 1]/N 1/C0{a}/C1{b}>>" for a, b in pairwise(stops)]
    if len(steps) == 1:
        (function,) = steps
    else:
        bounds = _numbers(at / len(steps) for at in range(1, len(steps)))
        function = (
            f"<</FunctionType 3/Domain[0 1]/Functions[{''.join(steps)}]/Bounds{bounds}/Encode[{'0 1 ' * len(steps)}]>>"
        )
    ends = (*item.start, 0.0, *item.end, item.radius) if item.radius else (*item.start, *item.end)
    kind = 3 if item.radius else 2
    return (
        f"<</ShadingType {kind}/ColorSpace/{inks.space}/Coords{_numbers(ends)}/Extend[true true]/Function {function}>>"
    )


def _numbers(values: Iterable[float]) -> str:
    return f"[{' '.join(map(format_number, values))}]"
