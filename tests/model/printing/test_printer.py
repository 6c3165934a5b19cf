"""A measured printer: the transform of a page's points, and its inverse."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punchboard.geometry import IDENTITY, Point, Size
from punchboard.model.printing.printer import PrinterFile

A4 = Size(210, 297)
ACROSS = A4.turned()
FLIPS = ("long edge", "short edge")


def numbers(low, high, parts=1000):
    return st.integers(round(low * parts), round(high * parts)).map(lambda value: value / parts)


def made(**values):
    return PrinterFile.model_validate({name.replace("_", " "): value for name, value in values.items()})


printers = st.builds(
    made,
    x=numbers(-5, 5),
    y=numbers(-5, 5),
    angle=numbers(-2, 2),
    scale_x=numbers(0.95, 1.05),
    scale_y=numbers(0.95, 1.05),
    flip=st.sampled_from(FLIPS),
    landscape=st.booleans(),
)
pages = st.sampled_from([A4, ACROSS, Size(100, 100)])
points = st.builds(Point, numbers(0, 300), numbers(0, 300))
sides = st.sampled_from(["front", "back", ""])


@given(printers, pages, sides, st.sampled_from(FLIPS), points)
def test_a_corrected_page_is_printed_in_the_right_place(printer, size, side, flip, point):
    """`correction_transform` is the inverse of `print_transform` for every point, page, side and edge."""
    drawn = printer.correction_transform(size, side, flip).apply(point)
    assert printer.print_transform(size, side, flip).apply(drawn) == pytest.approx(point, abs=1e-9)


@given(printers, pages)
def test_the_middle_of_a_front_stays(printer, size):
    """Scales are about the middle of the page."""
    middle = Point(size.width / 2, size.height / 2)
    assert printer.print_transform(size).apply(middle) == pytest.approx(middle)


def test_a_perfect_printer_needs_no_correction():
    """Its corrections are exactly the identity, so pages stay as they are."""
    assert {made().correction_transform(A4, side) for side in ("front", "back")} == {IDENTITY}


def test_numbers_describe_the_back_as_it_is_seen():
    """As one looks at the back, positive x is right, positive y is down, and the angle is clockwise."""
    printer = made(x=0.5, y=-0.25, angle=90 / 100)
    assert printer.print_transform(A4, "back").apply(Point(105, 148.5)) == pytest.approx((105.5, 148.25))
    right = printer.print_transform(A4, "back").apply(Point(205, 148.5))
    assert right.y > 148.25 + 1
    assert right.x < 205.5


def test_the_other_edge_reverses_the_offset():
    """Scale and angle stay, x and y change their signs."""
    printer = made(x=0.5, y=-0.25, angle=0.3, scale_x=1.01)
    middle = Point(105, 148.5)
    assert printer.print_transform(A4, "back", "short edge").apply(middle) == pytest.approx((104.5, 148.75))
    assert made(x=0.5, flip="short edge").print_transform(A4, "back", "short edge").apply(middle) == pytest.approx(
        (105.5, 148.5)
    )
    assert printer.print_transform(A4, "back")[:4] == printer.print_transform(A4, "back", "short edge")[:4]


def test_a_page_of_the_other_orientation_has_swapped_scales_and_no_offset():
    """It is fed sideways, and which edge is fed first is unknown."""
    printer = made(x=0.5, y=0.5, scale_x=1.01, scale_y=0.99)
    found = printer.print_transform(ACROSS, "back")
    assert (found.a, found.d) == (0.99, 1.01)
    assert found.apply(Point(148.5, 105)) == pytest.approx((148.5, 105))
    assert made(x=0.5, landscape=True).print_transform(ACROSS, "back").e == pytest.approx(0.5)


def test_margins_of_the_other_orientation_are_the_larger_ones():
    """Whichever edge is fed first, nothing is lost."""
    printer = made(margins=[3, 4, 12, 5])
    assert printer.blank_margins(A4) == (3, 4, 12, 5)
    assert printer.blank_margins(ACROSS) == (5, 12, 5, 12)
