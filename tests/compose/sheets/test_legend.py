"""Free strips for label and rulers: inside the area and clear of obstacles."""

from hypothesis import given
from hypothesis import strategies as st

from punchboard.compose.sheets.marks import SheetSpace, Spot, free_spot
from punchboard.geometry import Point, Rect, Size

ROOM = Rect(5, 5, 200, 287)
numbers = st.integers(0, 290).map(float)
rects = st.builds(Rect, numbers, numbers, st.integers(1, 200).map(float), st.integers(1, 200).map(float))


def test_a_horizontal_strip_is_at_the_lower_edge_first():
    """Then at the upper edge, then below obstacles."""
    size = Size(60, 3)
    assert free_spot(size, ROOM, ()).area == Rect(5, 289, 60, 3)
    assert free_spot(size, ROOM, (), last=True).area == Rect(145, 289, 60, 3)
    assert free_spot(size, ROOM, [Rect(0, 250, 210, 47)]).area == Rect(5, 5, 60, 3)
    bands = [Rect(0, 0, 210, 100), Rect(0, 120, 210, 177)]
    assert free_spot(size, ROOM, bands).area == Rect(5, 100.4, 60, 3)
    assert free_spot(size, ROOM, [ROOM]) is None


def test_a_turned_strip_is_at_the_left_edge_first():
    """Its text runs upwards."""
    spot = free_spot(Size(60, 3), ROOM, (), turned=True)
    assert spot.area == Rect(5, 5, 3, 60)
    assert spot.length == 60
    assert spot.transform.apply(Point(0, 0)) == (5, 65)
    assert spot.transform.apply(Point(60, 3)) == (8, 5)
    assert free_spot(Size(60, 3), ROOM, [Rect(0, 0, 20, 297)], turned=True).area == Rect(202, 5, 3, 60)


def test_a_horizontal_strip_is_not_rotated():
    """Its origin is its top left corner."""
    spot = Spot(Rect(10, 20, 30, 4), turned=False)
    assert spot.transform.apply(Point(0, 0)) == (10, 20)
    assert spot.length == 30


@given(st.lists(rects, max_size=8), st.integers(1, 150), st.integers(1, 9), st.booleans(), st.booleans())
def test_a_strip_touches_no_obstacle(taken, long, deep, turned, last):
    """It has the requested size and lies in the area."""
    spot = free_spot(Size(long, deep), ROOM, taken, turned=turned, last=last)
    if spot is None:
        return
    assert spot.area.size == (Size(deep, long) if turned else Size(long, deep))
    assert ROOM.contains(spot.area)
    assert not any(spot.area.overlap(rect) for rect in taken)


@given(st.lists(rects, max_size=6), st.integers(1, 150))
def test_a_free_edge_is_found(taken, long):
    """When nothing lies along the lower edge, there is a strip."""
    above = [rect for rect in taken if rect.bottom < 280]
    assert free_spot(Size(long, 5), ROOM, above).area.bottom == ROOM.bottom


def test_a_strip_covers_marks_rather_than_bleeds_and_bleeds_rather_than_trims():
    """On bleed it has the last of the sizes."""
    trim = Rect(7, 7, 196, 283)
    sizes = (Size(50, 1.8), Size(50, 1.0))
    whole = SheetSpace(ROOM, (trim,), (trim.shrink(30),), (Rect(5, 280, 200, 12), Rect(5, 5, 200, 12)))
    assert whole.find_spot(sizes)[1] == 0
    assert whole._replace(marks=(ROOM,)).find_spot(sizes)[0].area == Rect(5, 290.2, 50, 1.8)
    over = whole._replace(bleeds=(ROOM,)).find_spot(sizes)
    assert over == (Spot(Rect(5, 291, 50, 1.0), turned=False), 1)
    assert whole.without(ROOM).find_spot(sizes) is None
