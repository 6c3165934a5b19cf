"""Numbers of cards for a number of players: ``With three players, use 11 cards``, against the columns of the table."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from punchboard.checks.prose.claims.claims import Claim
from punchboard.checks.prose.claims.player_counts import number_of
from punchboard.checks.prose.english import Patterns
from punchboard.checks.prose.english.sentences import is_example, is_option, sentence_at

_RE: Final = Patterns("decks_by_players")


def wrong_decks(claims: Iterable[Claim], totals: Mapping[int, int]) -> Iterator[tuple[int, str]]:
    """Yield the place and the problem of each number of cards that the deck for these players does not have.

    Args:
        claims: the claims of a block.
        totals: the number of all cards by number of players.
    """
    for claim in claims if totals else ():
        block, number = claim.block, claim.quantity
        sentence = sentence_at(block, number.start)
        said = _RE.uses.fullmatch(block.text, sentence.start, number.start)
        is_all = said and claim.is_generic and not claim.is_partial and _RE.ends.match(block.text, claim.end)
        if not is_all or number.kind != "exactly" or is_example(block) or is_option(block, number.start):
            continue
        players = number_of(next(filter(None, said.groups()))) if said else 0
        total = totals.get(players, number.value)
        if number.value != total and 2 * number.value > total:  # a smaller number is that of some cards
            yield number.start, f"{number.value} {claim.name} with {players} players here, but the table has {total}"
