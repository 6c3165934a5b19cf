"""BOX004: two tuck boxes have the same name.

What: two boxes of ``tuck boxes`` print the same name. A box without a ``name`` prints the title of the game.

Why: players cannot tell which cards go into which box.

Bad::

    tuck boxes:
      blue: {name: Heroes, holds: "team == 'blue'"}
      red: {name: Heroes, holds: "team == 'red'"}

Good::

    tuck boxes:
      blue: {name: Blue Heroes, holds: "team == 'blue'"}
      red: {name: Red Heroes, holds: "team == 'red'"}
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from punchboard.model.game.game import Game
from punchboard.problem import Problem

ID: Final = "BOX004"


def check(game: Game) -> Iterator[Problem]:
    """Yield a problem for each box with the name of one before it."""
    first: dict[str, str] = {}
    for box, file in game.file.tuck_boxes.items():
        name = file.name or game.short_title
        other = first.setdefault(name.casefold(), box)
        if other != box:
            place = game.place_of("tuck boxes", box, *(["name"] if file.name else []))
            message = f"the tuck boxes {other!r} and {box!r} have the same name, {name!r}"
            yield Problem(ID, place, message, "name each after the cards that it holds")
