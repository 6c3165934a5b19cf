"""What pages have in common beneath: the ground of a layout is drawn once, and each face over a copy of it.

Nothing that is drawn is transparent, so a page drawn in two steps has the pixels of one drawn in a single step. Half of
the time of rasterising a deck goes into grounds.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

from punchboard.geometry import IDENTITY, Affine, Size
from punchboard.scene import Document, Group, Item, Page, Shape, Use


class Background(NamedTuple):
    """What a page, or several, begin with: the page's size, the place of all that is drawn, and what is drawn first."""

    size: Size
    place: Affine
    items: tuple[Item, ...]


class LayeredDocument(NamedTuple):
    """A document to draw pages from: for each picture what lies beneath, and the page of the rest of it."""

    document: Document
    backgrounds: tuple[Background, ...]
    """For each picture, whose own page has the same number."""
    layer_pages: dict[Background, int]
    """The page of each single item."""


def split_layers(document: Document) -> LayeredDocument:
    """Return a document's pages with what several of them begin with on pages of its own."""
    opened = [_opened(page) for page in document.pages]
    starts = [tuple(takewhile(_is_drawing, items)) for _, items in opened]
    counts: Counter[Background] = Counter()
    for page, (place, _), first in zip(document.pages, opened, starts, strict=True):
        counts.update(Background(page.size, place, first[:length]) for length in range(1, len(first) + 1))
    beneath = []
    pages = []
    for page, (place, items), first in zip(document.pages, opened, starts, strict=True):
        known = Background(page.size, place, first)
        while known.items and counts[known] == 1:
            known = known._replace(items=known.items[:-1])
        beneath.append(known)
        rest = items[len(known.items) :]
        pages.append(page._replace(items=(Group(rest, place),)) if known.items else page)
    layers = _layers(beneath)
    numbers = {layer: number for number, layer in enumerate(layers, len(pages))}
    own = tuple(Page(layer.size, (Group(layer.items, layer.place),)) for layer in layers)
    return LayeredDocument(document._replace(pages=(*pages, *own)), tuple(beneath), numbers)


def _layers(beneath: Sequence[Background]) -> tuple[Background, ...]:
    """Return every item that lies beneath, alone, in the order of drawing."""
    return tuple(dict.fromkeys(known._replace(items=(item,)) for known in beneath for item in known.items))


def _is_drawing(item: Item) -> bool:
    """Tell whether an item is worth looking for beneath other pages: words differ from face to face."""
    return isinstance(item, Use | Shape | Group)


def _opened(page: Page) -> tuple[Affine, tuple[Item, ...]]:
    """Return the items of a page that is one group or symbol, with their place; else those of the page."""
    place, items = IDENTITY, page.items
    while len(items) == 1:
        match items[0]:
            case Use(symbol, transform):
                place, items = place @ transform, symbol.items
            case Group(inside, transform, None):
                place, items = place @ transform, inside
            case _:
                break
    return place, items
