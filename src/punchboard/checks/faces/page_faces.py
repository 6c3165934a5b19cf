"""Pages of books as faces: all that is printed on a page, so that text is judged where it lies.

A book keeps the faces of its pages and chapters, and what flows through them apart. Rules on what is read want the two
together: a title may be drawn in a chapter and lie over the ground of its page.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from punchboard.checks.ink.readable_inks import Ink
from punchboard.geometry import IDENTITY, Affine, Rect
from punchboard.model.layout.face import Face, PlacedBox
from punchboard.model.layout.trim import Trim
from punchboard.problem import Place
from punchboard.scene import Group, Item, Page, Symbol, Use

_PART: Final = "book "
"""What the layouts of the parts of books begin with."""

_PAGE: Final = "page "
"""What the symbols of whole pages begin with."""


def page_face(page: Page, part_faces: Mapping[Symbol, Face], place: Place) -> Face:
    """Return a page of a book as a face.

    Args:
        page: the page.
        part_faces: the faces of the book's pages and chapters, by their symbols.
        place: the text that the book is made of.
    """
    trim = page.trim or Rect(0, 0, *page.size)
    items: tuple[Item, ...] = (Group(page.items, Affine.move(-trim.x, -trim.y)),)
    symbol = Symbol(f"{_PAGE}{page.label}", Rect(-trim.x, -trim.y, *page.size), items)
    placed = list(_placed(items, IDENTITY, part_faces))
    layout = placed[0][0].layout if placed else _PART.strip()
    boxes = tuple(_moved(box, at) for part, at in placed for box in part.boxes)
    return Face(layout, Trim("card", trim.size, "page"), 0.0, 0.0, symbol, boxes, place)


def _placed(items: Iterable[Item], at: Affine, known: Mapping[Symbol, Face]) -> Iterator[tuple[Face, Affine]]:
    """Yield the faces among items, each with where it is placed."""
    for item in items:
        if isinstance(item, Group):
            yield from _placed(item.items, at @ item.transform, known)
        elif isinstance(item, Use) and item.symbol in known:
            yield known[item.symbol], at @ item.transform


def _moved(box: PlacedBox, at: Affine) -> PlacedBox:
    return box._replace(area=at.bounds(box.area), ink=box.ink and at.bounds(box.ink))


def is_book_part(face: Face) -> bool:
    """Tell whether a face is part of a book's page, on which it is looked at."""
    return face.layout.startswith(_PART) and not is_page(face)


def is_page(face: Face) -> bool:
    """Tell whether a face is a whole page."""
    return face.symbol.name.startswith(_PAGE)


def is_rulebook_page(face: Face) -> bool:
    """Tell whether a face is a page of a bound book, and no single sheet of paper."""
    return is_page(face) and face.layout.startswith(f"{_PART}rulebook ")


def location_text(face: Face, ink: Ink) -> str:
    """Return where an ink stands, as messages say it."""
    if ink.box is not None:
        return f"box {ink.box.name!r} of face {face.layout!r}"
    return f"{face.symbol.name} of {face.place.file.rsplit('/', 1)[-1]}" if is_page(face) else f"face {face.layout!r}"
