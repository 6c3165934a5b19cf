"""Call-outs: numbered discs beside a component, each with a line to the part that it explains."""

from collections.abc import Sequence
from itertools import accumulate, combinations
from math import dist, fsum
from typing import Final, NamedTuple

from punchboard.geometry import Point, Rect, Size

DISC: Final = 4.6
"""Width in mm of a disc."""

_APART: Final = 0.8
"""Least space in mm between two discs."""

_GAP: Final = 2.4
"""Space in mm between the component and the discs."""


_CROSSED: Final = 12.0
"""What a line that crosses something else costs, in mm of its length."""


class Part(NamedTuple):
    """What a line may end at: a point at the left of what it names, and one at the right."""

    left: Point
    right: Point

    @property
    def x(self) -> float:
        """The middle between both points, from left to right."""
        return (self.left.x + self.right.x) / 2


class CallOut(NamedTuple):
    """A disc, by its centre, and its line from the edge of the disc to a point of the part."""

    disc: Point
    start: Point
    end: Point

    @property
    def length(self) -> float:
        """The length of the line."""
        return dist(self.start, self.end)


def margin(disc: float) -> float:
    """Return what discs that are ``disc`` mm wide take on each side of a component, in mm."""
    return disc + _GAP


def call_outs(
    parts: Sequence[Part], size: Size, disc: float = DISC, others: Sequence[Rect] = ()
) -> tuple[CallOut, ...]:
    """Return a call-out for each part of a component of a size, in the order of the parts.

    The discs are in a column left and one right of the component, and no line crosses another one. Lines cross as few
    of the other areas as they can.
    """
    order = sorted(range(len(parts)), key=lambda at: (parts[at].x, at))
    ways = (_with_left(parts, order, count, size, disc) for count in range(len(parts) + 1))
    return min(ways, key=lambda placed: _cost(placed, others))


def _cost(placed: Sequence[CallOut], others: Sequence[Rect]) -> float:
    """Return the length of all lines, and more where they cross others or one side has more discs."""
    left = sum(one.disc.x < 0 for one in placed)
    crossed = sum(
        crosses(one.start, one.end, other) and not other.contains(Rect(*one.end, 0, 0))
        for one in placed
        for other in others
    )
    return round(fsum(one.length for one in placed) + abs(len(placed) - 2 * left) + crossed * _CROSSED, 6)


def crosses(start: Point, end: Point, area: Rect) -> bool:
    """Return whether a line from one point to another runs through an area."""
    first, last = 0.0, 1.0
    for at, to, low, high in ((start.x, end.x, area.x, area.right), (start.y, end.y, area.y, area.bottom)):
        if abs(to - at) < 1e-9:
            if not low < at < high:
                return False
            continue
        enters, leaves = sorted(((low - at) / (to - at), (high - at) / (to - at)))
        first, last = max(first, enters), min(last, leaves)
    return first < last


def _with_left(parts: Sequence[Part], order: Sequence[int], count: int, size: Size, disc: float) -> tuple[CallOut, ...]:
    """Return the call-outs with the discs of the first ``count`` parts of an order on the left.

    A line on the left ends left of its part's centre, one on the right ends right of it, so that they never meet.
    """
    by_part: dict[int, CallOut] = {}
    for chosen, right in ((order[:count], False), (order[count:], True)):
        ends = [parts[at].right if right else parts[at].left for at in chosen]
        by_part.update(zip(chosen, _one_side(ends, size, disc, right=right), strict=True))
    return tuple(by_part[at] for at in range(len(parts)))


def _one_side(ends: Sequence[Point], size: Size, disc: float, *, right: bool) -> list[CallOut]:
    """Return call-outs to some points from one side.

    Two lines that cross exchange their discs, which makes both together shorter. So this ends, and none cross.
    """
    heights = _spread(sorted(end.y for end in ends), size.height, disc)
    edge, centre = (size.width + _GAP, size.width + _GAP + disc / 2) if right else (-_GAP, -_GAP - disc / 2)
    starts = [Point(edge, y) for y in heights]
    discs = dict(zip(sorted(range(len(ends)), key=lambda at: ends[at].y), starts, strict=True))
    crossed = True
    while crossed:
        crossed = False
        for one, other in combinations(discs, 2):
            swapped = dist(discs[other], ends[one]) + dist(discs[one], ends[other])
            if swapped < dist(discs[one], ends[one]) + dist(discs[other], ends[other]) - 1e-9:
                discs[one], discs[other] = discs[other], discs[one]
                crossed = True
    return [CallOut(Point(centre, discs[at].y), discs[at], end) for at, end in enumerate(ends)]


def _spread(wanted: Sequence[float], height: float, disc: float) -> list[float]:
    """Return heights near the wanted ones, in their order, a step apart, beside the component if they fit there."""
    step = disc + _APART
    firsts = [y - at * step for at, y in enumerate(wanted)]  # where the first disc would be for each to be in place
    below = accumulate(firsts, max)
    above = reversed(tuple(accumulate(reversed(firsts), min)))
    most = max(height - disc / 2 - (len(wanted) - 1) * step, disc / 2)
    between = ((one + other) / 2 for one, other in zip(below, above, strict=True))
    return [min(max(y, disc / 2), most) + at * step for at, y in enumerate(between)]
