"""BOX003: a tuck box holds something other than cards.

What: a box of ``tuck boxes`` selects nothing, or selects something that is not rectangular: a tile, a token, a pawn.

Why: a box is as deep as its stack of cards and as wide as the widest card. These sizes are unknown for other
components.

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
"""Trim forms of what a tuck box can hold."""


def check(game: Game) -> Iterator[Problem]:
    """Yield a problem for each box that holds nothing, and for each kind in a box that is not a card."""
    for name, box in game.file.tuck_boxes.items():
        place = game.place_of("tuck boxes", name, "holds")
        try:
            components = selected_components(game, box.holds)
        except ExpressionError:
            continue  # EXPR001 reports it
        if not components:
            yield Problem(ID, place, f"the tuck box {name!r} is empty: no component matches {box.holds!r}")
        forms = {component.kind: game.kinds[component.kind].trim.form for component in components}
        for kind, form in forms.items():
            if form not in _FLAT:
                message = f"a tuck box can only hold cards, but {kind!r} is a {form}"
                yield Problem(ID, place, message, "exclude it from what the box holds")
