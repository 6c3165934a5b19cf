"""RULE002: the rulebook leaves out a rule of the game's own document.

What: ``rules.yaml`` lists every rule of the document. A rule is covered if the rulebook marks it, or if set-up steps or
variants that are printed from ``game.yaml`` name it. This rule is not covered.

Why: players miss a rule that was left out.

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
    """Yield a problem for each rule whose id is not in ``covered``, the ids that the composed rulebook covers."""
    for name, rule in game.rules.items():
        if name not in covered:
            hint = f"mark the words that state it with [#{name}]: {rule.file.rule}"
            yield Problem(ID, rule.place, f"the rulebook does not cover the rule {name!r}", hint)
