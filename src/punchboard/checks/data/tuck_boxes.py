"""BOX003: a tuck box holds what is no card.

What: a box of ``tuck boxes`` selects nothing, or something that is no rectangle: a tile, a token, a pawn.

Why: a box is as deep as its cards are thick together, and as wide as the widest of them; of other things that cannot be
said.

Bad::

    tuck boxes:
      all: {holds: all}          # the game has tokens

Good::

    tuck boxes:
      cards: {holds: "kind in ['hero', 'villain']"}
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from punchboard.expression import ExpressionError
from punchboard.model.game.game import Game
from punchboard.model.game.selection import selected_components
from punchboard.problem import Problem

ID: Final = "BOX003"

_FLAT: Final = frozenset({"card", "square"})
"""Forms of what a tuck box can hold."""


def check(game: Game) -> Iterator[Problem]:
    """Yield a problem for each box that holds nothing, and for each kind in one that is no card."""
    for name, box in game.file.tuck_boxes.items():
        place = game.place_of("tuck boxes", name, "holds")
        try:
            found = selected_components(game, box.holds)
        except ExpressionError:
            continue  # told as such
        if not found:
            yield Problem(ID, place, f"the box {name!r} holds nothing: no component is {box.holds!r}")
        forms = {component.kind: game.kinds[component.kind].trim.form for component in found}
        for kind, form in forms.items():
            if form not in _FLAT:
                message = f"a tuck box holds cards, and {kind!r} is a {form}"
                yield Problem(ID, place, message, "leave it out of what the box holds")
