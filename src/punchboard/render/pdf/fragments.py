"""What is drawn of faces, kept for further files: the same face lies on the sheets of every paper, and in a book.

Operators go by what they show, and by codes and names that go by it too (`spelling`, `Resources.form`). So they are the
same in every file in which each glyph has its own code.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple
from weakref import WeakKeyDictionary

from punchboard.fonts import Typeface
from punchboard.geometry import Rect
from punchboard.render.colour.inks import Inks
from punchboard.scene import Anchor, Image, Link, Symbol

MAX_CACHED: Final = 1024
"""Faces of which this is kept: those of a larger deck lie in few files, and take more room than time."""


class DrawnForm(NamedTuple):
    """A symbol that is placed by its name: its bounds in mm, and its operators, compressed."""

    bounds: Rect
    content: bytes
    has_resources: bool
    """Whether its operators name something of their section, such as a font."""


class Fragment(NamedTuple):
    """What is drawn of a symbol: operators that go by nothing that was set before them, and what these name."""

    operators: str
    forms: Mapping[str, DrawnForm]
    images: tuple[Image, ...]
    codes: Mapping[Typeface, frozenset[int]]
    """The codes of its glyphs."""
    notes: tuple[Link | Anchor, ...]
    """Its links and anchors, in its own coordinates."""


_kept: WeakKeyDictionary[Symbol, dict[Inks, Fragment]] = WeakKeyDictionary()


def cached_fragment(symbol: Symbol, inks: Inks) -> Fragment | None:
    """Return what was drawn of a symbol for another file; None where nothing is kept."""
    known = _kept.get(symbol)
    return known.get(inks) if known is not None else None


def cache_fragment(symbol: Symbol, inks: Inks, fragment: Fragment) -> None:
    """Keep what was drawn of a symbol, in which each glyph has its own code; of the first symbols alone."""
    if symbol in _kept or len(_kept) < MAX_CACHED:
        _kept.setdefault(symbol, {})[inks] = fragment
