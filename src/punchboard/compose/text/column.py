"""Slabs (slices of a column with a height), figures, parts of a document, and stacking slabs into a column."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import fsum
from typing import NamedTuple, Protocol

from punchboard.compose.text.inline import Typesetter
from punchboard.compose.text.markdown import Directive, Heading, PictureBlock
from punchboard.compose.text.style import TextStyle
from punchboard.scene import Element, Group, Item

Draw = Callable[[float, float], Iterator[Item]]


@dataclass(frozen=True, slots=True)
class Slab:
    """A slice of a column, in mm; ``draw(x, y)`` yields its items with the top left corner at (x, y)."""

    height: float
    draw: Draw
    space_before: float = 0.0
    space_after: float = 0.0
    keep_with_next: bool = False
    """Whether a page or column break after this slab is forbidden."""
    break_cost: float = 0.0
    """What a page or column break after this slab costs; 100 is as much as a column that is one third empty."""
    turn_cost: float = 0.0
    """What a break after this slab costs in addition where the reader must turn the leaf."""
    ends_section: bool = False
    """Whether a new section begins after this slab."""
    ends_chapter: bool = False
    """Whether a new chapter begins after this slab; no figure waits beyond it."""
    is_in_paragraph: bool = False
    """Whether the next slab is the next line of the same paragraph; no figure comes between them."""
    can_float: bool = False
    """Whether the slab may move to the next page while the text after it fills this one."""
    new_page: bool = False
    continued: "Slab | None" = None
    """What is repeated above the slab where a column begins with it: the header of its table."""
    overflow_width: float = 0.0
    """By how many mm the text is wider than the column, because of a word that cannot be broken."""


class Figure(NamedTuple):
    """A drawing with its size in mm; ``draw(x, y)`` yields its items with the top left corner at (x, y)."""

    width: float
    height: float
    draw: Draw
    text: str = ""
    """What it shows, in words."""
    over: float = 0.0
    """By how many mm what it shows stands out at its left or right, whichever is more."""

    def items(self, x: float, y: float) -> tuple[Item, ...]:
        """Return its items with the top left corner at (x, y). They are read as its text, if it has one."""
        items = tuple(self.draw(x, y))
        return (Group(items, element=Element("Figure", self.text, text=self.text)),) if self.text else items


class Look(Protocol):
    """What block layout needs from a page: its styles, colours, and how it shows pictures and directives.

    A look that inherits from this one shows neither, and only plain headings.
    """

    setter: Typesetter

    def style(self, role: str) -> TextStyle:
        """Return the style for a role: p, h1 to h4, list, table, table-head, callout, caption, marker."""

    def colour(self, paint: str) -> str:
        """Return the colour of a paint for text, icons and lines."""

    def fill(self, paint: str) -> str:
        """Return the colour of a paint for backgrounds."""

    def directive(self, directive: Directive, width: float) -> Iterator[Slab]:
        """Return the slabs of a fenced directive."""
        del directive, width
        return iter(())

    def picture(self, picture: PictureBlock, width: float) -> Iterator[Slab]:
        """Return the slabs of a picture from the game's folder."""
        del picture, width
        return iter(())

    def side_figure(self, directive: Directive, width: float) -> Figure | None:
        """Return the figure of a directive that is placed beside the text after it, or None."""
        del directive, width
        return None

    def heading(self, heading: Heading, width: float) -> Iterator[Slab] | None:
        """Return the slabs of a heading that the page draws itself, or None for plain text."""
        del heading, width
        return None


def chunks(slabs: Iterable[Slab]) -> Iterator[tuple[Slab, ...]]:
    """Yield runs of slabs that must not be broken: each slab with ``keep_with_next`` together with the next slab."""
    run: list[Slab] = []
    for slab in slabs:
        run.append(slab)
        if not slab.keep_with_next:
            yield tuple(run)
            run = []
    if run:
        yield tuple(run)


def gap(above: Slab | None, below: Slab) -> float:
    """Return the larger of the spaces after ``above`` and before ``below``; 0 at the top of a column."""
    return max(above.space_after, below.space_before) if above else 0.0


def stacked_height(column: Sequence[Slab]) -> float:
    """Return the height in mm of slabs stacked in a column."""
    pairs = zip((None, *column[:-1]), column, strict=True) if column else ()
    return fsum(gap(above, below) + below.height for above, below in pairs)


def stacked_items(column: Sequence[Slab], x: float, y: float) -> Iterator[Item]:
    """Yield the items of slabs stacked in a column with its top left corner at (x, y)."""
    above: Slab | None = None
    for slab in column:
        y += gap(above, slab)
        yield from slab.draw(x, y)
        y += slab.height
        above = slab


def in_part(slabs: Iterable[Slab], *elements: Element) -> Iterator[Slab]:
    """Yield slabs that show a part of the document, given by its elements from the outermost inwards."""
    for slab in slabs:
        yield replace(slab, draw=part_drawer(slab.draw, *elements))


def part_drawer(draw: Draw, *elements: Element) -> Draw:
    """Return a drawing that shows a part of the document."""

    def drawn(x: float, y: float) -> Iterator[Item]:
        items = tuple(draw(x, y))
        for element in reversed(elements):
            items = (Group(items, element=element),)
        yield from items

    return drawn
