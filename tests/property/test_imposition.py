"""Properties of imposition, for any size of component, paper, gap and margin."""

from math import hypot, sqrt

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from punchboard.compose.sheets.crop_marks import clip_outline, slot_edges, trim_corners
from punchboard.compose.sheets.imposition import GridRequest, plan_slots, slot_frame
from punchboard.geometry import Affine, Point, Rect, Size
from punchboard.model.layout.trim import Trim

NEAR = 0.02
few = settings(max_examples=30)
tenths = st.integers(250, 1200).map(lambda value: value / 10)
cards = st.builds(lambda w, h: Trim("card", Size(w, h), "card"), tenths, tenths)
circles = tenths.map(lambda width: Trim("circle", Size(width, width), "circle"))
hexes = tenths.map(lambda width: Trim("hex", Size(width, width * 2 / sqrt(3)), "hex"))
squares = tenths.map(lambda width: Trim("square", Size(width, width), "square"))
trims = st.one_of(cards, circles, hexes, squares)
papers = st.builds(Size, st.integers(120, 350).map(float), st.integers(120, 350).map(float))
gaps = st.sampled_from([0.0, 0.0, 1.0, 3.5, 6.0])
margins = st.sampled_from([0.0, 3.0, 5.0, 12.7])


@st.composite
def planned(draw):
    """Return a plan and its margin."""
    margin = draw(margins)
    found = plan_slots(draw(papers), draw(trims), gap=draw(gaps), margin=margin)
    assume(found is not None)
    return found, margin


plans = planned()
flips = st.sampled_from(["long edge", "short edge"])


def near(one, other):
    return all(abs(a - b) < NEAR for a, b in zip(one, other, strict=True))


def corners(slot, trim):
    return [slot.transform(trim).apply(corner) for corner in trim_corners(trim)]


def apart(one, other, gap):
    """Return whether two convex shapes lie a gap apart, separated along a side of one of them."""
    for shape, far in ((one, other), (other, one)):
        for start, end in zip(shape, (*shape[1:], shape[0]), strict=True):
            length = hypot(end.x - start.x, end.y - start.y)
            nx, ny = (end.y - start.y) / length, (start.x - end.x) / length
            edge = nx * start.x + ny * start.y
            if min(nx * point.x + ny * point.y for point in far) >= edge + gap - NEAR:
                return True
    return False


@few
@given(plans)
def test_no_two_places_overlap(made):
    """Trims are at least the gap apart."""
    found, _ = made
    if found.trim.form == "circle":
        shapes = [slot.middle for slot in found.slots]
        least = found.trim.size.width + found.gap
        pairs = ((a, b) for i, a in enumerate(shapes) for b in shapes[:i])
        assert all(hypot(a.x - b.x, a.y - b.y) >= least - NEAR for a, b in pairs)
        return
    shapes = [corners(slot, found.trim) for slot in found.slots]
    assert all(apart(a, b, found.gap) for i, a in enumerate(shapes) for b in shapes[:i])


@given(plans)
def test_all_places_lie_within_the_margin(made):
    """No trim is closer to the paper's edge, and the block is centred."""
    found, margin = made
    room = Rect(0, 0, *found.paper).shrink(margin)
    assert all(room.contains(slot_frame(slot, found.trim), NEAR) for slot in found.slots)
    assert near(found.block.centre, Rect(0, 0, *found.paper).centre)


@given(papers, trims, gaps, margins)
def test_a_component_that_fits_has_a_place(paper, trim, gap, margin):
    """There is no plan only when the component fits within the margins in neither orientation."""
    room = paper.grown(-margin)
    fits = any(size.width <= room.width and size.height <= room.height for size in (trim.size, trim.size.turned()))
    assert (plan_slots(paper, trim, gap=gap, margin=margin) is not None) == fits


@given(papers, cards, gaps, margins)
def test_a_grid_is_full(paper, trim, gap, margin):
    """No further column or row would fit, and the other orientation holds no more."""
    found = plan_slots(paper, trim, gap=gap, margin=margin)
    counts = []
    for width, height in (trim.size, trim.size.turned()):
        across, down = (
            (full - 2 * margin + gap + 1e-6) // (one + gap) for full, one in zip(paper, (width, height), strict=True)
        )
        counts.append(max(0, int(across)) * max(0, int(down)))
    assert len(found.slots if found else ()) >= max(counts)


