"""Piles of which only bounds are known: the least and the most components, in all and of each class."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from punchboard.engine.states.classes import Counts
from punchboard.engine.states.piles import Pile, total


class Span(NamedTuple):
    """A number of which the least and the most are known."""

    least: int
    most: int

    def plus(self, other: "Span") -> "Span":
        """Return the sum of two numbers."""
        return Span(self.least + other.least, self.most + other.most)

    def minus(self, other: "Span") -> "Span":
        """Return what can be left, which is never less than nothing."""
        return Span(max(0, self.least - other.most), max(0, self.most - other.least))

    def joined(self, other: "Span") -> "Span":
        """Return the bounds of a number that is one or the other."""
        return Span(min(self.least, other.least), max(self.most, other.most))


NONE: Final = Span(0, 0)


class Heap(NamedTuple):
    """Bounds of a pile: of its size, and of how many it has of each class."""

    size: Span
    counts: tuple[Span, ...]

    def plus(self, other: "Heap") -> "Heap":
        """Return two piles together."""
        return Heap(self.size.plus(other.size), _pairs(Span.plus, self, other)).tight()

    def minus(self, other: "Heap") -> "Heap":
        """Return a pile from which others were taken."""
        return Heap(self.size.minus(other.size), _pairs(Span.minus, self, other)).tight()

    def joined(self, other: "Heap") -> "Heap":
        """Return the bounds of a pile that is one or the other."""
        return Heap(self.size.joined(other.size), _pairs(Span.joined, self, other))

    def tight(self) -> "Heap":
        """Return the same bounds, as close as size and classes make each other."""
        least, most = sum(one.least for one in self.counts), sum(one.most for one in self.counts)
        size = Span(max(self.size.least, least), min(self.size.most, most))
        counts = tuple(
            Span(max(one.least, size.least - (most - one.most)), min(one.most, size.most - (least - one.least)))
            for one in self.counts
        )
        return Heap(size, counts)

    def fitting(self, fits: Sequence[bool]) -> Span:
        """Return how many there are of some classes."""
        good = [one for one, fit in zip(self.counts, fits, strict=True) if fit]
        rest = sum(one.most for one, fit in zip(self.counts, fits, strict=True) if not fit)
        least = max(sum(one.least for one in good), self.size.least - rest)
        return Span(least, min(self.size.most, sum(one.most for one in good)))

    def some(self, fits: Sequence[bool], number: Span) -> "Heap":
        """Return what so many of some classes can be."""
        most = sum(one.most for one, fit in zip(self.counts, fits, strict=True) if fit)
        counts = (
            Span(max(0, number.least - (most - one.most)), min(number.most, one.most)) if fit else NONE
            for one, fit in zip(self.counts, fits, strict=True)
        )
        return Heap(number, tuple(counts)).tight()

    def of(self, fits: Sequence[bool]) -> "Heap":
        """Return all that there are of some classes."""
        counts = tuple(one if fit else NONE for one, fit in zip(self.counts, fits, strict=True))
        return Heap(self.fitting(fits), counts).tight()

    def at_most(self) -> "Heap":
        """Return any part of a pile."""
        return Heap(Span(0, self.size.most), tuple(Span(0, one.most) for one in self.counts))


def heap_of(counts: Counts) -> Heap:
    """Return the bounds of a pile that is known."""
    return Heap(Span(sum(counts), sum(counts)), tuple(Span(one, one) for one in counts))


def heap(pile: Pile, classes: int) -> Heap:
    """Return the bounds of a pile that is known."""
    return heap_of(total(pile, classes))


def together(heaps: Iterable[Heap], classes: int) -> Heap:
    """Return piles as one."""
    whole = heap_of((0,) * classes)
    for one in heaps:
        whole = whole.plus(one)
    return whole


def _pairs(work: object, one: Heap, other: Heap) -> tuple[Span, ...]:
    assert callable(work)
    return tuple(work(a, b) for a, b in zip(one.counts, other.counts, strict=True))
