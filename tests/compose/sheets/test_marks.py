from itertools import pairwise
from math import hypot

import pytest

from punchboard.compose.sheets.crop_marks import slot_edges
from punchboard.compose.sheets.imposition import plan_slots, slot_frame
from punchboard.compose.sheets.marks import Marker, SheetSpace
from punchboard.geometry import Rect, Size
from punchboard.model.layout.trim import trim_from_text
from punchboard.model.printing.sheet import SheetFile
from punchboard.scene import Shape, Text

A4 = Size(210, 297)
ROOM = Rect(0, 0, *A4).shrink(5)


@pytest.fixture
def marker(setter, text_style):
    """Return a marker for a sheet layout with some values changed."""
    return lambda **changes: Marker(SheetFile(**changes), text_style(size=2.1, leading=2.6), setter)


@pytest.fixture
def marks(marker):
    """Return the marks round slots of a plan, drawn by a marker with some values changed."""

    def marks(found, taken, **changes):
        drawer = marker(**changes)
        cuts = drawer.block_cuts(found, taken, 3.0)
        return [] if cuts is None else list(drawer.marks(cuts, found.gap, ROOM, ()))

    return marks


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


def shapes(group):
    return [item.outline.placed(group.transform) for item in group.items if isinstance(item, Shape)]


def words(group):
    return [word.text for item in group.items if isinstance(item, Text) for line in item.lines for word in line.words]


@pytest.mark.parametrize("gap", [0, 6])
def test_crop_marks_lie_outside_trim_and_bleed(marks, gap):
    """No mark touches the bleed of a card, and each points along a cut."""
    found = plan_slots(A4, trim_from_text("poker"), gap=gap, margin=12)
    frames = [slot_frame(slot, found.trim) for slot in found.slots]
    drawn = lines(marks(found, found.slots))
    cuts_x = {round(x, 3) for frame in frames for x in (frame.x, frame.right)}
    cuts_y = {round(y, 3) for frame in frames for y in (frame.y, frame.bottom)}
    assert len(drawn) == 2 * (len(cuts_x) + len(cuts_y))
    for (x1, y1), (x2, y2) in drawn:
        assert (x1 == x2 and x1 in cuts_x) or (y1 == y2 and y1 in cuts_y)
        mark = Rect(min(x1, x2), min(y1, y2), abs(x2 - x1) or 0.01, abs(y2 - y1) or 0.01)
        assert not any(frame.grow(3).overlap(mark) for frame in frames)


def test_marks_stand_only_round_occupied_slots(marks):
    """The last sheet of a stack has marks for its own cards only; an empty sheet has none."""
    found = plan_slots(A4, trim_from_text("poker"), gap=0, margin=5)
    assert len(lines(marks(found, found.slots[:1]))) == 8
    assert marks(found, ()) == []
    assert marks(found, found.slots, marks="none") == []


def test_marks_may_be_on_fronts_or_backs_alone(marker):
    """A sheet that is cut from its front needs no marks on its back."""
    for asked, fronts, backs in (("both", True, True), ("fronts", True, False), ("backs", False, True)):
        drawer = marker(**{"marks on": asked})
        assert (drawer.has_marks("front"), drawer.has_marks("back")) == (fronts, backs)


@pytest.mark.parametrize("width", [30, 37.3, 50, 61.7])
def test_each_cut_between_hexagons_is_one_line(marker, marks, width):
    """A shared edge is cut once; every edge of every hexagon has a line."""
    found = plan_slots(A4, trim_from_text(f"hex {width}mm"), gap=0, margin=5)
    cuts = lines(marker().cut_lines(found, found.slots))
    middles = [((x1 + x2) / 2, (y1 + y2) / 2) for (x1, y1), (x2, y2) in cuts]
    wanted = [
        ((edge.start.x + edge.end.x) / 2, (edge.start.y + edge.end.y) / 2)
        for slot in found.slots
        for edge in slot_edges(slot, found, found.slots)
    ]
    for x, y in wanted:
        assert sum(hypot(x - mx, y - my) < 0.05 for mx, my in middles) == 1
    assert marks(found, found.slots) == []


def test_hexagons_with_a_gap_have_six_lines_each(marker):
    """Across a gap there are two cuts."""
    found = plan_slots(A4, trim_from_text("hex 50mm"), gap=1, margin=5)
    assert len(lines(marker().cut_lines(found, found.slots))) == 6 * len(found.slots)


@pytest.mark.parametrize("shape", ["poker", "board 190mm x 60mm"])
def test_cards_and_boards_have_no_cut_lines(marker, marks, shape):
    """Lines on the trim would be visible; marks outside guide the knife."""
    found = plan_slots(A4, trim_from_text(shape), gap=0, margin=5)
    assert list(marker().cut_lines(found, found.slots)) == []
    assert marks(found, found.slots)


