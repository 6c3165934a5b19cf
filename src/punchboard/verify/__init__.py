"""The proof: finished PDF files are read again and compared with what they must show.

It reads only the bytes of the file and shares no code with `render`. Here are the checks of
PROOF002 to PROOF007; `pdfx.py` has those of PDF/X.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from math import sqrt
from typing import Any, Final, NamedTuple

from punchboard.geometry import Point, Rect, Size
from punchboard.model.printing.expected_pdf import ExpectedPart, ExpectedPdf
from punchboard.problem import Place, Problem
from punchboard.verify.objects import Unreadable
from punchboard.verify.page_reader import page_dictionaries, read_pages
from punchboard.verify.pdf_file import PdfFile, ReadFont, read_fonts
from punchboard.verify.sheet import TOLERANCE, PlacedSide, ReadSheet, ShapeChecks, on_side, placement_clashes

Faults = Iterator[tuple[str, str]]

_BLEED_REACHES: Final[Mapping[str, tuple[float, float, float]]] = {
    "hex": (1.0, 2 / sqrt(3), 2 / sqrt(3)),
    "triangle": (sqrt(3), 2.0, 1.0),
}
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
                times = self._counts[side][id_]
                if times != expected:
                    yield "PROOF003", f"the {side} of {id_!r} appears {_times(times)}, not {_times(expected)}"
        for (id_, side), times in self._unexpected.items():
            yield "PROOF003", f"the {side} of {id_!r} appears {_times(times)}, but does not belong in this file"


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
                (sheet.parts[component.id].form if component.id in sheet.parts else "card", component.corners)
                for component in placed
            )
            for index, other in placement_clashes(shapes, page.size):
                component = placed[index]
                fault = "extends beyond the page" if other is None else f"overlaps that of {placed[other].id!r}"
                yield "PROOF005", f"the {side} of {component.id!r} on page {component.page} {fault}"


def single_component_faults(sheet: ReadSheet) -> Faults:
    """Yield single-component pages whose trim box or bleed does not fit the component."""
    bleed = sheet.printed.bleed
    if bleed is None:
        return
    for number, (page, placed) in enumerate(zip(sheet.pages, sheet.sides, strict=True), sheet.number):
        if len(placed) != 1:
            yield "PROOF002", f"page {number} shows {len(placed)} components, not 1"
            continue
        (component,), frame = placed, _frame(placed[0])
        form = sheet.parts[component.id].form if component.id in sheet.parts else ""
        across, above, below = (bleed * reach for reach in _BLEED_REACHES.get(form, (1.0, 1.0, 1.0)))
        if not _same_box(page.trim, frame):
            yield "PROOF002", f"page {number} has a trim box that differs from the trim of {component.id!r}"
        grown = Rect(frame.x - across, frame.y - above, frame.width + 2 * across, frame.height + above + below)
        if not _same_box(grown, Rect(0, 0, *page.size)):
            yield "PROOF002", f"page {number} does not have {bleed:g} mm of bleed around {component.id!r}"


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
        if any(component.side != side for component in placed):
            yield "PROOF006", f"page {number} shows {_OTHER[side]}s where {side}s belong"


def typeface_faults(fonts: Iterable[ReadFont]) -> Faults:
    """Yield fonts that are not embedded, or incomplete."""
    return (("PROOF007", f"the font {font.name} {font.fault}") for font in fonts if font.fault)


def _is_paper(size: Size, paper: Size, *, any_way: bool) -> bool:
    sizes = (paper, Size(*paper).turned()) if any_way else (paper,)
    return any(
        abs(size.width - width) <= TOLERANCE and abs(size.height - height) <= TOLERANCE for width, height in sizes
    )


def _same_box(box: Rect, other: Rect) -> bool:
    return box.contains(other, TOLERANCE) and other.contains(box, TOLERANCE)


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


_HINT: Final = (
    "the last good output is untouched; this is a fault of Punchboard or of a layout: report it with the game"
)

_MAX_REPORTED: Final = 5
"""The most problems of one rule that are reported for one file."""


class Proof(NamedTuple):
    """The problems of a file, and a record of counts and measures."""

    problems: tuple[Problem, ...]
    record: Mapping[str, float]


def prove(path: str, data: bytes, printed: ExpectedPdf) -> Proof:
    """Return the proof of a finished PDF file; the record is empty if the file cannot be read.

    The file is read sheet by sheet, to limit memory.

    Args:
        path: the path of the file, for problems.
        data: the bytes of the file.
        printed: what the file must show.
    """
    place = Place(path)
    try:
        reader = _ProofReader(PdfFile(data), printed)
    except Unreadable as error:
        return Proof((Problem("PROOF001", place, f"the finished file cannot be read: {error}", _HINT),), {})
    return Proof(tuple(problem for fault in reader.faults() for problem in fault.problems(place)), reader.record())


class _FirstFaults:
    """The first faults of a rule, and the number of further ones."""

    def __init__(self) -> None:
        self._first: list[tuple[str, str]] = []
        self._more = Counter[str]()

    def add(self, faults: Iterable[tuple[str, str]]) -> None:
        """Add the faults that a rule has found."""
        for code, message in faults:
            if len(self._first) < _MAX_REPORTED:
                self._first.append((code, message))
            else:
                self._more[code] += 1

    def problems(self, place: Place) -> Iterator[Problem]:
        """Yield the first faults as problems, and the number of further ones."""
        for code, message in self._first:
            yield Problem(code, place, message, _HINT)
        for code, count in self._more.items():
            yield Problem(code, place, f"and {count} more of this kind", _HINT)


class _ProofReader:
    """Reads a file once, from its first page to its last, and applies all rules."""

    def __init__(self, file: PdfFile, printed: ExpectedPdf) -> None:
        self._printed = printed
        self._shapes, self._counts = ShapeChecks(printed.parts or {}), CopyCounts(printed.parts)
        self._pages = self._components = self._pairs = 0
        self._worst = 0.0
        self._faults = {rule: _FirstFaults() for rule in _SHEET_RULES}
        resources: list[Any] = []
        two_sided = printed.backing in {"long edge", "short edge"}
        all_pages = read_pages(file, _collect_resources(page_dictionaries(file), resources))
        while pages := tuple(islice(all_pages, 2 if two_sided else 1)):
            self._read_sheet(ReadSheet(self._pages + 1, pages, printed, self._shapes))
        self._fonts = tuple(read_fonts(file, resources))
        self._structure = tuple(_structure_faults(file))

    def _read_sheet(self, sheet: ReadSheet) -> None:
        for placed in sheet.all_sides():
            self._counts.add(placed)
            self._components += placed.side == "front"
        for rule, faults in self._faults.items():
            faults.add(rule(sheet))
        self._pages += len(sheet.pages)
        self._pairs += len(sheet.back_matches)
        self._worst = max([self._worst, *(match.offset for match in sheet.back_matches if match.offset is not None)])

    def faults(self) -> Iterator[_FirstFaults]:
        """Yield the faults of each rule, in the order of the codes."""
        page_faults, *others = self._faults.values()
        expected, page_count = self._printed.pages, _FirstFaults()
        if expected is not None and self._pages != expected:
            page_count.add([("PROOF002", f"the file has {self._pages} pages, not {expected}")])
        copies, font_faults, unread = _FirstFaults(), _FirstFaults(), _FirstFaults()
        copies.add(self._counts.faults())
        font_faults.add(typeface_faults(self._fonts))
        unread.add(self._structure)
        yield from (page_count, page_faults, copies, *others, font_faults, unread)

    def record(self) -> Mapping[str, float]:
        """Return the counts, and the largest error of a size or position in mm."""
        return {
            "pages": self._pages,
            "components": self._components,
            "pairs": self._pairs,
            "worst_mm": round(max(self._worst, self._shapes.worst_error), 3),
            "fonts": len(self._fonts),
        }


_SHEET_RULES: Final = (
    page_faults,
    size_faults,
    placement_faults,
    single_component_faults,
    back_faults,
    side_order_faults,
)
"""The rules for single sheets. Copies are reported after the first of them, fonts after the last."""


def _collect_resources(dictionaries: Iterable[Mapping[str, Any]], resources: list[Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the dictionaries of pages, and append the resources of each to a list."""
    for page in dictionaries:
        resources.append(page.get("Resources"))
        yield page


