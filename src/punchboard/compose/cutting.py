"""Sheets for cutting machines: cut files with paths in layers, and prints with registration marks."""

from collections.abc import Iterable, Iterator, Sequence
from math import atan2, degrees
from typing import Final, NamedTuple

from punchboard.compose.net_sheets import CUT, MARGIN
from punchboard.compose.sheets.crop_marks import trim_corners
from punchboard.compose.sheets.imposition import Plan, Slot
from punchboard.compose.sheets.marks import FOLD_LINE
from punchboard.compose.sheets.sheet_plan import Sheet
from punchboard.geometry import (
    Affine,
    Outline,
    Point,
    Rect,
    Size,
    join_outlines,
    polyline,
    rectangle,
    rounded_rectangle,
)
from punchboard.model.layout.trim import Trim
from punchboard.model.printing.destinations import Layer, MachineFile, RegistrationFile
from punchboard.model.printing.sheet import PaperFile
from punchboard.scene import Group, Item, Page, Shape, Stroke, Use


class CutPattern(NamedTuple):
    """The cut paths and fold lines of a page; pages that are cut alike have equal patterns."""

    paths: tuple[Outline, ...]
    folds: tuple[Outline, ...] = ()


def sheet_cut_pattern(sheet: Sheet, machine: MachineFile) -> CutPattern:
    """Return the cut paths of a sheet's fronts, with the machine's corner radius for each form, and the fold."""
    paths = (
        path
        for lot in sheet.blocks
        if lot.side == "front"
        for path in cut_paths(lot.plan, lot.occupied, machine.form(lot.plan.trim.form).radius)
    )
    return CutPattern(tuple(paths), () if sheet.fold is None else (polyline(sheet.fold),))


def cut_page(paper: Size, cut: CutPattern, machine: MachineFile) -> Page:
    """Return a cut file's page: layers for the page outline, marks, folds and cuts; empty layers are left out."""
    marked = mark_outlines(paper, machine.registration) if machine.registration else ()
    lines: tuple[tuple[Layer, Sequence[Outline]], ...] = (
        ("page", (rectangle(Rect(0, 0, *paper)),)),
        ("marks", marked),
        ("fold", cut.folds),
        ("cut", cut.paths),
    )
    return Page(paper, tuple(_layer(name, outlines, machine) for name, outlines in lines if outlines))


def _layer(name: Layer, outlines: Iterable[Outline], machine: MachineFile) -> Group:
    stroke = Stroke(machine.colour(name), machine.line)
    return Group(tuple(Shape(outline, stroke=stroke) for outline in outlines), layer=name)


def print_page(page: Page, cut: CutPattern, machine: MachineFile) -> Page:
    """Return a printed front with the machine's registration marks.

    For a machine that reads cut paths from the print, the front has them as well, on a spot plate.
    """
    return page._replace(items=(*page.items, *_machine_marks(page.size, cut, machine)))


def _machine_marks(paper: Size, cut: CutPattern, machine: MachineFile) -> Iterator[Item]:
    if machine.registration:
        yield from printed_marks(paper, machine.registration)
    if machine.cut == "spot":
        yield Shape(join_outlines(cut.paths), stroke=Stroke(machine.colour("cut"), machine.line, spot=machine.plate))


def keep_out_areas(paper: Size, machine: MachineFile, trims: Iterable[Trim]) -> tuple[Rect, ...]:
    """Return the areas round registration marks that trims and bleeds stay out of, without the bleed of straight sides.

    `plan_sheets` grows them by that bleed.
    """
    if machine.registration is None:
        return ()
    bleed = machine.sheet.bleed
    more = max((-trim.frame(bleed).y - bleed for trim in trims), default=0.0)  # hexagons bleed further at their points
    return tuple(rect.grow(more) for rect in mark_keep_outs(paper, machine.registration))


# Registration marks, by which a cutting machine finds its position on a printed sheet. Lengths in mm.
#
# These are the three marks of Silhouette's machines: a filled square at the top left, an L at the top right and an L at
# the bottom left.

INK: Final = "#000000"


def square_mark(file: RegistrationFile) -> Rect:
    """Return the filled square, at the top left."""
    return Rect(file.inset, file.inset, file.square, file.square)


def corner_arms(paper: Size, file: RegistrationFile) -> tuple[Rect, ...]:
    """Return the four arms of the two Ls; the inset is measured to their outer edges."""
    near, length, line = file.inset, file.length, file.line
    right, bottom = paper.width - near, paper.height - near
    return (
        Rect(right - length, near, length, line),
        Rect(right - line, near, line, length),
        Rect(near, bottom - line, length, line),
        Rect(near, bottom - length, line, length),
    )