def test_each_round_token_has_its_circle_and_no_marks(marker, marks):
    """Straight cuts cannot separate round tokens: scissors follow a hairline round each occupied slot."""
    found = plan_slots(A4, trim_from_text("circle 25mm"), gap=0, margin=5)
    taken = found.slots[:7]
    (shape,) = marker().cut_lines(found, taken)
    starts = [point for command, point in shape.outline.segments if command == "M"]
    assert len(starts) == len(taken)
    for slot, (x, y) in zip(taken, starts, strict=True):
        assert hypot(x - slot.middle.x, y - slot.middle.y) == pytest.approx(12.5, abs=0.001)
    assert marks(found, taken) == []


@pytest.mark.parametrize("gap", [0, 2])
def test_square_tokens_have_marks_and_each_cut_once(marker, marks, gap):
    """A knife follows the marks, scissors the hairlines; a shared cut is drawn once."""
    found = plan_slots(A4, trim_from_text("square 20mm"), gap=gap, margin=5)
    block = found.slots[:2]
    assert len(lines(marker().cut_lines(found, block))) == (7 if gap == 0 else 8)
    assert marks(found, block)


def test_a_sheet_may_have_no_cut_lines(marker):
    """If the layout turns them off, and if no slot is occupied."""
    for shape in ("hex 50mm", "circle 25mm", "square 20mm"):
        found = plan_slots(A4, trim_from_text(shape), gap=0, margin=5)
        assert list(marker(**{"cut lines": False}).cut_lines(found, found.slots)) == []
        assert list(marker().cut_lines(found, ())) == []


@pytest.mark.parametrize("shape", ["poker", "hex 50mm", "tarot"])
@pytest.mark.parametrize("paper", [A4, Size(215.9, 279.4)])
def test_rulers_are_50_mm_long(marker, shape, paper):
    """One in each direction that has free paper, outside the trim of every component."""
    found = plan_slots(paper, trim_from_text(shape), gap=0, margin=5)
    rulers = list(marker().ruler(found))
    bounds = [shapes(group)[-1].bounds for group in rulers]
    assert [max(area.size) for area in bounds] == pytest.approx([50] * len(bounds), abs=0.002)
    assert len({area.width > area.height for area in bounds}) == len(bounds) > 0
    assert all(Rect(0, 0, *paper).contains(one) and not found.block.overlap(one) for one in bounds)


def test_ticks_are_a_millimetre_apart_and_the_length_is_printed_beside(marker):
    """Ticks are longer at fives and at tens."""
    found = plan_slots(A4, trim_from_text("poker"), gap=0, margin=8)
    level, _ = marker().ruler(found)
    _, *ticks = lines([item for item in level.items if isinstance(item, Shape)])
    assert all(b[0][0] - a[0][0] == pytest.approx(1) for a, b in pairwise(ticks))
    heights = [round(start[1] - end[1], 3) for start, end in ticks]
    assert [heights[index] for index in (0, 1, 5, 10, 50)] == [1.6, 0.6, 1.1, 1.6, 1.6]
    assert words(level) == ["50", "mm"]


def test_a_ruler_that_fits_on_bleed_only_is_coarse(marker):
    """A tick every 10 mm, outlined in white, without text: it is cut off with the bleed."""
    block = Rect(6.4, 6.4, 197.2, 284.2)
    (ruler,) = marker().legend(SheetSpace(ROOM, (block,), (block.grow(3),)), "").items
    halo, line = ruler.items
    assert (halo.stroke.colour, line.stroke.colour) == ("#ffffff", "#000000")
    assert len(lines([line])) == 7


def test_a_label_on_bleed_has_a_white_ground(marker):
    """So that it can be read on dark art; on free paper it has none."""
    block = Rect(9, 9, 192, 279)
    for bleed, grounds in ((3, 1), (0, 0)):
        legend = marker().legend(SheetSpace(ROOM, (block,), (block.grow(bleed),)), "The Tiny Game")
        assert legend.label is not None
        found = [item for item in legend.items if isinstance(item, Shape) and item.fill == "#ffffff"]
        assert len(found) == grounds
        assert all(item.outline.bounds.contains(legend.label.area) for item in found)


def test_a_sheet_may_have_no_ruler(marker):
    """With a length of 0."""
    found = plan_slots(A4, trim_from_text("poker"), gap=0, margin=5)
    assert list(marker(ruler=0).ruler(found)) == []


def test_the_label_is_placed_beside_the_block(marker):
    """Horizontal where there is space, else upwards along a side."""
    for paper, turned in ((A4, False), (Size(230, 275), True)):
        found = plan_slots(paper, trim_from_text("poker"), gap=0, margin=3)
        (group,) = marker().label(found, "The Tiny Game 0.1.0")
        assert words(group) == ["The", "Tiny", "Game", "0.1.0"]
        place = group.transform
        assert ((place.a, place.b) == (0, -1)) == turned
        assert not found.block.overlap(Rect(place.e, place.f, 0.1, 0.1))
