"""One sheet of a finished file: its components on paper in their true size, and its backs matched with fronts."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import cos, dist, pi, radians, sin
from typing import Final, NamedTuple

from punchboard.geometry import Affine, Point, Rect, Size
from punchboard.model.printing.expected_pdf import ExpectedPart, ExpectedPdf
from punchboard.model.printing.printer import PrinterFile
from punchboard.verify.page_reader import ReadPage

TOLERANCE: Final = 0.05
"""Tolerance in mm for sizes and positions: less than anyone sees when cutting."""

Corners = tuple[Point, Point, Point, Point]
"""Top left, top right, bottom right and bottom left of a component as it is read, at any rotation on the page."""

_HEXAGON: Final = ((0.5, 0.0), (1.0, 0.25), (1.0, 0.75), (0.5, 1.0), (0.0, 0.75), (0.0, 0.25))
_SQUARE: Final = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
_ROUND: Final = tuple((0.5 + cos(pi * k / 36) / 2, 0.5 + sin(pi * k / 36) / 2) for k in range(72))
_TRIANGLE: Final = ((0.5, 0.0), (1.0, 1.0), (0.0, 1.0))
_FORMS: Final = {"hex": _HEXAGON, "circle": _ROUND, "triangle": _TRIANGLE}
"""Outlines in a unit square, by form."""


class PlacedSide(NamedTuple):
    """One side of a component on paper: its page, from 1, and its corners in mm from the page's top left."""

    id: str
    side: str
    page: int
    corners: Corners


@lru_cache(maxsize=4096)
def paper_corners(place: Affine, trim: Size, printer: Affine | None) -> Corners:
    """Return the corners of a trim on paper, after the transforms of the file and of the printer."""
    if printer is not None:
        place = printer @ place
    width, height = trim
    ends = (Point(0, 0), Point(width, 0), Point(width, height), Point(0, height))
    top_left, top_right, bottom_right, bottom_left = map(place.apply, ends)
    return top_left, top_right, bottom_right, bottom_left


def shape_fault(corners: Corners, expected: Size) -> str:
    """Return the fault of a component's shape on paper, or an empty string if it has its true size."""
    top_left, top_right, bottom_right, bottom_left = corners
    if (top_right.x - top_left.x) * (bottom_left.y - top_left.y) - (top_right.y - top_left.y) * (
        bottom_left.x - top_left.x
    ) < 0:
        return "is mirrored"
    width, height = expected
    sides = (
        (top_left, top_right, width),
        (bottom_left, bottom_right, width),
        (top_left, bottom_left, height),
        (top_right, bottom_right, height),
    )
    slant = abs(dist(top_left, bottom_right) - dist(top_right, bottom_left))
    if any(abs(dist(start, end) - length) > TOLERANCE for start, end, length in sides) or slant > TOLERANCE:
        size = (
            f"{_most(top_left, top_right, bottom_left, bottom_right):.4g} x "
            f"{_most(top_left, bottom_left, top_right, bottom_right):.4g} mm"
        )
        return f"is {size} on paper, not {width:.4g} x {height:.4g} mm"
    return ""


def size_error(corners: Corners, expected: Size) -> float:
    """Return the larger of a component's errors in width and height, in mm."""
    top_left, top_right, _, bottom_left = corners
    return max(abs(dist(top_left, top_right) - expected.width), abs(dist(top_left, bottom_left) - expected.height))


def _most(start: Point, end: Point, other: Point, last: Point) -> float:
    return max(dist(start, end), dist(other, last))


@lru_cache(maxsize=256)
def placement_clashes(shapes: tuple[tuple[str, Corners], ...], page: Size) -> tuple[tuple[int, int | None], ...]:
    """Return the misplaced components of a page: (index, None) leaves the page, (index, index) overlap.

    Args:
        shapes: the form and the corners of each component.
        page: the size of the page.
    """
    return tuple(_clashes(shapes, page))


