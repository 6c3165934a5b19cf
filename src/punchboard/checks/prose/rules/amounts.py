"""PROSE002: a number beside a name disagrees with the deck.

What: the text counts something differently from the deck: a line in the list of components, ``all 36 cards``, more of a
card than there are, more for all players than the box holds, a table by players whose rows give different totals.

Why: players count the components before the first game, and would think that something is missing.

Bad::

    Deal 9 cards to each of the 4 players.        # a deck of 32

Good::

    Deal 8 cards to each of the 4 players.

If a number is right all the same, mark it on its line or the line before: ``<!-- right: PROSE002 big box -->``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from punchboard.checks.prose.claims.claim_messages import claim_message, too_few_message
from punchboard.checks.prose.claims.claims import Claim, claims_of
from punchboard.checks.prose.claims.deals import expected_remainder, inconsistent_slashes
from punchboard.checks.prose.claims.inventory import inventories
from punchboard.checks.prose.claims.player_counts import Players, game_players
from punchboard.checks.prose.claims.player_tables import inconsistent_cells
from punchboard.checks.prose.english.parsed_text import Block
from punchboard.checks.prose.reading.reading import Reading
from punchboard.problem import Problem

ID: Final = "PROSE002"

MAX_CELL_WORDS: Final = 4
"""A cell with more words is a sentence."""


def check(reading: Reading) -> Iterator[Problem]:
    """Yield a problem for each number that contradicts the deck."""
    claims, players = claims_of(reading), game_players(reading)
    listed: dict[tuple[Block, int], Claim] = {}
    for claim, beside in inventories(reading, claims):
        listed[claim.block, claim.quantity.start] = claim
        if message := too_few_message(claim, players, beside):
            yield _problem(claim.block, claim.quantity.start, message)
    in_sentences: dict[tuple[Block, int], Claim] = {}
    for block in reading.blocks:
        if block.kind != "cell" or len(block.words) > MAX_CELL_WORDS:
            found = claims.in_block(block)
            in_sentences |= {(block, claim.quantity.start): claim for claim in found}
            yield from _remainders(found, players)
    for key, claim in (listed | in_sentences).items():
        message = claim_message(claim, players, claims.in_block(claim.block), is_listed=key in listed)
        if message:
            yield _problem(*key, message)
    for block, quantity, message in inconsistent_slashes(reading):
        yield _problem(block, quantity.start, message)
    for cell, message in inconsistent_cells(reading, _cards(reading)):
        yield _problem(cell, 0, message)


def _remainders(found: tuple[Claim, ...], players: Players) -> Iterator[Problem]:
    for claim in found:
        expected = expected_remainder(claim, found, players)
        if expected is not None and expected != claim.quantity.value:
            message = f"{claim.quantity.value} {claim.name} are left here, but the deal leaves {expected}"
            yield _problem(claim.block, claim.quantity.start, message)


def _cards(reading: Reading) -> int:
    """Return the number of cards."""
    senses = reading.vocabulary.senses.get("card", ())
    return max((reading.vocabulary.copies(sense.pieces) for sense in senses), default=0)


def _problem(block: Block, letter: int, message: str) -> Problem:
    return Problem(ID, block.place(letter), message, "correct the number or the deck")
