"""Piles of which only bounds are known: the least and the most components, in all and of each class."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from punchboard.engine.states.component_classes import Counts
from punchboard.engine.states.piles import Pile, pile_counts


class Interval(NamedTuple):
    """A number of which the least and the most are known."""

    least: int
    most: int

    def plus(self, other: "Interval") -> "Interval":
        """Return the sum of two numbers."""
        return Interval(self.least + other.least, self.most + other.most)

    def minus(self, other: "Interval") -> "Interval":
        """Return what can be left, which is never less than nothing."""
        return Interval(max(0, self.least - other.most), max(0, self.most - other.least))

    def union(self, other: "Interval") -> "Interval":
        """Return the bounds of a number that is one or the other."""
        return Interval(min(self.least, other.least), max(self.most, other.most))


ZERO: Final = Interval(0, 0)


class PileBounds(NamedTuple):
    """Bounds of a pile: of its size, and of how many it has of each class."""

    size: Interval
    counts: tuple[Interval, ...]

    def plus(self, other: "PileBounds") -> "PileBounds":
        """Return two piles together."""
        return PileBounds(self.size.plus(other.size), _pairs(Interval.plus, self, other)).tighten()

    def minus(self, other: "PileBounds") -> "PileBounds":
        """Return a pile from which others were taken."""
        return PileBounds(self.size.minus(other.size), _pairs(Interval.minus, self, other)).tighten()

    def union(self, other: "PileBounds") -> "PileBounds":
        """Return the bounds of a pile that is one or the other."""
        return PileBounds(self.size.union(other.size), _pairs(Interval.union, self, other))

    def tighten(self) -> "PileBounds":
        """Return the same bounds, as close as size and classes make each other."""
        least, most = sum(one.least for one in self.counts), sum(one.most for one in self.counts)
        size = Interval(max(self.size.least, least), min(self.size.most, most))
        counts = tuple(
            Interval(max(one.least, size.least - (most - one.most)), min(one.most, size.most - (least - one.least)))
            for one in self.counts
        )
        return PileBounds(size, counts)

    def size_of(self, fits: Sequence[bool]) -> Interval:
        """Return how many there are of some classes."""
        good = [one for one, fit in zip(self.counts, fits, strict=True) if fit]
        rest = sum(one.most for one, fit in zip(self.counts, fits, strict=True) if not fit)
        least = max(sum(one.least for one in good), self.size.least - rest)
        return Interval(least, min(self.size.most, sum(one.most for one in good)))

    def part_of(self, fits: Sequence[bool], number: Interval) -> "PileBounds":
        """Return what so many of some classes can be."""
        most = sum(one.most for one, fit in zip(self.counts, fits, strict=True) if fit)
        counts = (
            Interval(max(0, number.least - (most - one.most)), min(number.most, one.most)) if fit else ZERO
            for one, fit in zip(self.counts, fits, strict=True)
        )
        return PileBounds(number, tuple(counts)).tighten()

    def only(self, fits: Sequence[bool]) -> "PileBounds":
        """Return all that there are of some classes."""
        counts = tuple(one if fit else ZERO for one, fit in zip(self.counts, fits, strict=True))
        return PileBounds(self.size_of(fits), counts).tighten()

    def any_part(self) -> "PileBounds":
        """Return any part of a pile."""
        return PileBounds(Interval(0, self.size.most), tuple(Interval(0, one.most) for one in self.counts))


def bounds_of_counts(counts: Counts) -> PileBounds:
    """Return the bounds of a pile that is known."""
    return PileBounds(Interval(sum(counts), sum(counts)), tuple(Interval(one, one) for one in counts))


def bounds_of_pile(pile: Pile, classes: int) -> PileBounds:
    """Return the bounds of a pile that is known."""
    return bounds_of_counts(pile_counts(pile, classes))


def combined_bounds(heaps: Iterable[PileBounds], classes: int) -> PileBounds:
    """Return piles as one."""
    whole = bounds_of_counts((0,) * classes)
    for one in heaps:
        whole = whole.plus(one)
    return whole


def _pairs(work: object, one: PileBounds, other: PileBounds) -> tuple[Interval, ...]:
    assert callable(work)
    return tuple(work(a, b) for a, b in zip(one.counts, other.counts, strict=True))
