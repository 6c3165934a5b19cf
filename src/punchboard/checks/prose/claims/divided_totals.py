"""Totals with their parts beside them: ``45 cards (15 each in three suits)``, ``7 ships (4 Rowboats, 3 Ferries)``."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from punchboard.checks.prose.claims.claims import Claim
from punchboard.checks.prose.english import Patterns
from punchboard.checks.prose.english.numbers import Quantity

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
        claim = next((one for end, one in right.items() if _RE.beside.fullmatch(text, end, each.start)), None)
        if claim and _RE.each_in.fullmatch(between) and each.value * groups.value != claim.quantity.value:
            made = f"{each.value} in each of {groups.value} make {each.value * groups.value}"
            yield each.start, f"{made}, not {claim.quantity.value} {claim.name}"


def wrong_sums(claims: Sequence[Claim]) -> Iterator[tuple[int, str]]:
    """Yield the letter and the problem of each total that is not the sum of its parts, or of the wrong parts of one."""
    for number, total in enumerate(claims):
        parts = tuple(_parts(total, claims[number + 1 :]))
        if len(parts) >= FEWEST and total.quantity.kind == "exactly" and not total.is_partial:
            yield from _wrong(total, parts)


def _wrong(total: Claim, parts: Sequence[Claim]) -> Iterator[tuple[int, str]]:
    pieces = frozenset[int]().union(*(one for part in parts for one in part.sense_pieces))
    made, value = sum(part.quantity.value for part in parts), total.quantity.value
    wrong = [part for part in parts if part.quantity.value not in part.totals]
    if value in total.totals:
        # else more than these parts may belong to the total
        listed = wrong if pieces in total.sense_pieces else []
        yield from ((part.quantity.start, f"{_shown(part)!r}: the deck has {_totals(part)}") for part in listed)
    elif not total.is_generic and any(pieces <= sense for sense in total.sense_pieces):
        if made != value or not wrong:
            yield total.quantity.start, f"{_shown(total)!r}: the deck has {_totals(total)}"
    elif made != value:
        yield total.quantity.start, f"{_shown(total)!r}, but the numbers beside it make {made}"


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