def _clashes(shapes: Sequence[tuple[str, Corners]], page: Size) -> Iterator[tuple[int, int | None]]:
    frames = [_frame(corners) for _, corners in shapes]
    for index, frame in enumerate(frames):
        if (
            frame.x < -TOLERANCE
            or frame.y < -TOLERANCE
            or frame.right > page.width + TOLERANCE
            or frame.bottom > page.height + TOLERANCE
        ):
            yield index, None
    for first, second in sorted(_neighbours(frames)):
        if _overlap(_outline(*shapes[first]), _outline(*shapes[second])):
            yield first, second


def _neighbours(frames: Sequence[Rect]) -> Iterator[tuple[int, int]]:
    """Yield the pairs of frames that overlap by more than the tolerance, the lower index first.

    Sweeps from left to right, and compares each frame only with earlier frames that reach it: a page may contain a
    thousand tokens.
    """
    reaching: list[int] = []
    for later in sorted(range(len(frames)), key=lambda index: frames[index].x):
        x, y, bottom = frames[later].x, frames[later].y, frames[later].bottom
        reaching = [earlier for earlier in reaching if frames[earlier].right - x > TOLERANCE]
        for earlier in reaching:
            if min(frames[earlier].bottom, bottom) - max(frames[earlier].y, y) > TOLERANCE:
                yield min(earlier, later), max(earlier, later)
        reaching.append(later)


def _frame(corners: Corners) -> Rect:
    xs, ys = [point.x for point in corners], [point.y for point in corners]
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def _outline(form: str, corners: Corners) -> tuple[Point, ...]:
    top_left, top_right, _, bottom_left = corners
    return tuple(
        Point(
            top_left.x + (top_right.x - top_left.x) * u + (bottom_left.x - top_left.x) * v,
            top_left.y + (top_right.y - top_left.y) * u + (bottom_left.y - top_left.y) * v,
        )
        for u, v in _FORMS.get(form, _SQUARE)
    )


def _overlap(outline: Sequence[Point], other: Sequence[Point]) -> bool:
    """Return whether two convex outlines overlap by more than the tolerance: no side of either separates them."""
    return not any(_separates(start, end, outline, other) for shape in (outline, other) for start, end in _sides(shape))


