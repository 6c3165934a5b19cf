"""RULE002: the rulebook does not tell a rule of the game's own document.

What: ``rules.yaml`` lists every rule of the document; a rule is told where the rulebook marks it, or where set-up or
variants, printed from ``game.yaml``, name it. This one is told nowhere.

Why: a rule that was left out is missed at the table.

Bad::

    # rules.yaml                                              rulebook.md
    deal-ten: {section: Set-up, rule: Deal ten cards each.}    Deal ten cards to each player.

Good::

    Deal ten cards to each player. [#deal-ten]
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from punchboard.model.game.game import Game
from punchboard.problem import Problem

ID: Final = "RULE002"


def check(game: Game, covered: Collection[str]) -> Iterator[Problem]:
    """Yield a problem for each rule that a composed rulebook does not tell; ``told`` are the ids that it does."""
    for name, rule in game.rules.items():
        if name not in covered:
            hint = f"mark the words that tell it with [#{name}]: {rule.file.rule}"
            yield Problem(ID, rule.place, f"the rule {name!r} is told nowhere in the rulebook", hint)
