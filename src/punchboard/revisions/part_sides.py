"""The parts of a game by their names in snapshots: their printed names, the group of each, and its sides."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from punchboard.compose.faces.face_spec import FaceSpec
from punchboard.model.layout.face import Face
from punchboard.products.game.composed_game import ComposedGame
from punchboard.products.game.snapshots import BOX_NAME, DIE_NAME, REFERENCE
from punchboard.products.web.components.shown_parts import decks_of, name_of

_REFERENCE_NAME: Final = "Quick-reference cards"


class PartSides(NamedTuple):
    """A part with its printed name, the printed name of its deck or else of its kind, and its sides by their names.

    The faces of tuck boxes are drawn; all others are not drawn yet.
    """

    name: str
    group: str
    sides: Mapping[str, FaceSpec | Face]


def part_sides(composed: ComposedGame) -> dict[str, PartSides]:
    """Return every component, die, quick-reference card and tuck box, by its name in a snapshot."""
    game, decks = composed.game, decks_of(composed.game)
    found: dict[str, PartSides] = {}
    for id_, cards in composed.cards.items():
        component = cards[0][0]
        fronts = (front for _, front, _ in cards)
        sides: dict[str, FaceSpec | Face] = {_numbered("front", part): front for part, front in enumerate(fronts, 1)}
        if (back := cards[0][2]) is not None:
            sides["back"] = back
        names = [game.file.decks[deck].name for deck in decks.get(id_, ())]
        group = _heading(next(iter(names), game.kinds[component.kind].plural))
        found[id_] = PartSides(name_of(composed, component), group, sides)
    for name, faces in composed.dice.items():
        sides = {f"side {number}": face for number, face in enumerate(faces, 1)}
        found[DIE_NAME.format(name)] = PartSides(game.file.dice[name].name, "Dice", sides)
    if composed.reference_cards:
        sides = {
            f"card {number}, {which}": face
            for number, card in enumerate(composed.reference_cards, 1)
            for which, face in zip(("front", "back"), card.sides, strict=False)
        }
        found[REFERENCE] = PartSides(_REFERENCE_NAME, _REFERENCE_NAME, sides)
    for box in composed.tuck_boxes:
        name = game.file.tuck_boxes[box.name].name or game.short_title
        sides = {_numbered("panel", number): face for number, face in enumerate(dict.fromkeys(box.faces), 1)}
        found[BOX_NAME.format(box.name)] = PartSides(name, "Tuck boxes", sides)
    return found


def _numbered(side: str, part: int) -> str:
    return side if part == 1 else f"{side} {part}"


def _heading(text: str) -> str:
    return text[:1].upper() + text[1:]
