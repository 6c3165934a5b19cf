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

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from punchboard.checks.prose.claims.claims import (
    Claim,
    claims_of,
    expected_remainder,
    has_own_decks,
    inconsistent_slashes,
    per_player,
    shares,
)
from punchboard.checks.prose.claims.counted_names import inventories
from punchboard.checks.prose.claims.player_counts import Players, game_players
from punchboard.checks.prose.claims.repeated_facts import inconsistent_cells
from punchboard.checks.prose.claims.totals import wrong_decks, wrong_homes, wrong_products, wrong_sums
from punchboard.checks.prose.english import Patterns
from punchboard.checks.prose.english.numbers import MONEY, quantities
from punchboard.checks.prose.english.parsed_text import Block
from punchboard.checks.prose.english.sentences import is_example, whole_sentence_at
from punchboard.checks.prose.reading.reading import Reading
from punchboard.model.values import counted
from punchboard.problem import Problem

_RE: Final = Patterns("amounts")


def too_few_message(claim: Claim, players: Players, beside: str) -> str:
    """Return the message for a claim with ``one per player`` beside it and too few pieces, or an empty text."""
    each, seats = per_player(claim, beside), max(players or (0,))
    least = min(claim.quantity.value or claim.largest_total, claim.largest_total)
    if each * seats <= least:
        return ""
    return f"{each} {claim.name} for each of {counted(seats, 'player')} make {each * seats}, not {least}"


def claim_message(claim: Claim, players: Players, beside: Sequence[Claim] = (), *, is_listed: bool) -> str:
    """Return the message for a claim that disagrees with the deck, or an empty text.

    Args:
        claim: the number and how many there are.
        players: how many players the game is for, if known.
        beside: the claims of the same block.
        is_listed: whether the claim is a line of an inventory.
    """
    value = claim.quantity.value
    is_whole = value in claim.totals and claim.is_generic  # the table may be the deck of each player
    if is_whole or claim.is_lower_case or claim.quantity.kind in {"limit", "about"}:
        return ""
    there = "there is only 1" if claim.largest_total == 1 else f"there are only {claim.largest_total}"
    for each, times, what in shares(claim, players):
        if each * times > claim.largest_total:
            product = f"{each} {claim.name} for each of {times} {what} make {each * times}"
            return f"{product}, but {there}{_rows(claim)}"
    if value in claim.totals:
        return ""
    shown = _shown(claim)
    is_sum = _is_sum(claim, beside)
    if value > claim.largest_total and not is_sum:
        return f"{shown!r}: {there} in the deck"
    if claim.quantity.kind == "exactly" and (is_listed or _counts_all(claim)) and not claim.is_partial and not is_sum:
        return f"{shown!r}: the deck has {' or '.join(map(str, sorted(claim.totals)))}"
    return ""


def _rows(claim: Claim) -> str:
    """Return the rows of the table that a claim is about, in brackets."""
    more = len(claim.rows) - 1
    return f" ({claim.rows[0]}{f' and {more} more' if more else ''})" if claim.rows else ""


def _shown(claim: Claim) -> str:
    if claim.end > claim.quantity.end:
        return claim.block.text[claim.quantity.start : claim.end]
    return f"{claim.block.text[claim.quantity.start : claim.quantity.end]} {claim.name}"


def _counts_all(claim: Claim) -> bool:
    """Return whether a claim counts everything that there is."""
    block, quantity = claim.block, claim.quantity
    before = block.text[: quantity.start]
    if is_example(block) or _RE.left.match(block.text, claim.end):
        return False
    if _RE.box.search(before) and not _RE.of_each.match(block.text, claim.end):
        return True
    few = 2 * quantity.value < claim.largest_total  # a small number counts some, not all
    if _RE.all.search(before) or _RE.pack.search(before) or _RE.whole.match(block.text, claim.end):
        return quantity.value > 1 and not few
    known = _RE.the.search(before) and quantity.value > 1 and not few
    return bool(known) and not claim.is_generic


def _is_sum(claim: Claim, beside: Sequence[Claim]) -> bool:
    """Return whether a number of cards is the total plus or minus one or two other numbers of its sentence.

    A correct number for a part of the total is not one of these unless it is left out, nor is a number of players. A
    larger number of another sentence is one: ``Have you a pack of 52? Throw out the 20 low cards``.
    """
    if not claim.is_generic:
        return False
    sentence = whole_sentence_at(claim.block, claim.quantity.start)
    kept = () if _RE.removed.search(sentence.text) else beside
    parts = {other.quantity.start for other in kept if not other.is_generic and other.quantity.value in other.totals}
    counted = [
        number
        for number in quantities(claim.block)
        if number.kind != MONEY
        and number.start not in parts
        and (sentence.start <= number.start < sentence.end or number.value > claim.largest_total)
        and not _RE.no_part.match(claim.block.text, number.end)
    ]
    others = {value for number in counted for value in number.values} - {claim.quantity.value, 0, 1}
    sums = {*others, *(value + other for value, other in combinations(sorted(others), 2))}
    value = claim.quantity.value
    return any(abs(value - total) in sums or value + total in sums for total in claim.totals)


ID: Final = "PROSE002"

MAX_CELL_WORDS: Final = 4
"""A cell with more words is a sentence."""


def check(reading: Reading) -> Iterator[Problem]:
    """Yield a problem for each number that contradicts the deck."""
    claims = claims_of(reading)
    players = None if has_own_decks(reading) else game_players(reading)
    listed: dict[tuple[Block, int], Claim] = {}
    for claim, beside in inventories(reading, claims):
        listed[claim.block, claim.quantity.start] = claim
        if message := too_few_message(claim, players, beside):
            yield _problem(claim.block, claim.quantity.start, message)
    in_sentences: dict[tuple[Block, int], Claim] = {}
    sums: list[Problem] = []
    for block in reading.blocks:
        if block.kind != "cell" or len(block.words) > MAX_CELL_WORDS:
            stated = claims.in_block(block)
            in_sentences |= {(block, claim.quantity.start): claim for claim in stated}
            yield from _remainders(stated, players)
            decks = wrong_decks(stated, reading.vocabulary.totals_by_players)
            for letter, message in (
                *decks,
                *wrong_homes(reading, block),
                *wrong_products(stated, reading.quantities(block)),
            ):
                yield _problem(block, letter, message)
            sums += [_problem(block, letter, message) for letter, message in wrong_sums(stated)]
    for key, claim in (listed | in_sentences).items():
        message = claim_message(claim, players, claims.in_block(claim.block), is_listed=key in listed)
        if message:
            yield _problem(*key, message)
    yield from sums
    for block, quantity, message in inconsistent_slashes(reading):
        yield _problem(block, quantity.start, message)
    for cell, message in inconsistent_cells(reading, _cards(reading)):
        yield _problem(cell, 0, message)


def _remainders(claims: tuple[Claim, ...], players: Players) -> Iterator[Problem]:
    for claim in claims:
        expected = expected_remainder(claim, claims, players)
        if expected is not None and expected != claim.quantity.value:
            message = f"{claim.quantity.value} {claim.name} are left here, but the deal leaves {expected}"
            yield _problem(claim.block, claim.quantity.start, message)


def _cards(reading: Reading) -> int:
    """Return the number of cards."""
    senses = reading.vocabulary.senses.get("card", ())
    return max((reading.vocabulary.copies(sense.pieces) for sense in senses), default=0)


def _problem(block: Block, letter: int, message: str) -> Problem:
    return Problem(ID, block.place(letter), message, "correct the number or the deck")
