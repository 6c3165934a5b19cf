"""PROSE009: the text gives players a different number than the set-up.

What: ``deal eight cards to each player``, ``everyone draws four tiles``, ``5/4 cards for 2/3 players``; but no set-up
step in ``game.yaml`` gives each player this number.

Why: two people at the same table read the set-up sheet and the rulebook.

Bad::

    # game.yaml                                                   rulebook.md
    setup: [{deal: 7, from: pack, to: hand}]                       Deal eight cards to each player.

Good::

    Deal {{ words(numbers.hand) }} cards to each player.

If a number is right all the same, mark it on its line or the line before: ``<!-- right: PROSE009 a later deal -->``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from punchboard.checks.prose.claims.claims import Claim, claims_of, in_setup, shares
from punchboard.checks.prose.claims.player_counts import Players, game_players
from punchboard.checks.prose.english.sentences import is_example, is_option
from punchboard.checks.prose.reading.reading import Reading
from punchboard.checks.prose.reading.vocabulary import SetupDeal
from punchboard.problem import Problem

ID: Final = "PROSE009"


def check(reading: Reading) -> Iterator[Problem]:
    """Yield a problem for each number that no set-up step gives."""
    claims, players = claims_of(reading), game_players(reading)
    for block in reading.blocks if reading.vocabulary.deals else ():
        if not is_example(block) and not is_option(block):
            for claim in claims.in_block(block):
                if claim.quantity.kind not in {"limit", "about"}:
                    yield from _wrong_deal(reading, claim, players)


def _wrong_deal(reading: Reading, claim: Claim, players: Players) -> Iterator[Problem]:
    """Yield the problem of a claim that gives each player a number that no step gives, if steps give these pieces."""
    steps = [
        deal
        for deal in reading.vocabulary.deals
        if any(not deal.pieces.isdisjoint(pieces) for pieces in claim.sense_pieces)
    ]
    if in_setup(claim.block):  # a turn that draws "up to" some cards does not say what the set-up gives
        steps = [deal for deal in steps if deal.is_setup] or steps
    if not all(deal.numbers for deal in steps):
        return
    dealt = ((each, seats) for each, seats, what in shares(claim, players) if what == "players")
    wrong = next((each for each, seats in dealt if steps and not _is_given(claim, each, seats, steps)), None)
    if wrong is not None:
        given = " or ".join(map(str, sorted({number for deal in steps for number in deal.numbers.values()})))
        message = f"{wrong} {claim.name} for each player here, but the set-up gives {given}"
        yield Problem(ID, claim.block.place(claim.quantity.start), message, "correct the number or the set-up")


def _is_given(claim: Claim, each: int, seats: int, steps: Sequence[SetupDeal]) -> bool:
    """Return whether a step gives this number: with this number of players, or with any if the claim names none."""
    if claim.quantity.kind == "each":
        return any(deal.numbers.get(seats, deal.numbers.get(0)) == each for deal in steps)
    return any(each in deal.numbers.values() for deal in steps)
