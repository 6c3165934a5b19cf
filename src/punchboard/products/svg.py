"""Every distinct component as SVG, front and back, and every side of a die, in true size with its bleed."""

from __future__ import annotations

from collections.abc import Iterator

from punchboard.model.face import Face
from punchboard.products.composed import Composed, Product
from punchboard.products.reference import face_page
from punchboard.scene import Document


def components(composed: Composed) -> Iterator[Product]:
    """Yield a front for each component, each different back once for all that share it, and the sides of dice."""
    backs: dict[Face, str] = {}
    for component, front, back in composed.faces:
        yield _file(f"components/{component.id}-front.svg", component.id, front)
        if back is not None and back not in backs:
            backs[back] = f"components/{back.layout.rsplit('/', 1)[-1]}{_nth(back, backs)}.svg"
            yield _file(backs[back], back.layout, back)
    for name, faces in composed.dice.items():
        for number, side in enumerate(faces, 1):
            yield _file(f"components/{name}-{number}.svg", f"{name} {number}", side)
    for number, card in enumerate(composed.reference_cards, 1):
        for which, face in zip(("front", "back"), card.sides, strict=False):
            yield _file(f"components/reference-{number}-{which}.svg", f"reference {number}", face)


def _nth(back: Face, known: dict[Face, str]) -> str:
    """Tell apart backs of one layout that show different things."""
    count = sum(other.layout == back.layout for other in known)
    return f"-{count + 1}" if count else ""


def _file(path: str, title: str, face: Face) -> Product:
    return Product(path, Document(title, (face_page(face),)), form="svg", pieces=1)
