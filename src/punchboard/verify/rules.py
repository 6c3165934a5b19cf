"""The rules of the proof: each yields what is wrong on a sheet, or in a file, as a code and a message."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from math import sqrt
from typing import Final

from punchboard.geometry import Point, Rect, Size
from punchboard.model.printing.expected_pdf import ExpectedPart
from punchboard.verify.fonts import ReadFont
from punchboard.verify.placement import TOLERANCE, PlacedSide, placement_clashes
from punchboard.verify.sheet import ReadSheet, on_side

Faults = Iterator[tuple[str, str]]

_OTHER: Final = {"front": "back", "back": "front"}


def pages(leaf: ReadSheet) -> Faults:
    """Yield pages that are of another size, or with boxes that do not lie in one another."""
    for number, page in enumerate(leaf.pages, leaf.number):
        paper, whole = leaf.printed.paper, Rect(0, 0, *page.size)
        if paper is not None and not _is_paper(page.size, paper, any_way=leaf.printed.can_be_rotated):
            yield "PROOF002", f"page {number} is {_said(page.size)}, not {_said(Size(*paper))}"
        if not _alike(page.crop, whole):
            yield "PROOF002", f"page {number} is cropped to {_said(page.crop.size)}"
        if not (whole.contains(page.bleed, TOLERANCE) and page.bleed.contains(page.trim, TOLERANCE)):
            yield "PROOF002", f"page {number} has a trim box that leaves its bleed box, or its sheet"


class Counts:
    """How often each side of each component lies in a file, held against how often it must."""

    def __init__(self, parts: Mapping[str, ExpectedPart] | None) -> None:
        self._parts = parts
        named = parts or {}
        self._there = {"front": dict.fromkeys(named, 0), "back": dict.fromkeys((i for i in named if named[i].backs), 0)}
        self._strange: Counter[tuple[str, str]] = Counter()

    def add(self, one: PlacedSide) -> None:
        """Count one side of a component."""
        there = self._there[one.side]
        if one.id in there:
            there[one.id] += 1
        else:
            self._strange[one.id, one.side] += 1

    def faults(self) -> Faults:
        """Yield components that lie in the file more or less often than they must."""
        if self._parts is None:
            return
        for id_, part in self._parts.items():
            for side, many in _sides(part):
                found = self._there[side][id_]
                if found != many:
                    yield "PROOF003", f"the {side} of {id_!r} is there {_times(found)}, not {_times(many)}"
        for (id_, side), many in self._strange.items():
            yield "PROOF003", f"the {side} of {id_!r} is there {_times(many)}, and nothing asked for it"


def shapes(leaf: ReadSheet) -> Faults:
    """Yield components that are not as large on paper as they must be."""
    for one in leaf.all_sides():
        fault = leaf.shapes.fault(one)
        if fault:
            yield "PROOF004", f"the {one.side} of {one.id!r} on page {one.page} {fault}"


def places(leaf: ReadSheet) -> Faults:
    """Yield components that leave the page, and those that lie over others of their side."""
    for page, everything in zip(leaf.pages, leaf.sides, strict=True):
        for side in _OTHER:
            laid = on_side(everything, side)
            formed = tuple((leaf.parts[one.id].form if one.id in leaf.parts else "card", one.corners) for one in laid)
            for index, other in placement_clashes(formed, page.size):
                one = laid[index]
                fault = "leaves the page" if other is None else f"lies over that of {laid[other].id!r}"
                yield "PROOF005", f"the {side} of {one.id!r} on page {one.page} {fault}"


def alone(leaf: ReadSheet) -> Faults:
    """Yield pages of one component whose trim box is not its trim, or whose bleed is not what it must be."""
    bleed = leaf.printed.bleed
    if bleed is None:
        return
    for number, (page, laid) in enumerate(zip(leaf.pages, leaf.sides, strict=True), leaf.number):
        if len(laid) != 1:
            yield "PROOF002", f"page {number} shows {len(laid)} components, not one"
            continue
        (one,), frame = laid, _frame(laid[0])
        form = leaf.parts[one.id].form if one.id in leaf.parts else ""
        down = bleed * 2 / sqrt(3) if form == "hex" else bleed  # as far as its flats bleed, its points reach further
        if not _alike(page.trim, frame):
            yield "PROOF002", f"page {number} has a trim box that is not the trim of {one.id!r}"
        grown = Rect(frame.x - bleed, frame.y - down, frame.width + 2 * bleed, frame.height + 2 * down)
        if not _alike(grown, Rect(0, 0, *page.size)):
            yield "PROOF002", f"page {number} has not {bleed:g} mm of bleed round {one.id!r}"


def backs(leaf: ReadSheet) -> Faults:
    """Yield backs that are not under their fronts."""
    for back, off, front in leaf.back_matches:
        where = f"the back of {back.id!r} on page {back.page}"
        if off is None or front is None:
            yield "PROOF006", f"{where} has no front before it"
        elif off > TOLERANCE:
            yield "PROOF006", f"{where} lies {off:.2f} mm off its front on page {front.page}"


def order(leaf: ReadSheet) -> Faults:
    """Yield pages that show fronts where backs belong, and backs where fronts do."""
    first = leaf.printed.first
    if not first:
        return
    for number, laid in enumerate(leaf.sides, leaf.number):
        side = first if number % 2 else _OTHER[first]
        if any(one.side != side for one in laid):
            yield "PROOF006", f"page {number} shows {_OTHER[side]}s where {side}s belong"


def fonts(found: Iterable[ReadFont]) -> Faults:
    """Yield fonts that are not in the file, or not whole."""
    return (("PROOF007", f"the font {font.name} {font.fault}") for font in found if font.fault)


def _is_paper(size: Size, paper: Size, *, any_way: bool) -> bool:
    ways = (paper, Size(*paper).turned()) if any_way else (paper,)
    return any(abs(size.width - one[0]) <= TOLERANCE and abs(size.height - one[1]) <= TOLERANCE for one in ways)


def _alike(one: Rect, other: Rect) -> bool:
    return one.contains(other, TOLERANCE) and other.contains(one, TOLERANCE)


def _frame(one: PlacedSide) -> Rect:
    start, _, end, _ = one.corners
    corner = Point(min(start.x, end.x), min(start.y, end.y))
    return Rect(*corner, abs(end.x - start.x), abs(end.y - start.y))


def _sides(part: ExpectedPart) -> tuple[tuple[str, int], ...]:
    """Return the sides of a component that must be in the file, and how often."""
    sides = ("front", part.fronts), ("back", part.backs)
    return sides if part.backs else sides[:1]


def _said(size: Size) -> str:
    return f"{size.width:.5g} x {size.height:.5g} mm"


def _times(many: int) -> str:
    return ("not at all", "once", "twice")[many] if many < 3 else f"{many} times"
