import pytest

from punchboard.geometry import Rect, rectangle
from punchboard.scene import Group, Shape, Stroke, Symbol, Use

CUT = Shape(rectangle(Rect(10, 10, 20, 5)), None, Stroke("#e6007e", 0.25, spot="CutContour"))
PLAIN = Shape(rectangle(Rect(10, 10, 20, 5)), "#c8402f", Stroke("#000000", 0.25))


def drawn(pdf):
    return pdf.pages[0].Contents.read_bytes().decode().splitlines()


def test_a_cut_line_is_an_overprinting_spot_colour(opened):
    """A cutter finds it by name; colours beneath the line are not knocked out."""
    pdf = opened(CUT)
    resources = pdf.pages[0].Resources
    kind, name, alternate, function = resources.ColorSpace.Spot0
    assert (kind, name, alternate) == ("/Separation", "/CutContour", "/DeviceRGB")
    assert [float(value) for value in function.C1] == pytest.approx([230 / 255, 0, 126 / 255], abs=0.001)
    assert [int(value) for value in function.C0] == [1, 1, 1]
    state = resources.ExtGState.Over
    assert (state.OP, state.op, state.OPM) == (True, True, 1)


def test_the_spot_colour_ends_with_the_line(opened):
    """Items before and after it are printed in the inks of the file, without overprint."""
    lines = drawn(opened(CUT, PLAIN))
    start, end = lines.index("/Over gs /Spot0 CS 1 SCN"), lines.index("Q")
    assert lines[start - 1] == "q"
    assert "0 0 0 RG" in lines[end:]
    assert lines[-2] == "B"


def test_a_filled_shape_is_filled_in_the_files_inks(opened):
    """The spot colour is only for the line."""
    lines = drawn(opened(CUT._replace(fill="#ffffff")))
    assert lines.index("f") < lines.index("/Over gs /Spot0 CS 1 SCN")
    assert lines.count("S") == 1


def test_spot_colours_are_numbered_in_drawing_order(opened):
    """Two spot colours are two colour spaces; a name may contain spaces."""
    fold = CUT._replace(stroke=CUT.stroke._replace(spot="Fold line"))
    pdf = opened(CUT, fold, CUT)
    page = pdf.pages[0]
    assert {key: str(space[1]) for key, space in page.Resources.ColorSpace.items()} == {
        "/Spot0": "/CutContour",
        "/Spot1": "/Fold line",
    }
    assert sum("/Spot0 CS" in line for line in drawn(pdf)) == 2


def test_a_symbol_with_a_spot_colour_can_be_placed_twice(opened):
    """It is never a form without resources, for any number of shapes."""
    symbol = Symbol("cuts", Rect(0, 0, 99, 59), (Group((CUT,) * 40),))
    pdf = opened(Use(symbol), Use(symbol))
    (form,) = pdf.pages[0].Resources.XObject.values()
    assert "/Spot0" in form.Resources.ColorSpace


def test_without_spot_colours_nothing_is_added(opened):
    """Such files have neither colour spaces nor graphics states."""
    pdf = opened(PLAIN)
    assert not {"/ColorSpace", "/ExtGState"} & set(pdf.pages[0].Resources.keys())
