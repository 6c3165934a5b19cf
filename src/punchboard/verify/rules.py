"""The rules of the proof, PROOF002 to PROOF007. Each yields the faults of a sheet or file as codes with messages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from math import sqrt
from types import MappingProxyType
from typing import Final

from punchboard.geometry import Point, Rect, Size
from punchboard.model.printing.expected_pdf import ExpectedPart
from punchboard.verify.pdf_file import ReadFont
from punchboard.verify.sheet import TOLERANCE, PlacedSide, ReadSheet, on_side, placement_clashes

Faults = Iterator[tuple[str, str]]

_BLEED_REACHES: Final[Mapping[str, tuple[float, float, float]]] = MappingProxyType(
    {"hex": (1.0, 2 / sqrt(3), 2 / sqrt(3)), "triangle": (sqrt(3), 2.0, 1.0)}
)
"""How far bleed reaches beside, above and below the frame of a shape, relative to the bleed of a straight side."""

_OTHER: Final = {"front": "back", "back": "front"}


def page_faults(sheet: ReadSheet) -> Faults:
    """Yield pages of the wrong size, and pages whose boxes are not inside one another."""
    for number, page in enumerate(sheet.pages, sheet.number):
        paper, whole = sheet.printed.paper, Rect(0, 0, *page.size)
        if paper is not None and not _is_paper(page.size, paper, any_way=sheet.printed.can_be_rotated):
            yield "PROOF002", f"page {number} is {_in_mm(page.size)}, not {_in_mm(Size(*paper))}"
        if not _same_box(page.crop, whole):
            yield "PROOF002", f"page {number} is cropped to {_in_mm(page.crop.size)}"
        if not (whole.contains(page.bleed, TOLERANCE) and page.bleed.contains(page.trim, TOLERANCE)):
            yield "PROOF002", f"page {number} has a trim box outside its bleed box, or a bleed box outside the page"


class CopyCounts:
    """Counts how often each side of each component is in a file, and compares this with the expected number."""

    def __init__(self, parts: Mapping[str, ExpectedPart] | None) -> None:
        self._parts = parts
        expected = parts or {}
        with_backs = (id_ for id_, part in expected.items() if part.backs)
        self._counts = {"front": dict.fromkeys(expected, 0), "back": dict.fromkeys(with_backs, 0)}
        self._unexpected: Counter[tuple[str, str]] = Counter()

    def add(self, placed: PlacedSide) -> None:
        """Count one side of a component."""
        counts = self._counts[placed.side]
        if placed.id in counts:
            counts[placed.id] += 1
        else:
            self._unexpected[placed.id, placed.side] += 1

    def faults(self) -> Faults:
        """Yield components that are in the file more or less often than expected."""
        if self._parts is None:
            return
        for id_, part in self._parts.items():
            for side, expected in _sides(part):
                found = self._counts[side][id_]
                if found != expected:
                    yield "PROOF003", f"the {side} of {id_!r} appears {_times(found)}, not {_times(expected)}"
        for (id_, side), found in self._unexpected.items():
            yield "PROOF003", f"the {side} of {id_!r} appears {_times(found)}, but does not belong in this file"


def size_faults(sheet: ReadSheet) -> Faults:
    """Yield components that do not have their true size on paper."""
    for placed in sheet.all_sides():
        fault = sheet.shapes.fault(placed)
        if fault:
            yield "PROOF004", f"the {placed.side} of {placed.id!r} on page {placed.page} {fault}"


def placement_faults(sheet: ReadSheet) -> Faults:
    """Yield components that extend beyond the page, and those that overlap others on their side."""
    for page, sides in zip(sheet.pages, sheet.sides, strict=True):
        for side in _OTHER:
            placed = on_side(sides, side)
            shapes = tuple(
                (sheet.parts[one.id].form if one.id in sheet.parts else "card", one.corners) for one in placed
            )
            for index, other in placement_clashes(shapes, page.size):
                one = placed[index]
                fault = "extends beyond the page" if other is None else f"overlaps that of {placed[other].id!r}"
                yield "PROOF005", f"the {side} of {one.id!r} on page {one.page} {fault}"


def single_component_faults(sheet: ReadSheet) -> Faults:
    """Yield single-component pages whose trim box or bleed does not fit the component."""
    bleed = sheet.printed.bleed
    if bleed is None:
        return
    for number, (page, placed) in enumerate(zip(sheet.pages, sheet.sides, strict=True), sheet.number):
        if len(placed) != 1:
            yield "PROOF002", f"page {number} shows {len(placed)} components, not 1"
            continue
        (one,), frame = placed, _frame(placed[0])
        form = sheet.parts[one.id].form if one.id in sheet.parts else ""
        across, above, below = (bleed * reach for reach in _BLEED_REACHES.get(form, (1.0, 1.0, 1.0)))
        if not _same_box(page.trim, frame):
            yield "PROOF002", f"page {number} has a trim box that differs from the trim of {one.id!r}"
        grown = Rect(frame.x - across, frame.y - above, frame.width + 2 * across, frame.height + above + below)
        if not _same_box(grown, Rect(0, 0, *page.size)):
            yield "PROOF002", f"page {number} does not have {bleed:g} mm of bleed around {one.id!r}"


def back_faults(sheet: ReadSheet) -> Faults:
    """Yield backs that are not behind their fronts."""
    for back, offset, front in sheet.back_matches:
        where = f"the back of {back.id!r} on page {back.page}"
        if offset is None or front is None:
            yield "PROOF006", f"{where} has no front"
        elif offset > TOLERANCE:
            yield "PROOF006", f"{where} is {offset:.2f} mm off its front on page {front.page}"


def side_order_faults(sheet: ReadSheet) -> Faults:
    """Yield pages with fronts where backs belong, and with backs where fronts belong."""
    first = sheet.printed.first
    if not first:
        return
    for number, placed in enumerate(sheet.sides, sheet.number):
        side = first if number % 2 else _OTHER[first]
        if any(one.side != side for one in placed):
            yield "PROOF006", f"page {number} shows {_OTHER[side]}s where {side}s belong"


def font_faults(found: Iterable[ReadFont]) -> Faults:
    """Yield fonts that are not embedded, or incomplete."""
    return (("PROOF007", f"the font {font.name} {font.fault}") for font in found if font.fault)


def _is_paper(size: Size, paper: Size, *, any_way: bool) -> bool:
    sizes = (paper, Size(*paper).turned()) if any_way else (paper,)
    return any(
        abs(size.width - width) <= TOLERANCE and abs(size.height - height) <= TOLERANCE for width, height in sizes
    )


def _same_box(one: Rect, other: Rect) -> bool:
    return one.contains(other, TOLERANCE) and other.contains(one, TOLERANCE)


def _frame(placed: PlacedSide) -> Rect:
    start, _, end, _ = placed.corners
    corner = Point(min(start.x, end.x), min(start.y, end.y))
    return Rect(*corner, abs(end.x - start.x), abs(end.y - start.y))


def _sides(part: ExpectedPart) -> tuple[tuple[str, int], ...]:
    """Return the sides of a component that must be in the file, with their numbers."""
    sides = ("front", part.fronts), ("back", part.backs)
    return sides if part.backs else sides[:1]


def _in_mm(size: Size) -> str:
    return f"{size.width:.5g} x {size.height:.5g} mm"


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")
