"""Whether each back comes to lie under its front, once the sheet is turned over or folded."""

from collections.abc import Callable, Sequence
from math import dist
from typing import NamedTuple

from punchboard.geometry import Point, Size
from punchboard.verify.placement import TOLERANCE, Corners, PlacedSide

Mirror = Callable[[Point], Point]
"""Where a point of the paper's other side, or of its other half, comes to lie, seen from the front."""


class BackMatch(NamedTuple):
    """A back and how far it is from being under its front, in mm; None where there is no front before it."""

    back: PlacedSide
    offset: float | None
    front: PlacedSide | None = None


def turned_over(size: Size, flip: str) -> Mirror:
    """Return the mirror of a sheet that is turned over about its long or its short edge."""
    upright = size.height >= size.width
    if upright is (flip == "long edge"):  # the edge stands: left and right change
        return lambda point: Point(size.width - point.x, point.y)
    return lambda point: Point(point.x, size.height - point.y)


def folds(size: Size) -> tuple[Mirror, Mirror]:
    """Return the mirrors of a sheet that is folded in the middle, about an upright and about a level fold."""
    return (
        lambda point: Point(size.width - point.x, point.y),
        lambda point: Point(point.x, size.height - point.y),
    )


def match_backs(
    fronts: Sequence[PlacedSide], backs: Sequence[PlacedSide], mirror: Mirror, *, heads_down: bool
) -> tuple[BackMatch, ...]:
    """Return how far each back is from its front; each front is taken once, and first by a back that is under it.

    Args:
        fronts: the fronts of one sheet.
        backs: its backs, on the page's other side or beyond the fold.
        mirror: how the backs come behind.
        heads_down: whether a back's top lies behind its front's bottom.
    """
    free: dict[str, list[PlacedSide]] = {}
    for front in fronts:
        free.setdefault(front.id, []).append(front)
    seen = [_seen(back, mirror, heads_down=heads_down) for back in backs]
    found = [_under(back, where, free.get(back.id, [])) for back, where in zip(backs, seen, strict=True)]
    return tuple(
        pair or _nearest(back, where, free.get(back.id, []))
        for pair, back, where in zip(found, backs, seen, strict=True)
    )


def _seen(back: PlacedSide, mirror: Mirror, *, heads_down: bool) -> Sequence[Point]:
    """Return where the corners of a back come to lie, in the order of a back that has its head up."""
    one, two, three, four = map(mirror, back.corners)
    return (three, four, one, two) if heads_down else (one, two, three, four)


def _under(back: PlacedSide, seen: Sequence[Point], free: list[PlacedSide]) -> BackMatch | None:
    """Take the front that a back lies under."""
    for index, front in enumerate(free):
        off = _off(seen, front.corners)
        if off <= TOLERANCE:
            return BackMatch(back, off, free.pop(index))
    return None


def _nearest(back: PlacedSide, seen: Sequence[Point], free: list[PlacedSide]) -> BackMatch:
    """Take the nearest of the fronts that are left."""
    if not free:
        return BackMatch(back, None)
    offs = [_off(seen, front.corners) for front in free]
    best = offs.index(min(offs))
    return BackMatch(back, offs[best], free.pop(best))


def _off(back: Sequence[Point], front: Corners) -> float:
    """Return the furthest that a corner of a back is from the front's corner that it belongs behind.

    Turned over, left is right: a back's top left is behind the top right.
    """
    one, two, three, four = front
    return max(map(dist, back, (two, one, four, three)))
