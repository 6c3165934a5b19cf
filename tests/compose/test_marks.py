from itertools import pairwise
from math import hypot

import pytest

from punchboard.compose.imposition import edges, plan, slot_frame
from punchboard.compose.marks import Marker
from punchboard.geometry import Rect, Size
from punchboard.model.layout import SheetFile
from punchboard.model.trim import trim_from_text
from punchboard.scene import Group, Shape, Text

A4 = Size(210, 297)


@pytest.fixture
def marker(setter, text_style):
    """Return a marker for a sheet layout with some values changed."""
    return lambda **changes: Marker(SheetFile(**changes), text_style(size=2.1, leading=2.6), setter)


def lines(items):
    """Return the straight lines of shapes as pairs of points."""
    found = []
    for item in items:
        at = None
        for command, point in item.outline.segments:
            if command == "L":
                found.append((at, point))
            at = point
    return found


def placed(items):
    """Return the outlines of shapes and the corners of texts of groups, on the sheet."""
    (group,) = items
    assert isinstance(group, Group)
    shapes = [item.outline.placed(group.transform) for item in group.items if isinstance(item, Shape)]
    texts = [line for item in group.items if isinstance(item, Text) for line in item.lines]
    return group, shapes, texts


@pytest.mark.parametrize("gap", [0, 6])
def test_crop_marks_lie_outside_trim_and_bleed(marker, gap):
    """No mark comes nearer than the bleed to any card, and each points along a cut."""
    found = plan(A4, trim_from_text("poker"), gap=gap, margin=5)
    frames = [slot_frame(slot, found.trim) for slot in found.slots]
    marks = lines(marker().marks(found, found.slots))
    cuts_x = {round(x, 3) for frame in frames for x in (frame.x, frame.right)}
    cuts_y = {round(y, 3) for frame in frames for y in (frame.y, frame.bottom)}
    assert len(marks) == 2 * (len(cuts_x) + len(cuts_y))
    for (x1, y1), (x2, y2) in marks:
        assert (x1 == x2 and x1 in cuts_x) or (y1 == y2 and y1 in cuts_y)
        mark = Rect(min(x1, x2), min(y1, y2), abs(x2 - x1) or 0.01, abs(y2 - y1) or 0.01)
        assert not any(frame.grow(3).overlap(mark) for frame in frames)


def test_marks_stand_only_round_what_is_taken(marker):
    """The last sheet of a stack has marks for its own cards; an empty one has none."""
    found = plan(A4, trim_from_text("poker"), gap=0, margin=5)
    assert len(lines(marker().marks(found, found.slots[:1]))) == 8
    assert list(marker().marks(found, ())) == []
    assert list(marker(marks=False).marks(found, found.slots)) == []


@pytest.mark.parametrize("width", [30, 37.3, 50, 61.7])
def test_each_cut_between_hexagons_is_one_line(marker, width):
    """A shared edge is cut once; every edge of every hexagon has its line."""
    found = plan(A4, trim_from_text(f"hex {width}mm"), gap=0, margin=5)
    cuts = lines(marker().cut_lines(found, found.slots))
    middles = [((x1 + x2) / 2, (y1 + y2) / 2) for (x1, y1), (x2, y2) in cuts]
    wanted = [
        ((edge.start.x + edge.end.x) / 2, (edge.start.y + edge.end.y) / 2)
        for slot in found.slots
        for edge in edges(slot, found, found.slots)
    ]
    for x, y in wanted:
        assert sum(hypot(x - mx, y - my) < 0.05 for mx, my in middles) == 1
    assert list(marker().marks(found, found.slots)) == []


def test_hexagons_apart_have_all_their_own_lines(marker):
    """Across a gap there are two cuts."""
    found = plan(A4, trim_from_text("hex 50mm"), gap=1, margin=5)
    assert len(lines(marker().cut_lines(found, found.slots))) == 6 * len(found.slots)


