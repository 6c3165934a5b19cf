"""PROSE013: the text takes the same thing from two different piles.

What: in one place the text draws something from one pile, in another place from a pile with another name, and the pile
is made of other things (``draw a Cargo card from the Street``, where the Street is a pile of Customer cards), or the
text says of neither what it is. Or the set-up makes a ``draw pile``, and elsewhere players draw from ``the stack``, of
which the text says nothing else. Or it says where to draw (``Whenever you draw a card, take it from your Stack``), and
elsewhere players draw from another pile.

Why: half of the players draw from the wrong pile. Most often a pile has got another name in one of the two places.

Bad::

    Draw a card from the Supply. [...] At the end of your turn, draw a card from the Stock.

Good::

    Draw a card from the Supply. [...] At the end of your turn, draw a card from the Supply.

If both are right all the same, mark one on its line or the line before: ``<!-- right: PROSE013 at night -->``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from punchboard.checks.prose.claims.piles import PileMaking, Piles, PileUse, draw_piles_with_two_names, piles_of
from punchboard.checks.prose.english import Patterns
from punchboard.checks.prose.reading.reading import Reading, other_place
from punchboard.problem import Problem

_RE: Final = Patterns("other_piles")


ID: Final = "PROSE013"
HINT: Final = "name the same pile in both places, or say when each of them is meant"


def check(reading: Reading) -> Iterator[Problem]:
    """Yield a problem for each use of a pile that contradicts another use, or the set-up."""
    piles = piles_of(reading)
    for at, use in enumerate(piles.uses):
        other = _home(piles, use) or _earlier(piles, at) or _where_to_draw(piles, at)
        if use.taken and other is not None:
            yield _problem(use, other)
    for use, making in draw_piles_with_two_names(reading):
        yield _problem(use, making)


def _home(piles: Piles, use: PileUse) -> PileUse | PileMaking | None:
    """Return where the text takes the same thing from its own pile, or makes this pile, if this is another pile."""
    contents = piles.other_contents(use)
    if not contents or not contents.isdisjoint(use.taken):
        return None
    homes = [making for making in piles.makings if making.pieces & use.taken]
    names = {making.name for making in homes}
    uses = [other for other in piles.uses if other.taken == use.taken and other.name in names]
    return uses[0] if uses else homes[0] if homes else None


def _earlier(piles: Piles, at: int) -> PileUse | None:
    """Return an earlier use of another pile for the same thing, if the text says of neither what it is."""
    use = piles.uses[at]
    if not use.is_sure or piles.contents(use.name):
        return None
    earlier = (
        other for other in piles.uses[:at] if other.is_sure and other.taken == use.taken and other.name != use.name
    )
    return next(
        (other for other in earlier if not piles.contents(other.name) and not {other.name, use.name} <= piles.defined),
        None,
    )


def _where_to_draw(piles: Piles, at: int) -> PileUse | None:
    """Return an earlier use by which players draw elsewhere, if one of the two says where everybody draws."""
    use = piles.uses[at]
    before = use.block.text[: use.start]
    is_rule, is_draw = bool(_RE.where_to_draw.search(before)), bool(_RE.own_draw.search(before))
    for earlier in piles.uses[:at] if is_rule or is_draw else ():
        text = earlier.block.text[: earlier.start]
        contradicts = (is_rule and _RE.own_draw.search(text)) or (is_draw and _RE.where_to_draw.search(text))
        if contradicts and earlier.name != use.name and earlier.taken == use.taken:
            return earlier
    return None


def _problem(use: PileUse, other: PileUse | PileMaking) -> Problem:
    place, there = use.block.place(use.start), other.block.place(other.start)
    where = other_place(place, there)
    shown = use.block.text[use.taken_from : use.end]
    if isinstance(other, PileUse):
        message = f"{shown!r} here, but {other.block.text[other.taken_from : other.end]!r} in {where}"
    else:
        made = " of them" if use.taken else ""
        message = f"{shown!r} here, but {where} makes the {other.name}{made}"
    return Problem(ID, place, message, HINT)
