"""PROSE011: a number of something that is not in the box.

What: the text counts things by a name (``pay 3 Silver Coins``) that is neither in the table of components nor defined,
listed among the components or often used by the text.

Why: players look for a piece that does not exist. Most often the piece has got another name since.

Bad::

    # cards.csv: Silver Penny,token,15
    Pay 3 Silver Coins to the bank.

Good::

    Pay 3 Silver Pennies to the bank.

If a name is right all the same, list it among the components, or mark it on its line or the line before:
``<!-- right: PROSE011 a mark on the track -->``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from punchboard.checks.prose.claims.candidates import candidates, shared_words
from punchboard.checks.prose.claims.counted_names import CountedName, is_introduced, unknown_names
from punchboard.checks.prose.reading.reading import Reading
from punchboard.checks.prose.reading.vocabulary import forms
from punchboard.problem import Problem

ID: Final = "PROSE011"


def check(reading: Reading) -> Iterator[Problem]:
    """Yield a problem for each name, at its first place, with the nearest names in the deck."""
    if not reading.vocabulary.pieces:
        return
    places: dict[str, list[CountedName]] = {}
    introduced = set[str]()
    for name in unknown_names(reading):
        if is_introduced(reading, name.block) and not _shares_word(reading, name):
            introduced |= forms(name.folded)
        places.setdefault(min(forms(name.folded)), []).append(name)
    for key, found in places.items():
        if introduced.isdisjoint(forms(key)):
            yield _problem(reading, found)


def _shares_word(reading: Reading, name: CountedName) -> bool:
    """Return whether a name has a word of a component, so that it probably means this one."""
    return any(shared_words(name.folded, piece.name) for piece in reading.vocabulary.pieces)


def _problem(reading: Reading, found: list[CountedName]) -> Problem:
    first, *more = found
    lines = sorted({one.block.place(one.start).line for one in more} - {first.block.place(first.start).line})
    also = f" (also in line {', '.join(map(str, lines))})" if lines else ""
    message = f"{first.shown!r}: {reading.vocabulary.file} has no component of this name{also}"
    offered = [f"{piece.name!r} ({piece.place})" for piece in candidates(reading, first)]
    hint = f"did you mean {' or '.join(offered)}? If not, add the component to the table"
    return Problem(ID, first.block.place(first.start), message, hint)
