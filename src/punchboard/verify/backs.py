"""Match of backs with fronts: how far each back is from its front after the sheet is turned over or folded."""

from collections.abc import Callable, Sequence
from math import dist
from typing import NamedTuple

from punchboard.geometry import Point, Size
from punchboard.verify.placement import TOLERANCE, Corners, PlacedSide

Mirror = Callable[[Point], Point]
"""Maps a point on the other side or the other half of the paper to its position seen from the front."""


class BackMatch(NamedTuple):
    """A back, its distance in mm from the position behind its front, and the front; None if there is no front."""

    back: PlacedSide
    offset: float | None
    front: PlacedSide | None = None


def turned_over(size: Size, flip: str) -> Mirror:
    """Return the mirror of a sheet that is flipped on its long or short edge."""
    upright = size.height >= size.width
    if upright is (flip == "long edge"):  # the edge is vertical: left and right change
        return lambda point: Point(size.width - point.x, point.y)
    return lambda point: Point(point.x, size.height - point.y)


def folds(size: Size) -> tuple[Mirror, Mirror]:
    """Return the mirrors of a sheet that is folded in the middle, at a vertical and at a horizontal fold."""
    return (
        lambda point: Point(size.width - point.x, point.y),
        lambda point: Point(point.x, size.height - point.y),
    )


def match_backs(
    fronts: Sequence[PlacedSide], backs: Sequence[PlacedSide], mirror: Mirror, *, heads_down: bool
) -> tuple[BackMatch, ...]:
    """Return how far each back is from its front. Each front is used once; backs in the right place choose first.

    Args:
        fronts: the fronts of one sheet.
        backs: its backs, on the other side of the page or beyond the fold.
        mirror: maps a point of a back to its position seen from the front.
        heads_down: whether the top of a back lies behind the bottom of its front.
    """
    free: dict[str, list[PlacedSide]] = {}
    for front in fronts:
        free.setdefault(front.id, []).append(front)
    seen = [_seen(back, mirror, heads_down=heads_down) for back in backs]
    matches = [_in_place(back, where, free.get(back.id, [])) for back, where in zip(backs, seen, strict=True)]
    return tuple(
        match or _nearest(back, where, free.get(back.id, []))
        for match, back, where in zip(matches, backs, seen, strict=True)
    )


def _seen(back: PlacedSide, mirror: Mirror, *, heads_down: bool) -> Sequence[Point]:
    """Return the corners of a back seen from the front, in the order of an upright back."""
    one, two, three, four = map(mirror, back.corners)
    return (three, four, one, two) if heads_down else (one, two, three, four)


def _in_place(back: PlacedSide, seen: Sequence[Point], free: list[PlacedSide]) -> BackMatch | None:
    """Return the match of a back that lies behind a front within the tolerance, and use up that front."""
    for index, front in enumerate(free):
        offset = _offset(seen, front.corners)
        if offset <= TOLERANCE:
            return BackMatch(back, offset, free.pop(index))
    return None


def _nearest(back: PlacedSide, seen: Sequence[Point], free: list[PlacedSide]) -> BackMatch:
    """Return the match of a back with the nearest unused front, and use up that front."""
    if not free:
        return BackMatch(back, None)
    offsets = [_offset(seen, front.corners) for front in free]
    best = offsets.index(min(offsets))
    return BackMatch(back, offsets[best], free.pop(best))


def _offset(back: Sequence[Point], front: Corners) -> float:
    """Return the largest distance in mm between a corner of a back and the front's corner that it belongs behind.

    Turning over swaps left and right: the top left of a back belongs behind the top right of its front.
    """
    one, two, three, four = front
    return max(map(dist, back, (two, one, four, three)))
