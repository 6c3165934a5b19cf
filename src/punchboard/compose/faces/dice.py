"""Faces of dice."""

from __future__ import annotations

from punchboard.compose.faces.composer import FaceComposer
from punchboard.compose.faces.face_spec import FaceSpec
from punchboard.geometry import Size
from punchboard.model.game.dice import die_sides
from punchboard.model.game.game import Game
from punchboard.model.layout.face import Face
from punchboard.model.layout.trim import Trim


def die_specs(game: Game, composer: FaceComposer, name: str) -> tuple[FaceSpec, ...]:
    """Return the specs of the six faces of a die in the order of its values; empty if the values are missing.

    A layout can use ``value`` (a list entry or a plain value), its ``label``, ``icon`` and ``colour``, the key ``die``
    and ``name`` of the die, and an ``id``.
    """
    die = game.file.dice[name]
    trim = Trim("card", Size(die.size, die.size), "die")
    place = game.place_of("dice", name)
    return tuple(
        composer.face_spec(
            die.face,
            trim,
            {
                "value": side.value,
                "label": side.label,
                "icon": side.icon,
                "colour": side.colour,
                "die": name,
                "name": die.name,
                "id": f"{name}-{number}",
            },
            place,
        )
        for number, side in enumerate(die_sides(die, game.lists), 1)
    )


def draw_die(game: Game, composer: FaceComposer, name: str) -> tuple[Face, ...]:
    """Return the six drawn faces of a die in the order of its values; empty if the values are missing."""
    return tuple(map(composer.draw, die_specs(game, composer, name)))
