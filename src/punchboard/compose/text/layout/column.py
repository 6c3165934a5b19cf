"""Columns: slabs, which are slices with a height, and how they stand one under another."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from punchboard.compose.text.blocks import Directive, Heading, PictureBlock
from punchboard.compose.text.inline import Typesetter
from punchboard.compose.text.style import TextStyle
from punchboard.geometry import Outline
from punchboard.scene import Item

Draw = Callable[[float, float], Iterator[Item]]


@dataclass(frozen=True, slots=True)
class Slab:
    """A slice of a column, in mm; ``draw(x, y)`` gives its items with the top left corner there."""

    height: float
    draw: Draw
    space_before: float = 0.0
    space_after: float = 0.0
    keep_with_next: bool = False
    """No break may fall after this slab."""
    can_float: bool = False
    """May move on to the next page while the text after it fills this one."""
    new_page: bool = False
    overflow_width: float = 0.0
    """By how many mm the text is wider than the column: a word that cannot be broken."""


class Figure(NamedTuple):
    """A drawing of a width and height in mm; ``draw(x, y)`` puts its top left corner there."""

    width: float
    height: float
    draw: Draw


class Look(Protocol):
    """What blocks ask of the page they stand on."""

    setter: Typesetter

    def style(self, role: str) -> TextStyle:
        """Return the style for a role: p, h1 to h4, list, table, table-head, callout, caption, marker."""

    def colour(self, paint: str) -> str:
        """Return the colour for a paint of what is read."""

    def fill(self, paint: str) -> str:
        """Return the colour for a paint of what lies beneath."""

    def icon(self, name: str) -> Outline:
        """Return an icon on its 512-unit grid."""

    def directive(self, directive: Directive, width: float) -> Iterator[Slab]:
        """Return the slabs of a fenced directive."""

    def picture(self, picture: PictureBlock, width: float) -> Iterator[Slab]:
        """Return the slabs of a picture of the game's folder."""

    def side_figure(self, directive: Directive, width: float) -> Figure | None:
        """Return a figure that stands beside the text after it, or None."""

    def heading(self, heading: Heading, width: float) -> Iterator[Slab] | None:
        """Return slabs for a heading with a drawing of its own, or None for the plain one."""


def gap(above: Slab | None, below: Slab) -> float:
    """Return the space between two slabs: the larger of what both ask for; nothing at the top of a column."""
    return max(above.space_after, below.space_before) if above else 0.0


def stacked_height(column: Sequence[Slab]) -> float:
    """Return the height of slabs set one under another."""
    pairs = zip((None, *column[:-1]), column, strict=True) if column else ()
    return sum(gap(above, below) + below.height for above, below in pairs)


def stacked_items(column: Sequence[Slab], x: float, y: float) -> Iterator[Item]:
    """Yield the items of slabs set one under another from (x, y)."""
    above: Slab | None = None
    for slab in column:
        y += gap(above, slab)
        yield from slab.draw(x, y)
        y += slab.height
        above = slab
