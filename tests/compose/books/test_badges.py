"""The numbers of steps in pictures of the table: beside what they lay out, on nothing else."""

from hypothesis import given
from hypothesis import strategies as st

from punchboard.compose.books.badges import DISC, Stepped, badges
from punchboard.geometry import Rect, Size

SIZE = Size(100, 80)


@st.composite
def areas(draw):
    width, height = draw(st.integers(3, 30)), draw(st.integers(3, 30))
    return Rect(draw(st.integers(6, 94 - width)), draw(st.integers(6, 74 - height)), width, height)


@given(st.lists(areas(), min_size=1, max_size=6))
def test_a_number_lies_on_nothing(placed):
    """Where a picture has room; all lie apart and within it."""
    found = badges([Stepped((at + 1,), area) for at, area in enumerate(placed)], placed, SIZE)
    for at, badge in enumerate(found):
        others = [*placed, *(one.area for one in found[:at])]
        assert not any(badge.area.overlap(other) for other in others)
        assert Rect(0, 0, *SIZE).contains(badge.area)


def test_a_number_stands_at_the_upper_left_corner_first():
    """Then above it, at its right, or beside its label."""
    place, label = Rect(30, 30, 10, 14), Rect(31, 45, 8, 3)
    left, right, above = Rect(20, 25, 9, 30), Rect(41, 0, 30, 80), Rect(20, 0, 21, 29)

    def found(*taken):
        (badge,) = badges([Stepped((4,), place, label)], [place, *taken], SIZE)
        return badge.area

    assert (found().right < place.x, found().y) == (True, place.y)
    assert found(left).bottom < place.y
    assert found(left, above).x > place.right
    assert found(left._replace(height=19.5), above, right).y > place.bottom


def test_a_number_far_away_has_a_line():
    """It ends on what the step lays out."""
    place = Rect(40, 30, 10, 10)
    (near,) = badges([Stepped((1,), place)], [place], SIZE)
    (far,) = badges([Stepped((1,), place)], [place.grow(6)], SIZE)
    assert near.line is None
    assert place.overlap(Rect(*far.line[1], 0.1, 0.1))
    assert far.area.overlap(Rect(*far.line[0], 0.1, 0.1))


def test_the_numbers_of_one_place_stand_side_by_side():
    """In their order."""
    place = Rect(40, 30, 10, 10)
    (badge,) = badges([Stepped((3, 5, 9), place)], [place], SIZE)
    (_, first), (_, second), (step, third) = badge.discs
    assert (step, first.y, second.y) == (9, third.y, third.y)
    assert second.x - first.x > DISC
    assert third.x + DISC <= badge.area.right + 0.01
