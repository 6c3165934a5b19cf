"""Backgrounds shared by several pages: each is rasterised once, and faces are drawn over a copy.

No drawing is transparent, so a page drawn in two steps has the same pixels as one drawn in a single step. Backgrounds
take half of the time of rasterising a deck.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

from punchboard.geometry import IDENTITY, Affine, Size
from punchboard.scene import Document, Group, Item, Page, Shape, Use


class Background(NamedTuple):
    """The first items of one or more pages, with the page size and the transform of the items."""

    size: Size
    place: Affine
    items: tuple[Item, ...]


class LayeredDocument(NamedTuple):
    """A document whose first pages lack their backgrounds, followed by pages with one background item each."""

    document: Document
    backgrounds: tuple[Background, ...]
    """The background of each page of the original document."""
    layer_pages: dict[Background, int]
    """The page number of each background item, from 0."""


def split_layers(document: Document) -> LayeredDocument:
    """Return a document with the items that several pages begin with moved to pages of their own."""
    opened = [_opened(page) for page in document.pages]
    starts = [tuple(takewhile(_is_drawing, items)) for _, items in opened]
    counts: Counter[Background] = Counter()
    for page, (place, _), first in zip(document.pages, opened, starts, strict=True):
        counts.update(Background(page.size, place, first[:length]) for length in range(1, len(first) + 1))
    backgrounds = []
    pages = []
    for page, (place, items), first in zip(document.pages, opened, starts, strict=True):
        background = Background(page.size, place, first)
        while background.items and counts[background] == 1:
            background = background._replace(items=background.items[:-1])
        backgrounds.append(background)
        rest = items[len(background.items) :]
        pages.append(page._replace(items=(Group(rest, place),)) if background.items else page)
    layers = _layers(backgrounds)
    numbers = {layer: number for number, layer in enumerate(layers, len(pages))}
    own = tuple(Page(layer.size, (Group(layer.items, layer.place),)) for layer in layers)
    return LayeredDocument(document._replace(pages=(*pages, *own)), tuple(backgrounds), numbers)


def _layers(backgrounds: Sequence[Background]) -> tuple[Background, ...]:
    """Return each background item alone, in drawing order."""
    return tuple(dict.fromkeys(one._replace(items=(item,)) for one in backgrounds for item in one.items))


def _is_drawing(item: Item) -> bool:
    """Return whether an item may be part of a background; texts differ from face to face."""
    return isinstance(item, Use | Shape) or (isinstance(item, Group) and item.element is None)


def _opened(page: Page) -> tuple[Affine, tuple[Item, ...]]:
    """Return the transform and items of a page, with an outer group or symbol opened."""
    place, items = IDENTITY, page.items
    while len(items) == 1:
        match items[0]:
            case Use(symbol, transform, _):
                place, items = place @ transform, symbol.items
            case Group(inside, transform, None):
                place, items = place @ transform, inside
            case _:
                break
    return place, items
