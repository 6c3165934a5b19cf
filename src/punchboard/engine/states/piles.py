"""Piles as counts: segments from top to bottom, each with a count of every class, in random order or not."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import comb, prod
from operator import add, sub
from typing import NamedTuple

from punchboard.engine.states.component_classes import Counts


class Segment(NamedTuple):
    """A run of components in a pile; ``is_shuffled`` when every order of them is equally likely."""

    counts: Counts
    is_shuffled: bool

    @property
    def size(self) -> int:
        """The number of components."""
        return sum(self.counts)

    @property
    def is_uniform(self) -> bool:
        """Whether all components are of one class, so that their order does not matter."""
        return sum(count > 0 for count in self.counts) <= 1


Pile = tuple[Segment, ...]
"""Segments from top to bottom; none is empty."""


class Removal(NamedTuple):
    """One way to remove components from a pile; ``chance`` is None when a player chooses."""

    counts: Counts
    rest: Pile
    chance: Fraction | None
    is_shuffled: bool = False
    """Whether the removed components are in random order."""


def pile_size(pile: Pile) -> int:
    """Return the number of components in a pile."""
    return sum(segment.size for segment in pile)


def pile_counts(pile: Pile, classes: int) -> Counts:
    """Return how many components of each class a pile has."""
    counts = (0,) * classes
    for segment in pile:
        counts = add_counts(counts, segment.counts)
    return counts


def pile_of(counts: Counts, *, mixed: bool = False) -> Pile:
    """Return a pile of one segment; an empty pile has none."""
    return (Segment(counts, mixed),) if any(counts) else ()


def add_counts(first: Counts, second: Counts) -> Counts:
    """Return the sum of two counts."""
    return tuple(map(add, first, second))


def subtract_counts(first: Counts, second: Counts) -> Counts:
    """Return the difference of two counts."""
    return tuple(map(sub, first, second))


def sub_counts(counts: Counts, number: int) -> Iterator[Counts]:
    """Yield every way to take ``number`` components out of these counts."""
    if number == 0:
        yield (0,) * len(counts)
        return
    if len(counts) == 0:
        return
    rest = sum(counts[1:])
    for here in range(max(0, number - rest), min(counts[0], number) + 1):
        for below in sub_counts(counts[1:], number - here):
            yield (here, *below)


def random_draws(counts: Counts, number: int) -> Iterator[tuple[Counts, Fraction]]:
    """Yield every possible draw of ``number`` components with its chance (multivariate hypergeometric)."""
    ways = comb(sum(counts), number)
    for taken in sub_counts(counts, number):
        yield taken, Fraction(prod(map(comb, counts, taken)), ways)


def top_removals(pile: Pile, number: int) -> Iterator[Removal]:
    """Yield every way in which the top ``number`` components can turn out; the pile must hold that many."""
    if number == 0:
        yield Removal((0,) * (len(pile[0].counts) if pile else 0), pile, Fraction(1))
        return
    top, below = pile[0], pile[1:]
    if top.size <= number:
        if top.size == number:
            yield Removal(top.counts, below, Fraction(1), top.is_shuffled)
            return
        for further in top_removals(below, number - top.size):
            yield further._replace(counts=add_counts(top.counts, further.counts), is_shuffled=False)
        return
    for counts, chance in random_draws(top.counts, number):
        rest = Segment(subtract_counts(top.counts, counts), top.is_shuffled)
        yield Removal(counts, (rest, *below), chance if top.is_shuffled or top.is_uniform else None, top.is_shuffled)


def pick_removals(pile: Pile, allowed: Sequence[bool], number: int) -> Iterator[Removal]:
    """Yield every choice of ``number`` components of the allowed classes, anywhere in the pile.

    Picking means looking: the order of what stays is known afterwards, no longer random.
    """
    if number == 0:
        yield Removal((0,) * len(allowed), pile, Fraction(1))
        return
    ways = list(_segment_picks(pile, allowed, number))
    for taken, rest in ways:
        yield Removal(taken, rest, Fraction(1) if len(ways) == 1 else None)


def _segment_picks(pile: Pile, allowed: Sequence[bool], number: int) -> Iterator[tuple[Counts, Pile]]:
    """Yield each choice from the segments of a pile, and what stays."""
    if not pile:
        if number == 0:
            yield (0,) * len(allowed), ()
        return
    top, below = pile[0], pile[1:]
    available = tuple(count if is_allowed else 0 for count, is_allowed in zip(top.counts, allowed, strict=True))
    for here in range(min(number, sum(available)) + 1):
        for further, rest in _segment_picks(below, allowed, number - here):
            for taken in sub_counts(available, here):
                yield add_counts(taken, further), (*pile_of(subtract_counts(top.counts, taken)), *rest)