@given(plans)
def test_the_columns_and_rows_of_the_fullest_plan_can_be_requested(made):
    """Requesting them gives the same plan; one more column or row does not fit."""
    found, margin = made
    columns, rows = found.columns_and_rows
    turn = found.slots[0].turn
    again = plan_slots(
        found.paper, found.trim, gap=found.gap, margin=margin, requested=GridRequest(columns, rows), turns=(turn,)
    )
    assert again.slots == found.slots
    for wish in (GridRequest(columns + 1, rows), GridRequest(columns, rows + 1)):
        assert plan_slots(found.paper, found.trim, gap=found.gap, margin=margin, requested=wish, turns=(turn,)) is None


kept = st.lists(
    st.builds(Rect, *(st.integers(0, 300).map(float) for _ in range(2)), *(st.integers(5, 40).map(float),) * 2),
    max_size=4,
)


@given(papers, trims, gaps, margins, kept)
def test_no_place_touches_what_is_kept_free(paper, trim, gap, margin, keep_out):
    """Registration marks stay clear; the places are still within the margins and do not overlap."""
    found = plan_slots(paper, trim, gap=gap, margin=margin, keep_out=keep_out)
    frames = [slot_frame(slot, trim) for slot in found.slots] if found else []
    room = Rect(0, 0, *paper).shrink(margin)
    assert all(room.contains(frame, NEAR) for frame in frames)
    assert not any(frame.shrink(NEAR).overlap(rect) for frame in frames for rect in keep_out)


@given(plans, flips)
def test_flipping_twice_restores_the_plan(made, flip):
    """The backs of the backs are the fronts."""
    found, _ = made
    twice = found.back_plan(flip).back_plan(flip)
    assert all(near(a.middle, b.middle) and a.turn == b.turn for a, b in zip(found.slots, twice.slots, strict=True))


@given(plans, flips)
def test_back_k_lies_under_front_k_once_the_sheet_is_flipped(made, flip):
    """Each corner of a back lies on the mirror image of the front's corner through the paper, also in turned slots."""
    found, _ = made
    width, height = found.paper
    through = Affine(-1, 0, 0, 1, width, 0) if flip == "long edge" else Affine(1, 0, 0, -1, 0, height)
    size = found.trim.size
    # seen from the front, a back is mirrored left to right; the card that is turned over its long side shows it upright
    mirror = Affine(-1, 0, 0, 1, size.width, 0)
    for front, back in zip(found.slots, found.back_plan(flip).slots, strict=True):
        seen = through @ back.transform(found.trim)
        lies = front.transform(found.trim) @ mirror
        for corner in (Point(0, 0), Point(size.width, 0), Point(0, size.height)):
            assert near(seen.apply(corner), lies.apply(corner))


@pytest.mark.slow
@few
@given(papers, hexes, margins)
def test_hexagons_share_their_edges(paper, trim, margin):
    """In a plan without gaps an edge is shared when another hexagon has the same, and by no more than two."""
    found = plan_slots(paper, trim, gap=0, margin=margin)
    sides = [edge for slot in found.slots for edge in slot_edges(slot, found, found.slots)] if found else []
    middles = [Point((edge.start.x + edge.end.x) / 2, (edge.start.y + edge.end.y) / 2) for edge in sides]
    for edge, middle in zip(sides, middles, strict=True):
        assert sum(near(middle, other) for other in middles) == 1 + edge.shared


@few
@given(plans, st.sampled_from([0.0, 2.0, 3.0]))
def test_a_clip_holds_the_trim_and_stays_out_of_its_neighbours(made, bleed):
    """The printed area of a place covers its trim and at most its bleed, and no part of a neighbouring trim."""
    found, _ = made
    slots = found.slots[:12]
    shapes = {slot: corners(slot, found.trim) for slot in slots}
    for slot in slots:
        outline = clip_outline(slot, found, slots, bleed)
        assert outline.bounds.contains(slot_frame(slot, found.trim), NEAR)
        assert slot_frame(slot, found.trim).grow(bleed * 2 / sqrt(3)).contains(outline.bounds, NEAR)
        if found.trim.form == "circle":
            others = [other.middle for other in slots if other is not slot]
            assert all(hypot(x - slot.middle.x, y - slot.middle.y) >= outline.bounds.width - NEAR for x, y in others)
            continue
        clip = [Point(*values) for _, values in outline.segments if values]
        beside = [other for other in slots if any(edge.shared for edge in slot_edges(slot, found, (other,)))]
        assert all(apart(clip, shapes[other], found.gap - min(bleed, found.gap / 2)) for other in beside)
