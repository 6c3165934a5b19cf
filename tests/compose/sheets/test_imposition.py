import pytest

from punchboard.compose.sheets.crop_marks import clip_outline, slot_edges
from punchboard.compose.sheets.imposition import Plan, Slot, plan_slots, slot_frame
from punchboard.geometry import Point, Rect, Size
from punchboard.model.layout.trim import trim_from_text

A4, LETTER = Size(210, 297), Size(215.9, 279.4)
POKER = trim_from_text("poker")


@pytest.mark.parametrize("paper", [A4, LETTER])
def test_nine_poker_cards_fit_on_a_sheet_at_actual_size(paper):
    """Butted, on A4 and on Letter."""
    found = plan_slots(paper, POKER, gap=0, margin=5)
    assert len(found.slots) == 9
    assert tuple(found.block.size) == pytest.approx((3 * 63.5, 3 * 88.9))


@pytest.mark.parametrize(
    ("shape", "gap", "count"),
    [
        ("poker", 6, 8),
        ("hex 50mm", 0, 21),
        ("circle 25mm", 2, 70),
        ("card 150mm x 100mm", 0, 2),
        ("square 200mm", 0, 1),
    ],
)
def test_a4_holds_as_many_components_as_fit(shape, gap, count):
    """The fuller of upright and rotated is used."""
    assert len(plan_slots(A4, trim_from_text(shape), gap=gap, margin=5).slots) == count


def test_a_component_too_large_has_no_plan():
    """Not even one fits within the margin."""
    assert plan_slots(A4, trim_from_text("card 201mm x 288mm"), gap=0, margin=5) is None
    assert plan_slots(A4, trim_from_text("hex 201mm"), gap=0, margin=5) is None


def test_large_hexagons_in_one_column_stand_one_above_another():
    """There is nothing to interlock, and the sheet is not left half empty."""
    found = plan_slots(Size(120, 240), trim_from_text("hex 98mm"), gap=0, margin=3)
    assert len(found.slots) == 2
    assert tuple(found.block.centre) == pytest.approx((60, 120))


def test_slots_are_in_reading_order():
    """Row by row from the top left."""
    slots = plan_slots(A4, POKER, gap=0, margin=5).slots
    assert [(slot.middle.y, slot.middle.x) for slot in slots] == sorted((s.middle.y, s.middle.x) for s in slots)


def test_a_turned_slot_lays_the_face_on_its_side():
    """The frame on the sheet is as wide as the card is high, about the same centre."""
    frame = slot_frame(Slot(Point(100, 50), 90), POKER)
    assert tuple(frame) == pytest.approx((100 - 44.45, 50 - 31.75, 88.9, 63.5))
    assert Slot(Point(100, 50), 90).transform(POKER).apply(Point(0, 0)) == pytest.approx((100 + 44.45, 50 - 31.75))


@pytest.mark.parametrize(
    ("flip", "turn", "back"),
    [("long edge", 0, (110, 40, 0)), ("long edge", 90, (110, 40, 270)), ("short edge", 0, (100, 257, 180)),
     ("short edge", 90, (100, 257, 90))],
)  # fmt: skip
def test_backs_lie_where_the_flip_brings_them(flip, turn, back):
    """Left and right are mirrored for the long edge, top and bottom for the short edge."""
    (slot,) = Plan(A4, POKER, 0, (Slot(Point(100, 40), turn),)).back_plan(flip).slots
    assert (*slot.middle, slot.turn) == back


def test_bleed_is_clipped_at_shared_sides():
    """Cards that share an edge bleed on their other sides only; across a gap each has half of it."""
    slots = (Slot(Point(50, 100)), Slot(Point(50 + 63.5, 100)))
    butted = Plan(A4, POKER, 0, slots)
    frame = slot_frame(slots[0], POKER)
    assert tuple(clip_outline(slots[0], butted, slots, 3).bounds) == pytest.approx((frame.x - 3, 52.55, 66.5, 94.9))
    apart = (slots[0], Slot(Point(50 + 67.5, 100)))
    gapped = Plan(A4, POKER, 4, apart)
    assert tuple(clip_outline(apart[0], gapped, apart, 3).bounds) == pytest.approx((frame.x - 3, 52.55, 68.5, 94.9))
    assert tuple(clip_outline(slots[0], butted, slots[:1], 3).bounds) == pytest.approx(tuple(frame.grow(3)))


@pytest.mark.parametrize(("gap", "bleed"), [(6, 3.0), (8, 3.0), (3, 1.5)])
def test_a_circle_bleeds_all_round_up_to_the_middle_of_the_gap(gap, bleed):
    """It has no straight side to share, and may have neighbours on any side."""
    trim = trim_from_text("circle 30mm")
    slot = Slot(Point(50, 50))
    found = Plan(A4, trim, gap, (slot,))
    assert slot_edges(slot, found, (slot,)) == ()
    assert clip_outline(slot, found, (slot,), 3).bounds == Rect(35, 35, 30, 30).grow(bleed)


@pytest.mark.parametrize(("wanted", "gap"), [(0, 3), (2, 3), (3, 3), (6, 6)])
def test_circles_are_at_least_three_mm_apart(wanted, gap):
    """A round cut cannot be shared, so tokens have a gap even where cards are butted."""
    found = plan_slots(A4, trim_from_text("circle 25mm"), gap=wanted, margin=5)
    first, beside = (slot.middle for slot in found.slots[:2])
    assert found.gap == gap
    assert beside.x - first.x == pytest.approx(25 + gap)


def test_squares_are_butted_like_cards():
    """A straight cut separates two of them."""
    found = plan_slots(A4, trim_from_text("square 20mm"), gap=0, margin=5)
    assert len(found.slots) == 10 * 14
    assert tuple(found.block.size) == pytest.approx((200, 280))


def test_triangles_stand_upright_and_upside_down_by_turns():
    """Rows of a sheet without gaps: neighbours share their sides, and no two overlap."""
    plan = plan_slots(Size(210, 297), trim_from_text("triangle 60mm"), gap=0, margin=8)
    assert plan is not None
    assert {slot.turn % 180 for slot in plan.slots} in ({0}, {90})
    assert len({slot.turn for slot in plan.slots}) == 2
    assert all(sum(edge.shared for edge in slot_edges(slot, plan, plan.slots)) >= 1 for slot in plan.slots)
