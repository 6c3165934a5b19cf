"""Nets of tuck boxes."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punchboard.compose.tuck_nets import (
    BACK,
    FLAP_FACE,
    FRONT,
    LID,
    SIDE,
    TONGUE_FACE,
    InnerSize,
    face_sizes,
    inner_size,
    tuck_net,
)
from punchboard.geometry import Rect, Size

rooms = st.builds(InnerSize, st.floats(40, 100), st.floats(50, 150), st.floats(4, 60))


def areas(net, room):
    """Return where each panel lies on the net, by its face."""
    sizes = face_sizes(room)
    found = {}
    for face, place in net.panels:
        found.setdefault(face, []).append(place.bounds(Rect(0, 0, *sizes[face])))
    return found


@given(st.integers(1, 200), st.floats(0.1, 0.6), st.floats(0, 0.4))
def test_a_deck_goes_in(cards, thickness, sleeve):
    """The box is deeper than its cards and wider and higher than each, by less than a deck could rattle in."""
    room = inner_size(Size(63.5, 88.9), cards, thickness, sleeve)
    stack = cards * (thickness + sleeve)
    assert stack < room.depth <= max(stack * 1.06 + 0.6, 4) + 1e-9
    assert 63.5 < room.width <= 68
    assert 88.9 < room.height <= 95


@given(rooms)
def test_the_four_walls_close(room):
    """Side, front, side and back stand side by side; the tab behind the first meets the last."""
    net = tuck_net(room)
    found = areas(net, room)
    walls = sorted((*found[SIDE], *found[FRONT], *found[BACK]))
    assert [wall.width for wall in walls] == pytest.approx([room.depth, room.width, room.depth, room.width])
    assert all(one.right == pytest.approx(other.x) for one, other in pairwise(walls))
    assert {(round(wall.y, 6), round(wall.height, 6)) for wall in walls} == {
        (round(walls[0].y, 6), round(room.height, 6))
    }
    (glue,) = net.tabs
    assert glue.bounds.right == pytest.approx(walls[0].x, abs=0.001)
    assert glue.bounds.height == pytest.approx(room.height, abs=0.001)


@given(rooms)
def test_lid_and_floor_close_the_ends(room):
    """Each is as deep as the box, hangs on the back and ends in a tongue."""
    found = areas(tuck_net(room), room)
    (back,) = found[BACK]
    lid, floor = sorted(found[LID], key=lambda area: area.y)
    first, last = sorted(found[TONGUE_FACE], key=lambda area: area.y)
    assert lid.bottom == pytest.approx(back.y)
    assert floor.y == pytest.approx(back.bottom)
    assert first.bottom == pytest.approx(lid.y)
    assert last.y == pytest.approx(floor.bottom)
    assert {round(area.height, 6) for area in (lid, floor)} == {round(room.depth, 6)}
    assert 10 < first.height < room.height / 2


@given(rooms)
def test_flaps_of_both_sides_do_not_meet(room):
    """Folded in, they lie beneath the lid with a gap between them."""
    found = areas(tuck_net(room), room)
    assert len(found[FLAP_FACE]) == 4
    assert all(2 * flap.height < room.width for flap in found[FLAP_FACE])


@given(rooms)
def test_the_cut_goes_round_all_that_is_printed(room):
    """No fold lies outside the cut, and the net is as large as it says."""
    net = tuck_net(room)
    whole = net.cut.bounds
    assert (whole.x, whole.y) == pytest.approx((0, 0), abs=0.001)
    assert (whole.width, whole.height) == pytest.approx(tuple(net.size), abs=0.001)
    assert all(Rect(0, 0, *net.size).grow(0.01).contains(Rect(*point, 0, 0)) for fold in net.folds for point in fold)
    assert net.cut.segments[-1][0] == "Z"


@given(rooms)
def test_the_cut_turns_one_way(room):
    """Its area is that of walls, lids, tongues and flaps, less what corners, leaning edges and the notch take."""
    net = tuck_net(room)
    corners = [numbers[-2:] for _, numbers in net.cut.segments if numbers]
    double = sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(corners, (*corners[1:], *corners[:1]), strict=True))
    sizes = face_sizes(room)
    printed = sum(sizes[face].width * sizes[face].height for face, _ in net.panels)
    (glue,) = net.tabs
    assert abs(double) / 2 == pytest.approx(printed + glue.bounds.width * glue.bounds.height, rel=0.12)
