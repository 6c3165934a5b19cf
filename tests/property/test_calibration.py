"""Properties of calibration: a printer with any error, the readings from it, and what it prints when corrected."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punchboard.compose.calibration import NO_DRIFT, Readings, Target, corrected_document, printer_from_readings
from punchboard.geometry import Affine, Point, Size
from punchboard.model.printing.printer import PrinterFile
from punchboard.scene import Document, Group, Page

NEAR = 0.05
A4, LETTER = Size(210, 297), Size(215.9, 279.4)
FLIPS = st.sampled_from(["long edge", "short edge"])


def numbers(low, high, parts=1000):
    return st.integers(round(low * parts), round(high * parts)).map(lambda value: value / parts)


@st.composite
def faulty(draw):
    """Return a calibration target and a printer that prints it with readable scales."""
    paper = draw(st.sampled_from([A4, LETTER, A4.turned(), LETTER.turned(), Size(297, 420)]))
    target = Target(paper, draw(FLIPS))
    printer = PrinterFile.model_validate(
        {
            "x": draw(numbers(-3, 3)),
            "y": draw(numbers(-3, 3)),
            "angle": draw(numbers(-0.7, 0.7)),
            "scale x": draw(numbers(0.97, 1.03)),
            "scale y": draw(numbers(0.97, 1.03)),
            "flip": target.flip,
            "landscape": target.landscape,
        }
    )
    return target, printer


def turned_over(paper, flip):
    """Return the map between a sheet seen from its front and seen from its back: mirrored about the edge it turns on.

    The long edges of a high page stand left and right; those of a wide one lie at its head and foot.
    """
    left_and_right = "long edge" if paper.height >= paper.width else "short edge"
    if flip == left_and_right:
        return Affine(-1, 0, 0, 1, paper.width, 0)
    return Affine(1, 0, 0, -1, 0, paper.height)


def read(target, printer):
    """Return the readings of a person who sees the marks of the back through the paper, beside those of the front."""
    paper = target.paper
    through = turned_over(paper, target.flip)
    front, back = printer.print_transform(paper), printer.print_transform(paper, "back", target.flip)

    def off(point):
        seen = through.apply(back.apply(through.apply(point)))
        mark = front.apply(point)
        return (seen.x - mark.x) / printer.scale_x, (seen.y - mark.y) / printer.scale_y

    pairs = [
        (NO_DRIFT + off(target.across_origin(place))[0], NO_DRIFT + off(target.down_origin(place))[1]) for place in "AB"
    ]
    width, height = target.frame.size
    return Readings(pairs[0], pairs[1], width * printer.scale_x, height * printer.scale_y)


@given(faulty())
def test_exact_readings_give_the_numbers_of_the_printer(made):
    """Within the precision of the arithmetic."""
    target, printer = made
    found = printer_from_readings("laser", target, read(target, printer))
    assert (found.x, found.y) == pytest.approx((printer.x, printer.y), abs=0.002)
    assert found.angle == pytest.approx(printer.angle, abs=0.0002)
    assert (found.scale_x, found.scale_y) == pytest.approx((printer.scale_x, printer.scale_y), abs=1e-5)
    assert (found.flip, found.landscape) == (target.flip, target.landscape)


@given(faulty(), numbers(0, 1), numbers(0, 1), FLIPS)
def test_every_corrected_back_lies_behind_its_front(made, x, y, flip):
    """Any point of a card on a front, and the point behind it: printed, turned over, within 0.05 mm, on either edge.

    The printer is what it is; only its profile, made of what was read, is used to correct the pages.
    """
    target, printer = made
    paper = target.paper
    profile = printer_from_readings("laser", target, read(target, printer))
    through = turned_over(paper, flip)
    point = Point(x * paper.width, y * paper.height)
    pages = (Page(paper, (), side="front"), Page(paper, (), side="back"))
    front, back = corrected_document(Document("sheet", pages), profile, flip).pages
    lies = [
        printer.print_transform(paper, page.side, flip).apply(place_of(page).apply(at))
        for page, at in ((front, point), (back, through.apply(point)))
    ]
    assert lies[0] == pytest.approx(point, abs=NEAR)
    assert through.apply(lies[1]) == pytest.approx(lies[0], abs=NEAR)


@given(faulty(), st.lists(st.booleans(), min_size=4, max_size=4))
def test_readings_of_tenths_bring_backs_within_two_tenths(made, up):
    """A person reads tenths: rounding each up or down leaves no corner of the paper further off than 0.2 mm."""
    target, printer = made
    exact = read(target, printer)
    tenths = iter(up)
    a, b = (tuple((int(value * 10) + next(tenths)) / 10 for value in pair) for pair in (exact.a, exact.b))
    profile = printer_from_readings("laser", target, exact._replace(a=a, b=b))
    paper = target.paper
    for corner in (Point(0, 0), Point(paper.width, 0), Point(0, paper.height), Point(*paper)):
        drawn = profile.correction_transform(paper, "back", target.flip).apply(corner)
        assert printer.print_transform(paper, "back", target.flip).apply(drawn) == pytest.approx(corner, abs=0.2)


def place_of(page):
    """Return the transform that a page's items lie under."""
    return page.items[0].transform if page.items and isinstance(page.items[0], Group) else Affine()
