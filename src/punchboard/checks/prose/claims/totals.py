"""Totals: of parts beside them, of the deck for a number of players, and of the cards of a place or a group.

``45 cards (15 each in three suits)`` and ``7 ships (4 Rowboats, 3 Ferries)``; ``With three players, use 11 cards``,
against the columns of the table; ``Three monsters live in the Swamp``, against the cards that have it.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

from punchboard.checks.prose.claims.claims import Claim
from punchboard.checks.prose.claims.player_counts import number_of
from punchboard.checks.prose.english import Patterns
from punchboard.checks.prose.english.numbers import Quantity
from punchboard.checks.prose.english.parsed_text import Block, words
from punchboard.checks.prose.english.sentences import is_example, is_option, sentence_at, whole_sentence_at
from punchboard.checks.prose.reading.reading import Reading
from punchboard.checks.prose.reading.vocabulary import forms

_RE: Final = Patterns("totals")

FEWEST: Final = 2
"""A total has at least this many parts."""


def wrong_products(claims: Sequence[Claim], numbers: Sequence[Quantity]) -> Iterator[tuple[int, str]]:
    """Yield the letter and the problem of each product that is not the right number before it.

    Args:
        claims: the claims of a block.
        numbers: all its numbers.
    """
    right = {claim.end: claim for claim in claims if claim.quantity.value in claim.totals}
    for each, groups in pairwise(numbers):
        text = claims[0].block.text if claims else ""
        between = text[each.end : groups.start]
        claim = next((claim for end, claim in right.items() if _RE.beside.fullmatch(text, end, each.start)), None)
        if claim and _RE.each_in.fullmatch(between) and each.value * groups.value != claim.quantity.value:
            product = f"{each.value} in each of {groups.value} make {each.value * groups.value}"
            yield each.start, f"{product}, not {claim.quantity.value} {claim.name}"


def wrong_sums(claims: Sequence[Claim]) -> Iterator[tuple[int, str]]:
    """Yield the letter and the problem of each total that is not the sum of its parts, or of the wrong parts of one."""
    for number, total in enumerate(claims):
        parts = tuple(_parts(total, claims[number + 1 :]))
        if len(parts) >= FEWEST and total.quantity.kind == "exactly" and not total.is_partial:
            yield from _wrong(total, parts)


def _wrong(total: Claim, parts: Sequence[Claim]) -> Iterator[tuple[int, str]]:
    pieces = frozenset[int]().union(*(sense for part in parts for sense in part.sense_pieces))
    summed, value = sum(part.quantity.value for part in parts), total.quantity.value
    wrong = [part for part in parts if part.quantity.value not in part.totals]
    if value in total.totals:
        # else more than these parts may belong to the total
        listed = wrong if pieces in total.sense_pieces else []
        yield from ((part.quantity.start, f"{_shown(part)!r}: the deck has {_totals(part)}") for part in listed)
    elif not total.is_generic and any(pieces <= sense for sense in total.sense_pieces):
        if summed != value or not wrong:
            yield total.quantity.start, f"{_shown(total)!r}: the deck has {_totals(total)}"
    elif summed != value:
        yield total.quantity.start, f"{_shown(total)!r}, but the numbers beside it make {summed}"


def _parts(total: Claim, after: Sequence[Claim]) -> Iterator[Claim]:
    """Yield the counted names that are listed right after a total; none if anything else is listed with them."""
    text, end = total.block.text, total.end
    parts: list[Claim] = []
    for claim in after:
        joint = _RE.joint if parts else _RE.opening
        if not joint.fullmatch(text, end, claim.quantity.start) or claim.end <= claim.quantity.end:
            break
        parts.append(claim)
        end = claim.end
    if _RE.closing.match(text, end) and not _RE.no_sum.fullmatch(total.name):
        yield from (part for part in parts if part.quantity.kind == "exactly" and not part.is_partial)


def _shown(claim: Claim) -> str:
    return claim.block.text[claim.quantity.start : claim.end]


def _totals(claim: Claim) -> str:
    return " or ".join(map(str, sorted(claim.totals)))


def wrong_decks(claims: Iterable[Claim], totals: Mapping[int, int]) -> Iterator[tuple[int, str]]:
    """Yield the place and the problem of each number of cards that the deck for these players does not have.

    Args:
        claims: the claims of a block.
        totals: the number of all cards by number of players.
    """
    for claim in claims if totals else ():
        block, number = claim.block, claim.quantity
        sentence = sentence_at(block, number.start)
        match = _RE.by_players.fullmatch(block.text, sentence.start, number.start)
        is_all = match and claim.is_generic and not claim.is_partial and _RE.by_players_end.match(block.text, claim.end)
        if not is_all or number.kind != "exactly" or is_example(block) or is_option(block, number.start):
            continue
        players = number_of(next(filter(None, match.groups()))) if match else 0
        total = totals.get(players, number.value)
        if number.value != total and 2 * number.value > total:  # a smaller number is that of some cards
            yield number.start, f"{number.value} {claim.name} with {players} players here, but the table has {total}"


def wrong_homes(reading: Reading, block: Block) -> Iterator[tuple[int, str]]:
    """Yield the place and the problem of each number of cards that live somewhere or belong to something."""
    vocabulary = reading.vocabulary
    by_start = {mention.start: mention for mention in reading.mentions(block)}
    for number in reading.quantities(block):
        match = _RE.lives.match(block.text, number.end)
        home = by_start.get(match.end()) if match else None
        sentence = whole_sentence_at(block, number.start)
        begins = _RE.begins.search(block.text[sentence.start : number.start])
        is_plain = begins and number.kind == "exactly" and not _RE.at_times.search(sentence.text)
        if match is None or home is None or not is_plain or is_example(block) or is_option(block):
            continue
        named = by_start.get(match.start("noun")) if match["noun"] else None
        groups = [sense.pieces for sense in named.senses] if named else _all(reading, block, match["noun"])
        are_groups = {sense.role for sense in home.senses} <= {"entry", "kind"}
        in_both = [group & sense.pieces for group in groups for sense in home.senses if are_groups]
        counts = {count for pieces in in_both for count in (len(pieces), vocabulary.copies(pieces))}
        if counts - {0} and number.value not in counts:
            there = " or ".join(map(str, sorted(counts)))
            shown = block.text[number.start : home.end]
            yield number.start, f"{shown!r}: the table has {there} of {home.senses[0].name!r}"


def _all(reading: Reading, block: Block, noun: str | None) -> list[frozenset[int]]:
    """Return all pieces for what the file is called, ``Monsters.csv``, or without a noun beside names of pieces."""
    vocabulary = reading.vocabulary
    titles = {word.folded for word in words(re.sub(r"\W|_", " ", re.split(r"[/\\]", vocabulary.file)[-1]))}
    is_beside = any(sense.role == "piece" for mention in reading.mentions(block) for sense in mention.senses)
    is_all = not forms(noun).isdisjoint(titles) if noun else is_beside
    return [frozenset(range(len(vocabulary.pieces)))] if is_all else []
