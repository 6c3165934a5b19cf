"""SVG files of every distinct component side and die side, in true size with bleed."""

from __future__ import annotations

from collections.abc import Iterator

from punchboard.products.component_files import side_files
from punchboard.products.game.composed_game import ComposedGame, Product
from punchboard.products.reference import face_page
from punchboard.scene import Document


def components(composed: ComposedGame) -> Iterator[Product]:
    """Yield an SVG for the front of each component, each distinct back, and each side of dice and reference cards."""
    for name, title, spec in side_files(composed):
        page = face_page(composed.draw(spec))
        yield Product(f"components/{name}.svg", Document(title, (page,)), format="svg", pieces=1)
