"""Bounds of piles: the least and the most components, in total and of each class."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from punchboard.engine.states.component_classes import Counts
from punchboard.engine.states.piles import Pile, pile_counts


class Interval(NamedTuple):
    """A number between two bounds."""

    least: int
    most: int

    def plus(self, other: "Interval") -> "Interval":
        """Return the bounds of the sum."""
        return Interval(self.least + other.least, self.most + other.most)

    def minus(self, other: "Interval") -> "Interval":
        """Return the bounds of the difference, which is never negative."""
        return Interval(max(0, self.least - other.most), max(0, self.most - other.least))

    def union(self, other: "Interval") -> "Interval":
        """Return the bounds of a number that is in either interval."""
        return Interval(min(self.least, other.least), max(self.most, other.most))


ZERO: Final = Interval(0, 0)


class PileBounds(NamedTuple):
    """Bounds of a pile's size, and of its count of each class."""

    size: Interval
    counts: tuple[Interval, ...]

    def plus(self, other: "PileBounds") -> "PileBounds":
        """Return the bounds of two piles put together."""
        return PileBounds(self.size.plus(other.size), _combine_counts(Interval.plus, self, other)).tighten()

    def minus(self, other: "PileBounds") -> "PileBounds":
        """Return the bounds of a pile after some components are removed."""
        return PileBounds(self.size.minus(other.size), _combine_counts(Interval.minus, self, other)).tighten()

    def union(self, other: "PileBounds") -> "PileBounds":
        """Return the bounds of a pile that is one or the other."""
        return PileBounds(self.size.union(other.size), _combine_counts(Interval.union, self, other))

    def tighten(self) -> "PileBounds":
        """Return the same bounds, made as narrow as the size and the class counts allow together."""
        least, most = sum(count.least for count in self.counts), sum(count.most for count in self.counts)
        size = Interval(max(self.size.least, least), min(self.size.most, most))
        class_bounds = tuple(
            Interval(
                max(count.least, size.least - (most - count.most)), min(count.most, size.most - (least - count.least))
            )
            for count in self.counts
        )
        return PileBounds(size, class_bounds)

    def size_of(self, fits: Sequence[bool]) -> Interval:
        """Return how many components of these classes there are."""
        included = [count for count, fit in zip(self.counts, fits, strict=True) if fit]
        rest = sum(count.most for count, fit in zip(self.counts, fits, strict=True) if not fit)
        least = max(sum(count.least for count in included), self.size.least - rest)
        return Interval(least, min(self.size.most, sum(count.most for count in included)))

    def part_of(self, fits: Sequence[bool], number: Interval) -> "PileBounds":
        """Return the bounds of ``number`` components taken from these classes."""
        most = sum(count.most for count, fit in zip(self.counts, fits, strict=True) if fit)
        counts = (
            Interval(max(0, number.least - (most - count.most)), min(number.most, count.most)) if fit else ZERO
            for count, fit in zip(self.counts, fits, strict=True)
        )
        return PileBounds(number, tuple(counts)).tighten()

    def only(self, fits: Sequence[bool]) -> "PileBounds":
        """Return the bounds of all components of these classes."""
        counts = tuple(count if fit else ZERO for count, fit in zip(self.counts, fits, strict=True))
        return PileBounds(self.size_of(fits), counts).tighten()

    def any_part(self) -> "PileBounds":
        """Return the bounds of an arbitrary part of the pile."""
        return PileBounds(Interval(0, self.size.most), tuple(Interval(0, count.most) for count in self.counts))


def bounds_of_counts(counts: Counts) -> PileBounds:
    """Return exact bounds for known counts."""
    return PileBounds(Interval(sum(counts), sum(counts)), tuple(Interval(one, one) for one in counts))


def bounds_of_pile(pile: Pile, classes: int) -> PileBounds:
    """Return exact bounds for a known pile."""
    return bounds_of_counts(pile_counts(pile, classes))


def combined_bounds(piles: Iterable[PileBounds], classes: int) -> PileBounds:
    """Return the bounds of several piles put together."""
    whole = bounds_of_counts((0,) * classes)
    for pile in piles:
        whole = whole.plus(pile)
    return whole


def _combine_counts(combine: object, first: PileBounds, second: PileBounds) -> tuple[Interval, ...]:
    assert callable(combine)
    return tuple(combine(a, b) for a, b in zip(first.counts, second.counts, strict=True))
