"""Every distinct side of every component with a file name, for products that make one file for each side."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from punchboard.compose.faces.face_spec import FaceSpec
from punchboard.model.layout.face import Face
from punchboard.products.game.composed_game import ComposedGame


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
