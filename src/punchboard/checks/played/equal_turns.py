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
from typing import TYPE_CHECKING, Final

from punchboard.checks.played.wording import with_players
from punchboard.engine.proof import PlayConfiguration, Proof
from punchboard.problem import Problem, Severity

if TYPE_CHECKING:
    from punchboard.engine.turns import TurnsResult

ID: Final = "TURN003"


def check(proof: Proof) -> Iterator[Problem]:
    """Yield one warning that lists the ways to play with unequal turns."""
    unequal = [played for played in proof.turns if played.has_equal_turns is False]
    if not unequal:
        return
    ways = with_players(PlayConfiguration(played.players, played.variant) for played in unequal)
    message = f"seats get unequal numbers of turns {ways}: {_turns(unequal[0])}"
    hint = "play the round to its end, or accept it in 'checks' and give the reason"
    yield Problem(ID, proof.game.place_of("turn"), message, hint, Severity.WARNING)


def _turns(played: TurnsResult) -> str:
    """Return the number of turns of each seat: ``10, 10, 9``, or a range if chance or choice decides."""
    return ", ".join(spread.text for spread in played.turns_by_seat)
