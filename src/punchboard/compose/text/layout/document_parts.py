"""Parts of a document in columns: what a screen reader reads as a heading, a list or a cell."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from punchboard.compose.text.layout.column import Draw, Slab
from punchboard.scene import Element, Group, Item


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
