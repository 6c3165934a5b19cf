"""PROSE009: the text gives the players another number than the set-up does.

What: ``deal eight cards to each player``, ``everyone draws four tiles``, ``5/4 cards for 2/3 players``; and no step of
the set-up in ``game.yaml`` gives each player so many of them.

Why: the sheet for setting up and the rulebook are read at one table, by two people.

Bad::

    # game.yaml                                                   rulebook.md
    setup: [{deal: 7, from: pack, to: hand}]                       Deal eight cards to each player.

Good::

    Deal {{ words(numbers.hand) }} cards to each player.

A number that is right all the same is marked on its line or the line before: ``<!-- right: PROSE009 a later deal -->``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from punchboard.checks.prose.claims.claims import Claim, claims_of
from punchboard.checks.prose.claims.deals import shares
from punchboard.checks.prose.claims.player_counts import game_players
from punchboard.checks.prose.english.sentences import is_example, is_option
from punchboard.checks.prose.reading.reading import Reading
from punchboard.checks.prose.reading.vocabulary import SetupDeal
from punchboard.problem import Problem

ID: Final = "PROSE009"


def check(reading: Reading) -> Iterator[Problem]:
    """Yield a problem for each number that no step of the set-up gives."""
    given = reading.vocabulary.deals
    claims, players = claims_of(reading), game_players(reading)
    for block in reading.blocks if given else ():
        if is_example(block) or is_option(block):
            continue
        for claim in claims.in_block(block):
            dealt = [(each, seats) for each, seats, what in shares(claim, players) if what == "players"]
            if not dealt or claim.quantity.kind in {"limit", "about"}:
                continue
            steps = [one for one in given if any(not one.pieces.isdisjoint(pieces) for pieces in claim.sense_pieces)]
            if not steps or not all(one.numbers for one in steps):
                continue
            for each, seats in dealt:
                if not _is_given(claim, each, seats, steps):
                    numbers = sorted({number for one in steps for number in one.numbers.values()})
                    message = f"{each} {claim.name} for each player, and {' or '.join(map(str, numbers))} by the set-up"
                    yield Problem(ID, block.place(claim.quantity.start), message, "correct the number, or the set-up")
                    break


def _is_given(claim: Claim, each: int, seats: int, steps: Sequence[SetupDeal]) -> bool:
    """Tell whether a step gives so many: with this number of players, or with any where the claim names none."""
    if claim.quantity.kind == "each":
        return any(one.numbers.get(seats, one.numbers.get(0)) == each for one in steps)
    return any(each in one.numbers.values() for one in steps)
