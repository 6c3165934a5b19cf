"""Draws that accept some components and refuse others: what comes of them, and how often something is refused."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import comb
from typing import NamedTuple

from punchboard.play.classes import Counts
from punchboard.play.piles import Pile, added, less, likely, pile_of, total


class Odds(NamedTuple):
    """How likely something happens at a line at all, and how often it is expected to."""

    what: str
    chance: Fraction
    expected: Fraction


class Filtered(NamedTuple):
    """A way that a choosy draw can end; ``refused`` are those that leave the pile."""

    counts: Counts
    rest: Pile
    refused: Counts
    chance: Fraction
    odds: Odds


def filtered(
    pile: Pile, fits: Sequence[bool], number: int, otherwise: str | tuple[dict[str, str], ...] | None
) -> Iterator[Filtered]:
    """Yield what drawing on until ``number`` accepted components are there can lead to.

    The pile is taken as one in random order; it holds enough that are accepted. With ``set aside`` and ``shuffle back``
    the refused ones end in the pile again, else they leave it.
    """
    counts = total(pile, len(fits))
    good = tuple(count if fit else 0 for count, fit in zip(counts, fits, strict=True))
    bad = less(counts, good)
    odds = _odds(sum(good), sum(bad), number, at_once=otherwise == "shuffle back")
    nobody = (0,) * len(fits)
    if otherwise in {None, "set aside", "shuffle back", "may shuffle back"}:
        for taken, chance in likely(good, number):
            yield Filtered(taken, pile_of(less(counts, taken), mixed=True), nobody, chance, odds)
        return
    for refused, chance_of in _refusals(good, bad, number):
        for taken, chance in likely(good, number):
            rest = pile_of(less(counts, added(taken, refused)), mixed=True)
            yield Filtered(taken, rest, refused, chance * chance_of, odds)


def _odds(good: int, bad: int, number: int, *, at_once: bool) -> Odds:
    """Return how likely anything is refused, and how many are expected to be."""
    none = Fraction(comb(good, number), comb(good + bad, number)) if number else Fraction(1)
    if at_once:
        expected = sum((Fraction(bad, good - taken) for taken in range(number)), Fraction(0))
    else:
        expected = Fraction(number * bad, good + 1)
    return Odds("refused", 1 - none, expected)


def _refusals(good: Counts, bad: Counts, number: int) -> Iterator[tuple[Counts, Fraction]]:
    """Yield every composition of those refused before the last accepted one came, with its chance."""
    right, wrong = sum(good), sum(bad)
    if not number:
        yield (0,) * len(bad), Fraction(1)
        return
    for count in range(wrong + 1):
        before = Fraction(comb(wrong, count) * comb(right, number - 1), comb(right + wrong, number + count - 1))
        here = before * Fraction(right - number + 1, right + wrong - number - count + 1)
        for refused, chance in likely(bad, count):
            yield refused, chance * here