def mark_outlines(paper: Size, file: RegistrationFile) -> tuple[Outline, ...]:
    """Return the outlines of the three marks: the square, and each L as one shape with six corners."""
    near, length, line = file.inset, file.length, file.line
    right, bottom = paper.width - near, paper.height - near
    top_right = [
        (right - length, near),
        (right, near),
        (right, near + length),
        (right - line, near + length),
        (right - line, near + line),
        (right - length, near + line),
    ]
    bottom_left = [
        (near, bottom - length),
        (near + line, bottom - length),
        (near + line, bottom - line),
        (near + length, bottom - line),
        (near + length, bottom),
        (near, bottom),
    ]
    return rectangle(square_mark(file)), polyline(top_right, closed=True), polyline(bottom_left, closed=True)


def printed_marks(paper: Size, file: RegistrationFile) -> Iterator[Item]:
    """Yield the marks as filled shapes."""
    for outline in mark_outlines(paper, file):
        yield Shape(outline, fill=INK)


def mark_keep_outs(paper: Size, file: RegistrationFile) -> tuple[Rect, ...]:
    """Return the rectangle round each mark in which nothing else may be printed.

    For an L, it includes the corner between the arms, where machines mistake dark artwork for a mark.
    """
    across, down, below, left = corner_arms(paper, file)
    return tuple(rect.grow(file.keep_out) for rect in (square_mark(file), across.union(down), below.union(left)))


# Cut paths of a sheet: the outlines of its components, with each shared side cut once. Pure geometry in mm.

TOLERANCE: Final = 0.02
"""Corners closer than this many mm count as one: far above rounding errors, far below a knife's accuracy."""

_GRID: Final = 10 * TOLERANCE

_MAX_BEND: Final = 61.0
"""The sharpest bend, in degrees, within one line: a knife follows a hexagon's sides, but is lifted at right angles."""

_MIN_BEND: Final = 0.1

Segment = tuple[Point, Point]
"""A straight cut from corner to corner."""


def cut_paths(plan: Plan, occupied: Sequence[Slot], radius: float = 0.0) -> tuple[Outline, ...]:
    """Return the paths that cut out the components in the occupied slots.

    Args:
        plan: the sheet, with the trim of its components.
        occupied: the slots that hold a component.
        radius: the corner radius of cards, squares and boards, in mm; rounded neighbours must not touch.

    Returns:
        A closed path for each component that touches no other. For components that touch, lines that cover each side
        exactly once, each line as long as possible without a sharp turn.
    """
    if plan.trim.form == "circle" or (radius and plan.trim.is_rectangular):
        outline = _closed_outline(plan, radius)
        return tuple(outline.placed(slot.transform(plan.trim)) for slot in occupied)
    closed, shared = _separate_and_shared(component_sides(plan, occupied))
    return (*(polyline(polygon, closed=True) for polygon in closed), *continuous_lines(shared))


def _closed_outline(plan: Plan, radius: float) -> Outline:
    frame = plan.trim.frame()
    return plan.trim.outline(frame) if plan.trim.form == "circle" else rounded_rectangle(frame, radius)


def component_sides(plan: Plan, occupied: Sequence[Slot]) -> tuple[tuple[Segment, ...], ...]:
    """Return the sides of each component, clockwise; corners that touch become the same point."""
    corners = _Corners()
    components = []
    for slot in occupied:
        transform = slot.transform(plan.trim)
        points = [corners.merged(transform.apply(corner)) for corner in trim_corners(plan.trim)]
        components.append(tuple(zip(points, (*points[1:], points[0]), strict=True)))
    return tuple(components)


