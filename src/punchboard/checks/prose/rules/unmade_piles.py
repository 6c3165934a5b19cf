"""PROSE012: a pile that the text uses but never makes.

What: the text draws from a pile or says that it runs out (``when the Main Stock runs out``), and no other sentence
names it: nothing says what is in it or where it lies. Or the text takes things from it that it puts into another pile,
which it never uses.

Why: players look for the pile on the table. Most often it is the old name of another one.

Bad::

    Shuffle the Cargo cards and place them face down as the Hold. When the Main Stock runs out, the game ends.

Good::

    Shuffle the Cargo cards and place them face down as the Hold. When the Hold runs out, the game ends.

If a name is right all the same, mark it on its line or the line before: ``<!-- right: PROSE012 on the board -->``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Final

from punchboard.checks.prose.claims.piles import PileMaking, Piles, PileUse, piles_of
from punchboard.checks.prose.reading.reading import Reading
from punchboard.problem import Problem

ID: Final = "PROSE012"

MOST_CANDIDATES: Final = 3
"""At most this many piles are offered."""


def check(reading: Reading) -> Iterator[Problem]:
    """Yield a problem for each pile that is never made, at its first use."""
    piles = piles_of(reading)
    uses: dict[str, list[PileUse]] = {}
    for use in piles.uses:
        uses.setdefault(use.name, []).append(use)
    names = {making.name for making in piles.makings}
    for name, pile_uses in uses.items():
        other = next(
            (making for making in piles.unused_makings if any(making.pieces & use.taken for use in pile_uses)), None
        )
        is_unknown = name not in piles.defined and any(use.is_sure for use in pile_uses)
        if is_unknown or (name not in names and other is not None):
            yield _problem(piles, pile_uses)


def _problem(piles: Piles, uses: Sequence[PileUse]) -> Problem:
    first, *more = uses
    lines = sorted({use.block.place(use.start).line for use in more})
    also = f" (also in line {', '.join(map(str, lines))})" if lines else ""
    hint = f"say in the set-up what the {first.name} is"
    candidates = [
        f"the {making.name} (line {making.block.place(making.start).line})" for making in _candidates(piles, first)
    ]
    if candidates:
        hint = f"did you mean {' or '.join(candidates)}? If not, {hint}"
    message = f"the text uses the {first.name} here{also}, but never says what it is"
    return Problem(ID, first.block.place(first.start), message, hint)


def _candidates(piles: Piles, use: PileUse) -> list[PileMaking]:
    """Return the piles that the text makes: those that it does not use and those with a similar name first."""
    by_name = {making.name: making for making in reversed(piles.makings) if making.pieces}
    used = {use.name for use in piles.uses}
    likeness = {name: SequenceMatcher(None, name.casefold(), use.name.casefold()).ratio() for name in by_name}
    order = sorted(by_name, key=lambda name: (name in used, -likeness[name]))
    return [by_name[name] for name in order][:MOST_CANDIDATES]
