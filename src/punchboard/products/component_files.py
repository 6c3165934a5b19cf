"""Every side of every component with the name of its file: what is made one file a side is made from these."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from punchboard.compose.faces.face_spec import FaceSpec
from punchboard.model.layout.face import Face
from punchboard.products.game.composed_game import ComposedGame


class SideFile(NamedTuple):
    """A face, the name of its file without a folder or an ending, and its title."""

    name: str
    title: str
    face: FaceSpec


def side_files(composed: ComposedGame) -> Iterator[SideFile]:
    """Yield a front for each component, each different back once for all that share it, dice, reference cards.

    Of backs of one layout that differ, one that a single component has bears its name.
    """
    backs: dict[FaceSpec, str] = {}
    shared = Counter(back for _, _, back in composed.specs if back is not None)
    layouts = Counter(back.layout for back in shared)
    for component, front, back in composed.specs:
        yield SideFile(f"{component.id}-front", component.id, front)
        if back is not None and back not in backs:
            alone = shared[back] == 1 and layouts[back.layout] > 1
            backs[back] = f"{component.id}-back" if alone else f"{layout_base_name(back)}{_nth(back, backs)}"
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


def _nth(back: FaceSpec, known: dict[FaceSpec, str]) -> str:
    """Tell apart backs of one layout that show different things."""
    count = sum(other.layout == back.layout for other in known)
    return f"-{count + 1}" if count else ""
