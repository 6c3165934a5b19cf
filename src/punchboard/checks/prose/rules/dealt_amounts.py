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
from punchboard.checks.prose.english import Patterns
from punchboard.checks.prose.english.sentences import is_example, is_option, sentence_at
from punchboard.checks.prose.reading.reading import Reading
from punchboard.checks.prose.reading.vocabulary import SetupDeal
from punchboard.model.game.setup import VERBS
from punchboard.problem import Problem

_RE: Final = Patterns("dealt")

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
    sentence = sentence_at(claim.block, claim.quantity.start)
    before = sentence.text[: claim.quantity.start - sentence.start]
    if in_setup(claim.block) or _RE.starts.search(sentence.text):
        steps = [deal for deal in steps if deal.is_setup] or steps  # a turn does not say what the set-up gives
    if any(not deal.numbers and _may_describe(before, deal) for deal in steps):
        return
    steps = [deal for deal in steps if deal.numbers]
    dealt = ((each, seats) for each, seats, what in shares(claim, players) if what == "players")
    wrong = next((each for each, seats in dealt if steps and not _is_given(claim, each, seats, steps)), None)
    if wrong is not None:
        deals = [deal for deal in steps if deal.is_setup] or steps
        given = " or ".join(map(str, sorted({number for deal in deals for number in deal.numbers.values()})))
        who = "the set-up" if deals[0].is_setup else "a turn"
        message = f"{wrong} {claim.name} for each player here, but {who} gives {given}"
        yield Problem(ID, claim.block.place(claim.quantity.start), message, "correct the number or the set-up")


def _may_describe(before: str, deal: SetupDeal) -> bool:
    """Return whether the words before a number may be about a step that gives all of a pile, or what a die shows.

    ``Deal 12 cards to each player`` is about no step of a turn in which a player takes all of a trick.
    """
    if deal.is_setup:
        return True
    if _RE.deals.search(before):
        return VERBS[deal.verb].for_each_player
    return VERBS[deal.verb].draws or not _RE.draws.search(before)


def _is_given(claim: Claim, each: int, seats: int, steps: Sequence[SetupDeal]) -> bool:
    """Return whether a step gives this number: with this number of players, or with any if the claim names none."""
    for deal in steps:
        by_seats = claim.quantity.kind == "each"
        numbers = [deal.numbers.get(seats, deal.numbers.get(0, -1))] if by_seats else [*deal.numbers.values()]
        if each in numbers or (deal.is_limit and each <= max(numbers)):
            return True
    return False
