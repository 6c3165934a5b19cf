"""Blocks of leftover components, packed on shelves."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punchboard.compose.sheets.imposition import compact_block, pack_on_shelves, slot_frame
from punchboard.geometry import Point, Rect, Size
from punchboard.model.layout.trim import trim_from_text

ROOM = Rect(5, 5, 200, 287)
shapes = st.sampled_from(["poker", "hex 30mm", "hex 50mm", "circle 22mm", "square 17mm", "board 120mm x 40mm", "tarot"])
sizes = st.lists(st.builds(Size, st.integers(10, 200).map(float), st.integers(10, 287).map(float)), max_size=12)


@pytest.mark.parametrize(
    ("shape", "count", "size"),
    [
        ("poker", 1, (88.9, 63.5)),
        ("poker", 3, (190.5, 88.9)),
        ("poker", 4, (177.8, 127)),
        ("circle 20mm", 6, (135, 20)),
        ("hex 50mm", 2, (100, 57.735)),
    ],
)
def test_a_block_is_as_low_as_possible(shape, count, size):
    """Cards are rotated where that saves height; there are no more columns than needed."""
    assert tuple(compact_block(trim_from_text(shape), count, 0, ROOM.size).size) == pytest.approx(size, abs=0.001)


def test_too_many_components_have_no_block():
    """Such as ten poker cards on A4."""
    assert compact_block(trim_from_text("poker"), 10, 0, ROOM.size) is None


@given(shapes, st.integers(1, 12), st.sampled_from([0.0, 3.0]))
def test_a_block_has_exactly_the_slots_it_needs(shape, count, gap):
    """They fill it from its origin to its size, and no two are equal."""
    trim = trim_from_text(shape)
    block = compact_block(trim, count, gap, ROOM.size)
    if block is None:
        return
    plan = block.plan_at(Size(210, 297), Point(7, 9))
    assert len(plan.slots) == len(set(plan.slots)) == count
    assert tuple(plan.block) == pytest.approx((7, 9, *block.size))
    assert all(Rect(7, 9, *block.size).contains(slot_frame(slot, trim), 0.01) for slot in plan.slots)


@given(sizes, st.sampled_from([0.0, 12.0]))
def test_every_block_is_packed_once_and_keeps_its_distance(blocks, air):
    """All lie in the room, and no two are closer than the spacing."""
    sheets = pack_on_shelves(blocks, ROOM, air)
    assert sorted(laid.block for sheet in sheets for laid in sheet) == list(range(len(blocks)))
    for sheet in sheets:
        rects = [Rect(*laid.at, *blocks[laid.block]) for laid in sheet]
        assert all(ROOM.contains(rect, 0.01) for rect in rects)
        apart = [rect.grow(air / 2 - 0.01) for rect in rects]
        assert not any(one.overlap(other) for index, one in enumerate(apart) for other in apart[:index])


@given(sizes)
def test_straight_cuts_separate_all_blocks(blocks):
    """Horizontal cuts between the shelves, then vertical cuts within each."""
    for sheet in pack_on_shelves(blocks, ROOM, 12):
        rects = [Rect(*laid.at, *blocks[laid.block]) for laid in sheet]
        tops = sorted({rect.y for rect in rects})
        for top, below in pairwise(tops):
            assert all(rect.bottom <= below - 12 + 0.01 for rect in rects if rect.y == top)
