"""PICT002: a picture has too few pixels for its printed size.

What: a placed picture, including what is cut off, has less than 200 pixels for each inch of paper: a warning. Below 120
it is an error.

Why: a small picture looks good on the screen, but in print its pixels show as steps and its lettering is illegible.

Bad: ``art: {at: [5, 10], size: [53.5, 40], picture: "{{ art }}"}`` with a picture of 240 x 180 pixels.
Good: the same with one of 640 x 480 pixels.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import floor, isclose
from typing import Final, NamedTuple

from punchboard.checks.ink.contrast import split_face
from punchboard.checks.ink.painted_areas import Leaf, leaves_of
from punchboard.geometry import Rect
from punchboard.model.layout.face import Face
from punchboard.problem import Problem, Severity
from punchboard.scene import Group, Image, Item, Picture, Symbol, Use
from punchboard.units import MM_PER_INCH

ID: Final = "PICT002"

WARNING_DPI, ERROR_DPI = 200, 120
"""Pixels per inch below which a picture is a warning, and an error."""


ROUNDED: Final = 0.001
"""Millimetres to which lengths are rounded."""


class PlacedPicture(NamedTuple):
    """A picture and its size in mm."""

    image: Image
    width: float
    height: float
    frame: Rect


def check(face: Face) -> Iterator[Problem]:
    """Yield a problem for each picture that is printed too large for its pixels."""
    for picture in pictures_on(face):
        image = picture.image
        dpi = min(image.width / picture.width, image.height / picture.height) * MM_PER_INCH
        if dpi < WARNING_DPI:
            size = f"{image.width} x {image.height} pixels on {picture.width:.0f} x {picture.height:.0f} mm"
            printed = f"is printed at {floor(dpi)} dpi: {size}"
            message = f"the picture of box {picture_box(face, picture)!r} of face {face.layout!r} {printed}"
            across, down = (length / MM_PER_INCH * WARNING_DPI for length in (picture.width, picture.height))
            hint = f"use one with at least {across:.0f} x {down:.0f} pixels, or print it smaller"
            yield Problem(ID, face.place, message, hint, Severity.ERROR if dpi < ERROR_DPI else Severity.WARNING)


def pictures_on(face: Face) -> Sequence[PlacedPicture]:
    """Return the pictures on a face, with their printed sizes."""
    split = split_face(face)
    return _pictures_of(face.symbol if split is None else split.background.symbol)


def picture_box(face: Face, picture: PlacedPicture) -> str:
    """Return the name of the box that shows a picture; empty if none does."""
    names = (box.name for box in face.boxes if box.content == "picture" and _same(box.area, picture.frame))
    return next(names, "")


def _same(area: Rect, frame: Rect) -> bool:
    """Tell whether areas are equal; the bounds of an outline are sums that may differ in the last digit."""
    return all(isclose(bound, other, abs_tol=ROUNDED) for bound, other in zip(area, frame, strict=True))


@lru_cache(maxsize=256)
def _pictures_of(symbol: Symbol) -> tuple[PlacedPicture, ...]:
    return tuple(_pictures(leaves_of(symbol)))


def _pictures(leaves: Iterable[Leaf]) -> Iterator[PlacedPicture]:
    for leaf in leaves:
        if isinstance(leaf.item, Picture):
            _, _, width, height = leaf.item.area
            frame = leaf.clips[-1].bounds if leaf.clips else leaf.bounds
            yield PlacedPicture(leaf.item.image, width * leaf.scale, height * leaf.scale, frame)
        elif isinstance(leaf.item, Group) and _holds_picture(leaf.item.items):
            yield from _pictures(leaf.parts)


def _holds_picture(items: Iterable[Item]) -> bool:
    return any(
        isinstance(item, Picture)
        or (isinstance(item, Group) and _holds_picture(item.items))
        or (isinstance(item, Use) and _is_pictured(item.symbol))
        for item in items
    )


@lru_cache(maxsize=1024)
def _is_pictured(symbol: Symbol) -> bool:
    return _holds_picture(symbol.items)


def clear_caches() -> None:
    """Clear the caches of symbols, as `contrast.clear_caches` does."""
    _pictures_of.cache_clear()
    _is_pictured.cache_clear()
