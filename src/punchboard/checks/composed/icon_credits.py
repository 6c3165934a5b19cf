"""CREDIT001: icons of a set are shown, and nobody is told whose they are.

What: a card, a tile or a page shows icons of a set (``icon: game-icons:sword``). The set's file does not say who made
it and under what licence; or it does, and the rulebook has no ``credits`` directive to print it. Sets that are in the
public domain need no word.

Why: nearly every licence of icons allows printing and selling them as long as their makers are named.

Bad: ``:game-icons:sword:`` on cards, and a rulebook without credits.

Good: a last section of the rulebook::

    ## Credits

    ```credits
    ```
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from punchboard.model.game.game import Game
from punchboard.model.layout.icon_set import IconCredit
from punchboard.problem import Place, Problem, Severity

ID: Final = "CREDIT001"

_PUBLIC: Final = frozenset({"CC0-1.0", "Unlicense", "0BSD", "MIT-0", "PDDL-1.0", "WTFPL"})
"""Licences that ask for nothing, by their identifiers."""

_PRINTED: Final = re.compile(r"^```+\s*credits\s*$", re.MULTILINE)


def check(game: Game, credits: Iterable[IconCredit]) -> Iterator[Problem]:
    """Yield a warning for each set that is used and not credited; ``credits`` are the sets of which icons are drawn."""
    told = any(_PRINTED.search(text) for text in game.texts.values())
    place = Place(game.text_file("rulebook")) if "rulebook" in game.texts else game.place
    for one in credits:
        shown = ", ".join(one.icons[:5]) + (", ..." if len(one.icons) > 5 else "")
        if one.set.spdx in _PUBLIC:
            continue
        if not one.set.has_credits:
            message = f"the icon set {one.set.prefix!r} does not say who made it and under what licence ({shown})"
            hint = "put info.json of its package beside its icons.json, or take the file that has both"
            yield Problem(ID, game.place, message, hint, Severity.WARNING)
        elif not told:
            message = f"icons of {one.set.name!r} are shown ({shown}), and the rulebook does not name their makers"
            hint = f"add a fenced 'credits' to it; the licence is {one.set.licence or one.set.spdx}"
            yield Problem(ID, place, message, hint, Severity.WARNING)
