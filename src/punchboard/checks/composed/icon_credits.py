"""CREDIT001: icons of a set are used without credit.

What: a card, a tile or a page shows icons of a set (``icon: game-icons:sword``). Either the file of the set does not
name its authors and licence, or the rulebook has no ``credits`` directive to print them. Icon sets in the public domain
need no credit.

Why: nearly every icon licence allows you to print and sell the icons, as long as you name the authors.

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
"""SPDX identifiers of licences that do not ask for credit."""

_PRINTED: Final = re.compile(r"^```+\s*credits\s*$", re.MULTILINE)


def check(game: Game, credits: Iterable[IconCredit]) -> Iterator[Problem]:  # noqa: A002 - what print calls them
    """Yield a warning for each icon set in use (``credits``) that is not credited."""
    has_credits = any(_PRINTED.search(text) for text in game.texts.values())
    place = Place(game.text_file("rulebook")) if "rulebook" in game.texts else game.place
    for credit in credits:
        shown = ", ".join(credit.icons[:5]) + (", ..." if len(credit.icons) > 5 else "")
        if credit.set.spdx in _PUBLIC:
            continue
        if not credit.set.has_credits:
            message = f"icon set {credit.set.prefix!r} does not name its authors and licence ({shown})"
            hint = "put the package's info.json beside its icons.json, or use the file that has both"
            yield Problem(ID, game.place, message, hint, Severity.WARNING)
        elif not has_credits:
            message = f"icons of {credit.set.name!r} are used ({shown}), but the rulebook does not credit their authors"
            hint = f"add a fenced 'credits' block to it; the licence is {credit.set.licence or credit.set.spdx}"
            yield Problem(ID, place, message, hint, Severity.WARNING)
