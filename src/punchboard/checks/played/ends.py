"""TURN002: an end of the game is never reached.

What: no course of the game meets the condition of an ``end``. It is an error if every course was followed, and a
warning if games were played at random and none of them met it.

Why: either the game does not end, or the rules describe an end that never happens.

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
    """Yield a problem for each end that no way to play reaches."""
    if not proof.turns:
        return
    for name in proof.game.file.end:
        met = [(played, end) for played in proof.turns for end in played.ends if end.name == name]
        if any(end.is_reached for _, end in met):
            continue
        sure = bool(met) and all(end.is_reached is False for _, end in met)
        if not sure and not _games(proof):
            continue  # no game was played: another rule says why
        ways = with_players(PlayConfiguration(played.players, played.variant) for played, _ in met)
        seen = "is never reached" if sure else f"was not reached in any of {_games(proof)} random games"
        severity = Severity.ERROR if sure else Severity.WARNING
        place = proof.game.place_of("end", name)
        yield Problem(ID, place, f"the end {name!r} {seen} {ways}".rstrip(), severity=severity)


def _games(proof: Proof) -> int:
    return sum(played.runs for played in proof.turns)
