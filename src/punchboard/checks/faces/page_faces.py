"""Book pages as faces, so that text is checked against everything printed under it.

A book keeps the faces of its pages, those of its chapters and the flowing text separately. The rules on readable text
need them together: a chapter may draw a title over the background of its page.
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
"""The prefix of the layouts of a book's parts."""

_PAGE: Final = "page "
"""The prefix of the symbols of whole pages."""


def page_face(page: Page, part_faces: Mapping[Symbol, Face], place: Place) -> Face:
    """Return a page of a book as a face.

    Args:
        page: the page.
        part_faces: the faces of the book's pages and chapters, by their symbols.
        place: the text that the book is made from.
    """
    trim = page.trim or Rect(0, 0, *page.size)
    items: tuple[Item, ...] = (Group(page.items, Affine.move(-trim.x, -trim.y)),)
    symbol = Symbol(f"{_PAGE}{page.label}", Rect(-trim.x, -trim.y, *page.size), items)
    placed = list(_placed(items, IDENTITY, part_faces))
    layout = placed[0][0].layout if placed else _PART.strip()
    boxes = tuple(_moved(box, at) for part, at in placed for box in part.boxes)
    return Face(layout, Trim("card", trim.size, "page"), 0.0, 0.0, symbol, boxes, place)


def _placed(items: Iterable[Item], at: Affine, part_faces: Mapping[Symbol, Face]) -> Iterator[tuple[Face, Affine]]:
    """Yield the faces among ``items``, each with its transform."""
    for item in items:
        if isinstance(item, Group):
            yield from _placed(item.items, at @ item.transform, part_faces)
        elif isinstance(item, Use) and item.symbol in part_faces:
            yield part_faces[item.symbol], at @ item.transform


def _moved(box: PlacedBox, at: Affine) -> PlacedBox:
    return box._replace(area=at.bounds(box.area), ink=box.ink and at.bounds(box.ink))


def is_book_part(face: Face) -> bool:
    """Return whether a face is a part of a book's page, which is checked only as part of that page."""
    return face.layout.startswith(_PART) and not is_page(face)


def is_page(face: Face) -> bool:
    """Return whether a face is a whole page."""
    return face.symbol.name.startswith(_PAGE)


def is_rulebook_page(face: Face) -> bool:
    """Return whether a face is a page of a bound book, not a single sheet of paper."""
    return is_page(face) and face.layout.startswith(f"{_PART}rulebook ")


def location_text(face: Face, ink: Ink) -> str:
    """Return where an ink is, for messages."""
    if ink.box is not None:
        return f"box {ink.box.name!r} of face {face.layout!r}"
    return f"{face.symbol.name} of {face.place.file.rsplit('/', 1)[-1]}" if is_page(face) else f"face {face.layout!r}"
