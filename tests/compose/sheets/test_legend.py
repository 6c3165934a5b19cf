"""Strips for label and rulers: in the room, clear of all that is taken, found whenever there is one along an edge."""

from hypothesis import given
from hypothesis import strategies as st

from punchboard.compose.sheets.legend import SheetSpace, Spot, free_spot
from punchboard.geometry import Point, Rect, Size

ROOM = Rect(5, 5, 200, 287)
numbers = st.integers(0, 290).map(float)
rects = st.builds(Rect, numbers, numbers, st.integers(1, 200).map(float), st.integers(1, 200).map(float))


def test_a_level_strip_stands_at_the_lower_edge_first():
    """Then at the upper one, then below what is taken."""
    size = Size(60, 3)
    assert free_spot(size, ROOM, ()).area == Rect(5, 289, 60, 3)
    assert free_spot(size, ROOM, (), last=True).area == Rect(145, 289, 60, 3)
    assert free_spot(size, ROOM, [Rect(0, 250, 210, 47)]).area == Rect(5, 5, 60, 3)
    bands = [Rect(0, 0, 210, 100), Rect(0, 120, 210, 177)]
    assert free_spot(size, ROOM, bands).area == Rect(5, 100.4, 60, 3)
    assert free_spot(size, ROOM, [ROOM]) is None


def test_a_turned_strip_stands_at_the_left_edge_first():
    """Its text runs upwards."""
    spot = free_spot(Size(60, 3), ROOM, (), turned=True)
    assert spot.area == Rect(5, 5, 3, 60)
    assert spot.length == 60
    assert spot.transform.apply(Point(0, 0)) == (5, 65)
    assert spot.transform.apply(Point(60, 3)) == (8, 5)
    assert free_spot(Size(60, 3), ROOM, [Rect(0, 0, 20, 297)], turned=True).area == Rect(202, 5, 3, 60)


def test_a_level_strip_is_where_its_place_says():
    """Its own origin is its top left corner."""
    spot = Spot(Rect(10, 20, 30, 4), turned=False)
    assert spot.transform.apply(Point(0, 0)) == (10, 20)
    assert spot.length == 30


@given(st.lists(rects, max_size=8), st.integers(1, 150), st.integers(1, 9), st.booleans(), st.booleans())
def test_a_strip_touches_nothing(taken, long, deep, turned, last):
    """It is as large as was asked, and lies in the room."""
    spot = free_spot(Size(long, deep), ROOM, taken, turned=turned, last=last)
    if spot is None:
        return
    assert spot.area.size == (Size(deep, long) if turned else Size(long, deep))
    assert ROOM.contains(spot.area)
    assert not any(spot.area.overlap(rect) for rect in taken)


@given(st.lists(rects, max_size=6), st.integers(1, 150))
def test_a_free_edge_is_found(taken, long):
    """When nothing lies along the lower edge there is a strip."""
    above = [rect for rect in taken if rect.bottom < 280]
    assert free_spot(Size(long, 5), ROOM, above).area.bottom == ROOM.bottom


def test_a_ground_gives_marks_up_before_bleeds_and_bleeds_before_trims():
    """What lies over bleed has the last of the sizes."""
    trim = Rect(7, 7, 196, 283)
    sizes = (Size(50, 1.8), Size(50, 1.0))
    whole = SheetSpace(ROOM, (trim,), (trim.shrink(30),), (Rect(5, 280, 200, 12), Rect(5, 5, 200, 12)))
    assert whole.spot(sizes)[1] == 0
    assert whole._replace(marks=(ROOM,)).spot(sizes)[0].area == Rect(5, 290.2, 50, 1.8)
    over = whole._replace(bleeds=(ROOM,)).spot(sizes)
    assert over == (Spot(Rect(5, 291, 50, 1.0), turned=False), 1)
    assert whole.without(ROOM).spot(sizes) is None
