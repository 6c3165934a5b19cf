"""Numbers of pieces that each player gets: ``Deal 7 cards to each``, ``9/7/5 for 3/4/5 players``."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from punchboard.checks.prose.claims.claims import Claim, claims_of
from punchboard.checks.prose.claims.player_counts import (
    NUMBER,
    Players,
    game_players,
    number_of,
    slashed_players,
    with_players,
)
from punchboard.checks.prose.english.numbers import Quantity
from punchboard.checks.prose.english.parsed_text import Block
from punchboard.checks.prose.english.sentences import Sentence, is_example, is_option, sentence_at, sentences
from punchboard.checks.prose.reading.reading import Reading

_GIVEN: Final = r"(?:\w+ )?(?:dealt|given|handed)"
_GETS_ONE: Final = rf"takes|gets|receives|draws|starts|begins|has|is {_GIVEN}|picks|chooses"
_PERSON: Final = r"(?:player|person|child)"
_ALL: Final = (
    rf"(?:each|every) (?:{_PERSON}|of you|one of you)|(?:each|every)(?= (?:{_GETS_ONE})\b)|everyone|everybody"
    rf"|all (?:of )?(?:the )?(?:{_PERSON}s|children)|you each"
)
_GETS: Final = rf"{_GETS_ONE}|take|get|receive|draw|start|begin|have|are {_GIVEN}|be dealt|be given|pick|choose"
_TAKES: Final = re.compile(rf"\b(?:{_ALL})\b(?! who)[^:;(]*?\b(?:{_GETS})\b[^:;(]*$", re.IGNORECASE)
_BEGIN: Final = re.compile(r"\s*(?:the )?players (?:each )?(?:start|begin|receive|get|take)\b[^:;(]*$", re.IGNORECASE)
_LAYS: Final = re.compile(rf"\b(?:{_ALL})\b[^:;(]*?\b(?:places?|puts?|sets?|lays?)\b[^:;(]*$", re.IGNORECASE)
_GIVES: Final = re.compile(r"\b(?:deals?|gives?|hands?|pass(?:es)?|distribute|dealt)\b[^:;]*$", re.IGNORECASE)
_GIVES_EACH: Final = re.compile(
    rf"\b(?:deals?|gives?|hands?|pass(?:es)?)(?: out)?(?: to)? (?:{_ALL})\b[^:;(]*$", re.IGNORECASE
)
_TO_EACH: Final = re.compile(rf"[^:;.]*\b(?:to|for) (?:{_ALL}|each)\b(?! of the)", re.IGNORECASE)
_AFTER: Final = re.compile(
    rf"\s(?:(?:are|is|go|goes) (?:dealt |given |handed )?)?"
    rf"(?:each|apiece|(?:a|per) (?:{_PERSON}|head)|(?:to|for) (?:{_ALL}))\b(?! of the)",
    re.IGNORECASE,
)
_AT_TIMES: Final = re.compile(
    r"\b(?:when|whenever|if|once|after|until|unless|before|as soon as)\b[^,]*$", re.IGNORECASE
)
_THEY: Final = re.compile(r"\s*they\b", re.IGNORECASE)
_SETUP: Final = re.compile(
    r"\b(?:set-?up|set(?:ting)? up|prepar\w+|(?:get|getting) ready|before|begin\w*|start\w*)\b", re.IGNORECASE
)
_STARTS: Final = re.compile(r"\b(?:start|begin)s?\b|\bstarting\b", re.IGNORECASE)
_ONLY_SOME: Final = re.compile(
    r"\b(?:more|another|additional|extra|instead|then|after|if|when|round|turn)\b|\bfirst player\b|\bplayers?:",
    re.IGNORECASE,
)
_ON_EACH: Final = re.compile(
    rf"\s(?:on|onto|to|in|into|for|at|by|beside) each of (?:the |your )?{NUMBER}\b", re.IGNORECASE
)
_WITH: Final = re.compile(rf"\b{NUMBER}[\s-]+players?\b", re.IGNORECASE)
_LEFT: Final = re.compile(r"\s(?:that |which )?(?:are |is )?(?:left|remain)", re.IGNORECASE)
_PER: Final = re.compile(rf"[\s,(|\u2013\u2014-]*{NUMBER} (?:per|for each|for every|to each) player\b", re.IGNORECASE)


def shares(claim: Claim, players: Players) -> Iterator[tuple[int, int, str]]:
    """Yield (number for each, number of receivers, what they are) if a claim says that pieces are given out."""
    sentence = sentence_at(claim.block, claim.quantity.start)
    value = claim.quantity.value
    places = _ON_EACH.match(claim.block.text, claim.end)
    if claim.quantity.kind == "each":
        seats = slashed_players(sentence.text)
        if len(seats) == len(claim.quantity.values):
            yield from ((each, seat, "players") for each, seat in zip(claim.quantity.values, seats, strict=True))
    elif places:
        yield value, number_of(places[1]), "places"
    elif _is_dealt(claim, sentence):
        text = with_players(sentence.text, claim.people)
        stated_players = [number_of(found) for found in _WITH.findall(text)]
        if stated_players or players:
            yield value, max(stated_players or players or ()), "players"


def starting_shares(reading: Reading) -> Iterator[tuple[Claim, int]]:
    """Yield the claims of what each player begins the game with, with the number for each."""
    players = game_players(reading)
    for block in reading.blocks:
        if is_example(block) or is_option(block):
            continue
        for claim in claims_of(reading).in_block(block):
            text = sentence_at(block, claim.quantity.start).text
            is_start = any(map(_SETUP.search, block.sections)) or _STARTS.search(text)
            if is_start and not (_ONLY_SOME.search(text) or _WITH.search(text)) and claim.quantity.kind == "exactly":
                yield from ((claim, each) for each, _, what in shares(claim, players) if what == "players")


def _is_dealt(claim: Claim, sentence: Sentence) -> bool:
    before = with_players(sentence.text[: claim.quantity.start - sentence.start], claim.people)
    after = with_players(claim.block.text[claim.end : sentence.end], claim.people)
    if _THEY.match(before):  # ``Each player takes a pawn. They also take ...``
        before = f"{with_players(_sentence_before(claim, sentence), claim.people)}{before}"
    is_setup = any(map(_SETUP.search, claim.block.sections))
    takes = _TAKES.search(before) or _GIVES_EACH.search(before) or (is_setup and _LAYS.search(before))
    if (takes and not _AT_TIMES.search(before, 0, takes.start())) or (is_setup and _BEGIN.match(before)):
        return True
    if _AFTER.match(after):
        return not claim.are_dice  # each player rolls the same dice
    return bool(_GIVES.search(before) and _TO_EACH.match(after))


def _sentence_before(claim: Claim, sentence: Sentence) -> str:
    return next((one.text for one in sentences(claim.block) if one.end == sentence.start), "")


def per_player(claim: Claim, beside: str) -> int:
    """Return the number for each player stated beside a claim, or 0: 1 for ``4 Holds, one per player``."""
    found = _PER.match(beside) or _PER.match(claim.block.text, claim.end)
    return number_of(found[1]) if found else 0


def inconsistent_slashes(reading: Reading) -> Iterator[tuple[Block, Quantity, str]]:
    """Yield numbers by players whose products with the players are all equal but one, with the problem in words.

    They are reported only if the common product divides another number in the block.
    """
    for block in reading.blocks:
        found = reading.quantities(block)
        for quantity in found:
            seats = slashed_players(block.text[quantity.end :]) if quantity.kind == "each" else ()
            if len(seats) != len(quantity.values) or len(seats) < 3:
                continue
            products = [value * seat for value, seat in zip(quantity.values, seats, strict=True)]
            common, times = Counter(products).most_common(1)[0]
            odd = [at for at, product in enumerate(products) if product != common]
            others = [other.value for other in found if len(other.values) == 1 and other.value > common > 0]
            if len(odd) == 1 and times > 1 and any(not value % common for value in others):
                at = odd[0]
                message = (
                    f"{quantity.values[at]} for {seats[at]} players make {products[at]}, but the others make {common}"
                )
                yield block, quantity, message


def expected_remainder(claim: Claim, given: Iterable[Claim], players: Players) -> int | None:
    """Return how many must be left if a claim says how many ``remain`` after each player was given some, or None."""
    if not claim.is_generic or players is None or players[0] != players[1]:
        return None
    if not _LEFT.match(claim.block.text, claim.end):
        return None
    earlier = [other for other in given if other.is_generic and other.quantity.start < claim.quantity.start]
    dealt = [each * seats for other in earlier for each, seats, _ in shares(other, players)]
    return claim.largest_total - sum(dealt) if dealt else None
