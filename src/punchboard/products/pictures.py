"""PNG pictures of every side of every component: with bleed, cut to the trim, or with rounded corners."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from punchboard.compose.faces.face_spec import FaceSpec
from punchboard.geometry import Affine, Outline, Rect, rounded_rectangle
from punchboard.model.layout.face import Face
from punchboard.model.layout.trim import Trim
from punchboard.model.print_options import Raster
from punchboard.products.component_files import side_files
from punchboard.products.game.composed_game import ComposedGame, Product
from punchboard.products.reference import face_page
from punchboard.scene import Document, Page, Use

CORNER_RADIUS: Final = 3.0
"""Radius of a card's corners, in mm."""

PICTURE_FORMS: Mapping[str, str] = MappingProxyType(
    {
        "bleed": "square, with the whole bleed",
        "trim": "square, cut to the trim",
        "rounded": "cut to the trim and its round corners, hexagon or circle; transparent outside",
    }
)
"""How pictures can be cut, by the names that ``--only pictures/...`` accepts."""

_SQUARE: Final = frozenset({"board", "square", "pawn"})
"""Shapes with square corners."""


def pictures(composed: ComposedGame) -> Iterator[Product]:
    """Yield the pictures in the requested forms, or with the whole bleed if no form is named.

    Sides of one shape are pages of one document. Equal faces are drawn once for all components.
    """
    is_unspecified = composed.wants("pictures", "*")
    for form in PICTURE_FORMS:
        if form == "bleed" if is_unspecified else composed.wants("pictures", form):
            yield from _cut(composed, form)


def _cut(composed: ComposedGame, form: str) -> Iterator[Product]:
    names: dict[FaceSpec, list[str]] = {}
    for side in side_files(composed):
        names.setdefault(side.face, []).append(f"pictures/{form}/{side.name}.png")
    by_shape: dict[Raster, list[FaceSpec]] = {}
    for face in names:
        by_shape.setdefault(_raster(face.trim, form, composed.print_options.dpi), []).append(face)
    for raster, faces in by_shape.items():
        page = face_page if form == "bleed" else trim_page
        yield Product(
            names[faces[0]][0],
            Document(composed.game.title, tuple(page(composed.draw(face)) for face in faces)),
            format="png",
            pieces=1,
            page_paths=tuple(names[face][0] for face in faces),
            duplicates={names[face][0]: tuple(names[face][1:]) for face in faces if names[face][1:]},
            raster=raster,
        )


def _raster(trim: Trim, form: str, dpi: float) -> Raster:
    return Raster(dpi, shape=rounded_shape(trim)) if form == "rounded" else Raster(dpi)


def rounded_shape(trim: Trim) -> Outline | None:
    """Return a trim with rounded corners; None for a shape with square corners.

    A card that is too small for round corners, such as a side of a die, keeps square ones.
    """
    whole = trim.frame()
    if not trim.is_rectangular:
        return trim.outline(whole)
    if trim.form in _SQUARE or min(trim.size) < 8 * CORNER_RADIUS:
        return None
    return rounded_rectangle(whole, CORNER_RADIUS)


def trim_page(face: Face) -> Page:
    """Return a page of a face's trim size with the face."""
    return Page(face.trim.size, (Use(face.symbol, Affine()),), Rect(0, 0, *face.trim.size))