def _sides(shape: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    return zip(shape, (*shape[1:], shape[0]), strict=True)


def _separates(start: Point, end: Point, outline: Sequence[Point], other: Sequence[Point]) -> bool:
    """Return whether a line along a side separates two outlines."""
    length = dist(start, end) or 1.0
    nx, ny = (end.y - start.y) / length, (start.x - end.x) / length
    first = [nx * x + ny * y for x, y in outline]
    second = [nx * x + ny * y for x, y in other]
    return min(max(first), max(second)) - max(min(first), min(second)) <= TOLERANCE


class ShapeChecks:
    """Checks the shapes of components on paper. Results are cached by corners and expected size."""

    def __init__(self, parts: Mapping[str, ExpectedPart]) -> None:
        self._parts = parts
        self._cache: dict[tuple[int, Size], tuple[Corners, str]] = {}
        self.worst_error = 0.0
        """The largest difference between a width or height and its expected value, in mm."""

    def fault(self, side: PlacedSide) -> str:
        """Return the fault of a component's shape; empty if it has none, or the component is unknown."""
        part = self._parts.get(side.id)
        if part is None:
            return ""
        key = id(side.corners), part.size
        cached = self._cache.get(key)
        if cached is None:  # the value holds the corners, so that their identity stays unique
            self.worst_error = max(self.worst_error, size_error(side.corners, part.size))
            cached = self._cache[key] = side.corners, shape_fault(side.corners, part.size)
        return cached[1]


class ReadSheet:
    """One sheet as read from a file: one page, or two pages if the file is printed on both sides.

    Args:
        number: the number of its first page.
        pages: its pages.
        printed: what the file must show.
        shapes: checks the shapes of components.
    """

    def __init__(self, number: int, pages: Sequence[ReadPage], printed: ExpectedPdf, shapes: ShapeChecks) -> None:
        self.number, self.pages, self.printed, self.shapes = number, pages, printed, shapes
        self.parts = printed.parts or {}
        self.sides = tuple(tuple(self._placed(at, page)) for at, page in enumerate(pages, number))
        self.back_matches = tuple(self._matched())

    def _placed(self, number: int, page: ReadPage) -> Iterator[PlacedSide]:
        printer = self._printer_transform(number, page)
        for id_, side, trim, place in page.components:
            yield PlacedSide(id_, side, number, paper_corners(place, trim, printer))

    def _printer_transform(self, number: int, page: ReadPage) -> Affine | None:
        """Return the transform of a measured printer for a page, if there is one; only second sides are backs."""
        if self.printed.printer is None:
            return None
        flip = self.printed.backing
        two_sided = flip in {"long edge", "short edge"}
        back = two_sided and (number % 2 == 0) is (self.printed.first != "back")
        return printer_transform(self.printed.printer, page.size, flip, back=back)

    def _matched(self) -> "Iterator[BackMatch]":
        """Yield each back with its front."""
        flip, down = self.printed.backing, self.printed.is_back_upside_down
        if flip == "fold":
            for page, placed in zip(self.pages, self.sides, strict=True):
                sides = on_side(placed, "front"), on_side(placed, "back")
                matches = (match_backs(*sides, fold, heads_down=down) for fold in folds(page.size))
                yield from min(matches, key=_worst_offset)
        elif flip:
            for page, first, second in zip(self.pages[::2], self.sides[::2], (*self.sides[1::2], ()), strict=False):
                mirror = turned_over(page.size, flip)
                for fronts, backs in ((first, second), (second, first)):
                    sides = on_side(fronts, "front"), on_side(backs, "back")
                    yield from match_backs(*sides, mirror, heads_down=down)

    def all_sides(self) -> Iterator[PlacedSide]:
        """Yield each side of each component, page by page."""
        return (side for sides in self.sides for side in sides)


def on_side(sides: Iterable[PlacedSide], side: str) -> tuple[PlacedSide, ...]:
    """Return only the fronts, or only the backs."""
    return tuple(placed for placed in sides if placed.side == side)


def _worst_offset(pairs: "Sequence[BackMatch]") -> float:
    """Return the largest offset of a back that has a front; which backs have one does not depend on the fold."""
    return max((pair.offset or 0.0 for pair in pairs), default=0.0)


def printer_transform(printer: PrinterFile, size: Size, flip: str, *, back: bool) -> Affine:
    """Return the transform from a page to the paper, seen from the page's own side.

    A front is stretched about the middle of the page. A back is stretched, then turned clockwise, then shifted. The
    profile was measured for pages of one orientation. Pages of the other orientation are fed sideways: width and height
    swap their scales, and the shift is unknown. If sheets are flipped on the other edge, the shift is the opposite.
    """
    across = size.width > size.height
    return _transform(
        size,
        (printer.scale_x, printer.scale_y) if across is printer.landscape else (printer.scale_y, printer.scale_x),
        radians(printer.angle) if back else 0.0,
        _shift(printer, size, flip) if back else (0.0, 0.0),
    )


def _shift(printer: PrinterFile, size: Size, flip: str) -> tuple[float, float]:
    if (size.width > size.height) is not printer.landscape:
        return 0.0, 0.0
    sign = 1 if flip == printer.flip else -1
    return sign * printer.x, sign * printer.y


@lru_cache(maxsize=16)
def _transform(size: Size, scale: tuple[float, float], angle: float, shift: tuple[float, float]) -> Affine:
    """Return ``p -> m + shift + R S (p - m)`` as a transform, where m is the middle of the page."""
    x, y = size.width / 2, size.height / 2
    a, b = cos(angle) * scale[0], sin(angle) * scale[0]
    c, d = -sin(angle) * scale[1], cos(angle) * scale[1]
    return Affine(a, b, c, d, x + shift[0] - a * x - c * y, y + shift[1] - b * x - d * y)


# Match of backs with fronts: how far each back is from its front after the sheet is turned over or folded.

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
    top_left, top_right, bottom_right, bottom_left = map(mirror, back.corners)
    return (
        (bottom_right, bottom_left, top_left, top_right)
        if heads_down
        else (top_left, top_right, bottom_right, bottom_left)
    )


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
    top_left, top_right, bottom_right, bottom_left = front
    return max(map(dist, back, (top_right, top_left, bottom_left, bottom_right)))
