"""TURN002: an end of the game is never reached.

What: no course that a game can take meets the condition of an ``end``. It is an error where every course was walked
through, and a warning where games were played at random and none met it.

Why: either a game does not end, or the rules speak of an end that nobody will ever see.

Bad::

    end:
      pack is empty: {when: "count('pack') == 0"}       # four players draw 3 cards a round from 53

Good::

    end:
      pack is low: {when: "count('pack') < 3 * players", check: round}
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from punchboard.checks.played.wording import with_players
from punchboard.engine.proof import PlayConfiguration, Proof
from punchboard.problem import Problem, Severity

ID: Final = "TURN002"


def check(proof: Proof) -> Iterator[Problem]:
    """Yield a problem for each end that is met in none of the ways to play."""
    if not proof.turns:
        return
    for name in proof.game.file.end:
        met = [(played, end) for played in proof.turns for end in played.ends if end.name == name]
        if any(end.is_reached for _, end in met):
            continue
        sure = bool(met) and all(end.is_reached is False for _, end in met)
        ways = with_players(PlayConfiguration(played.players, played.variant) for played, _ in met)
        seen = "is never reached" if sure else f"was met in none of the games that were played ({_games(proof)})"
        severity = Severity.ERROR if sure else Severity.WARNING
        place = proof.game.place_of("end", name)
        yield Problem(ID, place, f"the end {name!r} {seen} {ways}".rstrip(), severity=severity)


def _games(proof: Proof) -> str:
    return f"{sum(played.runs for played in proof.turns)} in all"
