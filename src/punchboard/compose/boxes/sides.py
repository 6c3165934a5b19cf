"""Box areas that depend on the card: boxes placed by their sides, beside other boxes, or as high as their text."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import inf
from typing import Final, NamedTuple

from punchboard.compose.boxes.placement import FaceArea, box_area
from punchboard.expression import ExpressionError
from punchboard.geometry import Rect, Size
from punchboard.model.layout.box_drawing import RelativeLength, SidesFile
from punchboard.model.layout.layout import Box

Needed = Callable[[str, float | None], float]
"""Takes a box's name and a width in mm; returns the height in mm that its text needs, for None the width."""


class BoxPlace(NamedTuple):
    """A box of a face, with its name and the area in mm where it lies unless its sides say otherwise."""

    name: str
    box: Box
    area: Rect


def whole_places(boxes: Iterable[tuple[str, Box]], face: FaceArea) -> list[BoxPlace]:
    """Return named boxes with the areas that they have when all are shown with the longest texts."""
    own = [BoxPlace(name, box, box_area(box, face) if box.sides is None else _NOWHERE) for name, box in boxes]
    by_name = {place.name: place for place in own}
    sides = Sides(by_name, face.trim.size, frozenset(by_name), lambda _name, _width: inf)

    def whole(place: BoxPlace) -> BoxPlace:
        try:
            return place._replace(area=sides.area(place.name)) if place.box.sides else place
        except ExpressionError:  # reported for each card
            return place

    return [whole(place) for place in own]


_NOWHERE: Final = Rect(0, 0, 0, 0)
_ACROSS: Final = ("left", "right", "width", "after", "before")
_DOWN: Final = ("top", "bottom", "height", "below", "above")


class Sides:
    """The areas of boxes on one card, computed on request.

    Args:
        boxes: the boxes of the face by name.
        size: width and height of the trim in mm.
        shown: the names of the boxes that the card shows.
        need: returns the height that a box's text needs at a width, or its width.
        grows: the names of boxes that ignore their ``most``.
    """

    def __init__(
        self,
        boxes: Mapping[str, BoxPlace],
        size: Size,
        shown: frozenset[str],
        need: Needed,
        grows: frozenset[str] = frozenset(),
    ) -> None:
        self._boxes, self._size, self._shown, self._needed = boxes, size, shown, need
        self._grows = grows
        self._spans: dict[tuple[str, str], tuple[float, float]] = {}
        self._in_progress: set[tuple[str, str]] = set()

    def area(self, name: str) -> Rect:
        """Return the area of a box on the trim, in mm.

        Raises:
            ExpressionError: for a box whose place depends on itself.
        """
        box = self._boxes[name]
        if box.box.sides is None:
            return box.area
        (x, right), (y, bottom) = self._span(name, "width"), self._span(name, "height")
        return Rect(round(x, 3), round(y, 3), round(max(right - x, 0.0), 3), round(max(bottom - y, 0.0), 3))

    def _span(self, name: str, along: str) -> tuple[float, float]:
        """Return where a box begins and ends, across (``width``) or down (``height``)."""
        key = (name, along)
        if key not in self._spans:
            if key in self._in_progress:
                raise ExpressionError(f"the place of box {name!r} depends on itself")
            self._in_progress.add(key)
            self._spans[key] = self._computed_span(name, along)
        return self._spans[key]

    def _computed_span(self, name: str, along: str) -> tuple[float, float]:
        box = self._boxes[name]
        sides = box.box.sides
        if sides is None:
            return (box.area.x, box.area.right) if along == "width" else (box.area.y, box.area.bottom)
        if sides.around:
            return self._span_around(sides, along)
        return (
            self._fitted_span(name, sides, along) if getattr(sides, along) == "fit" else self._plain_span(sides, along)
        )

    def _span_around(self, sides: SidesFile, along: str) -> tuple[float, float]:
        """Return the span of the shown boxes that this box goes around, widened by their gaps.

        A side that the box states itself overrides it. A width or height alone is a share of that span, centred in it.
        """
        spans = [(self._span(one.name, along), one.gap) for one in sides.around if one.name in self._shown]
        low = min((span[0] - gap for span, gap in spans), default=0.0)
        high = max((span[1] + gap for span, gap in spans), default=0.0)
        start, end = self._ends(sides, along)
        part: RelativeLength | None = getattr(sides, along)
        if start is None and end is None and part is not None:
            middle, extent = (low + high) / 2, part.fraction * (high - low) + part.offset
            return middle - extent / 2, middle + extent / 2
        return low if start is None else start, high if end is None else end

    def _plain_span(self, sides: SidesFile, along: str) -> tuple[float, float]:
        start, end = self._ends(sides, along)
        if start is None or end is None:
            middle, extent = getattr(self._size, along) / 2, getattr(sides, along).length_on(self._size, along)
            return middle - extent / 2, middle + extent / 2
        return start, end

    def _ends(self, sides: SidesFile, along: str) -> tuple[float | None, float | None]:
        """Return where a box begins and ends by its own sides and size; None for what these leave open."""
        start, end = self._start(sides, along), self._end(sides, along)
        size: RelativeLength | None = getattr(sides, along)
        if size is None:
            return start, end
        extent = size.length_on(self._size, along)
        if start is not None:
            return start, start + extent
        return (end - extent, end) if end is not None else (None, None)

    def _fitted_span(self, name: str, sides: SidesFile, along: str) -> tuple[float, float]:
        """Return where a box begins and ends that is as high, or as wide, as its text.

        A box with a given bottom grows upwards, at most to its top. It takes all the space in between when none of the
        boxes of ``fills without`` is shown.
        """
        start, end = self._start(sides, along), self._end(sides, along)
        if start is not None and end is not None and sides.fills_without and not self._any_shown(sides.fills_without):
            return start, end
        least, most = sides.least.length_on(self._size, along), sides.most.length_on(self._size, along)
        left, right = (0.0, 0.0) if along == "width" else self._span(name, "width")
        extent = max(self._needed(name, None if along == "width" else right - left), least)
        extent = extent if name in self._grows and along == "height" else min(extent, most)
        if start is None and end is None:
            start = (getattr(self._size, along) - extent) / 2
        if end is None:
            return start or 0.0, (start or 0.0) + extent
        return end - extent if start is None else max(end - extent, start), end

    def _any_shown(self, names: Sequence[str]) -> bool:
        return any(name in self._shown for name in names)

    def _start(self, sides: SidesFile, along: str) -> float | None:
        own, _, _, beside, _ = _ACROSS if along == "width" else _DOWN
        share: RelativeLength | None = getattr(sides, own)
        ends = [self._span(one.name, along)[1] + one.gap for one in getattr(sides, beside) if one.name in self._shown]
        return max(ends, default=None if share is None else share.length_on(self._size, along))

    def _end(self, sides: SidesFile, along: str) -> float | None:
        _, own, _, _, beside = _ACROSS if along == "width" else _DOWN
        share: RelativeLength | None = getattr(sides, own)
        starts = [self._span(one.name, along)[0] - one.gap for one in getattr(sides, beside) if one.name in self._shown]
        return min(
            starts, default=None if share is None else getattr(self._size, along) - share.length_on(self._size, along)
        )


