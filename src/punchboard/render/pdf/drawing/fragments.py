"""Cache of drawn faces: the same face is on the sheets of every paper, and in a book.

The operators of a face depend on its content, and on codes and names derived from it (`WordEncoder`,
`Resources.add_form`). So they are the same in every file in which each glyph has its preferred code.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple
from weakref import WeakKeyDictionary

from punchboard.fonts import Typeface
from punchboard.geometry import Rect
from punchboard.render.colour.inks import Inks
from punchboard.render.pdf.marked_content import Parts
from punchboard.scene import Anchor, Image, Link, Symbol

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
