"""The rules of the proof: each yields what is wrong in a file as a code and a message."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from math import sqrt
from typing import Final

from punchboard.geometry import Point, Rect, Size
from punchboard.model.printed import Part
from punchboard.readback.found import Found, of_side
from punchboard.readback.places import NEAR, Laid, clashes, misshapen

Faults = Iterator[tuple[str, str]]

_OTHER: Final = {"front": "back", "back": "front"}


def pages(found: Found) -> Faults:
    """Yield pages that are too many, too few, of another size, or with boxes that do not lie in one another."""
    wanted = found.printed.pages
    if wanted is not None and len(found.pages) != wanted:
        yield "PROOF002", f"has {len(found.pages)} pages, not {wanted}"
    for number, page in enumerate(found.pages, 1):
        paper, whole = found.printed.paper, Rect(0, 0, *page.size)
        if paper is not None and not _is_paper(page.size, paper, any_way=found.printed.any_way):
            yield "PROOF002", f"page {number} is {_said(page.size)}, not {_said(Size(*paper))}"
        if not _alike(page.crop, whole):
            yield "PROOF002", f"page {number} is cropped to {_said(page.crop.size)}"
        if not (whole.contains(page.bleed, NEAR) and page.bleed.contains(page.trim, NEAR)):
            yield "PROOF002", f"page {number} has a trim box that leaves its bleed box, or its sheet"


def counts(found: Found) -> Faults:
    """Yield components that lie in the file more or less often than they must."""
    if found.printed.parts is None:
        return
    there = Counter((one.id, one.side) for one in found.everything())
    wanted = {(id_, side): many for id_, part in found.parts.items() for side, many in _sides(part)}
    if dict(there) == wanted:
        return
    for (id_, side), many in wanted.items():
        if there[id_, side] != many:
            yield "PROOF003", f"the {side} of {id_!r} is there {_times(there[id_, side])}, not {_times(many)}"
    for (id_, side), many in there.items():
        if (id_, side) not in wanted:
            yield "PROOF003", f"the {side} of {id_!r} is there {_times(many)}, and nothing asked for it"


def shapes(found: Found) -> Faults:
    """Yield components that are not as large on paper as they must be."""
    faults = {key: misshapen(*shape) for key, shape in found.shapes.items()}
    if not any(faults.values()):
        return
    for one in found.everything():
        fault = faults[id(one.corners), found.parts[one.id].size] if one.id in found.parts else ""
        if fault:
            yield "PROOF004", f"the {one.side} of {one.id!r} on page {one.page} {fault}"


def places(found: Found) -> Faults:
    """Yield components that leave the page, and those that lie over others of their side."""
    for page, everything in zip(found.pages, found.laid, strict=True):
        for side in _OTHER:
            laid = of_side(everything, side)
            formed = tuple((found.parts[one.id].form if one.id in found.parts else "card", one.corners) for one in laid)
            for index, other in clashes(formed, page.size):
                one = laid[index]
                fault = "leaves the page" if other is None else f"lies over that of {laid[other].id!r}"
                yield "PROOF005", f"the {side} of {one.id!r} on page {one.page} {fault}"


def alone(found: Found) -> Faults:
    """Yield pages of one component whose trim box is not its trim, or whose bleed is not what it must be."""
    bleed = found.printed.bleed
    if bleed is None:
        return
    for number, (page, laid) in enumerate(zip(found.pages, found.laid, strict=True), 1):
        if len(laid) != 1:
            yield "PROOF002", f"page {number} shows {len(laid)} components, not one"
            continue
        (one,), frame = laid, _frame(laid[0])
        form = found.parts[one.id].form if one.id in found.parts else ""
        down = bleed * 2 / sqrt(3) if form == "hex" else bleed  # as far as its flats bleed, its points reach further
        if not _alike(page.trim, frame):
            yield "PROOF002", f"page {number} has a trim box that is not the trim of {one.id!r}"
        grown = Rect(frame.x - bleed, frame.y - down, frame.width + 2 * bleed, frame.height + 2 * down)
        if not _alike(grown, Rect(0, 0, *page.size)):
            yield "PROOF002", f"page {number} has not {bleed:g} mm of bleed round {one.id!r}"


def backs(found: Found) -> Faults:
    """Yield backs that are not under their fronts."""
    for back, off, front in found.behind:
        where = f"the back of {back.id!r} on page {back.page}"
        if off is None or front is None:
            yield "PROOF006", f"{where} has no front before it"
        elif off > NEAR:
            yield "PROOF006", f"{where} lies {off:.2f} mm off its front on page {front.page}"


def order(found: Found) -> Faults:
    """Yield pages that show fronts where backs belong, and backs where fronts do."""
    first = found.printed.first
    if not first:
        return
    for number, laid in enumerate(found.laid, 1):
        side = first if number % 2 else _OTHER[first]
        if any(one.side != side for one in laid):
            yield "PROOF006", f"page {number} shows {_OTHER[side]}s where {side}s belong"


def fonts(found: Found) -> Faults:
    """Yield fonts that are not in the file, or not whole."""
    return (("PROOF007", f"the font {font.name} {font.fault}") for font in found.fonts if font.fault)


RULES: Final[tuple[Callable[[Found], Faults], ...]] = (pages, counts, shapes, places, alone, backs, order, fonts)


def _is_paper(size: Size, paper: Size, *, any_way: bool) -> bool:
    ways = (paper, Size(*paper).turned()) if any_way else (paper,)
    return any(abs(size.width - one[0]) <= NEAR and abs(size.height - one[1]) <= NEAR for one in ways)


def _alike(one: Rect, other: Rect) -> bool:
    return one.contains(other, NEAR) and other.contains(one, NEAR)


def _frame(one: Laid) -> Rect:
    start, _, end, _ = one.corners
    corner = Point(min(start.x, end.x), min(start.y, end.y))
    return Rect(*corner, abs(end.x - start.x), abs(end.y - start.y))


def _sides(part: Part) -> tuple[tuple[str, int], ...]:
    """Return the sides of a component that must be in the file, and how often."""
    sides = ("front", part.fronts), ("back", part.backs)
    return sides if part.backs else sides[:1]


def _said(size: Size) -> str:
    return f"{size.width:.5g} x {size.height:.5g} mm"


def _times(many: int) -> str:
    return ("not at all", "once", "twice")[many] if many < 3 else f"{many} times"