# The rule PROOF008: the structure tree that screen readers follow is whole (ISO 14289-1, ISO 32000-1, 14.8.4).


_DEEPEST: Final = 64
"""The deepest nesting of elements; a page of ours needs ten levels."""

_KIDS: Final[Mapping[str, frozenset[str]]] = {
    "L": frozenset({"LI", "Caption"}),
    "LI": frozenset({"Lbl", "LBody"}),
    "Table": frozenset({"TR", "THead", "TBody", "TFoot", "Caption"}),
    "TR": frozenset({"TH", "TD"}),
    "TOC": frozenset({"TOCI", "TOC", "Caption"}),
}
"""The only elements that those of a role may contain."""


class _Element(NamedTuple):
    """An element of the tree: its role, its dictionary, and the elements within it."""

    role: str
    entries: Mapping[str, Any]
    kids: "tuple[_Element, ...]"


def _structure_faults(file: PdfFile) -> Faults:
    """Yield what a screen reader would stumble over; nothing for a file without a structure tree.

    Raises:
        Unreadable: when the tree is malformed.
    """
    catalog = file.dictionary(file.trailer.get("Root"))
    if "StructTreeRoot" not in catalog:
        return
    if not file.get(catalog.get("Lang")):
        yield "PROOF008", "the file does not say what language it is in"
    tree = file.dictionary(catalog["StructTreeRoot"])
    for element in _all(_elements(file, tree.get("K"), 0)):
        yield from _element_faults(element)


def _elements(file: PdfFile, value: Any, depth: int) -> tuple[_Element, ...]:
    """Return the elements among the kids of an element; its content is left out."""
    if depth > _DEEPEST:
        raise Unreadable("its structure is nested too deeply")
    resolved = file.get(value)
    if isinstance(resolved, list):
        return tuple(element for kid in resolved for element in _elements(file, kid, depth))
    if not isinstance(resolved, dict) or "S" not in resolved:
        return ()
    return (_Element(str(resolved["S"]), resolved, _elements(file, resolved.get("K"), depth + 1)),)


def _all(elements: tuple[_Element, ...]) -> Iterator[_Element]:
    """Yield elements and all within them in reading order."""
    for element in elements:
        yield element
        yield from _all(element.kids)


def _element_faults(element: _Element) -> Faults:
    if element.role == "Figure" and not {"Alt", "ActualText"} & element.entries.keys():
        yield "PROOF008", "a figure has no words that say what it shows"
    allowed = _KIDS.get(element.role)
    for kid in element.kids:
        if allowed is not None and kid.role not in allowed:
            yield "PROOF008", f"an element {element.role!r} contains {kid.role!r}"
    if element.role == "Table":
        widths = {len(row.kids) for row in element.kids if row.role == "TR"}
        if len(widths) > 1:
            yield "PROOF008", f"the rows of a table have {min(widths)} to {max(widths)} cells"


__all__ = ["Proof", "prove"]
