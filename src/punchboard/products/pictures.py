"""A picture of every side of every component, as SVG and as PNG: with bleed, trimmed, or with rounded corners."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from punchboard.compose.faces.face_spec import FaceSpec
from punchboard.geometry import Affine, Outline, Rect, rounded_rectangle
from punchboard.model.layout.face import Face
from punchboard.model.layout.trim import Trim
from punchboard.model.print_options import Raster
from punchboard.products.game.composed_game import ComposedGame, Product
from punchboard.products.product import picture_files
from punchboard.products.sheets import face_page
from punchboard.scene import Document, Page, Use


class SideFile(NamedTuple):
    """A face, the name of its file without folder and suffix, and its title."""

    name: str
    title: str
    face: FaceSpec


def side_files(composed: ComposedGame) -> Iterator[SideFile]:
    """Yield the front of each component, each distinct back once, the sides of dice, and reference cards.

    A back is named after its layout. If backs of one layout differ, a back that only one component has is named after
    the component.
    """
    backs: dict[FaceSpec, str] = {}
    shared = Counter(back for _, _, back in composed.specs if back is not None)
    layouts = Counter(back.layout for back in shared)
    for component, front, back in composed.specs:
        yield SideFile(f"{component.id}-front", component.id, front)
        if back is not None and back not in backs:
            is_unique = shared[back] == 1 and layouts[back.layout] > 1
            backs[back] = (
                f"{component.id}-back" if is_unique else f"{layout_base_name(back)}{_number_suffix(back, backs)}"
            )
            yield SideFile(backs[back], back.layout, back)
    for name, faces in composed.dice.items():
        for number, face in enumerate(faces, 1):
            yield SideFile(f"{name}-{number}", f"{name} {number}", face)
    for number, card in enumerate(composed.reference_cards, 1):
        for which, face in zip(("front", "back"), card.sides, strict=False):
            yield SideFile(f"reference-{number}-{which}", f"reference {number}", face)


def layout_base_name(face: FaceSpec | Face) -> str:
    """Return the name of a face's layout without its folder."""
    return face.layout.rsplit("/", 1)[-1]


def _number_suffix(back: FaceSpec, names: dict[FaceSpec, str]) -> str:
    """Return a numbered suffix for further backs of one layout, empty for the first."""
    count = sum(other.layout == back.layout for other in names)
    return f"-{count + 1}" if count else ""


CORNER_RADIUS: Final = 3.0
"""Radius of a card's corners, in mm."""

PICTURE_FORMS: Mapping[str, str] = {
    "bleed": "square, with the whole bleed",
    "trim": "square, cut to the trim",
    "rounded": "cut to the trim and its round corners, hexagon or circle; transparent outside",
}
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
        document = Document(composed.game.title, tuple(page(composed.draw(face)) for face in faces))
        yield picture_files(document, map(names.__getitem__, faces), raster)


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


def components(composed: ComposedGame) -> Iterator[Product]:
    """Yield an SVG for the front of each component, each distinct back, and each side of dice and reference cards."""
    for name, title, spec in side_files(composed):
        page = face_page(composed.draw(spec))
        yield Product(f"components/{name}.svg", Document(title, (page,)), format="svg", pieces=1)
