"""Pages corrected for a calibrated printer, and readings that are rejected."""

import pytest

from punchboard.compose.calibration import Readings, Target, corrected_document, printer_from_readings
from punchboard.geometry import Rect, Size, rectangle
from punchboard.model.printing.printer import PrinterFile
from punchboard.problem import ProblemsFound
from punchboard.scene import Document, Group, Page, Shape

A4 = Size(210, 297)
ITEM = Shape(rectangle(Rect(10, 10, 63.5, 88.9)), fill="#000000")
FRONT = Page(A4, (ITEM,), Rect(3, 3, 204, 291), Rect(0, 0, *A4), "1 front", "front")
BACK = FRONT._replace(label="1 back", side="back")
GOOD = Readings((5.3, 4.9), (5.1, 4.8), 169.8, 259.5, (4, 4, 5, 4))


def test_only_backs_are_moved_and_turned():
    """With a scale of 1, fronts stay as they are; sizes, boxes, labels and sides of all pages stay."""
    front, back = corrected_document(Document("", (FRONT, BACK)), PrinterFile(x=0.4, angle=0.1)).pages
    assert front is FRONT
    (group,) = back.items
    assert isinstance(group, Group)
    assert group.items == (ITEM,)
    assert back._replace(items=()) == BACK._replace(items=())


def test_both_sides_are_scaled():
    """Fronts get the inverse of the scale, about the middle of the page."""
    printer = PrinterFile.model_validate({"scale x": 1.01, "scale y": 0.98})
    for page in corrected_document(Document("", (FRONT, BACK)), printer).pages:
        (group,) = page.items
        assert group.transform.apply((105, 148.5)) == pytest.approx((105, 148.5))
        assert (group.transform.a, group.transform.d) == pytest.approx((1 / 1.01, 1 / 0.98))


def test_missing_readings_mean_no_error():
    """Scales, drift and blank edges may each be left out."""
    assert printer_from_readings("laser", Target(A4), Readings()) == PrinterFile(name="laser")
    found = printer_from_readings("laser", Target(A4), Readings(width=169.15))
    assert (found.scale_x, found.scale_y, found.x) == (0.995, 1, 0)


def test_a_frame_is_whole_centimetres_and_leaves_space_for_the_stairs():
    """170 x 260 mm on A4; no target fits on a paper that is too small for its text."""
    assert Target(A4).frame == pytest.approx((20, 18.5, 170, 260))
    assert Target(Size(215.9, 279.4)).frame.size == pytest.approx((170, 240))
    assert Target(A4.turned()).fits
    assert not Target(Size(148, 210)).fits


@pytest.mark.parametrize(
    ("readings", "option", "said"),
    [
        (GOOD._replace(b=None), "--b", "--b is missing"),
        (GOOD._replace(a=None), "--a", "--a is missing"),
        (GOOD._replace(a=(5.3, 14.9)), "--a", "14.9 is not on the scale"),
        (GOOD._replace(b=(-0.1, 5)), "--b", "-0.1 is not on the scale"),
        (GOOD._replace(b=(float("nan"), 5)), "--b", "nan is not on the scale"),
        (GOOD._replace(a=(9, 5), b=(5, 9)), "--a", "contradict each other"),
        (GOOD._replace(a=(9, 3.7), b=(1, 6.3)), "--a", "was fed askew"),
        (GOOD._replace(width=6.7), "--across", "cannot be 6.7 mm long"),
        (GOOD._replace(height=float("inf")), "--down", "cannot be inf mm long"),
        (GOOD._replace(margins=(4, 4, 16, 4)), "--margins", "16 is not on the stairs"),
        (GOOD._replace(margins=(4, -1, 5, 4)), "--margins", "-1 is not on the stairs"),
    ],
)
def test_impossible_readings_are_a_problem_with_a_hint(readings, option, said):
    """PRINTER002 at the option that was typed."""
    with pytest.raises(ProblemsFound) as raised:
        printer_from_readings("laser", Target(A4), readings)
    (problem,) = raised.value.problems
    assert (problem.rule, problem.place.file) == ("PRINTER002", option)
    assert said in problem.message
    assert problem.hint