_Shown = tuple[frozenset[str], frozenset[str]]
"""The names of the boxes that a card shows, and of those that ignore their ``most``."""


class CachedSides:
    """The areas of a face's boxes, computed once for all cards with the same boxes and the same text heights.

    Args:
        boxes: the boxes of the face by name.
        size: width and height of the trim in mm.
    """

    def __init__(self, boxes: Mapping[str, BoxPlace], size: Size) -> None:
        self._boxes, self._size = boxes, size
        self._measured_widths: dict[_Shown, tuple[tuple[str, float | None], ...]] = {}
        self._areas: dict[tuple[_Shown, tuple[float, ...]], Mapping[str, Rect]] = {}

    def areas(self, shown: frozenset[str], need: Needed, grows: frozenset[str] = frozenset()) -> Mapping[str, Rect]:
        """Return the areas, in mm, of the shown boxes that are placed by their sides; ``grows`` as in `Sides`.

        Raises:
            ExpressionError: for a box whose place depends on itself.
        """
        key = (shown, grows)
        widths = self._measured_widths.get(key)
        if widths is not None:  # which texts are measured, and at what widths, depends only on what is shown
            areas = self._areas.get((key, tuple([need(name, width) for name, width in widths])))
            if areas is not None:
                return areas
        heights: dict[tuple[str, float | None], float] = {}

        def recorded(name: str, width: float | None) -> float:
            return heights.setdefault((name, width), need(name, width))

        sides = Sides(self._boxes, self._size, shown, recorded, grows)
        areas = {name: sides.area(name) for name in self._boxes if name in shown and self._boxes[name].box.sides}
        self._measured_widths[key] = tuple(heights)
        self._areas[key, tuple(heights.values())] = areas
        return areas


def shown_boxes(boxes: Mapping[str, Box], filled: frozenset[str]) -> frozenset[str]:
    """Return the names of the boxes that a card shows; ``filled`` are the names of those with content.

    A box that goes with others is shown if one of them is; a box that stands in for others, if none of them is.
    """
    shown: dict[str, bool] = {}

    def is_shown(name: str) -> bool:
        if name not in shown:
            shown[name] = name in filled  # assumed while two boxes depend on each other
            shown[name] = name in filled and suits(boxes[name])
        return shown[name]

    def suits(box: Box) -> bool:
        with_ = not box.goes_with or any(map(is_shown, box.goes_with))
        around = box.sides is None or not box.sides.around or any(is_shown(one.name) for one in box.sides.around)
        return with_ and around and not any(map(is_shown, box.stands_in_for))

    return frozenset(filter(is_shown, boxes))
