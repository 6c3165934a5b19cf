"""TURN003: players do not get the same number of turns.

What: with some number of players, some seats have had more turns than others when the game ends.

Why: the last player finds out when it is too late. Many games intend it: then accept it in ``checks`` and give the
reason.

Bad::

    turn: [{draw: 1, from: pack, to: hand, if short: stop}]
    end: {pack is empty: {when: "count('pack') == 0"}}          # 50 cards, four players

Good: the round is played to its end, or the rules accept it::

    end: {pack is empty: {when: "count('pack') < players", check: round}}
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from punchboard.checks.played.wording import with_players
from punchboard.engine.proof import PlayConfiguration, Proof
from punchboard.problem import Problem, Severity

ID: Final = "TURN003"


def check(proof: Proof) -> Iterator[Problem]:
    """Yield one warning that lists the ways to play with unequal turns."""
    unequal = [played for played in proof.turns if played.has_equal_turns is False]
    if not unequal:
        return
    ways = with_players(PlayConfiguration(played.players, played.variant) for played in unequal)
    turns = ", ".join(spread.text for spread in unequal[0].turns_by_seat)
    message = f"seats get unequal numbers of turns {ways}: {turns}"
    hint = "play the round to its end, or accept it in 'checks' and give the reason"
    yield Problem(ID, proof.game.place_of("turn"), message, hint, Severity.WARNING)
