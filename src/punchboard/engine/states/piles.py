"""Piles as compositions: segments from top to bottom, each a count of every class, in random order or not."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import comb, prod
from operator import add, sub
from typing import NamedTuple

from punchboard.engine.states.classes import Counts


class Segment(NamedTuple):
    """A run of components of a pile; ``mixed`` when every order of them is equally likely."""

    counts: Counts
    mixed: bool

    @property
    def size(self) -> int:
        """How many components it has."""
        return sum(self.counts)

    @property
    def plain(self) -> bool:
        """Whether all its components are of one class, so that their order does not matter."""
        return sum(count > 0 for count in self.counts) <= 1


Pile = tuple[Segment, ...]
"""Segments from top to bottom; none is empty."""


class Taken(NamedTuple):
    """A way to take components: which, what stays, and how likely chance makes it (None: somebody chooses)."""

    counts: Counts
    rest: Pile
    chance: Fraction | None
    mixed: bool = False
    """Whether those taken are in random order."""


def size(pile: Pile) -> int:
    """Return how many components a pile has."""
    return sum(segment.size for segment in pile)


def total(pile: Pile, classes: int) -> Counts:
    """Return the composition of a whole pile."""
    counts = (0,) * classes
    for segment in pile:
        counts = added(counts, segment.counts)
    return counts


def pile_of(counts: Counts, *, mixed: bool = False) -> Pile:
    """Return a pile of one segment, or of none."""
    return (Segment(counts, mixed),) if any(counts) else ()


def added(one: Counts, other: Counts) -> Counts:
    """Return two compositions together."""
    return tuple(map(add, one, other))


def less(one: Counts, other: Counts) -> Counts:
    """Return a composition without another."""
    return tuple(map(sub, one, other))


def splits(counts: Counts, number: int) -> Iterator[Counts]:
    """Yield every composition of ``number`` components out of these."""
    if number == 0:
        yield (0,) * len(counts)
        return
    if len(counts) == 0:
        return
    rest = sum(counts[1:])
    for here in range(max(0, number - rest), min(counts[0], number) + 1):
        for below in splits(counts[1:], number - here):
            yield (here, *below)


def likely(counts: Counts, number: int) -> Iterator[tuple[Counts, Fraction]]:
    """Yield every composition of a random hand with its chance (multivariate hypergeometric)."""
    ways = comb(sum(counts), number)
    for taken in splits(counts, number):
        yield taken, Fraction(prod(map(comb, counts, taken)), ways)


def drawn(pile: Pile, number: int) -> Iterator[Taken]:
    """Yield what the top ``number`` components can be; the pile has that many."""
    if number == 0:
        yield Taken((0,) * (len(pile[0].counts) if pile else 0), pile, Fraction(1))
        return
    top, below = pile[0], pile[1:]
    if top.size <= number:
        if top.size == number:
            yield Taken(top.counts, below, Fraction(1), top.mixed)
            return
        for further in drawn(below, number - top.size):
            yield further._replace(counts=added(top.counts, further.counts), mixed=False)
        return
    for counts, chance in likely(top.counts, number):
        rest = Segment(less(top.counts, counts), top.mixed)
        yield Taken(counts, (rest, *below), chance if top.mixed or top.plain else None, top.mixed)


def picked(pile: Pile, allowed: Sequence[bool], number: int) -> Iterator[Taken]:
    """Yield every choice of ``number`` components of the allowed classes, wherever in the pile they lie.

    Who picks has looked: the order of what stays is known, no longer random.
    """
    if number == 0:
        yield Taken((0,) * len(allowed), pile, Fraction(1))
        return
    ways = list(_looked_out(pile, allowed, number))
    for taken, rest in ways:
        yield Taken(taken, rest, Fraction(1) if len(ways) == 1 else None)


def _looked_out(pile: Pile, allowed: Sequence[bool], number: int) -> Iterator[tuple[Counts, Pile]]:
    """Yield each choice from the segments of a pile, and what stays."""
    if not pile:
        if number == 0:
            yield (0,) * len(allowed), ()
        return
    top, below = pile[0], pile[1:]
    wanted = tuple(count if fits else 0 for count, fits in zip(top.counts, allowed, strict=True))
    for here in range(min(number, sum(wanted)) + 1):
        for further, rest in _looked_out(below, allowed, number - here):
            for taken in splits(wanted, here):
                yield added(taken, further), (*pile_of(less(top.counts, taken)), *rest)
