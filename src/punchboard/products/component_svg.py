"""Every distinct component as SVG, front and back, and every side of a die, in true size with its bleed."""

from __future__ import annotations

from collections.abc import Iterator

from punchboard.products.component_files import side_files
from punchboard.products.game.composed_game import ComposedGame, Product
from punchboard.products.reference import face_page
from punchboard.scene import Document


def components(composed: ComposedGame) -> Iterator[Product]:
    """Yield a front for each component, each different back once for all that share it, and the sides of dice."""
    for name, title, spec in side_files(composed):
        page = face_page(composed.draw(spec))
        yield Product(f"components/{name}.svg", Document(title, (page,)), format="svg", pieces=1)