@pytest.mark.parametrize("shape", ["poker", "board 190mm x 60mm"])
def test_cards_and_boards_have_no_cut_lines(marker, shape):
    """Lines on the trim would be seen; marks outside lead the knife."""
    found = plan(A4, trim_from_text(shape), gap=0, margin=5)
    assert list(marker().cut_lines(found, found.slots)) == []
    assert len(list(marker().marks(found, found.slots))) == 1


def test_each_round_token_has_its_circle_and_no_marks(marker):
    """No straight cut parts round tokens: scissors follow a hairline round each one that is there."""
    found = plan(A4, trim_from_text("circle 25mm"), gap=0, margin=5)
    taken = found.slots[:7]
    (shape,) = marker().cut_lines(found, taken)
    starts = [point for command, point in shape.outline.segments if command == "M"]
    assert len(starts) == len(taken)
    for slot, (x, y) in zip(taken, starts, strict=True):
        assert hypot(x - slot.middle.x, y - slot.middle.y) == pytest.approx(12.5, abs=0.001)
    assert list(marker().marks(found, taken)) == []


@pytest.mark.parametrize("gap", [0, 2])
def test_square_tokens_have_marks_and_each_cut_once(marker, gap):
    """A knife follows the marks, scissors the hairlines; a cut that two share is drawn once."""
    found = plan(A4, trim_from_text("square 20mm"), gap=gap, margin=5)
    block = found.slots[:2]
    assert len(lines(marker().cut_lines(found, block))) == (7 if gap == 0 else 8)
    assert len(list(marker().marks(found, block))) == 1


def test_a_sheet_may_have_no_cut_lines(marker):
    """Where the layout says so."""
    for shape in ("hex 50mm", "circle 25mm", "square 20mm"):
        found = plan(A4, trim_from_text(shape), gap=0, margin=5)
        assert list(marker(cut_lines=False).cut_lines(found, found.slots)) == []


@pytest.mark.parametrize("shape", ["poker", "hex 50mm", "tarot"])
@pytest.mark.parametrize("paper", [A4, Size(215.9, 279.4)])
def test_the_ruler_is_50_mm_long_on_the_paper(marker, shape, paper):
    """It has a tick a millimetre, and lies on the paper outside the bleed of every component."""
    found = plan(paper, trim_from_text(shape), gap=0, margin=5)
    _, (ruler,), texts = placed(marker().ruler(found))
    bounds = ruler.bounds
    assert max(bounds.size) == pytest.approx(50, abs=0.002)
    assert [segment[0] for segment in ruler.segments].count("M") == 52
    assert [word.text for word in texts[0].words] == ["50", "mm"]
    assert Rect(0, 0, *paper).contains(bounds)
    assert not found.block.overlap(bounds)


def test_ticks_are_a_millimetre_apart(marker):
    """Longer at five and at ten."""
    found = plan(A4, trim_from_text("poker"), gap=0, margin=5)
    (group,) = marker().ruler(found)
    _, *ticks = lines([item for item in group.items if isinstance(item, Shape)])
    assert all(b[0][0] - a[0][0] == pytest.approx(1) for a, b in pairwise(ticks))
    heights = [round(start[1] - end[1], 3) for start, end in ticks]
    assert [heights[index] for index in (0, 1, 5, 10, 50)] == [1.9, 0.7, 1.3, 1.9, 1.9]


def test_a_sheet_may_have_no_ruler(marker):
    """A length of nothing."""
    found = plan(A4, trim_from_text("poker"), gap=0, margin=5)
    assert list(marker(ruler=0).ruler(found)) == []


def test_the_label_stands_along_the_long_side_of_nine_cards(marker):
    """Turned, so that it has room; within the paper and beside the block."""
    found = plan(A4, trim_from_text("poker"), gap=0, margin=5)
    group, _, texts = placed(marker().label(found, "The Tiny Game 0.1.0"))
    assert [word.text for line in texts for word in line.words] == ["The", "Tiny", "Game", "0.1.0"]
    place = group.transform.apply((texts[0].x, texts[0].y))
    assert (group.transform.a, group.transform.b) == (0, -1)
    assert 3 < place.x < found.block.x
    assert found.block.y < place.y < found.block.bottom