class _Corners:
    """Merges corners: a corner within `TOLERANCE` of an earlier one is replaced by the earlier one."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], list[Point]] = {}

    def merged(self, point: Point) -> Point:
        column, row = round(point.x / _GRID), round(point.y / _GRID)
        near = ((x, y) for x in (column - 1, column, column + 1) for y in (row - 1, row, row + 1))
        for cell in near:
            for earlier in self._cells.get(cell, ()):
                if abs(earlier.x - point.x) < TOLERANCE and abs(earlier.y - point.y) < TOLERANCE:
                    return earlier
        self._cells.setdefault((column, row), []).append(point)
        return point


def _separate_and_shared(components: Sequence[Sequence[Segment]]) -> tuple[list[list[Point]], tuple[Segment, ...]]:
    """Return the polygons of components that share no side, and the sides of all other components, each once."""
    count: dict[frozenset[Point], int] = {}
    for component in components:
        for side in component:
            count[frozenset(side)] = count.get(frozenset(side), 0) + 1
    closed: list[list[Point]] = []
    others: dict[frozenset[Point], Segment] = {}
    for component in components:
        if all(count[frozenset(side)] == 1 for side in component):
            closed.append([start for start, _ in component])
        else:
            others.update({key: side for side in component if (key := frozenset(side)) not in others})
    return closed, tuple(others.values())


def continuous_lines(segments: Sequence[Segment]) -> Iterator[Outline]:
    """Yield lines that cover each segment exactly once and bend by at most 60 degrees at a point."""
    left = dict.fromkeys(segments)
    at: dict[Point, list[Segment]] = {}
    for segment in segments:
        for end in segment:
            at.setdefault(end, []).append(segment)
    while left:
        first = next(iter(left))
        del left[first]
        line = _extended(_extended(list(first[::-1]), at, left)[::-1], at, left)
        closed = line[0] == line[-1]
        yield polyline(_without_straight_points(line[:-1] if closed else line), closed=closed)


def _extended(line: list[Point], at: dict[Point, list[Segment]], left: dict[Segment, None]) -> list[Point]:
    """Return a line extended from its end as far as possible; it alternates left and right bends where it can."""
    swing = _turn(*line[-3:]) if len(line) > 2 else 0.0
    while line[0] != line[-1]:
        here = line[-1]
        choices = [
            (_turn(line[-2], here, _other_end(segment, here)), segment) for segment in at[here] if segment in left
        ]
        choices = [(turn, segment) for turn, segment in choices if abs(turn) < _MAX_BEND]
        if not choices:
            break
        swing, segment = min(choices, key=lambda choice: (round(abs(choice[0]), 1), choice[0] * swing > 0))
        del left[segment]
        line.append(_other_end(segment, here))
    return line


def _other_end(segment: Segment, near: Point) -> Point:
    return segment[1] if segment[0] == near else segment[0]


def _turn(before: Point, here: Point, after: Point) -> float:
    """Return by how many degrees a path turns at the point ``here``, clockwise as seen on the page."""
    first = atan2(here.y - before.y, here.x - before.x)
    second = atan2(after.y - here.y, after.x - here.x)
    return (degrees(second - first) + 180) % 360 - 180


def _without_straight_points(line: list[Point]) -> list[Point]:
    """Return a line without the points at which it does not bend."""
    inner = [here for before, here, after in zip(line, line[1:], line[2:], strict=False) if _bends(before, here, after)]
    return [line[0], *inner, line[-1]]


def _bends(before: Point, here: Point, after: Point) -> bool:
    return abs(_turn(before, here, after)) > _MIN_BEND


_LABEL: Final = 5.0
"""Mm by which the label starts to the left of the nets."""


def paper_within_marks(paper: PaperFile, marks: RegistrationFile | None) -> PaperFile:
    """Return the area between the registration marks of a paper, as a smaller paper."""
    across, down = _rim_widths(marks)
    return PaperFile(name=paper.name, width=paper.width - 2 * across, height=paper.height - 2 * down)


def page_on_paper(page: Page, paper: Size, marks: RegistrationFile | None) -> Page:
    """Return a page made for the area between the marks, moved onto the whole paper."""
    rims = _rim_widths(marks)
    return page._replace(size=paper, items=(Group(page.items, Affine.move(*rims)),)) if marks else page


def _rim_widths(marks: RegistrationFile | None) -> tuple[float, float]:
    """Return the widths of the rims left and right, and above and below, that registration marks need."""
    if marks is None:
        return 0.0, 0.0
    rim = marks.inset + max(marks.square, marks.line) + marks.keep_out
    return max(rim, marks.inset + marks.length + marks.keep_out - MARGIN + _LABEL), rim


def net_cut_pattern(page: Page) -> CutPattern:
    """Return the cut and fold lines of the blocks on a page, without lines drawn on faces or in the legend."""
    cuts: list[Outline] = []
    folds: list[Outline] = []
    whole = page.items[0] if len(page.items) == 1 else None
    inner, outer = (whole.items, whole.transform) if isinstance(whole, Group) else (page.items, Affine())
    for use in inner:
        if isinstance(use, Use) and use.transform != Affine():  # only the legend is not moved
            for item in use.symbol.items:
                if isinstance(item, Shape) and item.stroke in {CUT, FOLD_LINE}:
                    lines = cuts if item.stroke == CUT else folds
                    lines.append(item.outline.placed(outer @ use.transform))
    return CutPattern(tuple(cuts), tuple(folds))
